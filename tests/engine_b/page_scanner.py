"""A page scanner: decrypts every page of `vault.db` and its journal, and looks for words (research: reliability 4).

It uses its own cryptography (`cryptography`, AES-256-CBC with the vault's raw key), so that it does not trust SQLite's
view of what is there: free pages and the ends of pages are read as well.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from memory.text.stemming import split_words, stems

PAGE_BYTES = 4_096
RESERVED_BYTES = 80
SALT_BYTES = 16


def page_needles(text: str) -> set[bytes]:
    """What `text` could have left behind: itself, its long words and their stems, in the encodings that occur."""
    long_words = {w for w in (*split_words(text), *text.split()) if len(w) >= 5}
    pieces = {text, text.casefold(), *long_words, *(stem for stem in stems(text) if len(stem) >= 5)}
    found: set[bytes] = set()
    for piece in pieces:
        for form in ("NFC", "NFD"):
            normal = unicodedata.normalize(form, piece)
            found |= {normal.encode("utf-8"), normal.encode("utf-16-le")}
    return found


def find_in_pages(state: Path, key: bytes, wanted: set[bytes]) -> list[tuple[str, int, bytes]]:
    """Each (file, page, needle) that was found; case does not matter in ASCII."""
    lowered = {needle.lower() for needle in wanted}
    return [
        (name, number, needle)
        for name, number, page in decrypted_pages(state, key)
        for needle in sorted(lowered)
        if needle in page.lower()
    ]


def decrypted_pages(state: Path, key: bytes) -> Iterator[tuple[str, int, bytes]]:
    """Yields every page of the vault's file and of its journal: which of the two, the page's number, its bytes."""
    content = (state / "vault.db").read_bytes()
    for number in range(len(content) // PAGE_BYTES):
        yield "db", number + 1, _decrypted(content[number * PAGE_BYTES :][:PAGE_BYTES], key, first=number == 0)
    journal = state / "vault.db-wal"
    frames = journal.read_bytes() if journal.exists() else b""
    for at in range(32, len(frames) - 24 - PAGE_BYTES + 1, 24 + PAGE_BYTES):
        (number,) = struct.unpack(">I", frames[at : at + 4])
        yield "wal", number, _decrypted(frames[at + 24 :][:PAGE_BYTES], key, first=number == 1)


def _decrypted(page: bytes, key: bytes, *, first: bool) -> bytes:
    end = PAGE_BYTES - RESERVED_BYTES
    start = SALT_BYTES if first else 0
    decryptor = Cipher(algorithms.AES(key), modes.CBC(page[end : end + 16])).decryptor()
    return decryptor.update(page[start:end])
