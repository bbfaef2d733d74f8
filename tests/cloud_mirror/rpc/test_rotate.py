"""A rotation brings everything that stays readable, or is refused; what it replaces is gone from the store's files."""

from __future__ import annotations

import pytest

from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import Domain, verify_message
from tests.cloud_mirror.conftest import MirrorFixture
from tests.cloud_mirror.grpc_caller import MirrorLink, decode_token
from tests.cloud_mirror.mirror_account import Person, SimDevice, named_bytes
from tests.cloud_mirror.rpc.test_push import pushed, rotate_request


def settled(house: MirrorFixture) -> tuple[Person, SimDevice, SimDevice]:
    """Two devices; 300 ops of one, 2 of the other, of which one erases op 3."""
    person, kitchen = house.resident()
    laptop = house.second(person)
    with house.line(kitchen) as line, house.line(laptop) as other:
        request = pushed(line, person, kitchen, 300)
        pushed(other, person, laptop, 2, erases=(request.ops[2].op_id,))
    return person, kitchen, laptop


def wraps(device: SimDevice, first: int, last: int, *, without: int = 3) -> list[pb.Wrap]:
    seqs = [seq for seq in range(first, last + 1) if seq != without]
    return [
        pb.Wrap(op_id=named_bytes(f"op {device.name} {seq}", 16), box=named_bytes(f"new wrap {seq}")) for seq in seqs
    ]


def test_a_rotation_replaces_page_keys_wraps_copies_and_token_and_lists_what_was_erased(house: MirrorFixture) -> None:
    person, kitchen, _ = settled(house)
    before = person.epoch
    with house.line(kitchen) as line:
        request = rotate_request(person, kitchen)
        request.wraps.extend(wraps(kitchen, 1, 256))
        erasure = line.rotate(request)
        mirror_key = decode_token(house.token).mirror_key
        assert verify_message(Domain.ERASURE, erasure.body, erasure.signature, mirror_key)
        body = pb.Erasure.FromString(erasure.body)
        assert (body.vault_id, body.epoch, list(body.op_ids)) == (
            person.vault_id,
            2,
            [named_bytes(f"op {kitchen.name} 3", 16)],
        )
        bundle = line.bundle()
        assert (bundle.epoch, bundle.token) == (person.epoch, person.token(2))
        assert bundle.epoch != before
        assert sorted(page.box for page in bundle.pages) == sorted(page.box for page in request.pages)
        stored = {op.op_id: op.wrap for answer in line.pull() for op in answer.ops}
        assert {wrap.op_id: stored[wrap.op_id] for wrap in request.wraps} == {w.op_id: w.box for w in request.wraps}
        assert house.store.read(lambda tx: tx.token(person.vault_id, 1)) == b""
        assert line.rotate(request) == erasure, "an answer that was lost is given again"
        person_next = rotate_request(person, kitchen)
        assert list(pb.Erasure.FromString(line.rotate(person_next).body).op_ids) == []


def broken_rotation(line: MirrorLink, person: Person, by: SimDevice, **changes: object) -> None:
    """Send a rotation whose epoch has these changes, and take it back."""
    keep = (person.epoch, person.epoch_number)
    request = rotate_request(person, by)
    person.epoch, person.epoch_number = keep
    request.epoch.CopyFrom(person.next_epoch(by, person.devices, **changes))
    line.rotate(request)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"epoch": 3}, "EPOCH_CONFLICT"),
        ({"epoch": 1}, "EPOCH_CONFLICT"),
        ({"previous": named_bytes("another")}, "EPOCH_CONFLICT"),
        ({"roster_version": 1}, "EPOCH_CONFLICT"),
        ({"vault_id": named_bytes("another", 16)}, "EPOCH_INVALID"),
        ({"suite": 0}, "EPOCH_INVALID"),
        ({"key_id": b""}, "EPOCH_INVALID"),
        ({"copies": []}, "EPOCH_INVALID"),
    ],
)
def test_an_epoch_that_does_not_follow_is_refused(house: MirrorFixture, change: dict[str, object], reason: str) -> None:
    person, kitchen, _ = settled(house)
    with house.line(kitchen) as line, house.refuses(reason):
        broken_rotation(line, person, kitchen, **change)


def test_an_epoch_without_a_copy_for_an_active_device_or_with_one_for_a_stranger_is_refused(
    house: MirrorFixture,
) -> None:
    person, kitchen, laptop = settled(house)
    stranger = SimDevice("stranger")
    for readers in ([kitchen], [kitchen, laptop, stranger]):
        copies = [pb.KeyCopy(device_id=who, box=b"box") for who in (b"", *(device.id for device in readers))]
        with house.line(kitchen) as line, house.refuses("EPOCH_INVALID"):
            broken_rotation(line, person, kitchen, copies=copies)


def test_an_epoch_signed_by_another_device_than_the_caller_is_refused(house: MirrorFixture) -> None:
    person, kitchen, laptop = settled(house)
    with house.line(kitchen) as line, house.refuses("EPOCH_INVALID"):
        line.rotate(rotate_request(person, laptop))


def test_the_token_and_the_key_are_new(house: MirrorFixture) -> None:
    person, kitchen, _ = settled(house)
    request = rotate_request(person, kitchen)
    request.token = person.token(1)
    with house.line(kitchen) as line, house.refuses("EPOCH_INVALID"):
        line.rotate(request)


def test_pages_and_wraps_that_are_not_those_of_the_store_are_refused(house: MirrorFixture) -> None:
    person, kitchen, _ = settled(house)
    sound = rotate_request(person, kitchen)
    missing, more, torn, dead, strange = (pb.RotateRequest() for _ in range(5))
    for request in (missing, more, torn, dead, strange):
        request.CopyFrom(sound)
    del missing.pages[0]
    more.pages.append(person.page(kitchen, 9))
    torn.wraps.extend(wraps(kitchen, 1, 255))  # an op of the page was pushed since
    dead.wraps.extend(wraps(kitchen, 1, 256, without=0))  # an op of the page was erased since
    strange.wraps.append(pb.Wrap(op_id=named_bytes("nothing", 16), box=b"box"))
    with house.line(kitchen) as line:
        for request in (missing, more, torn, dead, strange):
            with house.refuses("PAGES_CHANGED"):
                line.rotate(request)
        sound.pages[0].epoch = 1
        with house.refuses("MALFORMED"):
            line.rotate(sound)


def test_a_joining_device_rotates_once_its_roster_is_in(house: MirrorFixture) -> None:
    person, kitchen = house.resident()
    laptop = house.second(person, in_roster=False)
    person.devices.append(laptop)
    with house.line(laptop) as line:
        keep = (person.epoch, person.epoch_number)
        with house.refuses("DEVICE_UNKNOWN"):
            line.rotate(rotate_request(person, laptop))
        person.epoch, person.epoch_number = keep
        person.roster = person.next_roster([kitchen.member(), laptop.member()])
        line.put_roster(person.roster)
        line.rotate(rotate_request(person, laptop))
        assert line.bundle().epoch == person.epoch
