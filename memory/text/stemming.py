"""Pure: words as the memory compares them. The same text gives the same stems on every machine.

English stems (Snowball); words of other scripts pass through whole. This is for deciding *whether two things speak
of the same topic*, never for showing: what is shown is always verbatim.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from Stemmer import Stemmer

_POSSESSIVE = re.compile(r"['\u2019\u02bc]s(?!\w)")
_APOSTROPHE = re.compile(r"['\u2019\u02bc]")
_KEPT_STEMS = 4_096
"""People repeat their words: about half a megabyte spares most calls."""
_ASCII_WORD = re.compile(r"[0-9a-z]+")
"""What `_in_word` says of folded ASCII, in one pass."""
_ACCENT = re.compile("[\u0300-\u036f]")


def stems(text: str) -> tuple[str, ...]:
    """The word-stems of `text` in order: no case, accents, punctuation or possessive. `Ana's ideas` → `ana, idea`."""
    return tuple(stem(word) for word in split_words(text))


@lru_cache(_KEPT_STEMS)
def stem(word: str) -> str:
    """The stem of one of the `split_words`. Single words are kept for a while, since people repeat them; never a
    sentence."""
    return str(_stemmer().stemWord(word))


def split_words(text: str) -> tuple[str, ...]:
    """The words of `text` in order, NFKC, casefolded, without accents, punctuation and possessive endings."""
    folded = _without_accents(unicodedata.normalize("NFKC", text).casefold())
    bare = _APOSTROPHE.sub("", _POSSESSIVE.sub("", folded))
    if bare.isascii():
        return tuple(_ASCII_WORD.findall(bare))
    return tuple("".join(c if _in_word(c) else " " for c in bare).split())


def _without_accents(text: str) -> str:
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _ACCENT.sub("", unicodedata.normalize("NFKD", text)))


def _in_word(character: str) -> bool:
    """Letters, digits and the marks that belong to letters (vowel signs)."""
    return character.isalnum() or unicodedata.category(character).startswith("M")


@cache
def _stemmer() -> Stemmer:
    """Snowball's English stemmer, in C. Its pinned version decides the stems that vaults keep.

    Its own cache is off: `stem` keeps words for as long, and one cache is enough.
    """
    from Stemmer import Stemmer

    return Stemmer("english", 0)
