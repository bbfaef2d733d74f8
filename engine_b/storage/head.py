"""Adapter: `vault.head`, the last acknowledged head, stored outside the vault (research: reliability 0.1).

SQLCipher opens a vault that lost its write-ahead log, an old copy of it, or one with an old page in it, without an
error. This file has the last acknowledged head of the ledger, and size and digest of `vault.db` after the last
checkpoint of its write-ahead log.

Two slots of one sector each are written in turn, so that a torn write loses the newer slot only: the mark then names an
older head, which a whole vault is past. Each slot carries a MAC under a key that the vault key gives.
"""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from pathlib import Path

from engine_b.core.errors import VaultDamaged
from engine_b.crypto.sealing import constant_time_equal, mac
from engine_b.protocol.ledger import START, LedgerHead
from engine_b.storage.files import read_first_bytes, replace_file_durably, vault_error_from_os, write_fully

HEAD_FILE = "vault.head"
_SLOT = struct.Struct(">8sQQ32sQ32sBQ32s")
_MAGIC = b"SELHEAD1"
_STRIDE_BYTES = 4_096
_MAC_BYTES = 32


@dataclass(frozen=True, slots=True)
class HeadMark:
    """The last acknowledged head, and the state of the vault's file."""

    head: LedgerHead = START
    verified: LedgerHead = START
    """How far the chain was verified; a quick check starts here."""
    settled: bool = False
    """False while the write-ahead log is being moved into `vault.db`; otherwise size and digest are those of that
    file.
    """
    size: int = 0
    digest: bytes = bytes(32)


class HeadFile:
    """The head file of one vault, held open for writing; `read_head_mark` needs none."""

    def __init__(self, state: Path, key: bytes) -> None:
        """Opens the file, or makes one that acknowledges nothing."""
        path = state / HEAD_FILE
        if not path.exists():
            # The count says which slot is next: the first mark after this one must not overwrite it.
            replace_file_durably(path, _slot(HeadMark(), 0, key).ljust(2 * _STRIDE_BYTES, b"\0"))
        self._key = key
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
        except OSError as error:
            raise vault_error_from_os(error) from error
        self._count, self.mark = _newest(os.pread(self._descriptor, 2 * _STRIDE_BYTES, 0), key)
        self.vouches = self.mark.settled
        """Whether the file has size and digest of `vault.db`, so that the write-ahead log may not be moved into it."""

    def write(self, mark: HeadMark) -> None:
        """Writes `mark` durably before it returns. After an error the same slot is next: the other one is whole."""
        self.vouches |= mark.settled
        count = self._count + 1
        try:
            write_fully(self._descriptor, _slot(mark, count, self._key), (count % 2) * _STRIDE_BYTES)
            _sync(self._descriptor)
        except OSError as error:
            raise vault_error_from_os(error) from error
        self._count, self.mark, self.vouches = count, mark, mark.settled

    def close(self) -> None:
        """Closes the file."""
        os.close(self._descriptor)


def read_head_mark(state: Path, key: bytes) -> HeadMark | None:
    """Reads the mark without holding the file; None without a file."""
    content = read_first_bytes(state / HEAD_FILE, 2 * _STRIDE_BYTES)
    return _newest(content, key)[1] if content else None


def _slot(mark: HeadMark, count: int, key: bytes) -> bytes:
    body = _SLOT.pack(
        _MAGIC, count, mark.head.seq, mark.head.hash, mark.verified.seq, mark.verified.hash, mark.settled, mark.size,
        mark.digest,
    )  # fmt: skip
    return body + mac(body, key)


def _newest(content: bytes, key: bytes) -> tuple[int, HeadMark]:
    """Returns the valid slot with the higher count."""
    found = [slot for at in (0, _STRIDE_BYTES) if (slot := _parsed(content[at : at + _STRIDE_BYTES], key))]
    if not found:
        raise VaultDamaged("The vault's head file is damaged, so nothing vouches for the vault being the newest copy.")
    return max(found, key=lambda slot: slot[0])


def _parsed(content: bytes, key: bytes) -> tuple[int, HeadMark] | None:
    body, tag = content[: _SLOT.size], content[_SLOT.size : _SLOT.size + _MAC_BYTES]
    if len(tag) != _MAC_BYTES or not constant_time_equal(mac(body, key), tag):
        return None
    _, count, seq, last, seen, seen_hash, settled, size, digest = _SLOT.unpack(body)
    return count, HeadMark(LedgerHead(seq, last), LedgerHead(seen, seen_hash), bool(settled), size, digest)


_sync = getattr(os, "fdatasync", os.fsync)
