"""Wiring: one exchange with the mirror, as a conversation that somebody else carries (research: reliability 2.3, 3.1).

`exchange` yields requests and is sent the answers, so that the same steps run over gRPC, inside the daemon between two
turns, and in a simulation. Between two requests everything that was learned is in the vault, durably: it may stop
anywhere and go on the next time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine_b.core.sync_errors import ChainGap, E2eeAadMismatch, MirrorEmptyRefused, MirrorRefused, SyncStale
from engine_b.crypto.signed_message import SignedBody
from engine_b.protocol.causal_order import Told, in_steps
from engine_b.protocol.checkpoint import Checkpoint, Seen, accept_ack, sign_checkpoint
from engine_b.protocol.epochs import must_rotate, unwrap_data_key
from engine_b.protocol.op_decoder import Arrived, opened
from engine_b.protocol.sync_protocol import (
    Batch,
    Reached,
    Sent,
    apply_ack,
    ends_at,
    followed,
    prepare,
    require_accounted,
    require_agreed,
)
from engine_b.storage.device_identity import identity
from engine_b.sync import membership, outbox
from engine_b.sync.apply_ops import take_in
from engine_b.sync.epoch_rotation import keep_rotation, recover_erasure, rotation, torn_pages
from engine_b.sync.mirror_state import Bundle, believed, keep
from engine_b.sync.push_builder import living_pages, push_message
from engine_b.sync.reupload import heal
from engine_b.sync.sync_failures import NEXT_TRY
from engine_b.vault.vault import Vault
from memory.model.changes import Scope
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb

Request: TypeAlias = "pb.GetBundleRequest | pb.PushRequest | pb.PullRequest | pb.RotateRequest"
Answer: TypeAlias = "pb.GetBundleResponse | pb.PushResponse | Iterable[pb.PullResponse] | pb.RotateResponse"
Asked: TypeAlias = "Request | None"
"""A request, or PAUSE."""
Conversation: TypeAlias = "Generator[Asked, Answer, None]"

PAUSE = None
"""Nothing is asked for: whoever carries the conversation may let others at the vault before it goes on."""

STALE_TRIES = 4
"""How often an exchange, or a restore, begins again because another device changed epoch or pages meanwhile."""
STEP_OPS = 250
"""Ops that are verified, or taken in by one transaction, between two pauses; or so many more as make a transaction of
another device whole. About a tenth of a second on a small device: as long as a turn may have to wait."""


NEW_MIRROR = "new_mirror"
"""Noted once this device followed its account to a mirror that has nothing of it yet, until it is told again there."""


@dataclass(slots=True)
class Report:
    """What an exchange did: counts of ops."""

    pushed: int = 0
    pulled: int = 0
    refused: int = 0
    parked: int = 0
    healed: int = 0
    rotated: bool = False
    erased: int = 0
    """Ops of which the mirror said that they are destroyed."""


def exchange(vault: Vault, now_ms: int) -> Generator[Asked, Answer, Report]:
    """Push what waits, pull what is new, and destroy what was forgotten. Raises a SyncError; what was kept stays."""
    report, cause = Report(), None
    for _ in range(STALE_TRIES):
        bundle = yield from _bundle(vault)
        try:
            yield from _once(vault, bundle, now_ms, report)
        except SyncStale as stale:
            cause = stale.__cause__
            continue
        with vault.recording(_scope(now_ms)) as recorder:
            membership.note(recorder.database, "last_sync_ms", now_ms)
            membership.note(recorder.database, NEXT_TRY, 0)
        return report
    if isinstance(cause, ChainGap) and _ends(vault, bundle) == _ends(vault, (yield from _bundle(vault))):
        raise cause  # nobody else has told anything meanwhile, and so nobody has erased anything
    raise SyncStale


def _bundle(vault: Vault) -> Generator[Asked, Answer, Bundle]:
    answer = yield pb.GetBundleRequest()
    assert isinstance(answer, pb.GetBundleResponse)
    return believed(vault.database, vault.vault_id, answer)


def _ends(vault: Vault, bundle: Bundle) -> dict[bytes, int]:
    """How much the mirror has of every other device."""
    return {who: end.seq for who, end in bundle.checkpoints.items() if who.hex() != vault.device_id}


def _once(vault: Vault, bundle: Bundle, now_ms: int, report: Report) -> Conversation:
    with vault.recording(_scope(now_ms)) as recorder:
        keep(recorder.database, bundle)
    _require_same_device(vault, bundle)
    if _lost(vault, bundle):  # another device may have told it again already: what it has erased is not told twice
        yield from _pull_of_one_epoch(vault, bundle, now_ms, report)
    with vault.recording(_scope(now_ms)) as recorder:
        membership.note(recorder.database, NEW_MIRROR, 0)
        report.healed += heal(recorder, {who.hex(): end.seq for who, end in bundle.checkpoints.items()})
    mirrored = set(bundle.pages)
    yield from _push_all(vault, bundle, mirrored, now_ms, report)
    yield from _pull_of_one_epoch(vault, bundle, now_ms, report)
    yield from _push_all(vault, bundle, mirrored, now_ms, report)
    with vault.recording(_scope(now_ms)) as recorder:
        report.erased += recover_erasure(recorder, bundle)
    yield from _rotate(vault, bundle, mirrored, now_ms, report)


def _lost(vault: Vault, bundle: Bundle) -> bool:
    """Whether the mirror has less of this device than was acknowledged."""
    end = bundle.checkpoints.get(bytes.fromhex(vault.device_id))
    return (end.seq if end else 0) < outbox.reached(vault.database).get(vault.device_id, Reached()).seq


def _require_same_device(vault: Vault, bundle: Bundle) -> None:
    """The mirror may have less of this device than it acknowledged, but neither other ops nor nothing.

    And no other device may have seen other ops of anybody than those that are known here.
    """
    end = bundle.checkpoints.get(bytes.fromhex(vault.device_id))
    acknowledged = outbox.reached(vault.database).get(vault.device_id, Reached())
    if end is None and acknowledged.seq and not membership.noted(vault.database, NEW_MIRROR):
        raise MirrorEmptyRefused
    if end is not None:
        outbox.require_own(vault.database, vault.device_id, Reached(end.seq, end.chain))
    known = {bytes.fromhex(who): at for who, at in outbox.reached(vault.database).items()}
    require_agreed(known, (seen for each in bundle.checkpoints.values() for seen in each.seen))


def _push_all(
    vault: Vault, bundle: Bundle, mirrored: set[tuple[str, int]], now_ms: int, report: Report
) -> Conversation:
    """Push batch by batch; each is taken out of the outbox by its own acknowledgement."""
    while True:
        before = outbox.reached(vault.database).get(vault.device_id, Reached())
        batch = prepare(before, outbox.queued(vault.database, vault.device_id, before.seq, wire.MAX_PUSH_OPS))
        if batch is None:
            return
        with vault.recording(_scope(now_ms)) as recorder:
            request = push_message(recorder.database, vault.vault_id, bundle, batch, mirrored)
        request.checkpoint.CopyFrom(_checkpoint(vault, bundle, batch, now_ms))
        answer = yield request
        assert isinstance(answer, pb.PushResponse)
        ack = accept_ack(
            SignedBody.from_message(answer.ack), bundle.mirror_key, vault.vault_id, bytes.fromhex(vault.device_id)
        )
        after = apply_ack(before, batch, ack)
        with vault.recording(_scope(now_ms)) as recorder:
            outbox.acknowledged(recorder.database, vault.device_id, after)
        mirrored |= {(vault.device_id, page) for page in living_pages(batch)}
        report.pushed += after.seq - before.seq
        if after.seq == before.seq:
            raise MirrorRefused


def _checkpoint(vault: Vault, bundle: Bundle, batch: Batch, now_ms: int) -> pb.Signed:
    """The end of this device's ops, and how far it has followed the others."""
    own = bytes.fromhex(vault.device_id)
    seen = tuple(
        Seen(bytes.fromhex(who), at.seq, at.chain)
        for who, at in outbox.reached(vault.database).items()
        if who != vault.device_id and at.seq
    )
    checkpoint = Checkpoint(
        vault.vault_id, own, batch.end.seq, batch.end.chain, seen, bundle.roster.version, bundle.epoch.number, now_ms
    )
    return sign_checkpoint(checkpoint, identity(vault.database).sign_key).to_message()


