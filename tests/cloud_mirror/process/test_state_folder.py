"""The mirror's keys are made once: a lost one is told of and never replaced, and a making that was cut off goes on."""

from __future__ import annotations

import json
import os
import random
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from cloud_mirror.platform.clock import SystemMirrorClock
from cloud_mirror.server.authority import FolderAuthority
from cloud_mirror.server.state_folder import FILES
from tests.cloud_mirror.process.test_serving import command
from tests.sim.disk.failing_disk import Failure, build_disk_library
from tests.sim.disk.power_loss_model import Disk, recorded
from tests.sim.mirror_process import ROOT

LOST = [lost for count in (1, 2) for lost in combinations(FILES, count)]
WHOLE = sorted((*FILES, "lock"))
WAYS = ("none", "all", "some", "torn")
OPEN = (
    "from cloud_mirror.platform.clock import SystemMirrorClock; "
    "from cloud_mirror.server.authority import FolderAuthority;"
)
FAILING = f"""
import os, sys
from pathlib import Path
from cloud_mirror.core.errors import StateUnusable
from tests.sim.disk.failing_disk import Disk
{OPEN}
place, how, disk, at, status = Path(sys.argv[1]), int(sys.argv[2]), Disk(), 0, 1
while status:
    at += 1
    (place / str(at)).mkdir()
    child = os.fork()
    if not child:
        disk.watch(place / str(at))
        disk.fail(at, how)
        try:
            FolderAuthority(place / str(at), SystemMirrorClock())
        except StateUnusable:
            os._exit(95)
        os._exit(0 if disk.count() < at else 95)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, 95, 137), status
"""
RECORDED = f"""
import sys
from pathlib import Path
from tests.sim.disk.failing_disk import Disk
{OPEN}
disk = Disk()
disk.watch(Path(sys.argv[1]))
disk.lie(sys.argv[3]) if sys.argv[3] else None
disk.record(Path(sys.argv[2]))
FolderAuthority(Path(sys.argv[1]), SystemMirrorClock())
disk.mark("made")
"""


def on_failing_disk(script: str, *words: str) -> None:
    environment = {**os.environ, "LD_PRELOAD": str(build_disk_library()), "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", script, *words], check=True, timeout=60, cwd=ROOT, env=environment)


def held(state: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in state.iterdir()}


