"""Pure: what the mirror keeps, as values. Everything that was signed is kept as the bytes that were signed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from protos.selene.mirror.v1.mirror_service_pb2 import Op, Signed


class CertificateRole(StrEnum):
    """What a certificate makes of its holder: its organizational unit."""

    DEVICE = "device"
    INVITATION = "invitation"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, as the certificate says."""

    role: CertificateRole
    id: bytes
    """The device's id, or the invitation's number."""
    valid_until_ms: int


@dataclass(frozen=True, slots=True)
class VaultRecord:
    """One account's standing."""

    vault_id: bytes
    account_key: bytes
    roster: Signed
    epoch: Signed
    erasure: Signed | None
    """What the mirror signed for this epoch's rotation, so that a repeated call has the same answer."""


@dataclass(frozen=True, slots=True)
class AccountRecord:
    """How to find the vault of an account, and how often somebody failed to prove that it is theirs."""

    account_key: bytes
    vault_id: bytes
    failures: int = 0
    locked_until_ms: int = 0


@dataclass(frozen=True, slots=True)
class DeviceRecord:
    """A device that has a certificate. Whether it may do anything is the roster's to say."""

    device_id: bytes
    vault_id: bytes
    certificate: bytes


@dataclass(frozen=True, slots=True)
class StoredHead:
    """How far a device's ops are stored."""

    device_id: bytes
    seq: int
    chain: bytes
    checkpoint: Signed | None


@dataclass(frozen=True, slots=True)
class InvitationRecord:
    """What is known of an invitation that was used: the nonce it was given, and who spent it."""

    id: bytes
    spent_by: bytes = b""
    """Device id; empty while it is unspent."""
    account_key: bytes = b""
    nonce: bytes = b""
    expires_ms: int = 0
    claim: bytes = b""
    """`body_hash` of the claim that spent it."""


@dataclass(frozen=True, slots=True)
class ChainedOp:
    """An op with the chain hash after it."""

    op: Op
    chain: bytes


@dataclass(frozen=True, slots=True)
class OpPlacement:
    """Where a living op lies."""

    op_id: bytes
    device_id: bytes
    page: int
