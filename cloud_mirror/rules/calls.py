"""Pure: the calls of the mirror, each in one transaction: read, decide, and only then write.

No call refuses after its first write, so a refused call leaves the store unchanged and may share a commit with others.
The exception is the count of wrong proofs: `admit_device` returns its refusal instead of raising it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cloud_mirror.core.errors import Refusal
from cloud_mirror.core.policy import POLICY, MirrorPolicy
from cloud_mirror.core.ports import Authority, ReadTransaction, WriteTransaction
from cloud_mirror.core.records import (
    AccountRecord,
    Caller,
    CertificateRole,
    DeviceRecord,
    InvitationRecord,
    StoredHead,
    VaultRecord,
)
from cloud_mirror.rules.claim import (
    count_failed_proof,
    invitation_spent_refusal,
    is_claim_proven,
    proof_invalid_refusal,
    require_invitation,
    require_unexpired,
    require_unlocked,
)
from cloud_mirror.rules.epoch import (
    check_first_epoch,
    check_next_epoch,
    check_pages,
    check_token,
    check_wraps,
    stored_epoch,
)
from cloud_mirror.rules.message_checks import TOKEN_BYTES, parse_signed_body, require_size
from cloud_mirror.rules.push import StoredState, check_push, check_shape, page_of_seq
from cloud_mirror.rules.roster import (
    ACTIVE,
    REVOKED,
    check_first_roster,
    check_next_roster,
    enrolling_member,
    member_entry,
    stored_roster,
)
from cloud_mirror.rules.tls import check_tls_request, same_key
from protos.selene.mirror.v1.mirror_service_pb2 import (
    Claim,
    EnrolRequest,
    Erasure,
    GetBundleResponse,
    JoinRequest,
    JoinResponse,
    PullRequest,
    PushRequest,
    Roster,
    RosterMember,
    RotateRequest,
    Signed,
)
from protos.wire import Domain, Reason, body_hash


@dataclass(frozen=True, slots=True)
class DeviceStanding:
    """A device that may call, with its vault."""

    vault: VaultRecord
    roster: Roster
    device_id: bytes
    member: RosterMember | None
    """None while it joins: it has a certificate and is not in the roster yet."""


@dataclass(frozen=True, slots=True)
class PullRange:
    """The range of ops that Pull sends of one device: after `after`, up to a checkpoint."""

    after: int
    head: StoredHead


# Joining ---------------------------------------------------------------------------------------------------------


def enrol_account(
    tx: WriteTransaction, caller: Caller, request: EnrolRequest, authority: Authority, now_ms: int
) -> bytes:
    """Creates an account and returns the device's certificate.

    A repeated call gets the same certificate, and so does the same device with the same key and another invitation: the
    answer to its first call was lost.
    """
    require_invitation(caller, now_ms)
    roster = check_first_roster(request.roster)
    member = enrolling_member(roster, request.epoch.signer)
    epoch = check_first_epoch(request.epoch, roster, member.sign_key)
    require_size(request.token, TOKEN_BYTES, "token")
    check_tls_request(request.tls_request, member.device_id)
    device = tx.device(member.device_id)
    if (used := tx.invitation(caller.id)) and used.spent_by:
        if device is None or used.spent_by != member.device_id or not _same_account(tx, device, request):
            raise invitation_spent_refusal()
        return device.certificate
    if device and _same_account(tx, device, request) and same_key(device.certificate, request.tls_request):
        tx.put_invitation(InvitationRecord(caller.id, member.device_id, roster.account_key))
        return device.certificate
    if device or tx.account(roster.account_key) or tx.vault(roster.vault_id):
        raise Refusal(Reason.ACCOUNT_EXISTS, "This account is here already. Nothing was changed; restore it instead.")
    certificate = authority.certificate(request.tls_request, member.device_id)
    tx.new_vault(VaultRecord(roster.vault_id, roster.account_key, request.roster, request.epoch, None))
    tx.put_token(roster.vault_id, epoch.epoch, request.token)
    tx.put_device(DeviceRecord(member.device_id, roster.vault_id, certificate))
    tx.put_invitation(InvitationRecord(caller.id, member.device_id, roster.account_key))
    return certificate


def _same_account(tx: ReadTransaction, device: DeviceRecord, request: EnrolRequest) -> bool:
    """Says whether the stored account is the one of the request; a device that follows another has its own epoch."""
    vault = tx.vault(device.vault_id)
    return vault is not None and (vault.roster.body, vault.epoch.body) == (request.roster.body, request.epoch.body)


def begin_restore(
    tx: WriteTransaction, caller: Caller, account_key: bytes, nonce: bytes, now_ms: int, policy: MirrorPolicy = POLICY
) -> bytes:
    """Issues a nonce for one join with this invitation; after its use, only to the device that lost the answer."""
    require_invitation(caller, now_ms)
    used = tx.invitation(caller.id) or InvitationRecord(caller.id)
    if used.spent_by and (used.account_key != account_key or not used.claim):
        raise invitation_spent_refusal()
    account = _account(tx, account_key)
    require_unlocked(account, now_ms)
    expires = now_ms + policy.nonce_life_ms
    tx.put_invitation(replace(used, account_key=account_key, nonce=nonce, expires_ms=expires))
    return nonce


def admit_device(
    tx: WriteTransaction,
    caller: Caller,
    request: JoinRequest,
    authority: Authority,
    now_ms: int,
    policy: MirrorPolicy = POLICY,
) -> JoinResponse | Refusal:
    """Admits a device that proves the 24 words. A wrong proof is counted, so its refusal is returned, not raised.

    A used invitation stays valid for the device that used it: the answer to its first join was lost.
    """
    require_invitation(caller, now_ms)
    claim = parse_signed_body(Claim, request.claim, Reason.PROOF_INVALID)
    account = _account(tx, claim.account_key)
    vault = _vault(tx, account.vault_id)
    used = tx.invitation(caller.id) or InvitationRecord(caller.id)
    if used.spent_by and used.spent_by != claim.device_id:
        raise invitation_spent_refusal()
    if used.claim == body_hash(request.claim.body):
        return _joined_again(tx, used, vault, claim, now_ms)
    require_unlocked(account, now_ms)
    recovery = stored_roster(vault.roster).recovery_auth_key
    if now_ms > used.expires_ms or not is_claim_proven(request, claim, used, recovery, authority.public_key()):
        tx.put_account(count_failed_proof(account, now_ms, policy))
        tx.put_invitation(replace(used, nonce=b"", expires_ms=0))
        return proof_invalid_refusal()
    return _store_join(tx, used, vault, request, claim, authority)


def _store_join(
    tx: WriteTransaction,
    used: InvitationRecord,
    vault: VaultRecord,
    request: JoinRequest,
    claim: Claim,
    authority: Authority,
) -> JoinResponse:
    check_tls_request(request.tls_request, claim.device_id)
    known = tx.device(claim.device_id)
    if known and known.vault_id != vault.vault_id:
        raise Refusal(Reason.ACCOUNT_EXISTS, "This device belongs to another account here. Nothing was changed.")
    _check_not_revoked(member_entry(stored_roster(vault.roster), claim.device_id))
    response = JoinResponse(
        certificate=authority.certificate(request.tls_request, claim.device_id), bundle=_vault_bundle(tx, vault)
    )
    tx.put_device(DeviceRecord(claim.device_id, vault.vault_id, response.certificate))
    tx.put_account(AccountRecord(vault.account_key, vault.vault_id))
    tx.put_invitation(replace(used, spent_by=claim.device_id, claim=body_hash(request.claim.body)))
    return response


def _joined_again(
    tx: ReadTransaction, used: InvitationRecord, vault: VaultRecord, claim: Claim, now_ms: int
) -> JoinResponse:
    """Answers the same claim again within the life of its nonce: the first answer was lost."""
    device = tx.device(used.spent_by)
    if device is None or now_ms > used.expires_ms:
        raise invitation_spent_refusal()
    _check_not_revoked(member_entry(stored_roster(vault.roster), claim.device_id))
    return JoinResponse(certificate=device.certificate, bundle=_vault_bundle(tx, vault))


def _account(tx: ReadTransaction, account_key: bytes) -> AccountRecord:
    account = tx.account(account_key)
    if account is None:
        sentence = "This mirror does not know the account. Nothing was changed; are these the right words and mirror?"
        raise Refusal(Reason.ACCOUNT_UNKNOWN, sentence)
    return account


def _vault(tx: ReadTransaction, vault_id: bytes) -> VaultRecord:
    vault = tx.vault(vault_id)
    if vault is None:
        raise Refusal(Reason.STORE_DAMAGED, "The store has an account without its vault. Nothing was changed.")
    return vault


# Members ---------------------------------------------------------------------------------------------------------


def standing_of(tx: ReadTransaction, caller: Caller, now_ms: int) -> DeviceStanding:
    """Returns the device and its vault; refuses with CERTIFICATE_UNKNOWN, DEVICE_UNKNOWN or DEVICE_REVOKED."""
    if caller.role is not CertificateRole.DEVICE:
        raise Refusal(Reason.CERTIFICATE_UNKNOWN, "An invitation may only enrol or restore. Nothing was changed.")
    require_unexpired(caller, now_ms)
    device = tx.device(caller.id)
    if device is None:
        raise Refusal(Reason.DEVICE_UNKNOWN, "This mirror does not know the device. Nothing was changed.")
    vault = _vault(tx, device.vault_id)
    roster = stored_roster(vault.roster)
    member = member_entry(roster, caller.id)
    _check_not_revoked(member)
    return DeviceStanding(vault, roster, caller.id, member)


def _check_not_revoked(member: RosterMember | None) -> None:
    if member is not None and member.state == REVOKED:
        raise Refusal(Reason.DEVICE_REVOKED, "This device was revoked by the account. Nothing was changed.")


def _active(standing: DeviceStanding) -> RosterMember:
    if standing.member is None or standing.member.state != ACTIVE:
        sentence = "This device is not in the roster yet. Nothing was changed; put the roster with it first."
        raise Refusal(Reason.DEVICE_UNKNOWN, sentence)
    return standing.member


def vault_bundle(tx: ReadTransaction, standing: DeviceStanding) -> GetBundleResponse:
    """Returns the current roster, epoch, token, page keys and checkpoints."""
    return _vault_bundle(tx, standing.vault)


def _vault_bundle(tx: ReadTransaction, vault: VaultRecord) -> GetBundleResponse:
    heads = tx.heads(vault.vault_id)
    return GetBundleResponse(
        roster=vault.roster,
        epoch=vault.epoch,
        token=tx.token(vault.vault_id, stored_epoch(vault.epoch).epoch),
        pages=tx.pages(vault.vault_id),
        checkpoints=[head.checkpoint for head in heads if head.checkpoint],
        erasure=vault.erasure,
    )


def store_push(tx: WriteTransaction, standing: DeviceStanding, request: PushRequest) -> StoredHead:
    """Stores ops of one device. Returns its new head, which the mirror acknowledges after the commit."""
    member = _active(standing)
    check_shape(request)
    epoch = stored_epoch(standing.vault.epoch).epoch
    added = check_push(request, member, _stored(tx, standing, request, epoch))
    if added.changes:
        vault_id = standing.vault.vault_id
        tx.put_ops(vault_id, member.device_id, added.ops)
        tx.put_pages(vault_id, added.pages)
        tx.erase(vault_id, epoch, added.erases)
        tx.put_head(vault_id, added.head)
    return added.head


def _stored(tx: ReadTransaction, standing: DeviceStanding, request: PushRequest, epoch: int) -> StoredState:
    vault_id, device = standing.vault.vault_id, standing.device_id
    head = tx.head(vault_id, device)
    ids = [op.op_id for op in request.ops if op.seq > head.seq]
    first = min((op.seq for op in request.ops), default=head.seq + 1)
    last = max((op.seq for op in request.ops), default=head.seq)
    chains = {head.seq: head.chain}
    if first <= head.seq:
        chains |= tx.chains(vault_id, device, first - 1, min(last, head.seq))
    pages = tx.page_boxes(vault_id, device, page_of_seq(max(first, 1)), page_of_seq(max(last, 1)))
    return StoredState(
        vault_id, epoch, standing.roster.version, head, chains, tx.known(vault_id, ids), tx.erased(vault_id, ids), pages
    )


def pull_ranges(tx: ReadTransaction, standing: DeviceStanding, request: PullRequest) -> list[PullRange]:
    """Returns the ranges that Pull has to send, by device id."""
    after = {cursor.device_id: cursor.after_seq for cursor in request.cursors}
    return [PullRange(after.get(head.device_id, 0), head) for head in tx.heads(standing.vault.vault_id)]


def store_roster(tx: WriteTransaction, standing: DeviceStanding, request: Signed) -> None:
    """Stores the next roster; the stored one again changes nothing."""
    if check_next_roster(request, standing.vault.roster) is not None:
        tx.put_roster(standing.vault.vault_id, request)


def store_rotation(
    tx: WriteTransaction, standing: DeviceStanding, request: RotateRequest, authority: Authority
) -> Signed:
    """Stores the next epoch and destroys every key of the one before. Returns the signed erasure."""
    vault, member = standing.vault, _active(standing)
    if request.epoch.body == vault.epoch.body and vault.erasure:
        return vault.erasure
    epoch = check_next_epoch(request.epoch, vault.epoch, standing.roster, member.sign_key)
    check_token(request.token, tx.token(vault.vault_id, epoch.epoch - 1))
    check_pages(request.pages, {(page.device_id, page.page) for page in tx.pages(vault.vault_id)}, epoch.epoch)
    _check_wraps(tx, vault.vault_id, request)
    gone = tx.erased_under(vault.vault_id, epoch.epoch - 1)
    body = Erasure(vault_id=vault.vault_id, epoch=epoch.epoch, op_ids=gone).SerializeToString(deterministic=True)
    erasure = authority.signed(Domain.ERASURE, body)
    tx.put_pages(vault.vault_id, request.pages)
    tx.put_wraps(vault.vault_id, request.wraps)
    tx.put_token(vault.vault_id, epoch.epoch, request.token)
    tx.put_epoch(vault.vault_id, request.epoch, erasure)
    return erasure


def _check_wraps(tx: ReadTransaction, vault_id: bytes, request: RotateRequest) -> None:
    placed = tx.placed(vault_id, [wrap.op_id for wrap in request.wraps])
    torn = {(place.device_id, place.page) for place in placed}
    check_wraps(request, {page: tx.living(vault_id, *page) for page in sorted(torn)})
