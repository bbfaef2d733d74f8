"""Pure: decides which roster is valid, and which may follow (research: reliability 2.2, 2.3).

The account key signs every roster, so the mirror can neither add a device nor bring one back; it checks all the same,
so that no device is left with a roster that others refuse.
"""

from __future__ import annotations

from cloud_mirror.core.errors import Refusal
from cloud_mirror.rules.message_checks import HASH_BYTES, KEY_BYTES, MOST, parse_signed_body, require_signature
from protos.selene.mirror.v1.mirror_service_pb2 import MemberState, Roster, RosterMember, Signed
from protos.wire import ID_BYTES, SUITE, Domain, Reason, body_hash, device_id

ACTIVE = MemberState.MEMBER_STATE_ACTIVE
REVOKED = MemberState.MEMBER_STATE_REVOKED


def stored_roster(signed: Signed) -> Roster:
    """Reads a stored roster, which was checked when it arrived."""
    return Roster.FromString(signed.body)


def member_entry(roster: Roster, device: bytes) -> RosterMember | None:
    """Returns the roster's entry of a device."""
    return next((member for member in roster.members if member.device_id == device), None)


def active_ids(roster: Roster) -> set[bytes]:
    """Returns the devices that may read and write."""
    return {member.device_id for member in roster.members if member.state == ACTIVE}


def check_first_roster(signed: Signed) -> Roster:
    """Checks an account's first roster at this mirror; it may be a later one when its old mirror was lost."""
    roster = _sound(signed)
    if (roster.version == 1) == bool(roster.previous):
        raise _invalid("Only the first roster has nothing before it.")
    return roster


def enrolling_member(roster: Roster, sign_key: bytes) -> RosterMember:
    """Returns the active member that signed the epoch and enrols the account; EPOCH_INVALID, ROSTER_INVALID."""
    found = [member for member in roster.members if member.sign_key == sign_key]
    if not found:
        sentence = "The epoch is not signed by a member of the roster. Nothing was changed."
        raise Refusal(Reason.EPOCH_INVALID, sentence)
    if found[0].state != ACTIVE:
        raise _invalid("The device that enrols is not an active member of its roster.")
    return found[0]


def check_next_roster(signed: Signed, standing: Signed) -> Roster | None:
    """Returns the roster that follows `standing`; None when it equals `standing`. ROSTER_INVALID, ROSTER_CONFLICT."""
    if signed.body == standing.body:
        return None
    before, after = stored_roster(standing), _sound(signed)
    if _fixed(before) != _fixed(after):
        raise _invalid("A roster keeps its vault and the keys that follow from the words.")
    if after.version != before.version + 1 or after.previous != body_hash(standing.body):
        sentence = "Another roster came first. Nothing was changed; fetch the newest and build on it."
        raise Refusal(Reason.ROSTER_CONFLICT, sentence, metadata={"version": str(before.version)})
    if after.suite < before.suite or after.min_suite < before.min_suite:
        raise _invalid("A roster does not go back to an older suite.")
    for member in before.members:
        _kept(member, member_entry(after, member.device_id))
    return after


def _kept(before: RosterMember, after: RosterMember | None) -> None:
    if after is None or (before.sign_key, before.box_key) != (after.sign_key, after.box_key):
        raise _invalid("A roster keeps every member and its keys; a member may only be revoked.")
    if before.state == REVOKED and before != after:
        raise _invalid("Who is revoked stays revoked.")


def _fixed(roster: Roster) -> tuple[bytes, ...]:
    return (roster.vault_id, roster.account_key, roster.recovery_auth_key, roster.recovery_box_key)


def _sound(signed: Signed) -> Roster:
    roster = parse_signed_body(Roster, signed, Reason.ROSTER_INVALID)
    keys = (roster.account_key, roster.recovery_auth_key, roster.recovery_box_key)
    if len(roster.vault_id) != ID_BYTES or any(len(key) != KEY_BYTES for key in keys):
        raise _invalid("A roster names its vault in 16 bytes and has three keys of 32.")
    if roster.suite != SUITE or not 1 <= roster.min_suite <= roster.suite:
        raise _invalid("The roster is of a suite that this mirror does not know.")
    if not 1 <= roster.version <= MOST:
        raise _invalid("The roster's version is out of range.")
    require_signature(Domain.ROSTER, signed, roster.account_key, Reason.ROSTER_INVALID)
    ids = [member.device_id for member in roster.members]
    if not ids or ids != sorted(set(ids)) or not all(_sound_member(member) for member in roster.members):
        raise _invalid("Members are listed once, by device id, each with its keys and state.")
    return roster


def _sound_member(member: RosterMember) -> bool:
    if len(member.sign_key) != KEY_BYTES or len(member.box_key) != KEY_BYTES:
        return False
    if member.device_id != device_id(member.sign_key):
        return False
    if member.state == ACTIVE:
        return not member.through_seq and not member.through_chain
    return member.state == REVOKED and len(member.through_chain) == HASH_BYTES


def _invalid(sentence: str) -> Refusal:
    return Refusal(Reason.ROSTER_INVALID, f"{sentence} Nothing was changed.")
