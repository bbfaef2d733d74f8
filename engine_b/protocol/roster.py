"""Pure: the devices of an account, signed by the account (research: reliability 2.2 to 2.4).

A roster only grows: devices are added, and an active one may be revoked. Nothing else changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from google.protobuf.message import DecodeError
from nacl.signing import SigningKey

from engine_b.core.sync_errors import (
    CryptoDowngrade,
    DeviceRevoked,
    DeviceUnknown,
    HeadFork,
    MirrorVersion,
    RosterRollback,
    RosterUnsigned,
)
from engine_b.crypto.account_keys import AccountKeys
from engine_b.crypto.signed_message import SignedBody, make_signed_body
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb

PUBLIC_BYTES = 32
HASH_BYTES = 32
_STATES = {pb.MEMBER_STATE_ACTIVE: False, pb.MEMBER_STATE_REVOKED: True}


@dataclass(frozen=True, slots=True)
class Member:
    """A device: id (16 bytes), public keys (32 each), and when revoked its last valid op."""

    device_id: bytes
    sign_key: bytes
    box_key: bytes
    revoked: bool = False
    through_seq: int = 0
    through_chain: bytes = b""


@dataclass(frozen=True, slots=True)
class Roster:
    """One version of the roster; fields as in the proto file, members by device id."""

    vault_id: bytes
    account_key: bytes
    recovery_auth_key: bytes
    recovery_box_key: bytes
    version: int
    previous: bytes
    members: tuple[Member, ...]
    suite: int = wire.SUITE
    min_suite: int = wire.SUITE

    def member(self, device_id: bytes) -> Member | None:
        """Returns the device of this id, revoked or not."""
        return next((member for member in self.members if member.device_id == device_id), None)

    def signer(self, sign_key: bytes) -> Member | None:
        """Returns the device of this signing key, revoked or not."""
        return next((member for member in self.members if member.sign_key == sign_key), None)

    @property
    def active(self) -> tuple[Member, ...]:
        """Returns the devices that may read and write."""
        return tuple(member for member in self.members if not member.revoked)


def encode_roster(roster: Roster) -> bytes:
    """Encodes the body that is signed."""
    return pb.Roster(
        suite=roster.suite,
        min_suite=roster.min_suite,
        vault_id=roster.vault_id,
        account_key=roster.account_key,
        recovery_auth_key=roster.recovery_auth_key,
        recovery_box_key=roster.recovery_box_key,
        version=roster.version,
        previous=roster.previous,
        members=[_member_message(member) for member in roster.members],
    ).SerializeToString(deterministic=True)


def decode_roster(body: bytes) -> Roster:
    """Decodes a roster. Raises RosterUnsigned when no account could have signed it."""
    try:
        message = pb.Roster.FromString(body)
        roster = Roster(
            message.vault_id,
            message.account_key,
            message.recovery_auth_key,
            message.recovery_box_key,
            message.version,
            message.previous,
            tuple(_member(member) for member in message.members),
            message.suite,
            message.min_suite,
        )
    except (DecodeError, KeyError) as error:
        raise RosterUnsigned from error
    if not _well_formed(roster):
        raise RosterUnsigned
    return roster


def make_first_roster(keys: AccountKeys, vault_id: bytes, member: Member) -> Roster:
    """Makes version 1, with the first device as its only member."""
    return Roster(
        vault_id,
        bytes(keys.account.verify_key),
        bytes(keys.recovery_auth.verify_key),
        bytes(keys.recovery_box.public_key),
        1,
        b"",
        (member,),
    )


def with_member(roster: Roster, body: bytes, member: Member) -> Roster:
    """Makes the next version with one more device; `body` is the current one's. An existing member changes nothing.

    Raises DeviceRevoked for a device that was revoked: it needs new keys to come back.
    """
    present = roster.member(member.device_id)
    if present is not None and present.revoked:
        raise DeviceRevoked
    if present is not None and present != member:
        raise ValueError("a device keeps its keys")
    if present is not None:
        return roster
    return _next(roster, body, (*roster.members, member))


def with_revoked(roster: Roster, body: bytes, device_id: bytes, through_seq: int, through_chain: bytes) -> Roster:
    """Makes the next version, in which a device is revoked after op `through_seq`. Raises DeviceUnknown or
    DeviceRevoked.
    """
    present = roster.member(device_id)
    if present is None:
        raise DeviceUnknown
    if present.revoked:
        raise DeviceRevoked
    revoked = replace(present, revoked=True, through_seq=through_seq, through_chain=through_chain)
    return _next(roster, body, tuple(revoked if member is present else member for member in roster.members))


def sign_roster(roster: Roster, account_key: SigningKey) -> SignedBody:
    """Signs the roster for publishing."""
    return make_signed_body(wire.Domain.ROSTER, encode_roster(roster), account_key)


def accept_roster(signed: SignedBody, known: tuple[Roster, bytes] | None, account_key: bytes | None) -> Roster:
    """Verifies the next roster.

    `known` is the current one with its body; `account_key` the public key of the words, when they are being used.
    Raises RosterUnsigned, CryptoDowngrade, MirrorVersion, RosterRollback or HeadFork.
    """
    if not signed.holds(wire.Domain.ROSTER):
        raise RosterUnsigned
    roster = decode_roster(signed.body)
    if roster.account_key != signed.signer or account_key not in (None, signed.signer):
        raise RosterUnsigned
    require_suite(roster.suite, max(roster.min_suite, known[0].min_suite if known else 0))
    if known is not None:
        _follows(roster, signed.body, *known)
    return roster


def require_suite(suite: int, floor: int) -> None:
    """Raises CryptoDowngrade for a suite below the account's minimum or ours, MirrorVersion for an unknown one."""
    if suite < max(floor, wire.SUITE):
        raise CryptoDowngrade
    if suite > wire.SUITE:
        raise MirrorVersion


