"""Pure: opens and checks ops of the mirror one by one (research: reliability 2.4).

The chain authenticates the order of a device's ops and the checkpoint's signature authenticates the chain; here an op's
payload is opened in its place, and has to agree with its envelope.
"""

from __future__ import annotations

from typing import NamedTuple

from engine_b.core.sync_errors import E2eeAadMismatch
from engine_b.crypto.sealing import SealBroken, unseal
from engine_b.protocol.op_schema import validate_op_body
from engine_b.protocol.ops import OpBody, OpMalformed, decode_op_body, op_seal_context


class VerifiedOp(NamedTuple):
    """An op on the wire whose place in the chain is verified."""

    op_id: str
    device_id: str
    seq: int
    txn_id: int
    payload: bytes
    """Empty when it was erased."""
    payload_hash: bytes
    erases: tuple[str, ...]
    dek: bytes | None
    """Unwrapped; None when it was erased."""


class OpenedOp(NamedTuple):
    """An op and its body; no body when it was erased or is not understood."""

    op: VerifiedOp
    body: OpBody | None
    parked: bool = False
    """True when it opened and this Selene does not understand it."""


def open_op(op: VerifiedOp, vault_id: bytes) -> OpenedOp:
    """Opens an op. Raises E2eeAadMismatch when payload and envelope disagree."""
    if not op.payload or op.dek is None:
        return OpenedOp(op, None)
    try:
        plain = unseal(op.payload, op_seal_context(vault_id, op.op_id), op.dek)
    except SealBroken as error:
        raise E2eeAadMismatch from error
    try:
        body = decode_op_body(plain)
    except OpMalformed:
        return OpenedOp(op, None, parked=True)
    if body.device_id != op.device_id or body.erases != op.erases:
        raise E2eeAadMismatch
    known = validate_op_body(body)
    return OpenedOp(op, known, parked=known is None)
