"""Adapter: small private text files: the 24 words that are written once, and words and invitations that are read."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from device.core.errors import FileExists, FileRefused
from device.core.policy import MAX_PRIVATE_FILE_BYTES


def write_new_file(path: Path, text: str) -> None:
    """Writes `path` durably, readable for its owner alone. Raises `FileExists` or `FileRefused`; then there is no new
    file.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except FileExistsError as error:
        raise FileExists(f"{path} is there already and is not written over. Nothing was made; name another.") from error
    except (OSError, ValueError) as error:
        raise FileRefused(f"{path} cannot be written ({_os_reason(error)}). Nothing was made; name another.") from error
    try:
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(file.fileno(), 0o600)
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        remove_new_file(path)
        raise FileRefused(f"{path} cannot be written ({_os_reason(error)}). Nothing was made; name another.") from error


def remove_new_file(path: Path) -> None:
    """Removes a file that was just made, if it is there."""
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)


def read_short_file(path: Path) -> str:
    """Reads a small file; `-` is standard input. Raises `FileRefused`, without any of its text."""
    try:
        if str(path) == "-":
            content = sys.stdin.buffer.read(MAX_PRIVATE_FILE_BYTES + 1)
        else:
            with path.open("rb") as file:
                content = file.read(MAX_PRIVATE_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        raise FileRefused(f"{path} cannot be read ({_os_reason(error)}). Nothing was changed.") from error
    if len(content) > MAX_PRIVATE_FILE_BYTES:
        raise FileRefused(f"{path} is much too long to be what is wanted here. Nothing was changed.")
    return content.decode("utf-8-sig", "replace")


def _os_reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or "it is no name of a file"
