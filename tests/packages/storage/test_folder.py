"""Folders: links are not followed, and an error at every step leaves the old trust or the new, never half of it."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from packages.core.errors import BadName, KeyFileUnusable, PackageError, TrustLost, Unreachable
from packages.core.policy import PackagePolicy
from packages.core.ports import KeptTrust
from packages.documents.signing import public_hex, signing_key_id
from packages.installation.refresh import fetch_file, refresh_repository, trust_initial_root
from packages.storage.folders import FolderFetcher, FolderRepository
from packages.storage.key_files import make_key, read_key, read_public
from packages.verification.client import FetchFile, FileMissing, RefreshRequest
from packages.verification.trust import load_trusted
from tests.sim.device_under_test import DEVICE
from tests.sim.folder_trust_store import FolderTrustStore
from tests.sim.publisher import NOW_MS, Publisher

POLICY = PackagePolicy()
CALLS = ("open", "write", "fsync", "replace", "close")
ROOT = Path(__file__).resolve().parents[3]


def read(folder: Path, path: str, max_bytes: int = 100) -> bytes | None:
    pieces = FolderFetcher(folder).chunks(path, max_bytes, 0)
    return None if pieces is None else b"".join(pieces)


def test_a_file_comes_as_it_is_and_never_more_than_one_byte_past_the_cap(tmp_path: Path) -> None:
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / "big").write_bytes(b"x" * 1_000_000)
    assert read(tmp_path, "packages/big", 10) == b"x" * 11
    assert read(tmp_path, "packages/none") is None
    assert read(tmp_path, "packages/big/none") is None


@pytest.mark.parametrize("path", ["link", "folder-link/inside", "pipe", "folder"])
def test_v19_links_pipes_and_folders_are_not_files(tmp_path: Path, path: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "inside").write_bytes(b"x")
    (tmp_path / "link").symlink_to("/etc/passwd")
    (tmp_path / "folder-link").symlink_to(tmp_path / "folder")
    os.mkfifo(tmp_path / "pipe")
    try:
        assert read(tmp_path, path) is None
    except BadName:
        return
    assert path == "folder-link/inside", "a linked folder is as if it were not there"


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a/../b", "a//b", ".", "", "a\0b"])
def test_v19_a_path_that_leaves_the_folder_is_not_even_tried(tmp_path: Path, path: str) -> None:
    with pytest.raises(BadName):
        read(tmp_path, path)
    with pytest.raises(BadName):
        FolderRepository(tmp_path).put(path, b"x")
    assert list(tmp_path.iterdir()) == []


def test_publishing_through_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "repository").mkdir()
    (tmp_path / "repository" / "packages").symlink_to(tmp_path / "outside")
    with pytest.raises(BadName):
        FolderRepository(tmp_path / "repository").put("packages/x", b"x")
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_repository_that_is_not_there_is_out_of_reach(tmp_path: Path) -> None:
    with pytest.raises(Unreachable):
        read(tmp_path / "none", "x")
    assert isinstance(fetch_file(FolderFetcher(tmp_path), FetchFile("x", 1), lambda: 0, POLICY), FileMissing)


def test_trust_that_was_never_given_or_is_damaged_is_said_so(tmp_path: Path) -> None:
    store = FolderTrustStore(tmp_path / "trust")
    with pytest.raises(TrustLost):
        store.load()
    publisher = Publisher()
    store.keep_root(1, publisher.files["1.root.json"])
    (tmp_path / "trust" / "catalog.json").write_bytes(b"{")
    with pytest.raises(TrustLost):
        load_trusted(store.load(), POLICY)


def test_a_root_that_is_trusted_is_not_replaced_by_handing_over_another(tmp_path: Path) -> None:
    store, publisher = FolderTrustStore(tmp_path), advanced()
    assert trust_initial_root(store, publisher.files["1.root.json"], POLICY) == 1
    refresh_repository(publisher, store, RefreshRequest(DEVICE, NOW_MS), publisher.stopwatch, POLICY)
    before = store.load()
    assert trust_initial_root(store, publisher.files["1.root.json"], POLICY) == 3, (
        "an older one of the chain is no way back"
    )
    publisher.next_root()
    other = publisher.publish_root(["root-b", "root-c"], at=3)
    for root in (publisher.files["4.root.json"], other):
        with pytest.raises(TrustLost):
            trust_initial_root(store, root, POLICY)
    with pytest.raises(PackageError):
        trust_initial_root(store, publisher.publish_root(["root-a"], at=5), POLICY)
    assert store.load() == before


def advanced() -> Publisher:
    """Two roots and a catalogue further than what the device trusts."""
    publisher = Publisher()
    publisher.next_root()
    publisher.next_root()
    publisher.publish({("kitchen", "1.4"): ("whisk",)})
    return publisher


def code_of(call: Callable[[], object]) -> str:
    """The code that a call is refused with; empty when it is not."""
    try:
        call()
    except PackageError as refusal:
        return refusal.code
    return ""


class Failing:
    """The n-th call of the named functions of `os` fails; a write of it may be short first."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int, error: int) -> None:
        self.left, self.error = at, error
        for name in CALLS:
            monkeypatch.setattr(os, name, self.around(getattr(os, name)))

    def around(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def failing(*args: Any, **named: Any) -> Any:
            self.left -= 1
            if self.left == 0:
                if call.__name__ == "write":
                    call(args[0], bytes(args[1])[: len(args[1]) // 2])
                if call.__name__ == "close":
                    call(*args)
                raise OSError(self.error, os.strerror(self.error))
            return call(*args, **named)

        return failing


@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC])
def test_an_error_at_every_step_of_keeping_leaves_the_old_or_the_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    publisher = advanced()
    wanted = KeptTrust(publisher.files["3.root.json"], publisher.files["catalog.json"])
    known = {publisher.files[f"{number}.root.json"] for number in (1, 2, 3)}
    codes: list[str] = []
    for at in range(1, 200):
        store = FolderTrustStore(tmp_path / f"trust{at}")
        trust_initial_root(store, publisher.files["1.root.json"], POLICY)
        request = RefreshRequest(DEVICE, NOW_MS)
        with monkeypatch.context() as patched:
            failing = Failing(patched, at, error)
            codes.append(code_of(lambda: refresh_repository(publisher, store, request, publisher.stopwatch, POLICY)))  # noqa: B023
            done = failing.left > 0
        kept = store.load()
        assert kept.root in known
        assert kept.catalog in (None, wanted.catalog)
        assert kept.catalog is None or kept.root == wanted.root
        refresh_repository(publisher, store, request, publisher.stopwatch, POLICY)
        assert store.load() == wanted
        if done:
            break
    assert set(codes[:-1]) <= {"VOCAB_TRUST", ""}
    assert len([code for code in codes if code]) >= 20


KILLED = """
import os, sys
from pathlib import Path
from packages.storage.folders import FolderRepository
left = int(sys.argv[2])
def around(call):
    def killing(*args, **named):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), 9)
        return call(*args, **named)
    return killing
repository = FolderRepository(Path(sys.argv[1]))
old, new = b"old" * 5000, b"new" * 5000
repository.put("root.json", old)
for name in ("open", "write", "fsync", "replace", "close"):
    setattr(os, name, around(getattr(os, name)))
repository.put("root.json", new)
"""


def test_a_kill_at_every_step_of_keeping_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    found = []
    for at in range(1, 12):
        folder = tmp_path / str(at)
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, "-c", KILLED, str(folder), str(at)], env=environment, check=False)
        found.append((folder / "root.json").read_bytes()[:3])
        if done.returncode != -signal.SIGKILL:
            break
    assert found == sorted(found, key=lambda root: root == b"new")
    assert found[0] == b"old"
    assert found[-1] == b"new"


