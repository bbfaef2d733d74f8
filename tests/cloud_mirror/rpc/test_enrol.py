"""A device comes in once per invitation, with what only its account could have signed."""

from __future__ import annotations

import pytest
from nacl.signing import SigningKey

from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import Domain
from tests.cloud_mirror.conftest import MirrorFixture
from tests.cloud_mirror.mirror_account import REVOKED, Person, SimDevice, named_bytes, signed_part


def test_an_enrolled_device_sees_its_own_roster_epoch_and_token(house: MirrorFixture) -> None:
    person, device = house.resident()
    with house.line(device) as line:
        bundle = line.bundle()
    assert (bundle.roster, bundle.epoch, bundle.token) == (person.roster, person.epoch, person.token())
    assert not bundle.pages
    assert not bundle.checkpoints


def test_an_invitation_is_spent_by_one_enrolment(house: MirrorFixture) -> None:
    token = house.mirror.invite()
    person, device = house.stranger()
    with house.guest(token) as line:
        line.enrol(person.enrolment(device))
    other, second = house.stranger()
    with house.guest(token) as line, house.refuses("INVITATION_SPENT"):
        line.enrol(other.enrolment(second))
    with house.guest(token) as line, house.refuses("INVITATION_SPENT"):
        line.begin(person.account())


def test_the_same_enrolment_again_has_the_same_answer_because_the_first_may_have_been_lost(
    house: MirrorFixture,
) -> None:
    token = house.mirror.invite()
    person, device = house.stranger()
    request = person.enrolment(device)
    with house.guest(token) as line:
        first = line.enrol(request)
        before = house.store.digest()
        assert line.enrol(request) == first
        assert house.store.digest() == before


def test_a_device_that_lost_the_answer_may_come_with_another_invitation_and_nobody_else(house: MirrorFixture) -> None:
    person, device = house.stranger()
    request = person.enrolment(device)
    with house.guest() as line:
        first = line.enrol(request)
    with house.guest() as line:
        assert line.enrol(request) == first
    other = pb.EnrolRequest()
    other.CopyFrom(request)
    other.tls_request = SimDevice(f"{person.name} with a new key").tls_request(device.id.hex())
    with house.guest() as line, house.refuses("ACCOUNT_EXISTS"):
        line.enrol(other)


def test_an_account_that_is_here_is_not_started_again(house: MirrorFixture) -> None:
    person, _ = house.resident()
    again = Person(person.name)
    with house.guest() as line, house.refuses("ACCOUNT_EXISTS"):
        line.enrol(again.enrolment(SimDevice(f"{person.name} other")))


def test_a_device_needs_an_invitation_to_enrol_and_an_invitation_may_do_nothing_else(house: MirrorFixture) -> None:
    person, device = house.resident()
    other, second = house.stranger()
    with house.line(device) as line, house.refuses("INVITATION_REQUIRED"):
        line.enrol(other.enrolment(second))
    with house.guest() as line:
        with house.refuses("CERTIFICATE_UNKNOWN"):
            line.bundle()
        with house.refuses("CERTIFICATE_UNKNOWN"):
            line.push(person.push(device, device.ops(1)))
        with house.refuses("CERTIFICATE_UNKNOWN"):
            line.pull()


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"previous": named_bytes("before")},
        {"suite": 2},
        {"min_suite": 0},
        {"vault_id": b"short"},
        {"recovery_auth_key": b""},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_first_roster_that_is_not_sound_is_refused(house: MirrorFixture, change: dict[str, object]) -> None:
    person, device = house.stranger()
    request = person.enrolment(device)
    person.roster = pb.Signed()
    request.roster.CopyFrom(person.next_roster([device.member()], **change))
    with house.guest() as line, house.refuses("ROSTER_INVALID"):
        line.enrol(request)


def test_a_first_roster_signed_by_another_or_with_a_member_of_other_keys_is_refused(house: MirrorFixture) -> None:
    person, device = house.stranger()
    request = person.enrolment(device)
    body = pb.Roster.FromString(request.roster.body)
    forged = pb.EnrolRequest()
    forged.CopyFrom(request)
    forged.roster.CopyFrom(signed_part(Domain.ROSTER, body, SigningKey.generate()))
    with house.guest() as line, house.refuses("ROSTER_INVALID"):
        line.enrol(forged)
    forged.roster.CopyFrom(signed_part(Domain.EPOCH, body, person.account_key))  # right key, another domain
    with house.guest() as line, house.refuses("ROSTER_INVALID"):
        line.enrol(forged)
    body.members[0].sign_key = named_bytes("another key")
    forged.roster.CopyFrom(signed_part(Domain.ROSTER, body, person.account_key))
    with house.guest() as line, house.refuses("ROSTER_INVALID"):
        line.enrol(forged)
    forged.roster.CopyFrom(Person(person.name).next_roster([device.member(REVOKED)]))
    with house.guest() as line, house.refuses("ROSTER_INVALID"):
        line.enrol(forged)


def test_a_first_epoch_by_another_device_or_without_a_copy_for_the_words_is_refused(house: MirrorFixture) -> None:
    person, device = house.stranger()
    request = person.enrolment(device)
    body = pb.Epoch.FromString(request.epoch.body)
    request.epoch.CopyFrom(signed_part(Domain.EPOCH, body, SimDevice("stranger").sign_key))
    with house.guest() as line, house.refuses("EPOCH_INVALID"):
        line.enrol(request)
    del body.copies[0]
    request.epoch.CopyFrom(signed_part(Domain.EPOCH, body, device.sign_key))
    with house.guest() as line, house.refuses("EPOCH_INVALID"):
        line.enrol(request)


@pytest.mark.parametrize("field", ["tls_request", "token"])
def test_a_malformed_enrolment_names_the_part(house: MirrorFixture, field: str) -> None:
    person, device = house.stranger()
    request = person.enrolment(device)
    setattr(request, field, b"no")
    with house.guest() as line, house.refuses("MALFORMED") as refused:
        line.enrol(request)
    assert refused[0].details == ("ErrorInfo", "BadRequest")
    assert refused[0].message.startswith(f"{field}:")


def test_a_certificate_request_for_another_device_is_refused(house: MirrorFixture) -> None:
    person, device = house.stranger()
    request = person.enrolment(device)
    request.tls_request = device.tls_request(name=SimDevice("stranger").id.hex())
    with house.guest() as line, house.refuses("MALFORMED"):
        line.enrol(request)
