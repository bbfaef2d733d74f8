"""Adapter: cuts words into the pieces that a model knows, the longest first, as models of the kind of BERT want it.

A piece inside a word begins with `##`. A list without capitals is of a model that knows neither them nor accents.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from device.engines.encoder.policy import MAX_ENCODED_CHARS, MAX_WORD_CHARS

_WORD = re.compile(r"\w+|[^\w\s]")
INSIDE = "##"
SPECIAL = re.compile(r"\[[A-Z]+\]|\[unused\d+\]")
"""Pieces that stand for no word, such as `[CLS]`."""


class WordPieces:
    """The pieces of a model, by number."""

    def __init__(self, pieces: Mapping[str, int]) -> None:
        self._pieces = pieces
        plain = (piece for piece in pieces if not SPECIAL.fullmatch(piece))
        self._cased = any(piece != piece.lower() for piece in plain)

    def numbers(self, text: str) -> tuple[int | None, ...]:
        """Returns the number of each piece of a text; None for a word that the model does not know."""
        words = _WORD.findall(self._plain(text[:MAX_ENCODED_CHARS]))
        return tuple(number for word in words for number in self._cut(word))

    def _plain(self, text: str) -> str:
        if self._cased:
            return unicodedata.normalize("NFC", text)
        parted = unicodedata.normalize("NFD", text.lower())
        return "".join(letter for letter in parted if unicodedata.category(letter) != "Mn")

    def _cut(self, word: str) -> tuple[int | None, ...]:
        found: list[int | None] = []
        at = 0
        while at < len(word):
            lead = INSIDE if at else ""
            ends = range(len(word), at, -1) if len(word) <= MAX_WORD_CHARS else ()
            end = next((end for end in ends if lead + word[at:end] in self._pieces), None)
            if end is None:
                return (None,)
            found.append(self._pieces[lead + word[at:end]])
            at = end
        return tuple(found)