def test_a_key_is_its_owners_alone_and_is_never_written_over(tmp_path: Path) -> None:
    made = make_key(tmp_path / "ops.key")
    assert (tmp_path / "ops.key").stat().st_mode & 0o777 == 0o600
    key = read_key(tmp_path / "ops.key")
    assert made == signing_key_id(bytes(key.verify_key))
    assert read_public(tmp_path / "ops.key.pub") == read_public(tmp_path / "ops.key") == public_hex(key)
    before = (tmp_path / "ops.key").read_bytes()
    with pytest.raises(KeyFileUnusable):
        make_key(tmp_path / "ops.key")
    assert (tmp_path / "ops.key").read_bytes() == before


def test_a_key_that_others_can_read_or_that_is_none_is_not_used(tmp_path: Path) -> None:
    make_key(tmp_path / "ops.key")
    (tmp_path / "ops.key").chmod(0o640)
    with pytest.raises(KeyFileUnusable, match="chmod 600"):
        read_key(tmp_path / "ops.key")
    for content in (b"", b"zz", b"00" * 31, b"\xff" * 64, b"00" * 33):
        (tmp_path / "other.key").write_bytes(content)
        (tmp_path / "other.key").chmod(0o600)
        with pytest.raises(KeyFileUnusable):
            read_key(tmp_path / "other.key")
    with pytest.raises(KeyFileUnusable):
        read_key(tmp_path / "none.key")
