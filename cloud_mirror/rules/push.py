"""Pure: decides what a push adds to the stored ops (research: reliability 3.1).

A device's ops are gapless and chained. Ops that are stored already and equal are accepted and change nothing, so a push
whose answer was lost is simply repeated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from cloud_mirror.core.errors import Refusal
from cloud_mirror.core.records import ChainedOp, StoredHead
from cloud_mirror.rules.message_checks import (
    HASH_BYTES,
    MOST,
    malformed_refusal,
    parse_signed_body,
    require_signature,
    require_size,
)
from protos.selene.mirror.v1.mirror_service_pb2 import Checkpoint, Op, PageKey, PushRequest, RosterMember
from protos.wire import ID_BYTES, MAX_PUSH_BYTES, MAX_PUSH_OPS, PAGE_OPS, Domain, Reason, chain_hash_after, payload_hash


@dataclass(frozen=True, slots=True)
class StoredState:
    """The stored records that a push has to match."""

    vault_id: bytes
    epoch: int
    roster_version: int
    head: StoredHead
    chains: Mapping[int, bytes]
    """Of this device: chain hashes from the op before the first pushed one on."""
    known: AbstractSet[bytes]
    """Op ids of the push that are new for this device and stored in the vault all the same."""
    erased: AbstractSet[bytes]
    """Op ids of the push that are new for this device and were erased before they arrived."""
    pages: Mapping[int, bytes]
    """Of this device: the sealed keys of the pages of the push."""


@dataclass(frozen=True, slots=True)
class PushAddition:
    """The records that a push adds."""

    ops: tuple[ChainedOp, ...]
    pages: tuple[PageKey, ...]
    erases: tuple[bytes, ...]
    head: StoredHead
    changes: bool
    """False when everything was stored already."""


def page_of_seq(seq: int) -> int:
    """Returns the page of an op."""
    return (seq - 1) // PAGE_OPS


def check_shape(request: PushRequest) -> None:
    """Checks the form before anything is looked up; TOO_MUCH and MALFORMED."""
    if len(request.ops) > MAX_PUSH_OPS or sum(op.ByteSize() for op in request.ops) > MAX_PUSH_BYTES:
        sentence = f"A push holds at most {MAX_PUSH_OPS} ops and {MAX_PUSH_BYTES} bytes. Nothing was stored."
        raise Refusal(Reason.TOO_MUCH, sentence)
    for index, op in enumerate(request.ops):
        _check_op(op, f"ops[{index}]")


def _check_op(op: Op, field: str) -> None:
    require_size(op.op_id, ID_BYTES, f"{field}.op_id")
    require_size(op.payload_hash, HASH_BYTES, f"{field}.payload_hash")
    if not 1 <= op.seq <= MOST or op.txn_id > MOST:
        raise malformed_refusal(f"{field}.seq", "a number is out of range")
    if any(len(target) != ID_BYTES for target in op.erases):
        raise malformed_refusal(f"{field}.erases", "an op id has 16 bytes")
    if bool(op.payload) != bool(op.wrap):
        raise malformed_refusal(f"{field}.wrap", "a payload and its wrap come together")
    if op.erased and op.payload:
        raise malformed_refusal(f"{field}.payload", "an erased op has none")
    if not op.erased and op.payload_hash != payload_hash(op.payload):
        raise malformed_refusal(f"{field}.payload_hash", "it is not the hash of the payload")
    if not (op.payload or op.erases or op.erased):
        raise malformed_refusal(field, "an op that is nothing")


def check_push(request: PushRequest, member: RosterMember, stored: StoredState) -> PushAddition:
    """Returns what the push adds; SEQ_GAP, OP_ID_REUSED, EPOCH_STALE, CHECKPOINT_INVALID, PAGES_CHANGED, MALFORMED."""
    links = _chain_ops(request.ops, stored)
    new = [link for link in links if link.op.seq > stored.head.seq]
    last = links[-1] if links else None
    end = (last.op.seq, last.chain) if last else (stored.head.seq, stored.head.chain)
    if new or not links:
        _check_epoch(request, stored)
    _check_new(new, stored)
    _check_checkpoint(request, member, stored, end)
    pages = _new_pages(request, member.device_id, new, stored)
    if links and not new:
        return PushAddition((), (), (), stored.head, changes=False)
    erases = tuple(dict.fromkeys(target for link in new for target in link.op.erases))
    gone = stored.erased | set(erases)
    ops = tuple(ChainedOp(_destroyed(link.op), link.chain) if link.op.op_id in gone else link for link in new)
    head = StoredHead(member.device_id, end[0], end[1], request.checkpoint)
    return PushAddition(ops, pages, erases, head, changes=True)


def _chain_ops(ops: Sequence[Op], stored: StoredState) -> list[ChainedOp]:
    """Returns every op with its chain hash; stored ops have to be equal."""
    if not ops:
        return []
    expected, before = ops[0].seq, stored.chains.get(ops[0].seq - 1)
    if before is None:
        raise _gap(stored.head.seq + 1)
    links = []
    for op in ops:
        if op.seq != expected:
            raise _gap(expected)
        before = chain_hash_after(
            before,
            seq=op.seq,
            op_id=op.op_id,
            txn_id=op.txn_id,
            txn_end=op.txn_end,
            payload=op.payload_hash,
            erases=op.erases,
        )
        if stored.chains.get(op.seq, before) != before:
            raise _reused(op.seq)
        links.append(ChainedOp(op, before))
        expected += 1
    return links


def _check_epoch(request: PushRequest, stored: StoredState) -> None:
    if request.epoch != stored.epoch:
        sentence = "The push is sealed for another epoch. Nothing was stored; fetch the newest and seal it again."
        raise Refusal(Reason.EPOCH_STALE, sentence, metadata={"epoch": str(stored.epoch)})


def _check_new(new: Sequence[ChainedOp], stored: StoredState) -> None:
    seen: set[bytes] = set()
    for link in new:
        if link.op.op_id in stored.known or link.op.op_id in seen:
            raise _reused(link.op.seq)
        seen.add(link.op.op_id)


def _check_checkpoint(request: PushRequest, member: RosterMember, stored: StoredState, end: tuple[int, bytes]) -> None:
    reason = Reason.CHECKPOINT_INVALID
    checkpoint = parse_signed_body(Checkpoint, request.checkpoint, reason)
    require_signature(Domain.CHECKPOINT, request.checkpoint, member.sign_key, reason)
    named = (checkpoint.vault_id, checkpoint.device_id, checkpoint.epoch)
    if named != (stored.vault_id, member.device_id, request.epoch) or (checkpoint.seq, checkpoint.chain) != end:
        raise Refusal(reason, "The checkpoint does not end at the last op of the push. Nothing was stored.")
    if checkpoint.roster_version > stored.roster_version:
        raise Refusal(reason, "The checkpoint names a roster that this mirror does not have. Nothing was stored.")


def _new_pages(
    request: PushRequest, device: bytes, new: Sequence[ChainedOp], stored: StoredState
) -> tuple[PageKey, ...]:
    """Returns the page keys that are not stored yet. A page with new wraps has exactly one key, stored or in the
    push.
    """
    needed = {page_of_seq(link.op.seq) for link in new if link.op.wrap}
    fresh: dict[int, PageKey] = {}
    for index, page in enumerate(request.pages):
        if page.device_id != device or page.epoch != request.epoch or not page.box or page.page in fresh:
            raise malformed_refusal(f"pages[{index}]", "a key of one of this device's pages, once, under this epoch")
        standing = stored.pages.get(page.page)
        if standing is None and page.page in needed:
            fresh[page.page] = page
        elif page.page in needed and standing != page.box:
            sentence = f"Page {page.page} has another key here. Nothing was stored; fetch the newest and seal again."
            raise Refusal(Reason.PAGES_CHANGED, sentence)
    if missing := needed - set(stored.pages) - set(fresh):
        raise malformed_refusal("pages", f"the key of page {min(missing)} is missing")
    return tuple(fresh.values())


def _destroyed(op: Op) -> Op:
    return Op(
        op_id=op.op_id,
        seq=op.seq,
        txn_id=op.txn_id,
        txn_end=op.txn_end,
        payload_hash=op.payload_hash,
        erases=op.erases,
        erased=True,
    )


def _gap(expected: int) -> Refusal:
    sentence = f"An op is missing: the next one is {expected}. Nothing was stored; push from there."
    return Refusal(Reason.SEQ_GAP, sentence, metadata={"expected": str(expected)})


def _reused(seq: int) -> Refusal:
    sentence = f"Op {seq} is not the one that is stored under its number or id. Nothing was stored."
    return Refusal(Reason.OP_ID_REUSED, sentence, metadata={"seq": str(seq)})