def _pull_of_one_epoch(vault: Vault, bundle: Bundle, now_ms: int, report: Report) -> Conversation:
    """Pull; when something does not open because the keys were changed meanwhile, the exchange begins again."""
    try:
        yield from pull_all(vault, bundle, now_ms, report)
    except E2eeAadMismatch as error:
        if (yield from _bundle(vault)).epoch.number == bundle.epoch.number:
            raise
        raise SyncStale from error


def pull_all(vault: Vault, bundle: Bundle, now_ms: int, report: Report) -> Conversation:
    """Pull the ops of all other devices, each verified to the end it signed before any of them is taken in."""
    reached = outbox.reached(vault.database)
    own = bytes.fromhex(vault.device_id)
    ahead = {
        who for who, end in bundle.checkpoints.items() if who != own and end.seq > reached.get(who.hex(), Reached()).seq
    }
    if not ahead:
        return
    cursors = [
        pb.Cursor(device_id=who, after_seq=end.seq) for who, end in bundle.checkpoints.items() if who not in ahead
    ]
    cursors += [pb.Cursor(device_id=who, after_seq=reached.get(who.hex(), Reached()).seq) for who in sorted(ahead)]
    answer = yield pb.PullRequest(cursors=cursors)
    assert not isinstance(answer, pb.GetBundleResponse | pb.PushResponse | pb.RotateResponse)
    told: dict[bytes, list[pb.Op]] = {who: [] for who in ahead}
    for segment in answer:
        if segment.device_id in told:
            end = bundle.checkpoints[segment.device_id]
            told[segment.device_id].extend(op for op in segment.ops if op.seq <= end.seq)
            if len(told[segment.device_id]) > end.seq:
                raise ChainGap
    verified = dict[bytes, list[Told]]()
    for who in sorted(ahead):
        verified[who] = yield from _verified(vault, bundle, who, told[who])
    if not bundle.beyond:
        _require_accounted(vault, [sent(op) for ops in told.values() for op in ops])
    for step in in_steps(verified, STEP_OPS):
        _take_in(vault, step, now_ms, report)
        yield PAUSE