def _follows(roster: Roster, body: bytes, known: Roster, known_body: bytes) -> None:
    """Checks that `roster` is `known` or may follow it."""
    if _identity(roster) != _identity(known):
        raise RosterUnsigned
    if roster.version < known.version:
        raise RosterRollback
    if roster.version == known.version and body != known_body:
        raise HeadFork
    if roster.version == known.version + 1 and roster.previous != wire.body_hash(known_body):
        raise HeadFork
    if roster.min_suite < known.min_suite:
        raise CryptoDowngrade
    if not all(_may_become(member, roster.member(member.device_id)) for member in known.members):
        raise RosterRollback


def _identity(roster: Roster) -> tuple[bytes, ...]:
    return roster.vault_id, roster.account_key, roster.recovery_auth_key, roster.recovery_box_key


def _may_become(before: Member, after: Member | None) -> bool:
    """Says whether a member is unchanged, or an active one became revoked."""
    if after is None or before.revoked or not after.revoked:
        return before == after
    return before == replace(after, revoked=False, through_seq=0, through_chain=b"")


def _next(roster: Roster, body: bytes, members: tuple[Member, ...]) -> Roster:
    ordered = tuple(sorted(members, key=lambda member: member.device_id))
    return replace(roster, version=roster.version + 1, previous=wire.body_hash(body), members=ordered)


def _well_formed(roster: Roster) -> bool:
    ids = [member.device_id for member in roster.members]
    return (
        len(roster.vault_id) == wire.ID_BYTES
        and all(len(key) == PUBLIC_BYTES for key in _identity(roster)[1:])
        and roster.version >= 1
        and len(roster.previous) == (0 if roster.version == 1 else HASH_BYTES)
        and ids == sorted(set(ids))
        and all(_sound(member) for member in roster.members)
    )


def _sound(member: Member) -> bool:
    """Says whether id and keys fit together, and only a revoked device has an end."""
    ends = (member.through_seq, member.through_chain)
    return (
        member.device_id == wire.device_id(member.sign_key)
        and len(member.sign_key) == len(member.box_key) == PUBLIC_BYTES
        and (len(member.through_chain) == HASH_BYTES if member.revoked else ends == (0, b""))
    )


def _member(message: pb.RosterMember) -> Member:
    return Member(
        message.device_id,
        message.sign_key,
        message.box_key,
        _STATES[message.state],
        message.through_seq,
        message.through_chain,
    )


def _member_message(member: Member) -> pb.RosterMember:
    return pb.RosterMember(
        device_id=member.device_id,
        sign_key=member.sign_key,
        box_key=member.box_key,
        state=pb.MEMBER_STATE_REVOKED if member.revoked else pb.MEMBER_STATE_ACTIVE,
        through_seq=member.through_seq,
        through_chain=member.through_chain,
    )
