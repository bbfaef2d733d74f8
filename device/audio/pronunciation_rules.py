"""Pure: converts a term's spelling to ARPAbet phones, as the recogniser's dictionary writes them (2.14).

A word has two readings: eSpeak's, whose phoneme names are mapped one by one, and that of its letters in their context.
Either is wrong about one phone in nine of an unknown word; the better of the two, about one in fifteen
(`bench/letter_sounds.py`). A person may say either, so the recogniser gets both.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import islice, product

from device.core.policy import MAX_READ_TERM_WORDS, MAX_READ_WORD_CHARS, MAX_READINGS

Phones = tuple[str, ...]
Letters = dict[str, Phones]
"""A letter with its neighbours, in the order of CONTEXT, to its phones."""

CONTEXT = (0, 1, -1, 2, -2, 3, -3)
"""Positions of the neighbours relative to the letter; those that tell most about its sound come first."""
_EDGES = "#" * max(CONTEXT)
_FROM_EDGE = tuple(step + max(CONTEXT) for step in CONTEXT)

_PART = re.compile(r"[^\s\-_/.,:;!?]+")
_MARKS = "',%=|;:*"
_UNFOLDED = str.maketrans(
    {"ł": "l", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "’": "'"}
)
_SAYABLE = re.compile(r"[a-z0-9'&+]*[a-z0-9][a-z0-9'&+]*")
_SPELT_OUT = re.compile(r"[A-Z0-9&+]{1,3}")
_VOWEL = re.compile("[aeiouy]")


def _table(rows: str) -> dict[str, Phones]:
    """Converts `a AE|@L AH L` to `{"a": ("AE",), "@L": ("AH", "L")}`."""
    return {name: tuple(phones) for name, *phones in (row.split() for row in rows.split("|"))}


_ARPABET = _table(
    "p P|b B|t T|t# T|t2 T|? T|d D|k K|x K|q K|g G|Q G|tS CH|dZ JH|f F|v V|T TH|D DH|s S|z Z|S SH|C SH|Z ZH|h HH|H HH"
    "|m M|n N|N NG|l L|l# L|r R|r- R|R R|w W|j Y|ts T S|l^ L Y|n^ N Y|m- AH M|n- AH N|l- AH L|@L AH L"
    "|i IY|I IH|I2 IH|I# IH|e EH|E EH|E2 EH|a AE|aa AE|a# AH|@ AH|@- AH|@2 AH|V AH|0 AA|A AA|A~ AA N|O AO|O2 AO"
    "|O~ AO N|o OW|U UH|u UW|y UW|Y UW|W ER|3 ER|eI EY|aI AY|AI AY|OI OY|oU OW|aU AW"
    "|i@ IY AH|i@3 IH R|e@ EH R|A@ AA R|O@ AO R|o@ AO R|U@ UH R|aI@ AY AH|aI3 AY ER|aU@ AW AH|aU3 AW ER"
)
"""eSpeak NG's phoneme names of its voice `en-us` without marks of stress and length, and a few of borrowed words."""
_PHONES = frozenset(phone for phones in _ARPABET.values() for phone in phones)


def term_words(term: str) -> tuple[str, ...]:
    """Returns the words of a term as a transcript shows them: lower case, as spelt."""
    return tuple(unicodedata.normalize("NFC", term).lower().split())


def sayable_parts(term: str) -> tuple[str, ...]:
    """Returns the parts of a term that have a pronunciation, in order; empty when none has.

    Case is kept: eSpeak spells USB out.
    """
    if len(term.split()) > MAX_READ_TERM_WORDS:
        return ()
    parts = tuple(_PART.findall(unicodedata.normalize("NFC", term)))
    usable = all(len(part) <= MAX_READ_WORD_CHARS and _SAYABLE.fullmatch(plain_letters(part)) for part in parts)
    return parts if usable else ()


def plain_letters(word: str) -> str:
    """Lower case, without accents."""
    bare = unicodedata.normalize("NFKD", word.lower().translate(_UNFOLDED))
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


def espeak_to_arpabet(names: str) -> Phones:
    """Converts eSpeak's phoneme names, separated by `_` or blanks, to ARPAbet. Leaves out an unknown name."""
    phones: list[str] = []
    for name in re.split(r"[_\s]+", names):
        for phone in _ARPABET.get(name.strip(_MARKS), ()):
            twice = phones and (phones[-1] == phone or (phones[-1], phone) == ("ER", "R"))
            if not twice:
                phones.append(phone)
    return tuple(phones)


def parse_letters(text: str) -> Letters:
    """Parses the lines of `letters_en.txt`: a context, then its phones, which may be none."""
    return {key: tuple(phones) for key, *phones in (line.split() for line in text.splitlines())}


def read_letters(letters: Letters, word: str) -> Phones:
    """Reads a word letter by letter, each in the longest known context. Only a to z have a sound."""
    word = "".join(letter for letter in plain_letters(word) if "a" <= letter <= "z")
    phones: list[str] = []
    for at in range(len(word)):
        whole = letter_context(word, at)
        size = next(size for size in range(len(whole), 0, -1) if whole[:size] in letters)
        phones += letters[whole[:size]]
    return tuple(phones)


def letter_context(word: str, at: int) -> str:
    """Returns the letter of `word` at `at` and its neighbours, in the order of CONTEXT."""
    around = _EDGES + word + _EDGES
    return "".join([around[at + step] for step in _FROM_EDGE])


def word_readings(part: str, espeak: str, letters: Letters) -> tuple[Phones, ...]:
    """Returns at most two pronunciations of a word that the dictionary does not know."""
    both = [espeak_to_arpabet(espeak)]
    if _VOWEL.search(plain_letters(part)) and not _SPELT_OUT.fullmatch(part) and part.isalpha():
        both.append(read_letters(letters, part))
    return tuple(dict.fromkeys(reading for reading in both if reading))


def listed_reading(phones: str) -> Phones:
    """Returns a pronunciation of a package without stress marks; empty when it is not ARPAbet."""
    said = tuple(phone.rstrip("012") for phone in phones.upper().split())
    return said if all(phone in _PHONES for phone in said) else ()


def all_readings(listed: Sequence[Phones], spelt: Sequence[Phones], heard: Sequence[Phones]) -> tuple[Phones, ...]:
    """Returns at most MAX_READINGS of a term: those of its package, of its spelling and of its heard forms."""
    every = (*listed, *spelt[:2], *heard, *spelt[2:])
    return tuple(dict.fromkeys(reading for reading in every if reading))[:MAX_READINGS]


def term_readings(parts: Sequence[Sequence[Phones]]) -> tuple[Phones, ...]:
    """Returns all combinations of the parts' readings, at most MAX_READINGS; none when a part has none."""
    ways = (sum(way, ()) for way in islice(product(*parts), MAX_READINGS))
    return tuple(dict.fromkeys(way for way in ways if way))
