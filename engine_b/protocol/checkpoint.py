"""Pure: the messages that a device signs about its ops, and a mirror about them (research: reliability 2.3, 2.4,
3.1).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from google.protobuf.message import DecodeError
from nacl.signing import SigningKey

from engine_b.core.sync_errors import AckForged, DeviceRevoked, OpChainBroken, RosterUnsigned
from engine_b.crypto.signed_message import SignedBody, make_signed_body
from engine_b.protocol.roster import HASH_BYTES, Member, Roster
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb


@dataclass(frozen=True, slots=True)
class HeadWitness:
    """How far a device has applied another one's ops: a witness of the other's head."""

    device_id: bytes
    seq: int
    chain: bytes


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The end of a device's ops, signed by itself; `at_ms` (milliseconds of its clock) is for showing only."""

    vault_id: bytes
    device_id: bytes
    seq: int
    chain: bytes
    seen: tuple[HeadWitness, ...]
    roster_version: int
    epoch: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Ack:
    """The mirror's acknowledgement: every op of the device up to `seq` is stored, and the chain after it is `chain`."""

    vault_id: bytes
    device_id: bytes
    seq: int
    chain: bytes


@dataclass(frozen=True, slots=True)
class Erasure:
    """The mirror's statement that it has destroyed keys and token of the epochs before `epoch`, and these ops."""

    vault_id: bytes
    epoch: int
    op_ids: tuple[bytes, ...]


def encode_checkpoint(checkpoint: Checkpoint) -> bytes:
    """Encodes the body that is signed."""
    return pb.Checkpoint(
        vault_id=checkpoint.vault_id,
        device_id=checkpoint.device_id,
        seq=checkpoint.seq,
        chain=checkpoint.chain,
        seen=[pb.Seen(device_id=seen.device_id, seq=seen.seq, chain=seen.chain) for seen in checkpoint.seen],
        roster_version=checkpoint.roster_version,
        epoch=checkpoint.epoch,
        at_ms=checkpoint.at_ms,
    ).SerializeToString(deterministic=True)


def decode_checkpoint(body: bytes) -> Checkpoint:
    """Decodes the checkpoint of a body, not verified. Raises OpChainBroken when it is none."""
    try:
        message = pb.Checkpoint.FromString(body)
    except DecodeError as error:
        raise OpChainBroken from error
    if len(message.chain) != HASH_BYTES or (message.seq == 0 and message.chain != wire.GENESIS):
        raise OpChainBroken
    return Checkpoint(
        message.vault_id,
        message.device_id,
        message.seq,
        message.chain,
        tuple(HeadWitness(seen.device_id, seen.seq, seen.chain) for seen in message.seen),
        message.roster_version,
        message.epoch,
        message.at_ms,
    )


def sign_checkpoint(checkpoint: Checkpoint, key: SigningKey) -> SignedBody:
    """Signs the checkpoint for publishing."""
    return make_signed_body(wire.Domain.CHECKPOINT, encode_checkpoint(checkpoint), key)


def accept_checkpoint(signed: SignedBody, roster: Roster, vault_id: bytes) -> Checkpoint:
    """Verifies the checkpoint of a device of the roster, about its own ops.

    Raises OpChainBroken (bad signature, other vault, no checkpoint), RosterUnsigned (signed by another than its device)
    or DeviceRevoked (beyond the last valid op of a revoked device).
    """
    if not signed.holds(wire.Domain.CHECKPOINT):
        raise OpChainBroken
    checkpoint = decode_checkpoint(signed.body)
    member = roster.member(checkpoint.device_id)
    if member is None or member.sign_key != signed.signer:
        raise RosterUnsigned
    if checkpoint.vault_id != vault_id:
        raise OpChainBroken
    if member.revoked:
        _require_within_end(checkpoint, member)
    return checkpoint


def accept_final_checkpoint(signed: SignedBody, roster: Roster, vault_id: bytes) -> Checkpoint:
    """Returns the last valid op of a device: ops that a revoked device pushed after its end are ignored.

    It may have continued until the mirror learned of its revocation. Raises OpChainBroken or RosterUnsigned.
    """
    try:
        return accept_checkpoint(signed, roster, vault_id)
    except DeviceRevoked:
        beyond = decode_checkpoint(signed.body)
        member = roster.member(beyond.device_id)
        assert member
        return replace(beyond, seq=member.through_seq, chain=member.through_chain, seen=())


def accept_ack(signed: SignedBody, mirror_key: bytes, vault_id: bytes, device_id: bytes) -> Ack:
    """Verifies the mirror's acknowledgement for this device. Raises AckForged; the caller compares it with its own
    chain.
    """
    _require_mirror_signature(signed, wire.Domain.ACK, mirror_key)
    try:
        message = pb.Ack.FromString(signed.body)
    except DecodeError as error:
        raise AckForged from error
    if (message.vault_id, message.device_id) != (vault_id, device_id) or len(message.chain) != HASH_BYTES:
        raise AckForged
    return Ack(message.vault_id, message.device_id, message.seq, message.chain)


def accept_erasure(signed: SignedBody, mirror_key: bytes, vault_id: bytes, epoch: int) -> Erasure:
    """Verifies the mirror's statement that everything before `epoch` is destroyed. Raises AckForged."""
    _require_mirror_signature(signed, wire.Domain.ERASURE, mirror_key)
    try:
        message = pb.Erasure.FromString(signed.body)
    except DecodeError as error:
        raise AckForged from error
    if (message.vault_id, message.epoch) != (vault_id, epoch):
        raise AckForged
    return Erasure(message.vault_id, message.epoch, tuple(message.op_ids))


def _require_within_end(checkpoint: Checkpoint, member: Member) -> None:
    """Checks that a checkpoint of a revoked device is not beyond its end."""
    if checkpoint.seq > member.through_seq:
        raise DeviceRevoked
    if checkpoint.seq == member.through_seq and checkpoint.chain != member.through_chain:
        raise OpChainBroken


def _require_mirror_signature(signed: SignedBody, domain: wire.Domain, mirror_key: bytes) -> None:
    if signed.signer != mirror_key or not signed.holds(domain):
        raise AckForged
