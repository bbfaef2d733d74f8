"""Composition: one sync with the mirror as a generator of network calls (research: reliability 2.3, 3.1).

`exchange_ops` yields requests and is sent the answers, so that the same steps run over gRPC, inside the daemon between
two turns, and in a simulation. Between two requests all results are in the vault, durably: a sync may stop anywhere and
continue the next time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine_b.core.policy import STALE_TRIES, STEP_OPS
from engine_b.core.sync_errors import ChainGap, E2eeAadMismatch, MirrorEmptyRefused, MirrorRefused, SyncStale
from engine_b.crypto.signed_message import SignedBody
from engine_b.protocol.causal_order import ReceivedOp, batch_in_causal_order
from engine_b.protocol.checkpoint import Checkpoint, HeadWitness, accept_ack, sign_checkpoint
from engine_b.protocol.epochs import must_rotate
from engine_b.protocol.ledger import EventDraft
from engine_b.protocol.sync_protocol import (
    ChainPosition,
    MirroredOp,
    PushBatch,
    apply_ack,
    follow_chain,
    next_push_batch,
    require_known_erasures,
    require_no_fork,
    require_signed_end,
)
from engine_b.storage.device_identity import load_identity
from engine_b.sync import membership, outbox
from engine_b.sync.epoch_rotation import keep_rotation, pages_to_renew, prepare_rotation, recover_erasure
from engine_b.sync.mirror_state import MirrorState, store_mirror_state, verify_mirror_state
from engine_b.sync.pulled_ops import apply_received, devices_ahead, pull_request, receive_ops, signed_ops
from engine_b.sync.push_builder import build_push_request, living_pages
from engine_b.sync.reupload import reupload_lost_ops
from engine_b.sync.sync_failures import FAILED_TRIES, NEXT_TRY
from engine_b.vault.vault import Vault
from engine_b.writes.transaction import VaultTransaction
from memory.model.changes import Scope
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb

Request: TypeAlias = "pb.GetBundleRequest | pb.PushRequest | pb.PullRequest | pb.RotateRequest"
Answer: TypeAlias = "pb.GetBundleResponse | pb.PushResponse | Iterable[pb.PullResponse] | pb.RotateResponse"
Asked: TypeAlias = "Request | None"
"""A request, or PAUSE."""
Conversation: TypeAlias = "Generator[Asked, Answer, None]"

PAUSE = None
"""A step without a request: the caller may do other work on the vault before it continues."""


NEW_MIRROR = "new_mirror"
"""Set when this device joined its account at a mirror that has none of its ops yet, until it has sent them."""


@dataclass(slots=True)
class SyncReport:
    """The counts of one sync."""

    pushed: int = 0
    pulled: int = 0
    refused: int = 0
    parked: int = 0
    healed: int = 0
    rotated: bool = False
    erased: int = 0
    """Ops that the mirror says are destroyed."""


def exchange_ops(vault: Vault, now_ms: int) -> Generator[Asked, Answer, SyncReport]:
    """Pushes the outbox, pulls new ops, and destroys forgotten ones. Raises a SyncError; stored results stay."""
    report, cause = SyncReport(), None
    for _ in range(STALE_TRIES):
        bundle = yield from _fetch_mirror_state(vault)
        try:
            yield from _exchange_once(vault, bundle, now_ms, report)
        except SyncStale as stale:
            cause = stale.__cause__
            continue
        with vault.recording(_scope(now_ms)) as recorder:
            membership.set_sync_counter(recorder.database, "last_sync_ms", now_ms)
            membership.set_sync_counter(recorder.database, NEXT_TRY, 0)
        return report
    if isinstance(cause, ChainGap) and _mirror_ends(vault, bundle) == _mirror_ends(
        vault, (yield from _fetch_mirror_state(vault))
    ):
        raise cause  # nobody else has told anything meanwhile, and so nobody has erased anything
    raise SyncStale


def _fetch_mirror_state(vault: Vault) -> Generator[Asked, Answer, MirrorState]:
    answer = yield pb.GetBundleRequest()
    assert isinstance(answer, pb.GetBundleResponse)
    return verify_mirror_state(vault.database, vault.vault_id, answer)


def _mirror_ends(vault: Vault, bundle: MirrorState) -> dict[bytes, int]:
    """Returns how much the mirror has of every other device."""
    return {who: end.seq for who, end in bundle.checkpoints.items() if who.hex() != vault.device_id}


def _exchange_once(vault: Vault, bundle: MirrorState, now_ms: int, report: SyncReport) -> Conversation:
    with vault.recording(_scope(now_ms)) as recorder:
        store_mirror_state(recorder.database, bundle)
    _require_same_device(vault, bundle)
    if _mirror_lost_ops(
        vault, bundle
    ):  # another device may have sent it again already: what it has erased is not sent twice
        yield from _pull_of_one_epoch(vault, bundle, now_ms, report)
    with vault.recording(_scope(now_ms)) as recorder:
        membership.set_sync_counter(recorder.database, NEW_MIRROR, 0)
        report.healed += reupload_lost_ops(recorder, {who.hex(): end.seq for who, end in bundle.checkpoints.items()})
    mirrored = set(bundle.pages)
    yield from _push_all(vault, bundle, mirrored, now_ms, report)
    yield from _pull_of_one_epoch(vault, bundle, now_ms, report)
    yield from _push_all(vault, bundle, mirrored, now_ms, report)
    with vault.recording(_scope(now_ms)) as recorder:
        report.erased += recover_erasure(recorder, bundle)
    yield from _rotate(vault, bundle, mirrored, now_ms, report)


def _mirror_lost_ops(vault: Vault, bundle: MirrorState) -> bool:
    """Says whether the mirror has less of this device than was acknowledged."""
    end = bundle.checkpoints.get(bytes.fromhex(vault.device_id))
    return (end.seq if end else 0) < outbox.load_chain_positions(vault.database).get(
        vault.device_id, ChainPosition()
    ).seq


def _require_same_device(vault: Vault, bundle: MirrorState) -> None:
    """Checks that the mirror has this device's ops, possibly fewer than acknowledged, but neither other ones nor none.

    Also that no other device has seen other ops of any device than those known here.
    """
    end = bundle.checkpoints.get(bytes.fromhex(vault.device_id))
    acknowledged = outbox.load_chain_positions(vault.database).get(vault.device_id, ChainPosition())
    if end is None and acknowledged.seq and not membership.get_sync_counter(vault.database, NEW_MIRROR):
        raise MirrorEmptyRefused
    if end is not None:
        outbox.require_own_chain(vault.database, vault.device_id, ChainPosition(end.seq, end.chain))
    known = {bytes.fromhex(who): at for who, at in outbox.load_chain_positions(vault.database).items()}
    require_no_fork(known, (seen for each in bundle.checkpoints.values() for seen in each.seen))


def _push_all(
    vault: Vault, bundle: MirrorState, mirrored: set[tuple[str, int]], now_ms: int, report: SyncReport
) -> Conversation:
    """Pushes batch by batch; each leaves the outbox with its own acknowledgement."""
    while True:
        before = outbox.load_chain_positions(vault.database).get(vault.device_id, ChainPosition())
        batch = next_push_batch(
            before, outbox.queued_ops(vault.database, vault.device_id, before.seq, wire.MAX_PUSH_OPS)
        )
        if batch is None:
            return
        with vault.recording(_scope(now_ms)) as recorder:
            request = build_push_request(recorder.database, vault.vault_id, bundle, batch, mirrored)
        request.checkpoint.CopyFrom(_checkpoint(vault, bundle, batch, now_ms))
        answer = yield request
        assert isinstance(answer, pb.PushResponse)
        ack = accept_ack(
            SignedBody.from_message(answer.ack), bundle.mirror_key, vault.vault_id, bytes.fromhex(vault.device_id)
        )
        after = apply_ack(before, batch, ack)
        with vault.recording(_scope(now_ms)) as recorder:
            outbox.record_acknowledged(recorder.database, vault.device_id, after)
            _log_upload(recorder, before.seq, after.seq)
            membership.set_sync_counter(recorder.database, FAILED_TRIES, 0)
        mirrored |= {(vault.device_id, page) for page in living_pages(batch)}
        report.pushed += after.seq - before.seq
        if after.seq == before.seq:
            raise MirrorRefused


def _log_upload(recorder: VaultTransaction, after: int, until: int) -> None:
    """Adds acknowledged ops to the ledger, with how often an exchange failed since the last ones (2.10)."""
    tries = membership.get_sync_counter(recorder.database, FAILED_TRIES)
    facts = (("from", after + 1), ("retry_count", tries), ("to", until))
    recorder.append(EventDraft("OPS_UPLOADED", "ACKNOWLEDGED", f"device:{recorder.device_id}", facts=facts))


def _checkpoint(vault: Vault, bundle: MirrorState, batch: PushBatch, now_ms: int) -> pb.Signed:
    """Builds the checkpoint: the end of this device's ops, and how far it has applied the others'."""
    own = bytes.fromhex(vault.device_id)
    seen = tuple(
        HeadWitness(bytes.fromhex(who), at.seq, at.chain)
        for who, at in outbox.load_chain_positions(vault.database).items()
        if who != vault.device_id and at.seq
    )
    checkpoint = Checkpoint(
        vault.vault_id, own, batch.end.seq, batch.end.chain, seen, bundle.roster.version, bundle.epoch.number, now_ms
    )
    return sign_checkpoint(checkpoint, load_identity(vault.database).sign_key).to_message()


def _pull_of_one_epoch(vault: Vault, bundle: MirrorState, now_ms: int, report: SyncReport) -> Conversation:
    """Pulls; when an op does not open because the keys were changed meanwhile, the sync begins again."""
    try:
        yield from pull_all(vault, bundle, now_ms, report)
    except E2eeAadMismatch as error:
        if (yield from _fetch_mirror_state(vault)).epoch.number == bundle.epoch.number:
            raise
        raise SyncStale from error


def pull_all(vault: Vault, bundle: MirrorState, now_ms: int, report: SyncReport) -> Conversation:
    """Pulls the ops of all other devices, each verified to its signed end before any of them is applied."""
    ahead = devices_ahead(vault.database, bundle, vault.device_id)
    if not ahead:
        return
    answer = yield pull_request(bundle, ahead)
    assert not isinstance(answer, pb.GetBundleResponse | pb.PushResponse | pb.RotateResponse)
    told: dict[bytes, list[MirroredOp]] = {who: [] for who in ahead}
    for who, ops in signed_ops(answer, bundle, ahead):
        told[who] += ops
    verified = dict[bytes, list[ReceivedOp]]()
    for who, after in ahead.items():
        verified[who] = yield from _verify_device_ops(vault, bundle, who, after, told[who])
    if not bundle.past_end:
        _require_accounted(vault, [op for ops in told.values() for op in ops])
    for step in batch_in_causal_order(verified, STEP_OPS):
        _apply_step(vault, step, now_ms, report)
        yield PAUSE


def _require_accounted(vault: Vault, ops: Sequence[MirroredOp]) -> None:
    """Begins the sync again when the device that erased an op may have pushed that after the bundle was made."""
    erased = {target for op in ops for target in op.erases} | outbox.known_erased_ops(
        vault.database, (op.op_id for op in ops)
    )
    try:
        require_known_erasures(ops, erased)
    except ChainGap as error:
        raise SyncStale from error


def _verify_device_ops(
    vault: Vault, bundle: MirrorState, who: bytes, after: ChainPosition, ops: Sequence[MirroredOp]
) -> Generator[Asked, Answer, list[ReceivedOp]]:
    """Verifies and opens the ops of one device after a position, up to its signed end."""
    steps = [slice(start, start + STEP_OPS) for start in range(0, len(ops), STEP_OPS)]
    witnesses, at, reached = bundle.witnesses(who), after, list[ChainPosition]()
    for step in steps:
        reached += follow_chain(at, ops[step], witnesses)
        at = reached[-1]
        yield PAUSE
    require_signed_end(at, bundle.checkpoints[who])
    told: list[ReceivedOp] = []
    for step in steps:
        told += receive_ops(vault, bundle, who, ops[step], reached[step])
        yield PAUSE
    return told


def _apply_step(vault: Vault, step: Sequence[ReceivedOp], now_ms: int, report: SyncReport) -> None:
    taken = apply_received(vault, step, now_ms)
    report.pulled += taken.new
    report.refused += taken.refused
    report.parked += taken.parked


def _rotate(
    vault: Vault, bundle: MirrorState, mirrored: set[tuple[str, int]], now_ms: int, report: SyncReport
) -> Conversation:
    """Rotates to a new epoch when an op was erased, a device was revoked, or the mirror has lost the token."""
    needed = bundle.token_lost or must_rotate(bundle.epoch, bundle.roster)
    if not needed and not pages_to_renew(vault.database, mirrored):
        return
    made = prepare_rotation(vault.database, vault.vault_id, bundle, load_identity(vault.database), mirrored)
    answer = yield made.request
    assert isinstance(answer, pb.RotateResponse)
    with vault.recording(_scope(now_ms)) as recorder:
        erased = keep_rotation(recorder, bundle, made, SignedBody.from_message(answer.erasure))
    report.rotated = True
    report.erased += erased


def _scope(now_ms: int) -> Scope:
    return Scope("", "", "", now_ms)
