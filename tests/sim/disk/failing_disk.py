"""The failing disk: built with the C compiler when a test first needs it, and steered through ctypes.

The process that is to have it starts with the library in LD_PRELOAD; `Disk()` then finds its handles.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from enum import IntEnum
from pathlib import Path

from tests.sim.machine_requirements import skip_or_fail

SOURCE = Path(__file__).with_name("disk.c")


class Failure(IntEnum):
    """How a change fails, as disk.c counts them."""

    KILL = 0
    IO_ERROR = 1
    FULL = 2


class Disk:
    """The disk of this process."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)
        if not hasattr(self._library, "disk_watch"):
            raise RuntimeError("this process was started without the failing disk")

    def watch(self, folder: Path) -> None:
        """Count changes below `folder` from now on."""
        self._library.disk_watch(os.fsencode(folder.resolve()))

    def fail(self, at: int, how: Failure) -> None:
        """Let the `at`-th change from `watch` on go wrong."""
        self._library.disk_fail(ctypes.c_long(at), int(how))

    def heal(self) -> None:
        """Nothing goes wrong any more."""
        self._library.disk_heal()

    def count(self) -> int:
        """How many changes there were."""
        self._library.disk_count.restype = ctypes.c_long
        return int(self._library.disk_count())

    def record(self, log: Path) -> None:
        """Write down every change, and make no sync."""
        self._library.disk_record(os.fsencode(log))

    def mark(self, text: str) -> None:
        """A note between the changes."""
        self._library.disk_mark(text.encode())

    def lie(self, name: str) -> None:
        """A deliberate fault: syncs of the file of this name do nothing."""
        self._library.disk_lie(name.encode())


def build_disk_library() -> Path:
    """The library for LD_PRELOAD. Skips the test where it cannot be built, but never in CI."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform != "linux" or not compiler:
        skip_or_fail("a C compiler", "apt install gcc libc6-dev")
    version = hashlib.blake2b(SOURCE.read_bytes(), digest_size=8).hexdigest()
    library = Path(tempfile.gettempdir()) / f"selene-disk-{os.getuid()}" / f"{version}.so"
    if not library.exists():
        library.parent.mkdir(mode=0o700, exist_ok=True)
        fresh = library.with_suffix(f".{os.getpid()}")
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", fresh, SOURCE, "-ldl"], check=True, timeout=60)
        fresh.replace(library)
    return library
