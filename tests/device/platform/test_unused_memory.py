"""Memory that was freed goes back to the system, also where something behind it stays."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import pytest

from device.platform.unused_memory import return_unused_memory

BLOCKS, BLOCK = 4_000, 16_384
"""64 MB, in blocks that the C library takes from its heap."""


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4_096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_holes_go_back() -> None:
    library = ctypes.CDLL(None)
    library.malloc.restype, library.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    blocks = [library.malloc(BLOCK) for _ in range(BLOCKS)]
    for block in blocks:
        ctypes.memset(block, 1, BLOCK)
    for block in blocks[:-1]:
        library.free(block)
    held = _resident()
    return_unused_memory()
    assert held - _resident() > BLOCKS * BLOCK // 2
    library.free(blocks[-1])
