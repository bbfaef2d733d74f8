"""Adapter: what a sync and a restore do with the ops that the mirror sends: ask, cut, open, apply.

Both verify with `follow_chain`. They differ in the order: a sync verifies every device to its signed end before it
applies anything, a restore applies one device after the other, a run at a time.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from engine_b.apply.apply_ops import ApplyResult, apply_ops
from engine_b.core.sync_errors import ChainGap
from engine_b.protocol.causal_order import ReceivedOp
from engine_b.protocol.epochs import unwrap_data_key
from engine_b.protocol.op_decoder import OpenedOp, VerifiedOp, open_op
from engine_b.protocol.sync_protocol import ChainPosition, MirroredOp
from engine_b.storage.database import Database
from engine_b.sync import outbox
from engine_b.sync.mirror_state import MirrorState
from engine_b.vault.vault import Vault
from memory.model.changes import Scope
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb


def devices_ahead(database: Database, bundle: MirrorState, own: str) -> dict[bytes, ChainPosition]:
    """Returns how far the other devices have been applied here whose signed ends are further."""
    reached = outbox.load_chain_positions(database)
    at = {who: reached.get(who.hex(), ChainPosition()) for who in bundle.checkpoints if who.hex() != own}
    return {who: at[who] for who in sorted(at) if bundle.checkpoints[who].seq > at[who].seq}


def pull_request(bundle: MirrorState, ahead: Mapping[bytes, ChainPosition]) -> pb.PullRequest:
    """Builds the request for the ops of these devices, each after its position, and for no ops of others."""
    cursors = {who: end.seq for who, end in bundle.checkpoints.items()} | {who: at.seq for who, at in ahead.items()}
    return pb.PullRequest(cursors=[pb.Cursor(device_id=who, after_seq=seq) for who, seq in cursors.items()])


def signed_ops(
    segments: Iterable[pb.PullResponse], bundle: MirrorState, asked: Container[bytes]
) -> Iterator[tuple[bytes, list[MirroredOp]]]:
    """Yields the ops of each segment with their device, up to the end that the device has signed.

    Later ops are left to the next sync, and devices that were not asked for are skipped. Raises ChainGap when a device
    has more ops than it has signed, so that no mirror can fill the memory of this device.
    """
    told: dict[bytes, int] = {}
    for segment in segments:
        who = segment.device_id
        if who not in asked:
            continue
        end = bundle.checkpoints[who].seq
        ops = [mirrored_op_from(op) for op in segment.ops if op.seq <= end]
        told[who] = told.get(who, 0) + len(ops)
        if told[who] > end:
            raise ChainGap
        yield who, ops


def mirrored_op_from(op: pb.Op) -> MirroredOp:
    """Returns an op of the wire as a plain value."""
    return MirroredOp(
        op.op_id, op.seq, op.txn_id, op.txn_end, op.payload, op.payload_hash, tuple(op.erases),
        op.erased or not op.payload, op.wrap,
    )  # fmt: skip


def open_ops(vault: Vault, bundle: MirrorState, who: bytes, ops: Iterable[MirroredOp]) -> list[OpenedOp]:
    """Opens ops of one device. Raises E2eeAadMismatch for one that is not what it is said to be."""
    device_id, vault_id, types = who.hex(), vault.vault_id, vault.record_types
    return [open_op(_unwrap_op(bundle, vault_id, device_id, op), vault_id, types) for op in ops]


def receive_ops(
    vault: Vault, bundle: MirrorState, who: bytes, ops: Sequence[MirroredOp], reached: Sequence[ChainPosition]
) -> list[ReceivedOp]:
    """Opens verified ops of one device, each with the chain position after it."""
    opened = open_ops(vault, bundle, who, ops)
    return [ReceivedOp(*each) for each in zip(opened, [op.txn_end for op in ops], reached, strict=True)]


def apply_received(vault: Vault, received: Sequence[ReceivedOp], now_ms: int) -> ApplyResult:
    """Applies ops, and stores how far their devices have been applied, in one transaction."""
    ends = {each.arrival.op.device_id: each.reached for each in received}
    with vault.recording(Scope("", "", "", now_ms)) as recorder:
        taken = apply_ops(recorder, [each.arrival for each in received])
        for who, end in ends.items():
            outbox.store_chain_position(recorder.database, who, end)
    return taken


def _unwrap_op(bundle: MirrorState, vault_id: bytes, device_id: str, op: MirroredOp) -> VerifiedOp:
    """Unwraps an op's data key. Raises E2eeAadMismatch when keys were swapped or altered."""
    payload, dek = b"", None
    if not op.erased:
        page = bundle.page_key(device_id, (op.seq - 1) // wire.PAGE_OPS)
        payload, dek = op.payload, unwrap_data_key(op.wrap, page, vault_id, op.op_id)
    return VerifiedOp(
        op.op_id.hex(), device_id, op.seq, op.txn_id, payload, op.payload_hash,
        tuple([erased.hex() for erased in op.erases]), dek,
    )  # fmt: skip
