"""What is acknowledged is stored, gapless and once; what is refused leaves the store as it was."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import GENESIS, MAX_PUSH_BYTES, Domain, payload_hash, verify_message
from tests.cloud_mirror.conftest import MirrorFixture
from tests.cloud_mirror.grpc_caller import MirrorLink, decode_token
from tests.cloud_mirror.mirror_account import Person, SimDevice, chain_after, named_bytes, signed_part


def pushed(line: MirrorLink, person: Person, device: SimDevice, count: int, **how: object) -> pb.PushRequest:
    """Ops that the mirror has acknowledged."""
    request = person.push(device, device.ops(count, **how))  # type: ignore[arg-type]
    line.push(request)
    person.took(device, request)
    return request


def test_an_ack_is_signed_by_the_mirror_and_names_seq_and_chain(house: MirrorFixture) -> None:
    person, device = house.resident()
    request = person.push(device, device.ops(3))
    with house.line(device) as line:
        answer = line.call("Push", request)
    assert isinstance(answer, pb.PushResponse)
    mirror_key = decode_token(house.token).mirror_key
    assert answer.ack.signer == mirror_key
    assert verify_message(Domain.ACK, answer.ack.body, answer.ack.signature, mirror_key)
    ack = pb.Ack.FromString(answer.ack.body)
    assert (ack.vault_id, ack.device_id) == (person.vault_id, device.id)
    assert (ack.seq, ack.chain) == (3, chain_after(GENESIS, list(request.ops)))


def test_a_push_sent_again_changes_nothing_and_is_acknowledged_again(house: MirrorFixture) -> None:
    person, device = house.resident()
    with house.line(device) as line:
        first = pushed(line, person, device, 3)
        head = (device.seq, device.chain)
        later = pushed(line, person, device, 300)
        before = house.store.digest()
        for request in (later, first):
            ack = line.push(request)
            assert (ack.seq, ack.chain) == (303, device.chain)
        assert house.store.digest() == before
        overlap = device.ops(2)
        both = [*first.ops[2:], *later.ops, *overlap]
        assert line.push(person.push(device, both, chain_after(GENESIS, list(first.ops[:2])))).seq == 305
        assert head[0] == 3


def test_what_was_stored_already_is_acknowledged_even_when_the_epoch_has_moved_on(house: MirrorFixture) -> None:
    person, device = house.resident()
    with house.line(device) as line:
        request = pushed(line, person, device, 1)
        rotation = rotate_request(person, device)
        line.rotate(rotation)
        assert line.push(request).seq == 1


def rotate_request(person: Person, by: SimDevice) -> pb.RotateRequest:
    person.epoch = person.next_epoch(by, person.devices)
    person.epoch_number += 1
    pages = [person.page(device, n) for device in person.devices for n in range((device.seq + 255) // 256)]
    return pb.RotateRequest(epoch=person.epoch, token=person.token(), pages=pages)


def test_a_gap_is_refused_with_the_number_that_is_expected(house: MirrorFixture) -> None:
    person, device = house.resident()
    with house.line(device) as line:
        pushed(line, person, device, 2)
        ops = device.ops(3)
        with house.refuses("SEQ_GAP") as refused:
            line.push(person.push(device, ops[1:]))
        assert refused[0].metadata == {"expected": "3"}
        with house.refuses("SEQ_GAP") as refused:
            line.push(person.push(device, [ops[0], ops[2]]))
        assert refused[0].metadata == {"expected": "4"}


def test_another_op_under_a_stored_number_or_id_is_refused(house: MirrorFixture) -> None:
    person, device = house.resident()
    laptop = house.second(person)
    with house.line(device) as line, house.line(laptop) as other:
        first = pushed(line, person, device, 2)
        clone = SimDevice(device.name)
        clone.certificate = device.certificate
        with house.refuses("OP_ID_REUSED"):
            line.push(person.push(clone, clone.ops(2, tag="clone")))
        stolen = laptop.ops(1)
        stolen[0].op_id = first.ops[0].op_id
        with house.refuses("OP_ID_REUSED"):
            other.push(person.push(laptop, stolen))
        twice = device.ops(2)
        twice[1].op_id = twice[0].op_id
        with house.refuses("OP_ID_REUSED"):
            line.push(person.push(device, twice))


def test_ops_of_two_people_with_the_same_id_do_not_meet(house: MirrorFixture) -> None:
    person, device = house.resident()
    other, second = house.resident()
    with house.line(device) as line, house.line(second) as beside:
        request = pushed(line, person, device, 1)
        ops = second.ops(1, erases=(request.ops[0].op_id,))
        ops[0].op_id = request.ops[0].op_id
        assert beside.push(other.push(second, ops)).seq == 1
        assert line.pull()[0].ops[0].payload == request.ops[0].payload, "nobody erases another's ops"


def test_an_epoch_that_is_not_the_current_one_is_refused(house: MirrorFixture) -> None:
    person, device = house.resident()
    person.epoch_number = 2
    with house.line(device) as line, house.refuses("EPOCH_STALE") as refused:
        line.push(person.push(device, device.ops(1)))
    assert refused[0].metadata == {"epoch": "1"}


def test_too_many_ops_or_bytes_are_refused(house: MirrorFixture) -> None:
    person, device = house.resident()
    with house.line(device) as line:
        with house.refuses("TOO_MUCH"):
            line.push(person.push(device, device.ops(501)))
        with house.refuses("TOO_MUCH"):
            line.push(person.push(device, device.ops(1, size=MAX_PUSH_BYTES)))
        assert line.push(person.push(device, device.ops(500, size=1_900))).seq == 500


BROKEN: dict[str, Callable[[pb.PushRequest], object]] = {
    "op_id of another length": lambda r: setattr(r.ops[1], "op_id", b"short"),
    "hash of another payload": lambda r: setattr(r.ops[1], "payload_hash", payload_hash(b"other")),
    "payload without wrap": lambda r: setattr(r.ops[1], "wrap", b""),
    "wrap without payload": lambda r: setattr(r.ops[1], "payload", b""),
    "erased with payload": lambda r: setattr(r.ops[1], "erased", True),
    "number that no store keeps": lambda r: setattr(r.ops[1], "seq", 1 << 63),
    "transaction that no store keeps": lambda r: setattr(r.ops[1], "txn_id", 1 << 63),
    "target of another length": lambda r: r.ops[1].erases.append(b"short"),
    "page key missing": lambda r: r.ClearField("pages"),
    "page of another device": lambda r: setattr(r.pages[0], "device_id", named_bytes("x", 16)),
    "page of another epoch": lambda r: setattr(r.pages[0], "epoch", 7),
    "page twice": lambda r: r.pages.append(r.pages[0]),
    "page without key": lambda r: setattr(r.pages[0], "box", b""),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_malformed_push_is_refused_whole(house: MirrorFixture, broken: str) -> None:
    person, device = house.resident()
    request = person.push(device, device.ops(3))
    BROKEN[broken](request)
    with house.line(device) as line, house.refuses("MALFORMED") as refused:
        line.push(request)
    assert "BadRequest" in refused[0].details


def test_a_checkpoint_that_is_not_the_device_s_own_end_is_refused(house: MirrorFixture) -> None:
    person, device = house.resident()
    laptop = house.second(person)
    ops = device.ops(2)
    end = chain_after(GENESIS, ops)
    right = person.checkpoint(device, 2, end)
    wrong = [
        pb.Signed(body=right.body, signature=bytes(64), signer=right.signer),
        signed_part(Domain.CHECKPOINT, pb.Checkpoint.FromString(right.body), laptop.sign_key),
        signed_part(Domain.ACK, pb.Checkpoint.FromString(right.body), device.sign_key),
        person.checkpoint(laptop, 2, end),
        person.checkpoint(device, 2, end, device_id=laptop.id),
        person.checkpoint(device, 1, end),
        person.checkpoint(device, 2, named_bytes("another chain")),
        person.checkpoint(device, 2, end, vault_id=named_bytes("another", 16)),
        person.checkpoint(device, 2, end, epoch=7),
        person.checkpoint(device, 2, end, roster_version=99),
        pb.Signed(body=b"\xff", signature=bytes(64), signer=bytes(device.sign_key.verify_key)),
        pb.Signed(),
    ]
    with house.line(device) as line:
        for checkpoint in wrong:
            request = person.push(device, ops)
            request.checkpoint.CopyFrom(checkpoint)
            with house.refuses("CHECKPOINT_INVALID"):
                line.push(request)


def test_another_key_for_a_page_that_has_one_is_refused(house: MirrorFixture) -> None:
    person, device = house.resident()
    with house.line(device) as line:
        pushed(line, person, device, 1)
        request = person.push(device, device.ops(1))
        request.pages[0].box = named_bytes("another key")
        with house.refuses("PAGES_CHANGED"):
            line.push(request)
        del request.pages[:]
        assert line.push(request).seq == 2, "a page that is stored need not be sent again"


def test_a_push_without_ops_leaves_a_newer_checkpoint_as_a_witness(house: MirrorFixture) -> None:
    person, device = house.resident()
    with house.line(device) as line:
        pushed(line, person, device, 2)
        request = person.push(device, [])
        seen = [pb.Seen(device_id=named_bytes("other", 16), seq=9, chain=named_bytes("c"))]
        request.checkpoint.CopyFrom(person.checkpoint(device, 2, device.chain, seen=seen))
        assert line.push(request).seq == 2
        assert list(line.bundle().checkpoints) == [request.checkpoint]


def test_an_erase_destroys_payload_and_wrap_of_its_targets_and_keeps_the_chain(house: MirrorFixture) -> None:
    person, device = house.resident()
    laptop = house.second(person)
    with house.line(device) as line, house.line(laptop) as other:
        request = pushed(line, person, device, 3)
        pushed(other, person, laptop, 1, erases=(request.ops[1].op_id,))
        ops = ops_of(line, device)
        assert [(op.erased, bool(op.payload), bool(op.wrap)) for op in ops] == [
            (False, True, True),
            (True, False, False),
            (False, True, True),
        ]
        assert chain_after(GENESIS, ops) == device.chain
        assert line.push(request).seq == 3, "a device that does not know yet may send it again"
        assert ops_of(line, device) == ops, "and it does not come back"


def test_an_op_that_comes_after_its_erasure_is_stored_without_its_payload(house: MirrorFixture) -> None:
    person, device = house.resident()
    laptop = house.second(person)
    late = device.ops(2)
    with house.line(device) as line, house.line(laptop) as other:
        pushed(other, person, laptop, 1, erases=(late[1].op_id,))
        line.push(person.push(device, late))
        first, second = ops_of(line, device)
        assert first.payload
        assert (second.payload, second.wrap, second.erased) == (b"", b"", True)
        assert second.payload_hash == late[1].payload_hash


def test_an_op_and_its_erasure_in_one_push(house: MirrorFixture) -> None:
    person, device = house.resident()
    ops = device.ops(3)
    ops[2].erases.append(ops[0].op_id)
    ops[2].payload = ops[2].wrap = b""
    ops[2].payload_hash = payload_hash(b"")
    with house.line(device) as line:
        assert line.push(person.push(device, ops)).seq == 3
        assert [op.erased for op in ops_of(line, device)] == [True, False, False]


def test_an_op_that_its_device_has_forgotten_already_comes_as_erased(house: MirrorFixture) -> None:
    person, device = house.resident()
    ops = device.ops(1)
    ops[0].payload = ops[0].wrap = b""
    ops[0].erased = True
    with house.line(device) as line:
        assert line.push(person.push(device, ops)).seq == 1
        assert ops_of(line, device)[0].erased


def ops_of(line: MirrorLink, device: SimDevice) -> list[pb.Op]:
    return [op for answer in line.pull() if answer.device_id == device.id for op in answer.ops]
