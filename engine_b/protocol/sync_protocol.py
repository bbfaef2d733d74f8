"""Pure: the rules of sync (research: reliability 3.1): what to push, and whether an answer is valid.

`next_push_batch` cuts the next batch from the outbox, `apply_ack` verifies the mirror's acknowledgement, `follow_chain`
verifies another device's ops. None of them uses a database or a network; they return what changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine_b.core.sync_errors import AckFromFuture, ChainGap, HeadFork, OpChainBroken, RestoreRollbackDetected
from engine_b.protocol.checkpoint import Ack, Checkpoint, HeadWitness
from protos import wire


class ChainPosition(NamedTuple):
    """A place in a device's ops: the last number and the chain hash after it."""

    seq: int = 0
    chain: bytes = wire.GENESIS


@dataclass(frozen=True, slots=True)
class QueuedOp:
    """An op of this device in the outbox: ids as hex; the payload is empty when it was erased or acknowledged long
    ago.
    """

    op_id: str
    seq: int
    txn_id: int
    payload: bytes
    payload_hash: bytes
    erases: tuple[str, ...]
    dek: bytes | None
    next_txn_id: int | None
    """The transaction of the op after it; None when it is the last."""

    @property
    def txn_end(self) -> bool:
        """Whether the transaction ends with it."""
        return self.next_txn_id != self.txn_id


@dataclass(frozen=True, slots=True)
class PushBatch:
    """Ops to push at once, whole transactions where they fit, and the chain position after them."""

    ops: tuple[QueuedOp, ...]
    end: ChainPosition


class MirroredOp(NamedTuple):
    """One op of a device, as the mirror sends it. The chain covers everything but `erased` and `wrap`."""

    op_id: bytes
    seq: int
    txn_id: int
    txn_end: bool
    payload: bytes
    payload_hash: bytes
    erases: tuple[bytes, ...]
    erased: bool
    """Whether it came without its payload."""
    wrap: bytes
    """Its data key, wrapped under the key of its page."""


def next_push_batch(after: ChainPosition, queued: Sequence[QueuedOp]) -> PushBatch | None:
    """Returns the next batch after the acknowledged position; None when the outbox is empty.

    At most 500 ops and 1 MiB; a larger transaction is pushed in parts. Raises ChainGap when a number is missing.
    """
    ops = _fit_transactions(queued)
    chain, seq = after.chain, after.seq
    for op in ops:
        if op.seq != seq + 1:
            raise ChainGap
        seq, chain = op.seq, _chain_after(chain, op)
    return PushBatch(tuple(ops), ChainPosition(seq, chain)) if ops else None


def apply_ack(before: ChainPosition, batch: PushBatch, ack: Ack) -> ChainPosition:
    """Returns the newly acknowledged position. A late or repeated ack changes nothing.

    Raises AckFromFuture for ops that were never sent, and HeadFork when the mirror has another chain than this device.
    """
    if ack.seq > batch.end.seq:
        raise AckFromFuture
    if ack.seq <= before.seq:
        if ack.seq == before.seq and ack.chain != before.chain:
            raise HeadFork
        return before
    chain = before.chain
    for op in batch.ops:
        chain = _chain_after(chain, op)
        if op.seq == ack.seq:
            break
    if chain != ack.chain:
        raise HeadFork
    return ChainPosition(ack.seq, ack.chain)


def follow_chain(
    after: ChainPosition, ops: Iterable[MirroredOp], witnesses: Iterable[HeadWitness] = ()
) -> list[ChainPosition]:
    """Verifies ops of one device from `after` on; returns its chain position after each of them.

    `witnesses` are what other devices have seen of it. Raises ChainGap for a missing or repeated number, OpChainBroken
    for a payload that is not the chain's, and HeadFork when a witness saw another chain.
    """
    told = {seen.seq: seen.chain for seen in witnesses}
    positions: list[ChainPosition] = []
    seq, chain = after
    _require_same_chain(told, after)
    for op in ops:
        if op.seq != seq + 1:
            raise ChainGap
        if not op.erased and wire.payload_hash(op.payload) != op.payload_hash:
            raise OpChainBroken
        seq = op.seq
        chain = wire.chain_hash_after(
            chain,
            seq=seq,
            op_id=op.op_id,
            txn_id=op.txn_id,
            txn_end=op.txn_end,
            payload=op.payload_hash,
            erases=op.erases,
        )
        positions.append(ChainPosition(seq, chain))
        _require_same_chain(told, positions[-1])
    return positions


def require_signed_end(reached: ChainPosition, checkpoint: Checkpoint) -> None:
    """Raises OpChainBroken unless a device's ops end where its checkpoint says."""
    if (reached.seq, reached.chain) != (checkpoint.seq, checkpoint.chain):
        raise ChainGap if reached.seq < checkpoint.seq else OpChainBroken


def require_no_rollback(checkpoints: Mapping[bytes, Checkpoint], ends: Mapping[bytes, int]) -> None:
    """Raises RestoreRollbackDetected when a device has seen more of another than the mirror has.

    `ends` are the last valid ops of revoked devices.
    """
    for checkpoint in checkpoints.values():
        for seen in checkpoint.seen:
            shown = checkpoints.get(seen.device_id)
            expected = min(seen.seq, ends.get(seen.device_id, seen.seq))
            if (shown.seq if shown else 0) < expected:
                raise RestoreRollbackDetected


def require_no_fork(known: Mapping[bytes, ChainPosition], witnesses: Iterable[HeadWitness]) -> None:
    """Raises HeadFork when another device saw another chain at the last known op."""
    for seen in witnesses:
        reached = known.get(seen.device_id)
        if reached and reached.seq == seen.seq and reached.chain != seen.chain:
            raise HeadFork


def require_known_erasures(arrived: Iterable[MirroredOp], erased: Collection[bytes]) -> None:
    """Raises ChainGap when an op came without its payload and no device has erased it: the mirror withholds it."""
    if any(op.erased and op.op_id not in erased for op in arrived):
        raise ChainGap


def _require_same_chain(told: Mapping[int, bytes], reached: ChainPosition) -> None:
    if told.get(reached.seq, reached.chain) != reached.chain:
        raise HeadFork


def _fit_transactions(queued: Sequence[QueuedOp]) -> list[QueuedOp]:
    """Returns as many ops as fit, up to the end of the last transaction that fits as a whole."""
    fitting: list[QueuedOp] = []
    size = 0
    for op in queued[: wire.MAX_PUSH_OPS]:
        size += len(op.payload) + _OVERHEAD_BYTES + wire.ID_BYTES * len(op.erases)
        if fitting and size > wire.MAX_PUSH_BYTES:
            break
        fitting.append(op)
    whole = max((at + 1 for at, op in enumerate(fitting) if op.txn_end), default=0)
    return fitting[:whole] if whole else fitting


def _chain_after(chain: bytes, op: QueuedOp) -> bytes:
    return wire.chain_hash_after(
        chain,
        seq=op.seq,
        op_id=bytes.fromhex(op.op_id),
        txn_id=op.txn_id,
        txn_end=op.txn_end,
        payload=op.payload_hash,
        erases=[bytes.fromhex(erased) for erased in op.erases],
    )


_OVERHEAD_BYTES = 256
"""Roughly the bytes of ids, hash, wrap and framing of one op on the wire."""
