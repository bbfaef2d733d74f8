"""A store that may not be written is called that, by whatever it is kept shut, and stays as it is."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cloud_mirror.stores.store_sqlite import SqliteStore
from tests.cloud_mirror.process.test_serving import command
from tests.sim.machine_requirements import PUBLIC_FOLDER, small_disk
from tests.sim.mirror_process import ROOT

NOBODY = 65_534
OPEN = f"""
import os, sys
from pathlib import Path
from cloud_mirror.core.errors import MirrorError
from cloud_mirror.stores.store_sqlite import SqliteStore
if os.geteuid() == 0:
    os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
try:
    store = SqliteStore(Path(sys.argv[1]))
    for name in sys.argv[2:]:
        os.chmod(name, 0)
        store.read(lambda tx: tx.known(bytes(16), []))
except MirrorError as error:
    print(error.code, error)
"""


def opened_by_a_plain_user(folder: Path, *names: str) -> str:
    """What is said when somebody who is not root opens a store in this folder, and the others are shut behind them."""
    words = [sys.executable, "-c", OPEN, *(str(folder / name) for name in names)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=True, env=environment).stdout


def held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture
def folder() -> Iterator[Path]:
    """A store of a plain user's, who can reach it: pytest's own folders are shut to others."""
    with tempfile.TemporaryDirectory(dir=PUBLIC_FOLDER) as name:
        made = Path(name)
        SqliteStore(made / "m.db").close()
        if os.geteuid() == 0:
            for path in (made, *made.iterdir()):
                os.chown(path, NOBODY, NOBODY)
        yield made


@pytest.mark.parametrize(
    ("shut", "mode", "name", "named"),
    [
        ("", 0o500, "m.db", "write {}, or"),
        ("", 0o500, "new.db", "write {}, or"),
        ("m.db", 0o400, "m.db", "write {}/m.db, or"),
        ("m.db", 0o000, "m.db", "write {}/m.db, or"),
        ("m.db.tokens", 0o400, "m.db", "write {}/m.db.tokens, or"),
    ],
)
def test_what_may_not_be_written_is_named(folder: Path, shut: str, mode: int, name: str, named: str) -> None:
    before = held(folder)
    (folder / shut).chmod(mode)
    told = opened_by_a_plain_user(folder, name)
    assert told.startswith("STORE_READ_ONLY")
    assert named.format(folder) in told
    (folder / shut).chmod(0o700)
    assert held(folder) == before
    for path in folder.iterdir():
        path.chmod(0o600)
    assert opened_by_a_plain_user(folder, "m.db") == ""


@pytest.mark.parametrize("name", ["m.db", "m.db.tokens"])
def test_one_that_is_shut_while_it_is_used_is_named_too(folder: Path, name: str) -> None:
    told = opened_by_a_plain_user(folder, "m.db", name)
    assert told.startswith("STORE_READ_ONLY")
    assert f"write {folder}/{name}, or" in told


def test_a_store_without_its_tokens_is_not_given_any_when_it_is_refused(folder: Path) -> None:
    (folder / "m.db.tokens").unlink()
    before = held(folder)
    (folder / "m.db").chmod(0o400)
    assert opened_by_a_plain_user(folder, "m.db").startswith("STORE_READ_ONLY")
    assert held(folder) == before


def test_a_read_only_disk_is_named(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "size=3m") as disk:
        SqliteStore(disk / "m.db").close()
        before = held(disk)
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        words = ("serve", "--listen", "127.0.0.1:0", "--state", str(tmp_path / "s"), "--store")
        for name in ("m.db", "new.db"):
            refused = command(*words, f"sqlite:///{disk}/{name}")
            assert refused.returncode == 105, refused.stderr
            assert f"{disk}, or its disk is read-only" in refused.stderr
        assert held(disk) == before


@pytest.mark.parametrize("name", ["no/m.db", "m.db/m.db"])
def test_a_folder_that_is_not_there_is_still_a_wrong_url(folder: Path, name: str) -> None:
    assert opened_by_a_plain_user(folder, name).startswith("BAD_STORE_URL")
