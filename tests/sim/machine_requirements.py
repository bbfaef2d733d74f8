"""What a test needs of the machine: where it is missing the test is skipped with a loud reason, and in CI it fails."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes.util import find_library
from pathlib import Path
from typing import NoReturn

import pytest


def skip_or_fail(reason: str) -> NoReturn:
    """End this test: failed in CI, which installs what there is to install; skipped elsewhere."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def require_portaudio() -> None:
    """The library that microphone and loudspeaker are opened with."""
    if find_library("portaudio") is None:
        skip_or_fail("NO PORTAUDIO: a sound device cannot be opened; apt install libportaudio2")


@contextmanager
def small_disk(folder: Path, options: str) -> Iterator[Path]:
    """A file system of its own on `folder`, such as `size=600k`; gone afterwards."""
    folder.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        skip_or_fail(
            "NO SMALL DISK: a file system that fills up cannot be mounted here; it needs root and CAP_SYS_ADMIN"
        )
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def grow_disk(folder: Path, size: str) -> None:
    """Room was made on a small disk."""
    subprocess.run(["mount", "-o", f"remount,size={size}", str(folder)], check=True)
