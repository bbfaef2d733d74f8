"""Pure: the records that the mirror stores. Everything that was signed is stored as the bytes that were signed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from protos.selene.mirror.v1.mirror_service_pb2 import Op, Signed


class CertificateRole(StrEnum):
    """The role of a certificate's holder: its organizational unit."""

    DEVICE = "device"
    INVITATION = "invitation"


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller, as the certificate identifies it."""

    role: CertificateRole
    id: bytes
    """The device's id, or the invitation's number."""
    valid_until_ms: int


@dataclass(frozen=True, slots=True)
class VaultRecord:
    """The state of one account's vault."""

    vault_id: bytes
    account_key: bytes
    roster: Signed
    epoch: Signed
    erasure: Signed | None
    """The mirror's signature for this epoch's rotation, so that a repeated call gets the same answer."""


@dataclass(frozen=True, slots=True)
class AccountRecord:
    """The vault of an account, and its wrong proofs."""

    account_key: bytes
    vault_id: bytes
    failures: int = 0
    locked_until_ms: int = 0


@dataclass(frozen=True, slots=True)
class DeviceRecord:
    """A device with a certificate. The roster decides what it may do."""

    device_id: bytes
    vault_id: bytes
    certificate: bytes


@dataclass(frozen=True, slots=True)
class StoredHead:
    """The last stored op of a device."""

    device_id: bytes
    seq: int
    chain: bytes
    checkpoint: Signed | None


@dataclass(frozen=True, slots=True)
class InvitationRecord:
    """A used invitation: its nonce, and the device that used it."""

    id: bytes
    spent_by: bytes = b""
    """Device id; empty while the invitation is unused."""
    account_key: bytes = b""
    nonce: bytes = b""
    expires_ms: int = 0
    claim: bytes = b""
    """`body_hash` of the claim that used it."""


@dataclass(frozen=True, slots=True)
class ChainedOp:
    """An op with the chain hash after it."""

    op: Op
    chain: bytes


@dataclass(frozen=True, slots=True)
class OpPlacement:
    """Device, seq and page of a living op."""

    op_id: bytes
    device_id: bytes
    page: int
