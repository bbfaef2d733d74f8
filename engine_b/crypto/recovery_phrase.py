"""Adapter: converts between entropy and the 24 words of BIP 39 (research: reliability 2.2;
docs/adr/0006-recovery-copy.md).

The list is a file of the `mnemonic` package. No error contains what a person typed or said: only a position, and words
of the list near it.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from difflib import get_close_matches
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from engine_b.core.sync_errors import WordChecksum, WordCount, WordUnknown

if TYPE_CHECKING:
    from mnemonic import Mnemonic

ENTROPY_BYTES = 32
WORDS = 24
TELLING_LETTERS = 4
"""So many first letters identify every word of the list."""
_BETWEEN = re.compile(r"[\s,;:.()\[\]\-–—|/\"'*\ufeff\u200b]+")


def phrase_from_entropy(entropy: bytes) -> tuple[str, ...]:
    """Returns the 24 words of 32 bytes."""
    if len(entropy) != ENTROPY_BYTES:
        raise ValueError("24 words are made of 32 bytes")
    return tuple(_list().to_mnemonic(entropy).split(" "))


def entropy_from_phrase(text: str) -> bytes:
    """Returns the 32 bytes of 24 words, in any case, on any lines, numbered or not, each at least by its first four
    letters.

    Raises WordCount, WordUnknown (the first of them) or WordChecksum.
    """
    plain = unicodedata.normalize("NFKD", text).lower()
    given = [part for piece in _BETWEEN.split(plain) if (part := piece.strip("0123456789"))]
    if len(given) != WORDS:
        raise WordCount(len(given))
    words = [_complete_word(word, position) for position, word in enumerate(given, start=1)]
    if not _list().check(" ".join(words)):
        raise WordChecksum
    return bytes(_list().to_entropy(words))


def quiz_positions(count_seed: bytes) -> tuple[int, int, int]:
    """Chooses three different positions from 1 to 24, in order, by some random bytes."""
    choices = list(combinations(range(1, WORDS + 1), 3))
    number = int.from_bytes(hashlib.blake2b(count_seed, digest_size=32, person=b"selene.quiz.v1").digest(), "big")
    return choices[number % len(choices)]


def _complete_word(given: str, position: int) -> str:
    """Returns the word of the list that `given` is, or alone begins with it."""
    known = _list().wordlist
    if given in known:
        return given
    begun = [word for word in known if len(given) >= TELLING_LETTERS and word.startswith(given)]
    if len(begun) != 1:
        raise WordUnknown(position, get_close_matches(given[:16], known, n=3))
    return begun[0]


@cache
def _list() -> Mnemonic:
    from mnemonic import Mnemonic

    return Mnemonic("english")
