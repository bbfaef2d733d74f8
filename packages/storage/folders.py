"""Adapter: folders: a repository to fetch from, and one to publish into.

Reading follows no link and opens only plain files. Writing leaves the old bytes or the new ones after any failure: new
file, fsync, rename, fsync of the folder.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from packages.core.errors import BadName, Unreachable
from packages.core.names import check_name
from packages.core.policy import FILE_CHUNK_BYTES

_GONE = {errno.ENOENT, errno.ENOTDIR}
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK


class FolderFetcher:
    """A repository in a folder: a `Fetcher`."""

    def __init__(self, folder: Path) -> None:
        """Opens a repository. `folder` itself may be a link; nothing below it may."""
        self._folder = folder

    def chunks(self, path: str, max_bytes: int, timeout_ms: int) -> Iterator[bytes] | None:
        """Returns the file in pieces; None when there is none. A local disk needs no time limit."""
        descriptor = self._open(path)
        return None if descriptor is None else _pieces(descriptor, max_bytes)

    def _open(self, path: str) -> int | None:
        parts = [check_name(part) for part in path.split("/")]
        at = self._open_folder()
        try:
            for part in parts:
                at = _inside(at, part)
        except OSError as error:
            if error.errno in _GONE:
                return None
            raise (BadName() if error.errno == errno.ELOOP else Unreachable()) from error
        if not stat.S_ISREG(os.fstat(at).st_mode):
            os.close(at)
            raise BadName
        return at

    def _open_folder(self) -> int:
        try:
            return os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise Unreachable from error


class FolderRepository(FolderFetcher):
    """A repository to publish into; a folder that does not exist yet is an empty one."""

    def chunks(self, path: str, max_bytes: int, timeout_ms: int) -> Iterator[bytes] | None:
        """Returns a file in pieces, as `FolderFetcher.chunks` does."""
        return super().chunks(path, max_bytes, timeout_ms) if self._folder.exists() else None

    def put(self, path: str, content: bytes) -> None:
        """Writes one file and the missing folders. Raises `Unreachable` or `BadName`."""
        parts = [check_name(part) for part in path.split("/")]
        target = self._folder.joinpath(*parts)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for depth in range(1, len(parts)):
                inner = self._folder.joinpath(*parts[:depth])
                inner.mkdir(exist_ok=True)
                if inner.is_symlink():
                    raise BadName
            write_file_atomically(target, content, 0o644)
        except OSError as error:
            raise Unreachable("The repository cannot be written. What was published before is as it was.") from error


def write_file_atomically(path: Path, content: bytes, mode: int) -> None:
    """Replaces a file as a whole. Raises `OSError`, and then the old content is there."""
    fresh = path.with_name(path.name + ".new")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
        try:
            _write_all(descriptor, content)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(fresh, path)
    except OSError:
        with contextlib.suppress(OSError):
            fresh.unlink()
        raise
    _sync_folder(path.parent)


def _write_all(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _inside(folder: int, name: str) -> int:
    """Opens a name in an open folder and closes the folder."""
    try:
        return os.open(name, _READ, dir_fd=folder)
    finally:
        os.close(folder)


def _pieces(descriptor: int, max_bytes: int) -> Iterator[bytes]:
    """Reads the content in pieces, at most one byte more than `max_bytes`: enough to see that it is too long."""
    left = max_bytes + 1
    try:
        while left and (piece := os.read(descriptor, min(left, FILE_CHUNK_BYTES))):
            left -= len(piece)
            yield piece
    except OSError as error:
        raise Unreachable from error
    finally:
        os.close(descriptor)
