"""Composition: creates an account, pairs it with a mirror, and revokes a device (research: reliability 2.3)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace

from nacl.utils import random as random_bytes

from engine_b.core.sync_errors import (
    AccountExists,
    AccountWrong,
    DeviceAmbiguous,
    DeviceItself,
    DeviceRevoked,
    DeviceUnknown,
    MirrorUnreachable,
    WordsNeeded,
)
from engine_b.crypto.account_keys import AccountKeys, derive_account_keys, sign_claim
from engine_b.crypto.certificates import InvitationToken, tls_request
from engine_b.crypto.sealing import KEY_BYTES
from engine_b.crypto.signed_message import SignedBody
from engine_b.protocol.core_types import DEVICE
from engine_b.protocol.epochs import WORDS_COPY, decode_epoch, make_epoch
from engine_b.protocol.ledger import EventDraft
from engine_b.protocol.roster import Member, accept_roster, make_first_roster, sign_roster, with_revoked
from engine_b.storage.device_identity import DeviceIdentity, load_identity
from engine_b.sync import membership
from engine_b.sync.mirror_client import Credentials, MirrorClient, drive_exchange
from engine_b.sync.mirror_state import open_mirror_state, store_mirror_state
from engine_b.sync.outbox import load_chain_positions
from engine_b.sync.reupload import reupload_lost_ops
from engine_b.sync.sync_session import NEW_MIRROR, Answer, Request, SyncReport, exchange_ops
from engine_b.vault.vault import Vault
from engine_b.writes.apply_change import keep_setting
from engine_b.writes.transaction import VaultTransaction
from memory.model.changes import Scope, Setting
from protos.canonical_json import canonical_bytes
from protos.selene.mirror.v1 import mirror_service_pb2 as pb

FIRST_EPOCH = 1


@dataclass(frozen=True, slots=True)
class AccountDevice:
    """A device of the account, as commands show it."""

    device_id: str
    name: str
    revoked: bool
    this: bool


def begin_account(vault: Vault, entropy: bytes, name: str, now_ms: int, settings: tuple[Setting, ...] = ()) -> None:
    """Creates this vault's account from 32 fresh random bytes (the 24 words), with its settings of Current State.

    Raises AccountExists.
    """
    if membership.has_account(vault.database):
        raise AccountExists
    keys, own = derive_account_keys(entropy), load_identity(vault.database)
    roster = make_first_roster(keys, vault.vault_id, roster_member(own))
    content_key, token = random_bytes(KEY_BYTES), random_bytes(KEY_BYTES)
    epoch = make_epoch(vault.vault_id, FIRST_EPOCH, None, roster, content_key, token, random_bytes, own.sign_key)
    with vault.recording(_scope(now_ms)) as recorder:
        signed = sign_roster(roster, keys.account)
        membership.keep_account(recorder.database, signed, epoch, token, content_key)
        recorder.append(EventDraft("ACCOUNT_BEGUN", "INIT", f"device:{vault.device_id}"))
        name_device(recorder, name)
        for setting in settings:
            keep_setting(recorder, setting)


def pair_with_mirror(
    vault: Vault, address: str, invitation: InvitationToken, now_ms: int, entropy: bytes | None = None
) -> None:
    """Pairs the account with a mirror: its first, or a new one in place of a lost one.

    A new mirror gets all ops again, under a new epoch. When another device has paired the account with it already, this
    device joins there, for which the words (`entropy`) are needed. Raises AccountMissing, AccountWrong, WordsNeeded,
    TokenInvalid, TokenSpent, MirrorUnreachable ...; nothing is changed here then.
    """
    account, keys = membership.load_account(vault.database), derive_account_keys(entropy) if entropy else None
    if keys:
        require_account(keys, account.roster.account_key)
    try:
        _enroll_first_device(vault, account, address, invitation, now_ms)
    except AccountExists as error:
        if keys is None:
            raise WordsNeeded from error
        _join_existing_account(vault, account, address, invitation, keys, now_ms)


def _enroll_first_device(
    vault: Vault, account: membership.Account, address: str, invitation: InvitationToken, now_ms: int
) -> None:
    """Enrols as the account's first device at a mirror. Raises AccountExists when another device was first."""
    before = membership.load_paired_mirror(vault.database)
    signer = bytes(load_identity(vault.database).sign_key.verify_key)
    if before is not None and (before.mirror_key != invitation.mirror_key or account.epoch_signed.signer != signer):
        # At the mirror that it is paired with, the account keeps its epoch: the mirror's answer may have been lost.
        account = _next_epoch(vault, account)
    with vault.recording(_scope(now_ms)) as recorder:
        key = membership.ensure_tls_key(recorder.database)
    request = pb.EnrolRequest(
        tls_request=tls_request(key, vault.device_id),
        roster=account.roster_signed.to_message(),
        epoch=account.epoch_signed.to_message(),
        token=account.token,
    )
    with MirrorClient(address, invitation_credentials(invitation)) as client:
        answer = client.enrol(request)
    with vault.recording(_scope(now_ms)) as recorder:
        membership.keep_account(
            recorder.database, account.roster_signed, account.epoch_signed, account.token, account.content_key
        )
        kept = membership.PairedMirror(address, invitation.ca, answer.certificate, invitation.mirror_key)
        membership.keep_mirror(recorder.database, kept)
        reupload_lost_ops(recorder, {})
        recorder.append(EventDraft("MIRROR_PAIRED", "PAIR", f"device:{vault.device_id}"))


