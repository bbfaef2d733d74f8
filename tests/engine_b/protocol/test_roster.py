"""Promise: only the account says which devices there are, and nobody takes its word back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from nacl.public import PrivateKey

from engine_b.core.sync_errors import (
    CryptoDowngrade,
    DeviceRevoked,
    DeviceUnknown,
    HeadFork,
    MirrorVersion,
    RosterRollback,
    RosterUnsigned,
    SyncError,
)
from engine_b.crypto.account_keys import derive_account_keys
from engine_b.crypto.signed_message import SignedBody, make_signed_body
from engine_b.protocol.roster import (
    Member,
    Roster,
    accept_roster,
    decode_roster,
    encode_roster,
    make_first_roster,
    sign_roster,
    with_member,
    with_revoked,
)
from protos import wire
from tests.engine_b.account_builders import ACCOUNT, CHAIN, KITCHEN, LAPTOP, THIEF, VAULT, alone, both, lost, machine

PINNED = bytes(ACCOUNT.account.verify_key)


def published(roster: Roster) -> SignedBody:
    return sign_roster(roster, ACCOUNT.account)


def known(roster: Roster) -> tuple[Roster, bytes]:
    return roster, encode_roster(roster)


def changed(roster: Roster, whom: bytes, **fields: object) -> Roster:
    members = tuple(
        replace(member, **fields) if member.device_id == whom else member  # type: ignore[arg-type]
        for member in roster.members
    )
    return replace(roster, members=members)


@pytest.mark.parametrize("roster", [alone(), both(), lost()], ids=["alone", "both", "lost"])
def test_a_roster_of_the_account_is_accepted_as_it_was_made(roster: Roster) -> None:
    for before in (None, known(alone()), known(roster)):
        for account in (None, PINNED):
            assert accept_roster(published(roster), before, account) == roster


def test_a_roster_survives_the_wire() -> None:
    signed = published(lost())
    assert SignedBody.from_message(signed.to_message()) == signed
    assert decode_roster(signed.body) == lost()
    assert [member.device_id for member in lost().active] == [KITCHEN.id]
    assert lost().previous == wire.body_hash(encode_roster(both()))


@pytest.mark.parametrize("place", [0, 40, -1])
def test_a_changed_byte_of_body_or_signature_is_refused(place: int) -> None:
    signed = published(both())
    for field in ("body", "signature"):
        flipped = bytearray(getattr(signed, field))
        flipped[place] ^= 1
        with pytest.raises(RosterUnsigned):
            accept_roster(replace(signed, **{field: bytes(flipped)}), None, None)


def test_a_device_that_the_mirror_adds_is_refused_whoever_signs() -> None:
    more = with_member(both(), encode_roster(both()), THIEF.member)
    stranger = derive_account_keys(b"s" * 32)
    foreign = replace(more, account_key=bytes(stranger.account.verify_key))
    attacks = [
        SignedBody(encode_roster(more), published(both()).signature, PINNED),
        sign_roster(more, THIEF.sign),
        sign_roster(more, KITCHEN.sign),
        sign_roster(more, stranger.account),
        sign_roster(foreign, stranger.account),
        make_signed_body(wire.Domain.EPOCH, encode_roster(more), ACCOUNT.account),
    ]
    for attack in attacks:
        with pytest.raises(RosterUnsigned):
            accept_roster(attack, known(both()), None)
        with pytest.raises(RosterUnsigned):
            accept_roster(attack, None, PINNED)


def test_another_account_is_refused_when_this_one_is_known_from_the_words_or_from_before() -> None:
    stranger = derive_account_keys(b"s" * 32)
    foreign = sign_roster(make_first_roster(stranger, VAULT, THIEF.member), stranger.account)
    for before, account in ((known(alone()), None), (None, PINNED)):
        with pytest.raises(RosterUnsigned):
            accept_roster(foreign, before, account)


def test_an_older_roster_is_a_rollback() -> None:
    with pytest.raises(RosterRollback):
        accept_roster(published(both()), known(lost()), PINNED)


def test_an_older_roster_is_a_rollback_even_when_it_names_the_same_devices() -> None:
    with pytest.raises(RosterRollback):
        accept_roster(published(lost()), known(replace(lost(), version=9)), PINNED)


def test_two_rosters_of_one_version_are_a_fork() -> None:
    other = with_member(alone(), encode_roster(alone()), THIEF.member)
    with pytest.raises(HeadFork):
        accept_roster(published(other), known(both()), PINNED)


def test_a_next_roster_that_follows_another_one_is_a_fork() -> None:
    with pytest.raises(HeadFork):
        accept_roster(published(replace(lost(), previous=b"x" * 32)), known(both()), PINNED)


UNDONE: list[Callable[[Roster], Roster]] = [
    lambda roster: changed(roster, LAPTOP.id, revoked=False, through_seq=0, through_chain=b""),
    lambda roster: changed(roster, LAPTOP.id, through_seq=9),
    lambda roster: changed(roster, LAPTOP.id, through_chain=b"x" * 32),
    lambda roster: changed(roster, KITCHEN.id, box_key=bytes(THIEF.box.public_key)),
    lambda roster: replace(roster, members=tuple(m for m in roster.members if m.device_id != LAPTOP.id)),
    lambda roster: replace(roster, members=()),
]


@pytest.mark.parametrize("undo", UNDONE)
def test_a_newer_roster_undoes_nothing_even_when_the_account_signs_it(undo: Callable[[Roster], Roster]) -> None:
    later = replace(undo(lost()), version=9, previous=b"p" * 32)
    with pytest.raises(RosterRollback):
        accept_roster(published(later), known(lost()), PINNED)


@pytest.mark.parametrize(
    "later",
    [
        replace(lost(), vault_id=bytes(16)),
        replace(lost(), recovery_auth_key=bytes(32)),
        replace(lost(), recovery_box_key=bytes(32)),
    ],
    ids=["vault", "auth", "box"],
)
def test_an_account_keeps_its_vault_and_its_recovery_keys(later: Roster) -> None:
    with pytest.raises(RosterUnsigned):
        accept_roster(published(later), known(both()), PINNED)


@pytest.mark.parametrize(
    ("suite", "min_suite", "before", "expected"),
    [
        (0, 0, None, CryptoDowngrade),
        (1, 2, None, CryptoDowngrade),
        (1, 0, both(), CryptoDowngrade),
        (1, 1, replace(both(), suite=2, min_suite=2), CryptoDowngrade),
        (2, 1, both(), MirrorVersion),
    ],
)
def test_a_weaker_suite_is_refused_and_a_newer_one_is_not_guessed_at(
    suite: int, min_suite: int, before: Roster | None, expected: type[SyncError]
) -> None:
    later = replace(lost(), suite=suite, min_suite=min_suite, previous=wire.body_hash(encode_roster(before or both())))
    with pytest.raises(expected):
        accept_roster(published(later), known(before) if before else None, PINNED)


MALFORMED: list[Roster] = [
    changed(both(), LAPTOP.id, device_id=b"x" * 16),
    changed(both(), LAPTOP.id, sign_key=THIEF.key),
    changed(both(), LAPTOP.id, box_key=b"short"),
    changed(both(), LAPTOP.id, through_seq=3),
    changed(lost(), LAPTOP.id, through_chain=b""),
    replace(both(), members=both().members[::-1]),
    replace(both(), members=(*both().members, both().members[-1])),
    replace(both(), version=0),
    replace(both(), previous=b""),
    replace(alone(), previous=b"p" * 32),
    replace(both(), vault_id=b""),
    replace(both(), recovery_box_key=b""),
]


@pytest.mark.parametrize("roster", MALFORMED, ids=range(len(MALFORMED)))
def test_a_roster_that_is_none_is_refused_even_when_the_account_signs_it(roster: Roster) -> None:
    with pytest.raises(RosterUnsigned):
        accept_roster(published(roster), None, PINNED)


@pytest.mark.parametrize("body", [b"", b"\xff" * 40, b"\x08", bytes(1000)])
def test_bytes_that_are_no_roster_are_refused(body: bytes) -> None:
    with pytest.raises(RosterUnsigned):
        accept_roster(make_signed_body(wire.Domain.ROSTER, body, ACCOUNT.account), None, PINNED)


def test_a_revoked_device_comes_back_only_with_new_keys() -> None:
    body = encode_roster(lost())
    with pytest.raises(DeviceRevoked):
        with_member(lost(), body, LAPTOP.member)
    back = with_member(lost(), body, machine("laptop, restored").member)
    assert len(back.active) == 2
    assert accept_roster(published(back), known(lost()), PINNED) == back


def test_adding_twice_changes_nothing_and_other_keys_under_the_same_id_are_refused() -> None:
    assert with_member(both(), encode_roster(both()), LAPTOP.member) == both()
    swapped = Member(LAPTOP.id, LAPTOP.key, bytes(PrivateKey(b"k" * 32).public_key))
    with pytest.raises(ValueError, match="keeps its keys"):
        with_member(both(), encode_roster(both()), swapped)


def test_only_a_device_that_is_there_is_revoked_and_only_once() -> None:
    with pytest.raises(DeviceUnknown):
        with_revoked(both(), encode_roster(both()), THIEF.id, 0, CHAIN)
    with pytest.raises(DeviceRevoked):
        with_revoked(lost(), encode_roster(lost()), LAPTOP.id, 9, CHAIN)
