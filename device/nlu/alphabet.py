"""Pure: the names of letters in a language, and the word that they spell."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from device.core.policy import MAX_SPELLED_LETTERS, MIN_SPELLED_LETTERS
from memory.text.language_file import Data, table, texts

_PART = re.compile(r"\w+")


class SpellingAlphabet:
    """The words of one language for letters: "kilo" for K. A letter stands for itself."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        """Takes the section `spelling` of a language file."""
        self._letters: dict[tuple[str, ...], str] = {}
        spoken: list[str] = []
        for letter, names in table(data["letters"]).items():
            self._letters[_parts(letter)] = letter
            for name in texts(names):
                self._letters[_parts(name)] = letter
                spoken.append(name)
        spaces, leave = texts(data["space"]), texts(data["leave"])
        self._letters |= {_parts(name): " " for name in spaces}
        self.spoken = (*spoken, *spaces, *leave)
        """All words that may be said while a word is spelled, and to cancel it."""

    def word(self, said: str) -> str:
        """Returns the word that the whole utterance spells, with a capital letter; empty when it spells none."""
        parts, letters, at = _parts(said), "", 0
        while at < len(parts):
            size = next((size for size in (2, 1) if parts[at : at + size] in self._letters), 0)
            if not size:
                return ""
            letters += self._letters[parts[at : at + size]]
            at += size
        spelt = " ".join(part.capitalize() for part in letters.split())
        return spelt if MIN_SPELLED_LETTERS <= len(spelt) <= MAX_SPELLED_LETTERS else ""


def spell_out(word: str) -> str:
    """Returns the letters of a word, one by one."""
    return ", ".join(word.replace(" ", "").upper())


def _parts(said: str) -> tuple[str, ...]:
    return tuple(_PART.findall(unicodedata.normalize("NFC", said).casefold()))
