"""What a test needs of the machine: where it is missing the test is skipped with a loud reason, and in CI it fails."""

from __future__ import annotations

import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes.util import find_library
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest

PUBLIC_FOLDER = "/tmp" if os.geteuid() == 0 else None  # noqa: S108
"""Where temporary folders of another user go, who root becomes in some tests: no private home lies above it."""
_MISSING = re.compile(r"NO (?P<missing>[^:]+): (?:apt install (?P<packages>.+)|(?P<how>.+))")


def skip_or_fail(missing: str, how: str) -> NoReturn:
    """End this test: failed in CI, which installs what there is to install; skipped elsewhere.

    `how` is what to do to have what is missing: a command, or what the machine must permit.
    """
    reason = f"NO {missing}: {how}"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def missing_line(reasons: Sequence[str]) -> str:
    """One line about all tests that were skipped for want of something; empty when none was."""
    found = [match for reason in reasons if (match := _MISSING.search(reason))]
    if not found:
        return ""
    counts = Counter(match["missing"] for match in found)
    what = ", ".join(f"{missing} ({count})" for missing, count in sorted(counts.items()))
    packages = sorted({package for match in found for package in (match["packages"] or "").split()})
    others = sorted({match["how"] for match in found if match["how"]})
    how = "; ".join([*([f"apt install {' '.join(packages)}"] if packages else []), *others])
    return f"Not tested for want of {what}. To have it: {how}"


def require_portaudio() -> None:
    """The library that microphone and loudspeaker are opened with."""
    if find_library("portaudio") is None:
        skip_or_fail("PortAudio", "apt install libportaudio2")


def require_livekit() -> None:
    """WebRTC's echo canceller, an extra."""
    if find_spec("livekit") is None:
        skip_or_fail("WebRTC's echo canceller", "pip install '.[room]'")


@contextmanager
def small_disk(folder: Path, options: str) -> Iterator[Path]:
    """A file system of its own on `folder`, such as `size=600k`; gone afterwards."""
    folder.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        skip_or_fail("a small disk", "run as root with CAP_SYS_ADMIN")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def grow_disk(folder: Path, size: str) -> None:
    """Room was made on a small disk."""
    subprocess.run(["mount", "-o", f"remount,size={size}", str(folder)], check=True)
