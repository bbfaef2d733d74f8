"""Composition: restores an account on a new device (2.13; research: reliability 2.3).

The new vault is built in `restoring/` inside the state folder and moved into place when it is complete: verified to the
ends that the devices signed, with the device itself in the roster. After an interruption the same command continues, or
starts again; the state folder never has an incomplete vault. A restore runs no action and grants nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from engine_b.account.enrollment import (
    connect_to_mirror,
    invitation_credentials,
    join_account,
    name_device,
    require_account,
    roster_member,
)
from engine_b.account.staging import (
    NewDeviceKeys,
    discard_staging,
    ensure_new_device_keys,
    require_no_vault,
    resumable_vault_id,
)
from engine_b.apply.parked_ops import ERASED
from engine_b.core.policy import RESTORE_CACHE_KIB, RUN_BYTES, RUN_OPS, STALE_TRIES, VaultPolicy
from engine_b.core.sync_errors import (
    INVITATION_NEEDED,
    ChainGap,
    DeviceRevoked,
    DeviceUnknown,
    E2eeAadMismatch,
    HeadFork,
    MirrorEmptyRefused,
    MirrorUnreachable,
    OpChainBroken,
    RestoreIncomplete,
    RestoreRollbackDetected,
    SyncError,
    SyncStale,
    TokenInvalid,
)
from engine_b.crypto.account_keys import AccountKeys, derive_account_keys
from engine_b.crypto.certificates import InvitationToken
from engine_b.crypto.signed_message import SignedBody
from engine_b.protocol.core_types import CORE_TYPES
from engine_b.protocol.epochs import WORDS_COPY
from engine_b.protocol.ledger import EventDraft
from engine_b.protocol.record_types import RecordTypes
from engine_b.protocol.roster import Roster, accept_roster, sign_roster, with_member
from engine_b.protocol.sync_protocol import (
    ChainPosition,
    MirroredOp,
    follow_chain,
    require_no_rollback,
    require_signed_end,
)
from engine_b.storage.device_identity import load_identity
from engine_b.storage.promote_staging import JOINING, RESTORING, promote_vault
from engine_b.sync import membership, outbox
from engine_b.sync.mirror_client import MirrorClient, drive_exchange
from engine_b.sync.mirror_state import MirrorState, open_mirror_state, store_mirror_state, verify_for_reader
from engine_b.sync.pulled_ops import apply_received, devices_ahead, pull_request, receive_ops, signed_ops
from engine_b.sync.sync_session import exchange_ops
from engine_b.vault.bulk_load import deferred_indexing
from engine_b.vault.vault import Vault, VaultPolicies
from memory.model.changes import Change, Scope, Setting
from protos.selene.mirror.v1 import mirror_service_pb2 as pb

if TYPE_CHECKING:
    from engine_b.writes.transaction import VaultTransaction

_SMALL_CACHE = VaultPolicies(VaultPolicy(page_cache_kib=RESTORE_CACHE_KIB))
Progress = Callable[[int, int], None]
"""Called with the number of applied ops and of all ops."""


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """The result of a restore. `saved_by` and `saved_at_ms` are those of the newest checkpoint, `head` is its chain
    hash.

    `device` is the name of this device: the requested one, unless another device of the account has it.
    """

    memories: int
    lines: int
    ops: int
    saved_by: str
    saved_at_ms: int
    head: str
    device: str


def restore_account(
    state: Path,
    address: str,
    invitation: InvitationToken | None,
    entropy: bytes,
    name: str,
    now_ms: int,
    progress: Progress = lambda done, total: None,
    record_types: RecordTypes = CORE_TYPES,
) -> RestoreResult:
    """Restores the account of the words into an empty state folder.

    `invitation` may be None to continue a restore that had joined already. Raises a SyncError or VaultError; the state
    folder then holds no vault, and what was fetched is kept for continuing, unless the mirror sent something false.
    """
    promote_vault(state)
    require_no_vault(state)
    keys, begun = derive_account_keys(entropy), (state / RESTORING).exists()
    try:
        restored = _attempt_restore(state, address, invitation, keys, name, now_ms, progress, record_types)
    except (DeviceRevoked, DeviceUnknown):
        if invitation is None or not begun:
            raise
        for folder in (JOINING, RESTORING):  # the mirror does not know the device of an earlier try
            discard_staging(state / folder)
        restored = _attempt_restore(state, address, invitation, keys, name, now_ms, progress, record_types)
    promote_vault(state, complete=True)
    return restored


def _attempt_restore(
    state: Path,
    address: str,
    invitation: InvitationToken | None,
    keys: AccountKeys,
    name: str,
    now_ms: int,
    progress: Progress,
    record_types: RecordTypes,
) -> RestoreResult:
    vault_id = _ensure_staged_vault(state, address, invitation, keys, now_ms)
    try:
        return _restore_staged_vault(state, keys, vault_id, name, now_ms, progress, record_types)
    except (OpChainBroken, ChainGap, HeadFork):
        discard_staging(state / RESTORING)
        raise


def _restore_staged_vault(
    state: Path,
    keys: AccountKeys,
    vault_id: bytes,
    name: str,
    now_ms: int,
    progress: Progress,
    record_types: RecordTypes,
) -> RestoreResult:
    with Vault.open(
        state / RESTORING, now_ms=now_ms, create=False, policy=_SMALL_CACHE, record_types=record_types
    ) as vault:
        require_account(keys, membership.load_account(vault.database).roster.account_key)
        assert vault.vault_id == vault_id
        with connect_to_mirror(vault) as client:
            bundle = _download_and_enroll(vault, keys, client, name, now_ms, progress)
        return _restore_result(vault, bundle)


def _ensure_staged_vault(
    state: Path, address: str, invitation: InvitationToken | None, keys: AccountKeys, now_ms: int
) -> bytes:
    """Makes sure that `RESTORING` holds a vault that may read the account; returns its vault id."""
    found = resumable_vault_id(state / RESTORING, bytes(keys.account.verify_key), address, invitation, now_ms)
    if found is None:
        if invitation is None:
            raise TokenInvalid(INVITATION_NEEDED)
        with MirrorClient(address, invitation_credentials(invitation)) as client:
            device, answer = _join_as_new_device(state / JOINING, invitation, keys, client, now_ms)
        found = _make_vault(state / RESTORING, address, invitation, keys, device, answer, now_ms)
    discard_staging(state / JOINING)
    return found


def _join_as_new_device(
    folder: Path, invitation: InvitationToken, keys: AccountKeys, client: MirrorClient, now_ms: int
) -> tuple[NewDeviceKeys, pb.JoinResponse]:
    """Joins as a new device; returns the mirror's answer. Its keys stay in `folder`, unless the mirror refused them."""
    account_key = bytes(keys.account.verify_key)
    nonce = client.begin_restore(account_key)
    device = ensure_new_device_keys(folder, account_key, now_ms)
    try:
        return device, join_account(client, keys, invitation, nonce, device.identity, device.tls_key)
    except MirrorUnreachable:
        raise
    except SyncError:
        discard_staging(folder)
        raise


