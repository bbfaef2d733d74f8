"""Promise: losing power while a file of a repository is replaced leaves the old bytes or the new ones."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from packages.storage.folders import FolderRepository
from tests.sim.disk.failing_disk import build_disk_library
from tests.sim.disk.power_loss_model import Disk, recorded

ROOT = Path(__file__).resolve().parents[3]
ROOT_FILE = "root.json"
OLD, NEW = b"old " * 1_000, b"new! " * 1_500
WAYS = ("none", "all", "some", "torn")
SESSION = """
import sys
from pathlib import Path
from packages.storage.folders import FolderRepository
from tests.sim.disk.failing_disk import Disk
folder, log, lie, new = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], b"new! " * 1_500
disk = Disk()
disk.watch(folder)
disk.lie(lie) if lie else None
disk.record(log)
FolderRepository(folder).put("root.json", new)
disk.mark("kept")
"""


def left(tmp_path: Path, lie: str = "") -> tuple[set[bytes], set[bytes]]:
    """What the file may hold after losing power, before it was acknowledged and after."""
    state, lived_in = tmp_path / "before" / "state", tmp_path / "after" / "state"
    for folder in (state, lived_in):
        FolderRepository(folder).put(ROOT_FILE, OLD)
    words = [sys.executable, "-c", SESSION, str(lived_in), str(tmp_path / "log"), lie]
    subprocess.run(words, check=True, timeout=60, cwd=ROOT, env={**os.environ, "LD_PRELOAD": str(build_disk_library())})
    disk, chance = Disk(state, lived_in), random.Random(1)
    found: tuple[set[bytes], set[bytes]] = (set(), set())
    acknowledged = False
    for event in recorded(tmp_path / "log"):
        disk.take(event)
        acknowledged |= event.op == "M"
        for way in WAYS * 20:
            content = disk.after_losing_power(chance, way).get(f"state/{ROOT_FILE}")
            found[acknowledged].add(content or b"")
    return found


def test_the_old_or_the_new_bytes_are_there_and_the_new_once_they_were_kept(tmp_path: Path) -> None:
    assert left(tmp_path) == ({OLD, NEW}, {NEW})


@pytest.mark.parametrize("lie", [f"{ROOT_FILE}.new", "state"])
def test_without_a_sync_of_the_file_or_of_its_folder_it_would_be_seen(tmp_path: Path, lie: str) -> None:
    before, after = left(tmp_path, lie)
    assert (before, after) != ({OLD, NEW}, {NEW})
    assert after != {NEW}