@pytest.fixture(scope="module")
def in_use(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A state folder from which somebody was invited."""
    state = tmp_path_factory.mktemp("in use")
    FolderAuthority(state, SystemMirrorClock()).invite(1)
    return state


@pytest.fixture
def state(in_use: Path, tmp_path: Path) -> Path:
    return shutil.copytree(in_use, tmp_path / "s")


def refusals(state: Path) -> Iterator[subprocess.CompletedProcess[str]]:
    """What both commands say to this state folder."""
    store = state.with_name("m.db")
    yield command("invite", "--state", str(state), "--json")
    yield command("serve", "--listen", "127.0.0.1:0", "--store", f"sqlite:///{store}", "--state", str(state), "--json")
    assert not store.exists()


@pytest.mark.parametrize("lost", LOST, ids="+".join)
def test_a_lost_key_is_told_of_and_no_other_is_touched(state: Path, lost: tuple[str, ...]) -> None:
    for name in lost:
        (state / name).unlink()
    before = held(state)
    for refused in refusals(state):
        assert refused.returncode == 96, refused.stderr
        assert json.loads(refused.stdout)["error"]["code"] == "STATE_DAMAGED"
        assert f"{state / lost[0]} is missing" in refused.stderr
        assert held(state) == before


def test_keys_on_another_disk_that_is_not_there_are_not_replaced(state: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "stick"
    elsewhere.mkdir()
    for name in FILES:
        (state / name).rename(elsewhere / name)
        (state / name).symlink_to(elsewhere / name)
    assert command("invite", "--state", str(state)).returncode == 0
    elsewhere.rename(tmp_path / "unplugged")
    for refused in refusals(state):
        assert refused.returncode == 96, refused.stderr
    assert sorted(path.name for path in state.iterdir()) == WHOLE
    assert all((state / name).is_symlink() for name in FILES)


@pytest.mark.parametrize("name", ["ca.key", "mirror.key"])
@pytest.mark.parametrize("mode", [0o644, 0o640, 0o602])
def test_a_key_that_others_can_read_is_not_used(state: Path, name: str, mode: int) -> None:
    (state / name).chmod(mode)
    before = held(state)
    for refused in refusals(state):
        assert refused.returncode == 104, refused.stderr
        assert json.loads(refused.stdout)["error"]["code"] == "KEY_EXPOSED"
        assert f"chmod 600 {state / name}" in refused.stderr
        assert held(state) == before
    (state / name).chmod(0o600)
    assert command("invite", "--state", str(state)).returncode == 0


@pytest.mark.parametrize("how", Failure)
def test_a_making_that_failed_at_any_change_to_the_disk_goes_on_at_the_next_start(tmp_path: Path, how: Failure) -> None:
    on_failing_disk(FAILING, str(tmp_path), str(int(how)))
    folders, named = sorted(tmp_path.iterdir()), set()
    assert len(folders) > len(FILES) * 4, "making, writing, syncing and naming each was a change"
    for state in folders:
        before = held(state)
        given = {name: content for name, content in before.items() if name in FILES}
        named.add(len(given))
        made = FolderAuthority(state, SystemMirrorClock())
        after = held(state)
        assert sorted(after) == WHOLE
        assert {name: after[name] for name in given} == given, "what had its name may have been used"
        assert FolderAuthority(state, SystemMirrorClock()).public_key() == made.public_key()
        assert {stat.S_IMODE((state / name).stat().st_mode) for name in FILES} == {0o600}
        assert held(state) == after
    assert named == {0, 1, 2, 3}, "some ended before the first name, some in the middle, some after the last"


def left_by_power_losses(tmp_path: Path, lie: str = "") -> Iterator[tuple[Path, dict[str, bytes]]]:
    """State folders as a power loss may leave them, each with what was acknowledged before."""
    lived_in = tmp_path / "lived" / "state"
    lived_in.mkdir(parents=True)
    begun = shutil.copytree(lived_in, tmp_path / "begun" / "state")
    on_failing_disk(RECORDED, str(lived_in), str(tmp_path / "log"), lie)
    disk, chance, acknowledged = Disk(begun, lived_in), random.Random(1), dict[str, bytes]()
    for event in recorded(tmp_path / "log"):
        disk.take(event)
        if event.op == "M":
            acknowledged = {name: (lived_in / name).read_bytes() for name in FILES}
        for way in WAYS * 8:
            state = tmp_path / "left"
            shutil.rmtree(state, ignore_errors=True)
            for path, content in disk.after_losing_power(chance, way).items():
                place = state / Path(path).relative_to("state")
                if content is None:
                    place.mkdir(exist_ok=True)
                else:
                    place.touch(mode=0o600)
                    place.write_bytes(content)
            yield state, acknowledged
    assert acknowledged


def test_after_losing_power_at_any_moment_the_making_goes_on_and_what_was_used_stays(tmp_path: Path) -> None:
    for state, acknowledged in left_by_power_losses(tmp_path):
        FolderAuthority(state, SystemMirrorClock())
        after = held(state)
        assert sorted(after) == WHOLE
        assert {name: after[name] for name in acknowledged} == acknowledged


@pytest.mark.parametrize("lie", ["ca.key.new", "mirror.key.new", "state"])
def test_without_a_sync_of_a_key_or_of_its_folder_it_would_be_seen(tmp_path: Path, lie: str) -> None:
    def spoilt() -> Iterator[bool]:
        for state, acknowledged in left_by_power_losses(tmp_path, lie):
            before = held(state)
            yield any(before.get(name, before.get(f"{name}.new")) != acknowledged[name] for name in acknowledged)

    assert any(spoilt())
