"""Pure: opens and checks ops of the mirror one by one (research: reliability 2.4).

The chain authenticates the order of a device's ops and the checkpoint's signature authenticates the chain; here an op's
payload is opened in its place, and has to agree with its envelope.
"""

from __future__ import annotations

from typing import NamedTuple

from engine_b.core.sync_errors import E2eeAadMismatch
from engine_b.crypto.sealing import SealBroken, unseal
from engine_b.protocol.core_types import CORE_TYPES
from engine_b.protocol.op_schema import validate_op_body
from engine_b.protocol.ops import OpBody, OpMalformed, decode_op_body, op_seal_context, read_op_body
from engine_b.protocol.record_types import RecordTypes


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
    """True when it opened, and is nothing that this Selene understands."""
    about: str = ""
    """The subject of an op that is not understood, as far as it can be read."""


def open_op(op: VerifiedOp, vault_id: bytes, types: RecordTypes = CORE_TYPES) -> OpenedOp:
    """Open an op of one of these types. Raises E2eeAadMismatch when it is not what it is said to be."""
    if not op.payload or op.dek is None:
        return OpenedOp(op, None)
    try:
        plain = unseal(op.payload, op_seal_context(vault_id, op.op_id), op.dek)
    except SealBroken as error:
        raise E2eeAadMismatch from error
    try:
        body = decode_op_body(plain, types)
    except OpMalformed:
        return OpenedOp(op, None, parked=True, about=_subject_told(plain))
    if body.device_id != op.device_id or body.erases != op.erases:
        raise E2eeAadMismatch
    known = validate_op_body(body, types)
    return OpenedOp(op, known, parked=known is None, about="" if known else body.subject_id)


def _subject_told(plain: bytes) -> str:
    """The subject of an op of an unknown type; empty when it cannot be read."""
    try:
        return read_op_body(plain).subject_id
    except OpMalformed:
        return ""


def read_sealed_body(op: VerifiedOp, vault_id: bytes) -> OpBody | None:
    """What an op that was kept aside says, known or not; None when it is erased, or no op at all."""
    if not op.payload or op.dek is None:
        return None
    try:
        return read_op_body(unseal(op.payload, op_seal_context(vault_id, op.op_id), op.dek))
    except (SealBroken, OpMalformed):
        return None