def _require_accounted(vault: Vault, ops: Sequence[Sent]) -> None:
    """Whoever erased an op may have pushed that after the bundle was made: then the exchange begins again."""
    erased = {target for op in ops for target in op.erases} | outbox.erased(vault.database, (op.op_id for op in ops))
    try:
        require_accounted(ops, erased)
    except ChainGap as error:
        raise SyncStale from error


def _verified(vault: Vault, bundle: Bundle, who: bytes, ops: Sequence[pb.Op]) -> Generator[Asked, Answer, list[Told]]:
    """The ops of one device, opened, once they are known to be all of them up to the end that it signed."""
    at, witnesses = outbox.reached(vault.database).get(who.hex(), Reached()), bundle.witnesses(who)
    steps = [ops[start : start + STEP_OPS] for start in range(0, len(ops), STEP_OPS)]
    for step in steps:
        at = followed(at, map(sent, step), witnesses)
        yield PAUSE
    ends_at(at, bundle.checkpoints[who])
    told: list[Told] = []
    for step in steps:
        told += [Told(op, opened(arrived(bundle, vault.vault_id, who, op), vault.vault_id)) for op in step]
        yield PAUSE
    return told


def _take_in(vault: Vault, step: Sequence[Told], now_ms: int, report: Report) -> None:
    """Take in some ops, and how far their devices have been followed with them."""
    reached = outbox.reached(vault.database)
    told: dict[str, list[pb.Op]] = {}
    for each in step:
        told.setdefault(each.arrival.op.device_id, []).append(each.op)
    ends = {who: followed(reached.get(who, Reached()), map(sent, ops)) for who, ops in told.items()}
    with vault.recording(_scope(now_ms)) as recorder:
        taken = take_in(recorder, [each.arrival for each in step])
        for who, end in ends.items():
            outbox.reach(recorder.database, who, end)
    report.pulled += taken.new
    report.refused += taken.refused
    report.parked += taken.parked


def _rotate(vault: Vault, bundle: Bundle, mirrored: set[tuple[str, int]], now_ms: int, report: Report) -> Conversation:
    """A new epoch, when something was erased, someone must not read on, or the mirror has lost the token."""
    needed = bundle.token_lost or must_rotate(bundle.epoch, bundle.roster)
    if not needed and not torn_pages(vault.database, mirrored):
        return
    made = rotation(vault.database, vault.vault_id, bundle, identity(vault.database), mirrored)
    answer = yield made.request
    assert isinstance(answer, pb.RotateResponse)
    with vault.recording(_scope(now_ms)) as recorder:
        erased = keep_rotation(recorder, bundle, made, SignedBody.from_message(answer.erasure))
    report.rotated = True
    report.erased += erased


def sent(op: pb.Op) -> Sent:
    """What the chain covers of an op."""
    return Sent(
        op.op_id, op.seq, op.txn_id, op.txn_end, op.payload, op.payload_hash, tuple(op.erases),
        op.erased or not op.payload,
    )  # fmt: skip


def arrived(bundle: Bundle, vault_id: bytes, who: bytes, op: pb.Op) -> Arrived:
    """An op with its data key unwrapped. Raises E2eeAadMismatch when keys were swapped or altered."""
    living = bool(op.payload) and not op.erased
    dek = None
    if living:
        page = bundle.page_key(who.hex(), (op.seq - 1) // wire.PAGE_OPS)
        dek = unwrap_data_key(op.wrap, page, vault_id, op.op_id)
    return Arrived(
        op.op_id.hex(), who.hex(), op.seq, op.txn_id, op.payload if living else b"", op.payload_hash,
        tuple(erased.hex() for erased in op.erases), dek,
    )  # fmt: skip


def _scope(now_ms: int) -> Scope:
    return Scope("", "", "", now_ms)