def _join_existing_account(
    vault: Vault, account: membership.Account, address: str, invitation: InvitationToken, keys: AccountKeys, now_ms: int
) -> None:
    """Joins the account at a mirror with which another device has paired it, with this device's own keys.

    The epochs of that mirror need not continue those of the mirror before; its roster must.
    """
    own = load_identity(vault.database)
    with vault.recording(_scope(now_ms)) as recorder:
        key = membership.ensure_tls_key(recorder.database)
    with MirrorClient(address, invitation_credentials(invitation)) as client:
        nonce = client.begin_restore(bytes(keys.account.verify_key))
        answer = join_account(client, keys, invitation, nonce, own, key)
    known = account.roster, account.roster_signed.body
    roster = accept_roster(SignedBody.from_message(answer.bundle.roster), known, bytes(keys.account.verify_key))
    bundle = open_mirror_state(
        answer.bundle, roster, WORDS_COPY, keys.recovery_box, vault.vault_id, invitation.mirror_key, None
    )
    with vault.recording(_scope(now_ms)) as recorder:
        store_mirror_state(recorder.database, bundle)
        kept = membership.PairedMirror(address, invitation.ca, answer.certificate, invitation.mirror_key)
        membership.keep_mirror(recorder.database, kept)
        membership.set_sync_counter(recorder.database, NEW_MIRROR, 1)
        recorder.append(EventDraft("MIRROR_PAIRED", "FOLLOWED", f"device:{vault.device_id}"))


def join_account(
    client: MirrorClient,
    keys: AccountKeys,
    invitation: InvitationToken,
    nonce: bytes,
    own: DeviceIdentity,
    tls_key: bytes,
) -> pb.JoinResponse:
    """Proves to a mirror with the words that this device belongs to the account. Raises a SyncError.

    `nonce` is what the mirror has just issued for this account.
    """
    request = tls_request(tls_key, own.device_id.hex())
    claim = sign_claim(
        keys,
        nonce=nonce,
        mirror_key=invitation.mirror_key,
        sign_key=bytes(own.sign_key.verify_key),
        box_key=bytes(own.box_key.public_key),
        tls_request=request,
    )
    return client.join(pb.JoinRequest(claim=claim.to_message(), tls_request=request))


def _next_epoch(vault: Vault, account: membership.Account) -> membership.Account:
    """Returns the account with a new content key: the lost mirror has the copies of the old one."""
    number, content_key, token = account.epoch.number + 1, random_bytes(KEY_BYTES), random_bytes(KEY_BYTES)
    signer = load_identity(vault.database).sign_key
    previous = account.epoch_signed.body
    signed = make_epoch(vault.vault_id, number, previous, account.roster, content_key, token, random_bytes, signer)
    return replace(account, epoch_signed=signed, epoch=decode_epoch(signed.body), token=token, content_key=content_key)


def sync_once(
    vault: Vault, now_ms: int, waiting: Callable[[], AbstractContextManager[None]] = nullcontext
) -> SyncReport:
    """Syncs once with the mirror that this vault is paired with. `waiting` surrounds each call of the mirror."""

    def answer(request: Request) -> Answer:
        with waiting():
            return client.answer(request)

    membership.load_account(vault.database)
    with connect_to_mirror(vault) as client:
        report: SyncReport = drive_exchange(exchange_ops(vault, now_ms), answer)
    return report


