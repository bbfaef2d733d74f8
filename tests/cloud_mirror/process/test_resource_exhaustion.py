"""What an operator's bad day does to the mirror: readers that do not read, a disk without room, a database that comes
and goes. It stays small, acknowledges nothing that it does not have, and goes on by itself."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from cloud_mirror.stores.open_store import open_store
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.cloud_mirror.conftest import MirrorFixture
from tests.cloud_mirror.grpc_caller import HEADERS, MirrorLink, RefusedCall
from tests.cloud_mirror.mirror_account import Person, SimDevice
from tests.cloud_mirror.rpc.test_push import pushed
from tests.sim.machine_requirements import grow_disk, small_disk
from tests.sim.mirror_process import RunningMirror, running_mirror
from tests.sim.postgres import private_postgres

MIB = 1 << 20
MOST_GROWN = 50 * MIB
READERS, PUSHES = 6, 30
"""Six readers that were sent 28 MB each would hold 168 MB."""


def _resident_bytes(mirror: RunningMirror) -> int:
    """The most memory that the mirror ever had."""
    assert mirror.process is not None
    told = Path(f"/proc/{mirror.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in told.splitlines() if line.startswith("VmHWM")) * 1_024


def test_readers_that_do_not_read_cost_the_mirror_little_and_get_all_in_the_end(tmp_path: Path) -> None:
    with running_mirror(tmp_path) as mirror, ExitStack() as held:
        house = MirrorFixture(mirror, open_store(mirror.store_url))
        person, device = house.resident()
        line = held.enter_context(house.line(device))
        for _ in range(PUSHES):
            pushed(line, person, device, 500, size=1_900)
        line.pull()
        before = _resident_bytes(mirror)
        readers = [held.enter_context(house.line(device)) for _ in range(READERS)]
        streams = [reader.stub.Pull(pb.PullRequest(), timeout=120, metadata=HEADERS) for reader in readers]
        begun = [len(next(stream).ops) for stream in streams]
        for _ in range(100):  # others are served meanwhile
            line.bundle()
        assert _resident_bytes(mirror) - before < MOST_GROWN
        rest = [sum(len(segment.ops) for segment in stream) for stream in streams]
        assert [first + more for first, more in zip(begun, rest, strict=True)] == [500 * PUSHES] * READERS
        assert _resident_bytes(mirror) - before < MOST_GROWN
        house.store.close()


def test_a_mirror_without_room_acknowledges_nothing_and_goes_on_when_there_is_some(tmp_path: Path) -> None:
    with (
        small_disk(tmp_path / "disk", "size=3m") as disk,
        running_mirror(tmp_path / "m", f"sqlite:///{disk}/mirror.db") as mirror,
    ):
        house = MirrorFixture(mirror, open_store(mirror.store_url))
        person, device = house.resident()
        with house.line(device) as line:
            refused = _until_refused(line, person, device)
            assert refused.reason == "STORE_FULL"
            assert refused.code.name == "RESOURCE_EXHAUSTED"
            lost = person.push(device, device.ops(300, size=1_900))
            with pytest.raises(RefusedCall):
                line.push(lost)
            assert line.bundle().checkpoints, "what it has it goes on telling"
            assert _stored(house, person, device) == device.seq > 0
            grow_disk(disk, "60m")
            assert line.push(lost).seq == device.seq + 300
            person.took(device, lost)
            pushed(line, person, device, 300, size=1_900)
            assert [op.seq for answer in line.pull() for op in answer.ops] == list(range(1, device.seq + 1))
        house.store.close()


def _until_refused(line: MirrorLink, person: Person, device: SimDevice) -> RefusedCall:
    for _ in range(100):
        try:
            pushed(line, person, device, 100, size=1_900)
        except RefusedCall as refused:
            return refused
    raise AssertionError("the disk was not full")


def _stored(house: MirrorFixture, person: Person, device: SimDevice) -> int:
    return house.store.read(lambda tx: tx.head(person.vault_id, device.id)).seq


def test_a_database_that_restarts_in_the_middle_of_pushes_has_each_acknowledged_op_once(tmp_path: Path) -> None:
    with private_postgres(durable=True) as server, running_mirror(tmp_path, server.new_database()) as mirror:
        house = MirrorFixture(mirror, open_store(mirror.store_url))
        person, device = house.resident()
        taken, enough, refusals = threading.Semaphore(0), threading.Event(), set[str]()
        with house.line(device) as line:
            pushing = threading.Thread(target=_pushed_until, args=(line, person, device, taken, enough, refusals))
            pushing.start()
            for _ in range(3):
                for _ in range(4):
                    assert taken.acquire(timeout=60), "pushes are taken again after the restart"
                server.kill()
                server.start()
            enough.set()
            pushing.join(60)
            assert [op.seq for answer in line.pull() for op in answer.ops] == list(range(1, device.seq + 1))
        assert refusals <= {"STORE_BUSY"}
        assert _stored(house, person, device) == device.seq >= 12 * 20
        house.store.close()


def _pushed_until(
    line: MirrorLink,
    person: Person,
    device: SimDevice,
    taken: threading.Semaphore,
    enough: threading.Event,
    refusals: set[str],
) -> None:
    """Push after push; one that is refused is sent again as it is."""
    while not enough.is_set():
        request = person.push(device, device.ops(20))
        _sent_until_taken(line, request, refusals)
        person.took(device, request)
        taken.release()


def _sent_until_taken(line: MirrorLink, request: pb.PushRequest, refusals: set[str]) -> None:
    for _ in range(1_000):
        try:
            assert line.push(request).seq == request.ops[-1].seq
        except RefusedCall as refused:
            refusals.add(refused.reason)
        else:
            return
    raise AssertionError("the mirror did not find its database again")
