"""Adapter: writes files of the state folder so that a crash leaves the old bytes or the new ones."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from pathlib import Path

from engine_b.core.errors import DiskFull, IoFailed, VaultError, VaultReadOnly
from engine_b.core.policy import FILE_CHUNK_BYTES

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FORBIDDEN = {errno.EROFS, errno.EACCES, errno.EPERM}


def prepare_folder(state: Path) -> None:
    """Makes the state folder with mode 0700, or restricts one that is empty or already holds a vault."""
    try:
        state.parent.mkdir(parents=True, exist_ok=True)
        if not state.exists():
            state.mkdir(mode=0o700)
            sync_folder(state.parent)
            return
        status = state.stat()
        ours = status.st_uid == os.geteuid() and not status.st_mode & stat.S_ISVTX
        if ours and status.st_mode & 0o077 and ((state / "vault.json").exists() or not any(state.iterdir())):
            state.chmod(0o700)
    except OSError as error:
        raise vault_error_from_os(error) from error


def replace_file_durably(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Replaces `path` as a whole: new file, fsync, rename, fsync of the folder."""
    fresh = path.with_name(path.name + ".new")
    try:
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, mode)
        try:
            os.fchmod(descriptor, mode)
            write_fully(descriptor, content, 0)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(fresh, path)
        sync_folder(path.parent)
    except OSError as error:
        raise vault_error_from_os(error) from error


def write_fully(descriptor: int, content: bytes, at: int) -> None:
    """Writes all of `content`: a disk that becomes full takes a part of it without an error. Raises OSError."""
    written = 0
    while written < len(content):
        written += os.pwrite(descriptor, content[written:], at + written)


def sync_folder(folder: Path) -> None:
    """Makes the names in `folder` durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_first_bytes(path: Path, count: int) -> bytes:
    """Reads the beginning of a file; empty without one."""
    try:
        with path.open("rb") as file:
            return file.read(count)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise vault_error_from_os(error) from error


def file_size(path: Path) -> int:
    """Returns the size of a file; 0 without one."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise vault_error_from_os(error) from error


class HeldFile:
    """A file kept open for reading as long as SQLite has it open: closing it would drop SQLite's locks."""

    def __init__(self, path: Path) -> None:
        try:
            self._descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError as error:
            raise vault_error_from_os(error) from error

    def size_and_digest(self) -> tuple[int, bytes]:
        """Returns size and BLAKE2b of the whole file, about a millisecond a megabyte."""
        found, at = hashlib.blake2b(digest_size=32), 0
        try:
            while chunk := os.pread(self._descriptor, FILE_CHUNK_BYTES, at):
                found.update(chunk)
                at += len(chunk)
        except OSError as error:
            raise vault_error_from_os(error) from error
        return at, found.digest()

    def close(self) -> None:
        """Closes the file, after SQLite has."""
        os.close(self._descriptor)


def creation_error(beside: Path) -> VaultError:
    """Returns why no new file can be made in this folder: SQLite does not tell the reason for its write-ahead log.

    When one can be made now, no permission was missing: IoFailed.
    """
    probe = beside.with_name(f"{beside.name}-probe")
    try:
        if not os.access(beside, os.R_OK | os.W_OK):
            return VaultReadOnly()
        os.close(os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        probe.unlink()
    except OSError as error:
        return vault_error_from_os(error)
    return IoFailed()


def vault_error_from_os(error: OSError) -> VaultError:
    """Returns the vault's error for one of the operating system's."""
    if error.errno in _FULL:
        return DiskFull()
    if error.errno in _FORBIDDEN:
        return VaultReadOnly()
    return IoFailed()