def _make_vault(
    folder: Path,
    address: str,
    invitation: InvitationToken,
    keys: AccountKeys,
    device: NewDeviceKeys,
    answer: pb.JoinResponse,
    now_ms: int,
) -> bytes:
    """Makes a new vault with the account in it, under the account's vault id, which the roster certifies."""
    roster = accept_roster(SignedBody.from_message(answer.bundle.roster), None, bytes(keys.account.verify_key))
    bundle = open_mirror_state(
        answer.bundle, roster, WORDS_COPY, keys.recovery_box, roster.vault_id, invitation.mirror_key, None
    )
    with (
        Vault.open(folder, now_ms=now_ms, vault_id=roster.vault_id) as vault,
        vault.recording(_scope(now_ms)) as recorder,
    ):
        device.store_identity(recorder)
        store_mirror_state(recorder.database, bundle)
        kept = membership.PairedMirror(address, invitation.ca, answer.certificate, invitation.mirror_key)
        membership.keep_mirror(recorder.database, kept)
    return roster.vault_id


def _fetch_mirror_state(vault: Vault, keys: AccountKeys, client: MirrorClient) -> MirrorState:
    """Fetches the newest bundle and opens it with the words: this device is not in the roster yet, or has no copy."""
    answer = client.answer(pb.GetBundleRequest())
    assert isinstance(answer, pb.GetBundleResponse)
    bundle = verify_for_reader(vault.database, vault.vault_id, answer, WORDS_COPY, keys.recovery_box)
    if not bundle.checkpoints:
        raise MirrorEmptyRefused
    ends = {member.device_id: member.through_seq for member in bundle.roster.members if member.revoked}
    require_no_rollback(bundle.checkpoints, ends)
    return bundle


