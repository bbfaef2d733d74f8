"""A roster follows its predecessor, signed by the account; who is revoked may do nothing any more."""

from __future__ import annotations

import pytest
from nacl.signing import SigningKey

from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import Domain
from tests.cloud_mirror.conftest import MirrorFixture
from tests.cloud_mirror.mirror_account import REVOKED, SimDevice, named_bytes, signed_part
from tests.cloud_mirror.rpc.test_push import rotate_request


def test_a_roster_that_does_not_follow_is_refused(house: MirrorFixture) -> None:
    person, kitchen = house.resident()
    first = person.roster
    with house.line(kitchen) as line:
        for wrong in ({"version": 3}, {"version": 1}, {"previous": named_bytes("another")}):
            with house.refuses("ROSTER_CONFLICT") as refused:
                line.put_roster(person.next_roster([kitchen.member()], **wrong))
            assert refused[0].metadata == {"version": "1"}
        person.roster = person.next_roster([kitchen.member(), SimDevice("new").member()])
        line.put_roster(person.roster)
        before = house.store.digest()
        line.put_roster(person.roster)  # the answer was lost
        assert house.store.digest() == before
        with house.refuses("ROSTER_CONFLICT"):
            line.put_roster(first)


@pytest.mark.parametrize("field", ["vault_id", "recovery_auth_key", "recovery_box_key"])
def test_a_roster_keeps_what_follows_from_the_words(house: MirrorFixture, field: str) -> None:
    person, kitchen = house.resident()
    change = {field: named_bytes("another", 16 if field == "vault_id" else 32)}
    with house.line(kitchen) as line, house.refuses("ROSTER_INVALID"):
        line.put_roster(person.next_roster([kitchen.member()], **change))


def test_members_are_only_added_or_revoked(house: MirrorFixture) -> None:
    person, kitchen = house.resident()
    laptop = house.second(person)
    other_box = laptop.member()
    other_box.box_key = named_bytes("another")
    early = laptop.member()
    early.through_seq = 4
    with house.line(kitchen) as line:
        wrong = [[kitchen.member()], [kitchen.member(), other_box], [kitchen.member(), kitchen.member()]]
        for members in (*wrong, [kitchen.member(), early]):
            with house.refuses("ROSTER_INVALID"):
                line.put_roster(person.next_roster(members))
        person.roster = person.next_roster([kitchen.member(), laptop.member(REVOKED)])
        line.put_roster(person.roster)
        with house.refuses("ROSTER_INVALID"):
            line.put_roster(person.next_roster([kitchen.member(), laptop.member()]))


def test_a_roster_signed_by_a_device_is_refused(house: MirrorFixture) -> None:
    person, kitchen = house.resident()
    body = pb.Roster.FromString(person.next_roster([kitchen.member()]).body)
    with house.line(kitchen) as line:
        for key in (kitchen.sign_key, SigningKey.generate()):
            with house.refuses("ROSTER_INVALID"):
                line.put_roster(signed_part(Domain.ROSTER, body, key))


def test_a_revoked_device_is_refused_by_every_call(house: MirrorFixture) -> None:
    person, kitchen = house.resident()
    laptop = house.second(person)
    person.roster = person.next_roster([kitchen.member(), laptop.member(REVOKED)])
    with house.line(laptop) as lost:
        lost.bundle()
        with house.line(kitchen) as line:
            line.put_roster(person.roster)
        calls = (
            lost.bundle,
            lost.pull,
            lambda: lost.push(person.push(laptop, laptop.ops(1))),
            lambda: lost.put_roster(person.roster),
            lambda: lost.rotate(rotate_request(person, laptop)),
        )
        for call in calls:
            with house.refuses("DEVICE_REVOKED"):
                call()
