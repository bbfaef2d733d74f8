"""Promise: a torn write of the head file loses the newer of its two slots only, from the very first write on."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine_b.protocol.ledger import LedgerHead
from engine_b.storage.head import HEAD_FILE, HeadFile, HeadMark

KEY = bytes(32)
MARKS = [HeadMark(LedgerHead(seq, bytes([seq]) * 32)) for seq in range(1, 5)]


@pytest.mark.parametrize("before", range(len(MARKS)), ids=lambda count: f"after {count} writes")
def test_a_torn_write_leaves_the_mark_before(tmp_path: Path, before: int) -> None:
    head = HeadFile(tmp_path, KEY)
    for mark in MARKS[:before]:
        head.write(mark)
    whole, known = (tmp_path / HEAD_FILE).read_bytes(), head.mark
    head.write(MARKS[before])
    head.close()
    (tmp_path / HEAD_FILE).write_bytes(_torn(whole, (tmp_path / HEAD_FILE).read_bytes()))
    again = HeadFile(tmp_path, KEY)
    assert again.mark == known
    again.write(MARKS[before])
    assert again.mark == MARKS[before]
    again.close()


def _torn(old: bytes, new: bytes) -> bytes:
    """The new bytes as far as the middle of what was written, and then the old ones."""
    changed = [at for at, (one, two) in enumerate(zip(old, new, strict=True)) if one != two]
    middle = (changed[0] + changed[-1]) // 2
    return new[:middle] + old[middle:]