def revoke_account_device(vault: Vault, named: str, entropy: bytes, now_ms: int) -> AccountDevice:
    """Revokes another device of the account, with the words. Raises AccountWrong, and the errors of
    `find_revocable_device`.
    """
    sync_once(vault, now_ms)
    account, keys = membership.load_account(vault.database), derive_account_keys(entropy)
    require_account(keys, account.roster.account_key)
    found = find_revocable_device(vault, named)
    end = load_chain_positions(vault.database).get(found.device_id)
    roster = with_revoked(
        account.roster,
        account.roster_signed.body,
        bytes.fromhex(found.device_id),
        end.seq if end else 0,
        end.chain if end else bytes(32),
    )
    with connect_to_mirror(vault) as client:
        client.put_roster(pb.PutRosterRequest(roster=sign_roster(roster, keys.account).to_message()))
    with vault.recording(_scope(now_ms)) as recorder:
        recorder.append(EventDraft("DEVICE_REVOKED", "REVOKE", f"device:{found.device_id}"))
    sync_once(vault, now_ms)
    return found


def account_devices(vault: Vault) -> tuple[AccountDevice, ...]:
    """Returns the devices of the account, as last heard from the mirror. Raises AccountMissing."""
    members, names = membership.load_account(vault.database).roster.members, membership.device_names(vault.database)
    return tuple(
        AccountDevice(each, names.get(each, each[:8]), member.revoked, each == vault.device_id)
        for member in members
        for each in (member.device_id.hex(),)
    )


def find_device(vault: Vault, named: str) -> AccountDevice:
    """Finds the one device with this name or beginning of its id; a revoked one only when no active one fits.

    Raises DeviceUnknown for none, DeviceAmbiguous for several.
    """
    every = sorted(account_devices(vault), key=lambda device: device.revoked)
    found = [d for d in every if d.name == named or d.device_id == named]
    found = found or [d for d in every if named and d.device_id.startswith(named)]
    if not found:
        raise DeviceUnknown("No device of your account is called this. Nothing was changed; see selene device list.")
    if len([d for d in found if d.revoked == found[0].revoked]) > 1:
        raise DeviceAmbiguous
    return found[0]


def find_revocable_device(vault: Vault, named: str) -> AccountDevice:
    """Finds the device to revoke. Raises DeviceItself or DeviceRevoked where it cannot be revoked, and the errors of
    `find_device`.
    """
    found = find_device(vault, named)
    if found.this:
        raise DeviceItself
    if found.revoked:
        raise DeviceRevoked("That device is revoked already. Nothing was changed; selene device list shows it.")
    return found


def connect_to_mirror(vault: Vault) -> MirrorClient:
    """Opens a connection as this device. Raises MirrorUnreachable without a mirror."""
    return MirrorClient(*device_credentials(vault))


def device_credentials(vault: Vault) -> tuple[str, Credentials]:
    """Returns the mirror's address and this device's credentials. Raises MirrorUnreachable without a mirror."""
    mirror = membership.load_paired_mirror(vault.database)
    if mirror is None:
        raise MirrorUnreachable("This device is not paired with a mirror yet. Pair it with: selene pair.")
    return mirror.address, Credentials(mirror.authority, mirror.certificate, membership.ensure_tls_key(vault.database))


def invitation_credentials(invitation: InvitationToken) -> Credentials:
    """Returns the credentials of an invitation."""
    return Credentials(invitation.ca, invitation.cert, invitation.key)


def roster_member(own: DeviceIdentity) -> Member:
    """Returns this device's entry for the roster."""
    return Member(own.device_id, bytes(own.sign_key.verify_key), bytes(own.box_key.public_key))


def name_device(recorder: VaultTransaction, name: str) -> None:
    """Names this device by an op like any other, so that the mirror cannot read it."""
    subject = f"device:{recorder.device_id}"
    recorder.database.run("INSERT OR REPLACE INTO device_name VALUES (?, ?)", (recorder.device_id, name))
    version = recorder.next_version("DEVICE_NAMED", subject)
    content = canonical_bytes({"device_id": recorder.device_id, "name": name})
    op = recorder.put(DEVICE, subject, version, content)
    recorder.append(EventDraft("DEVICE_NAMED", "USER_CONTROL", subject, op))


def require_account(keys: AccountKeys, account_key: bytes) -> None:
    """Raises AccountWrong when the words belong to another account."""
    if bytes(keys.account.verify_key) != account_key:
        raise AccountWrong


def _scope(now_ms: int) -> Scope:
    return Scope("", "", "", now_ms)
