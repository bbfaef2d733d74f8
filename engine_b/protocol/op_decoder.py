"""Rules: ops as they come from the mirror, opened and checked one by one (research: reliability 2.4).

The chain vouches for the order of a device's ops and the checkpoint's signature for the chain; here an op's payload is
opened in its place, and has to say what its envelope says.
"""

from __future__ import annotations

from typing import NamedTuple

from engine_b.core.sync_errors import E2eeAadMismatch
from engine_b.crypto.sealing import SealBroken, unseal
from engine_b.protocol.op_schema import understood
from engine_b.protocol.ops import Body, Malformed, body_from, op_place


class Arrived(NamedTuple):
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


class Arrival(NamedTuple):
    """An op and what it says; no body when it was erased or is not understood."""

    op: Arrived
    body: Body | None
    parked: bool = False
    """True when it opened, and is nothing that this Selene understands."""


def opened(op: Arrived, vault_id: bytes) -> Arrival:
    """Open an op. Raises E2eeAadMismatch when it is not what it is said to be."""
    if not op.payload or op.dek is None:
        return Arrival(op, None)
    try:
        plain = unseal(op.payload, op_place(vault_id, op.op_id), op.dek)
    except SealBroken as error:
        raise E2eeAadMismatch from error
    try:
        body = body_from(plain)
    except Malformed:
        return Arrival(op, None, parked=True)
    if body.device_id != op.device_id or body.erases != op.erases:
        raise E2eeAadMismatch
    known = understood(body)
    return Arrival(op, known, parked=known is None)
