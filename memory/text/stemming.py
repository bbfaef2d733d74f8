"""Pure: stems of words, for comparing texts. The same text gives the same stems on every machine.

English stems (Snowball); words of other scripts are kept whole. Stems only decide *whether two texts have the same
topic*; what is shown is always verbatim.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from memory.core.policy import KEPT_STEMS
from memory.text.word_caches import cache_for_words

if TYPE_CHECKING:
    from Stemmer import Stemmer

_POSSESSIVE = re.compile(r"['\u2019\u02bc]s(?!\w)")
_APOSTROPHE = re.compile(r"['\u2019\u02bc]")
_ASCII_WORD = re.compile(r"[0-9a-z]+")
"""The result of `_in_word` for folded ASCII, as a table."""
_ACCENT = re.compile("[\u0300-\u036f]")


def stems(text: str) -> tuple[str, ...]:
    """Returns the stems of `text` in order: no case, accents, punctuation or possessive. `Ana's ideas` → `ana,
    idea`.
    """
    return tuple(stem(word) for word in split_words(text))


@cache_for_words(KEPT_STEMS)
def stem(word: str) -> str:
    """Returns the stem of one of the `split_words`. Single words are cached, since people repeat them; never a
    sentence.
    """
    return str(_stemmer().stemWord(word))


def split_words(text: str) -> tuple[str, ...]:
    """Returns the words of `text` in order, NFKC, casefolded, without accents, punctuation and possessive endings."""
    if text.isascii() and "'" not in text:
        return tuple(_ASCII_WORD.findall(text.lower()))
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
    """Says whether a character is a letter, a digit or a mark of a letter (vowel signs)."""
    return character.isalnum() or unicodedata.category(character).startswith("M")


@cache
def _stemmer() -> Stemmer:
    """Returns Snowball's English stemmer, in C. Its pinned version decides the stems that vaults keep.

    Its own cache is off, because `stem` already caches.
    """
    from Stemmer import Stemmer

    return Stemmer("english", 0)