def _download_and_enroll(
    vault: Vault, keys: AccountKeys, client: MirrorClient, name: str, now_ms: int, progress: Progress
) -> MirrorState:
    """Applies all ops of a bundle, joins the roster, and syncs once, as any device does.

    It begins again with a newer bundle, and continues from there, when others wrote to the mirror meanwhile: ops that
    they erased are then no alarm, and keys that they changed are opened with the words. Raises RestoreIncomplete when
    that happens again and again.
    """
    bundle = _fetch_mirror_state(vault, keys, client)
    for _ in range(STALE_TRIES):
        try:
            _apply_all_ops(vault, bundle, client, now_ms, progress)
            _add_to_roster(vault, bundle, keys, client, name, now_ms)
            drive_exchange(exchange_ops(vault, now_ms), client.answer)
        except (ChainGap, DeviceUnknown, E2eeAadMismatch, SyncStale):
            newer = _fetch_mirror_state(vault, keys, client)
            if _mirror_version(newer) == _mirror_version(bundle):
                raise
            _require_no_older(newer, bundle)
            bundle = newer
        else:
            return bundle
    raise RestoreIncomplete


def _mirror_version(bundle: MirrorState) -> tuple[int, int, dict[bytes, int]]:
    """Returns what changes at a mirror with every write of a device: roster, epoch, and the ends of the devices."""
    return bundle.roster.version, bundle.epoch.number, {who: end.seq for who, end in bundle.checkpoints.items()}


def _require_no_older(newer: MirrorState, bundle: MirrorState) -> None:
    """Raises RestoreRollbackDetected when a device has fewer ops than a moment before, unless it was revoked since."""
    for who, before in bundle.checkpoints.items():
        member, end = newer.roster.member(who), newer.checkpoints.get(who)
        most = member.through_seq if member and member.revoked else before.seq
        if (end.seq if end else 0) < min(before.seq, most):
            raise RestoreRollbackDetected


def _apply_all_ops(vault: Vault, bundle: MirrorState, client: MirrorClient, now_ms: int, progress: Progress) -> None:
    """Applies every op of every device, in transactions of some hundreds, verified at the end of each device."""
    with vault.recording(_scope(now_ms)) as recorder:
        store_mirror_state(recorder.database, bundle)
    ends = {who: end for who, end in bundle.checkpoints.items() if who.hex() != vault.device_id}
    ahead = devices_ahead(vault.database, bundle, vault.device_id)
    total = sum(end.seq for end in ends.values())
    done = total - sum(ends[who].seq - at.seq for who, at in ahead.items())
    with deferred_indexing(vault, now_ms):
        for who, ops in runs_of_ops(signed_ops(client.pull(pull_request(bundle, ahead)), bundle, ahead)):
            _apply_run(vault, bundle, who, ops, now_ms)
            done += len(ops)
            progress(min(done, total), total)
    reached = outbox.load_chain_positions(vault.database)
    for who, end in ends.items():
        at = reached.get(who.hex(), ChainPosition())
        if at.seq < end.seq:
            raise RestoreIncomplete
        if at.seq == end.seq:
            require_signed_end(at, end)
    if not bundle.past_end and vault.database.row(_KEPT_BACK):
        raise ChainGap


