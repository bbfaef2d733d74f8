"""Pull sends each device's ops in order, in segments of at most 256, ending at its newest checkpoint."""

from __future__ import annotations

from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import GENESIS, MAX_MESSAGE_BYTES
from tests.cloud_mirror.conftest import MirrorFixture
from tests.cloud_mirror.grpc_caller import HEADERS
from tests.cloud_mirror.mirror_account import REVOKED, chain_after
from tests.cloud_mirror.rpc.test_push import pushed


def test_all_devices_in_order_each_ending_at_its_checkpoint(house: MirrorFixture) -> None:
    person, kitchen = house.resident()
    laptop = house.second(person)
    with house.line(kitchen) as line, house.line(laptop) as other:
        for _ in range(2):
            pushed(line, person, kitchen, 300)
        pushed(other, person, laptop, 5)
        answers = line.pull()
    for device, sizes in ((kitchen, [256, 256, 88]), (laptop, [5])):
        own = [answer for answer in answers if answer.device_id == device.id]
        assert [len(answer.ops) for answer in own] == sizes
        assert [answer.HasField("checkpoint") for answer in own] == [False] * (len(sizes) - 1) + [True]
        assert chain_after(GENESIS, [op for answer in own for op in answer.ops]) == device.chain
        checkpoint = pb.Checkpoint.FromString(own[-1].checkpoint.body)
        assert (checkpoint.seq, checkpoint.chain) == (device.seq, device.chain)


def test_a_cursor_resumes_and_at_the_end_only_the_checkpoint_comes(house: MirrorFixture) -> None:
    person, kitchen = house.resident()
    with house.line(kitchen) as line:
        pushed(line, person, kitchen, 300)
        (rest,) = line.pull(pb.Cursor(device_id=kitchen.id, after_seq=290))
        assert [op.seq for op in rest.ops] == list(range(291, 301))
        for after in (300, 9_999):
            (end,) = line.pull(pb.Cursor(device_id=kitchen.id, after_seq=after))
            assert not end.ops
            assert end.checkpoint == rest.checkpoint
        with house.refuses("MALFORMED"):
            line.pull(pb.Cursor(device_id=kitchen.id, after_seq=1 << 63))


def test_an_empty_vault_is_an_empty_stream(house: MirrorFixture) -> None:
    _, kitchen = house.resident()
    with house.line(kitchen) as line:
        assert line.pull() == []


def test_large_ops_make_small_segments(house: MirrorFixture) -> None:
    person, kitchen = house.resident()
    with house.line(kitchen) as line:
        for _ in range(12):
            pushed(line, person, kitchen, 1, size=900_000)
        answers = line.pull()
    assert sum(len(answer.ops) for answer in answers) == 12
    assert max(answer.ByteSize() for answer in answers) < MAX_MESSAGE_BYTES


def test_a_reader_that_goes_away_ends_the_stream_and_a_revoked_one_gets_no_further(own_house: MirrorFixture) -> None:
    person, kitchen = own_house.resident()
    laptop = own_house.second(person)
    with own_house.line(kitchen) as line, own_house.line(laptop) as other:
        for _ in range(30):
            pushed(line, person, kitchen, 500, size=1_900)  # 28 MB: more than any buffer between the two
        stream = other.stub.Pull(pb.PullRequest(), timeout=60, metadata=HEADERS)
        next(stream)
        person.roster = person.next_roster([kitchen.member(), laptop.member(REVOKED)])
        line.put_roster(person.roster)
        status = None
        try:
            for _ in stream:
                pass
        except Exception as error:  # noqa: BLE001 - grpc's error class has no public name for both kinds
            status = error.code()  # type: ignore[attr-defined]
        assert str(status) == "StatusCode.PERMISSION_DENIED"
        gone = line.stub.Pull(pb.PullRequest(), timeout=60, metadata=HEADERS)
        next(gone)
        gone.cancel()
        assert line.bundle().checkpoints
    told = own_house.mirror.log.read_text()
    assert '"call": "Pull", "reason": "CANCELLED"' in told
