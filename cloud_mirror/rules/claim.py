"""Pure: decides who may join. An invitation allows a device to ask; a signature by the 24 words admits it (reliability
2.3).
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from cloud_mirror.core.errors import Refusal
from cloud_mirror.core.policy import MirrorPolicy
from cloud_mirror.core.records import AccountRecord, Caller, CertificateRole, InvitationRecord
from cloud_mirror.rules.message_checks import KEY_BYTES
from protos.selene.mirror.v1.mirror_service_pb2 import Claim, JoinRequest
from protos.wire import Domain, Reason, device_id, verify_message


def require_invitation(caller: Caller, now_ms: int) -> None:
    """Refuses a caller without an invitation (INVITATION_REQUIRED) or with an expired one (CERTIFICATE_UNKNOWN)."""
    if caller.role is not CertificateRole.INVITATION:
        raise Refusal(Reason.INVITATION_REQUIRED, "Only an invitation may do this. Nothing was changed.")
    require_unexpired(caller, now_ms)


def require_unexpired(caller: Caller, now_ms: int) -> None:
    """Refuses with CERTIFICATE_UNKNOWN when the certificate expired during the connection."""
    if now_ms > caller.valid_until_ms:
        raise Refusal(Reason.CERTIFICATE_UNKNOWN, "The certificate has run out. Ask for a new invitation.")


def invitation_spent_refusal() -> Refusal:
    """Refuses an invitation that another device used."""
    return Refusal(Reason.INVITATION_SPENT, "This invitation was used already. Nothing was changed; ask for a new one.")


def require_unlocked(account: AccountRecord, now_ms: int) -> None:
    """Refuses with ACCOUNT_LOCKED for some time after too many wrong proofs."""
    if now_ms < account.locked_until_ms:
        left = account.locked_until_ms - now_ms
        sentence = "Too many wrong proofs. The account answers no restore for some time; its devices go on."
        raise Refusal(Reason.ACCOUNT_LOCKED, sentence, metadata={"retry_after_ms": str(left)})


def count_failed_proof(account: AccountRecord, now_ms: int, policy: MirrorPolicy) -> AccountRecord:
    """Returns the account with one more wrong proof."""
    failures = account.failures + 1
    if failures < policy.proof_failures:
        return replace(account, failures=failures)
    return replace(account, failures=0, locked_until_ms=now_ms + policy.lock_ms)


def is_claim_proven(
    request: JoinRequest, claim: Claim, given: InvitationRecord, recovery_key: bytes, mirror_key: bytes
) -> bool:
    """Says whether the claim proves, to this mirror and for this nonce, that its maker has the words of the account."""
    signed = request.claim
    return (
        signed.signer == recovery_key
        and verify_message(Domain.CLAIM, signed.body, signed.signature, recovery_key)
        and bool(given.nonce)
        and claim.nonce == given.nonce
        and claim.account_key == given.account_key
        and claim.mirror_key == mirror_key
        and len(claim.sign_key) == len(claim.box_key) == KEY_BYTES
        and claim.device_id == device_id(claim.sign_key)
        and claim.tls_request_hash == hashlib.blake2b(request.tls_request, digest_size=32).digest()
    )


def proof_invalid_refusal() -> Refusal:
    """Refuses a wrong proof without the exact reason, which would help only an attacker."""
    return Refusal(Reason.PROOF_INVALID, "The proof does not hold. Begin the restore again, with the right words.")