_KEPT_BACK = f"SELECT 1 FROM op k WHERE k.dek IS NULL AND k.sort = '' AND NOT {ERASED.format('k.op_id')} LIMIT 1"
"""An op that came without its payload, and that no device has erased."""


def runs_of_ops(told: Iterable[tuple[bytes, list[MirroredOp]]]) -> Iterator[tuple[bytes, Sequence[MirroredOp]]]:
    """Yields some hundred ops of one device at a time, in whole transactions of that device."""
    who, held = b"", list[MirroredOp]()
    for device, ops in told:
        if device != who:
            if held:
                yield who, held
            who, held = device, []
        held += ops
        if _fills_a_run(held) and (whole := _whole_transactions(held)):
            yield who, held[:whole]
            held = held[whole:]
    if held:
        yield who, held


def _fills_a_run(ops: Sequence[MirroredOp]) -> bool:
    """Says whether these are as many ops, or bytes, as a restore holds at a time (2.13)."""
    return len(ops) >= RUN_OPS or sum(len(op.payload) for op in ops) >= RUN_BYTES


def _whole_transactions(ops: Sequence[MirroredOp]) -> int:
    """Counts the ops up to the end of the last complete transaction."""
    return next((at for at in range(len(ops), 0, -1) if ops[at - 1].txn_end), 0)


def _apply_run(vault: Vault, bundle: MirrorState, who: bytes, ops: Sequence[MirroredOp], now_ms: int) -> None:
    before = outbox.load_chain_positions(vault.database).get(who.hex(), ChainPosition())
    reached = follow_chain(before, ops, bundle.witnesses(who))
    apply_received(vault, receive_ops(vault, bundle, who, ops, reached), now_ms)


def _add_to_roster(
    vault: Vault, bundle: MirrorState, keys: AccountKeys, client: MirrorClient, name: str, now_ms: int
) -> None:
    """Adds this device to the roster, with the words, and names it."""
    own = load_identity(vault.database)
    roster = with_member(bundle.roster, bundle.roster_signed.body, roster_member(own))
    signed = bundle.roster_signed
    if roster is not bundle.roster:
        signed = sign_roster(roster, keys.account)
        client.put_roster(pb.PutRosterRequest(roster=signed.to_message()))
    with vault.recording(_scope(now_ms)) as recorder:
        membership.keep_account(recorder.database, signed, bundle.epoch_signed, bundle.token, bundle.content_key)
        _note_restored(recorder, roster, name)
    vault.commit(Change(_scope(now_ms), settings=(Setting("restored", "pending"),)))


def _note_restored(recorder: VaultTransaction, roster: Roster, name: str) -> None:
    if not recorder.has_tombstone("RESTORED", f"device:{recorder.device_id}"):
        recorder.append(EventDraft("RESTORED", "WORDS", f"device:{recorder.device_id}"))
        name_device(recorder, _free_name(recorder, roster, name))


def _free_name(recorder: VaultTransaction, roster: Roster, name: str) -> str:
    """Returns the name, with a number when another active device has it: new machines often have the name of the lost
    one.
    """
    active = {member.device_id.hex() for member in roster.members if not member.revoked} - {recorder.device_id}
    taken = {called for who, called in membership.device_names(recorder.database).items() if who in active}
    numbered = (f"{name}-{number}" for number in count(2))
    return next(each for each in chain((name,), numbered) if each not in taken)


def _restore_result(vault: Vault, bundle: MirrorState) -> RestoreResult:
    newest = max(bundle.checkpoints.values(), key=lambda end: (end.at_ms, end.device_id))
    names, counts = membership.device_names(vault.database), vault.counts()
    saved_by, own = newest.device_id.hex(), vault.device_id
    return RestoreResult(
        counts.atoms,
        counts.lines,
        sum(end.seq for end in bundle.checkpoints.values()),
        names.get(saved_by, saved_by[:8]),
        newest.at_ms,
        newest.chain.hex(),
        names.get(own, own[:8]),
    )


def _scope(now_ms: int) -> Scope:
    return Scope("", "", "", now_ms)
