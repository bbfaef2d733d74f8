"""Adapter: looks words up in the dictionary file of PocketSphinx, which is sorted, without loading it.

Loaded, its 134,000 words take 28 MB, and a recogniser that has hints needs of them only those of its terms.
"""

from __future__ import annotations

import mmap
from pathlib import Path

from device.audio.pronunciation_rules import Phones


class SphinxDictionary:
    """A dictionary: each line has "word" or "word(2)" and its sounds, and the lines of one word are together."""

    def __init__(self, path: str) -> None:
        """Maps the file into memory; only the pages that are looked at are read."""
        with Path(path).open("rb") as file:
            self._text = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def pronunciations(self, word: str, most: int) -> tuple[Phones, ...]:
        """Returns the first pronunciations of a word in lower case; empty for an unknown one."""
        wanted = word.encode()
        at, found = self._place_of(wanted), list[Phones]()
        while at < len(self._text) and len(found) < most:
            name, said, at = self._line(at)
            if name != wanted:
                break
            found.append(said)
        return tuple(found)

    def _place_of(self, wanted: bytes) -> int:
        """Returns where the first line begins whose word is not before this one."""
        low, high = 0, len(self._text)
        while low < high:
            begins = self._text.rfind(b"\n", low, (low + high) // 2) + 1 or low
            name, _, after = self._line(begins)
            if name < wanted:
                low = after
            else:
                high = begins
        return low

    def _line(self, at: int) -> tuple[bytes, Phones, int]:
        """Returns the word of a line, its sounds, and where the next line begins."""
        ends = self._text.find(b"\n", at)
        ends = len(self._text) if ends < 0 else ends
        name, *said = self._text[at:ends].split()
        return name.partition(b"(")[0], tuple(each.decode() for each in said), ends + 1
