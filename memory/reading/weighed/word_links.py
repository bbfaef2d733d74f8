"""Pure: says how a word of a fact is linked to a word of a question, whatever the sentences around them are.

"Who do I ring if the heating packs up" is about "the fella who services the boiler": people ask in other words than
they tell. Links come from the tables of meaning and from `memory/languages/related_*.txt`, whose lines are words that
mean nearly the same or belong to one subject of everyday life. How much each link counts is learned (signs.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from memory.reading.weighed.policy import KEPT_LINKS, LETTERS_OF_A_PART, LETTERS_OF_A_SHORT_PART, MAX_SIBLINGS
from memory.reading.words.meaning import load_meaning
from memory.reading.words.word_table import load_word_table
from memory.text.word_caches import cache_for_words

if TYPE_CHECKING:
    from Stemmer import Stemmer

_WORD = re.compile(r"\w+(?:'\w+)?")
_STEMMERS = {"en": "english", "de": "german"}


class Link(IntEnum):
    """How two words are linked, the closest first."""

    SAME = 0
    """Forms of one word."""
    ALIKE = 1
    """They mean nearly the same."""
    KIND = 2
    """The fact's word is one of the kind that the question names."""
    SIBLING = 3
    """They are two things of one kind: the lamp, where the chair is asked for."""
    SUBJECT = 4
    """They belong to one subject."""
    PART = 5
    """One is a part of the other, or they begin alike."""


def words_of(text: str) -> tuple[str, ...]:
    """Returns the words of a text in order, in lower case."""
    return tuple(_WORD.findall(text.lower().replace("\u2019", "'")))


@cache_for_words(KEPT_LINKS)
def base_of(word: str, language: str) -> str:
    """Returns the stem of a word, of a verb that of its base form, without the ending of an owner."""
    bare = word.removesuffix("'s")
    form = load_word_table(language).find(bare)
    verb = form.verbs[0][0].replace("|", "") if form is not None and form.verbs and form.usual != "x" else bare
    return str(_stemmer(language).stemWord(verb))


@dataclass(frozen=True, slots=True, eq=False)
class LinkedWords:
    """The stems that are linked to one word of a question, each with its closest link."""

    word: str
    stems: Mapping[str, Link]

    def link(self, told: str, stem: str) -> Link | None:
        """Returns the link of a word of a fact and its stem; None where they have none."""
        return self.stems.get(stem, Link.PART if _is_part(self.word, told) else None)


@cache_for_words(KEPT_LINKS)
def linked_words(word: str, language: str) -> LinkedWords:
    """Returns what is linked to a word of a question."""
    meaning, stem = load_meaning(language), base_of(word, language)
    own = (word, stem)
    related = _related(language)
    subjects = (other for line in related.lines_of.get(stem, ()) for other in related.lines[line])
    kinds = (base_of(other, language) for each in own for other in meaning.kinds.get(each, ()))
    alike = (base_of(other, language) for each in own for other in meaning.groups.get(each, ()))
    linked = dict.fromkeys(subjects, Link.SUBJECT)
    linked |= dict.fromkeys((other for each in own for other in _siblings(language).get(each, ())), Link.SIBLING)
    linked |= dict.fromkeys(kinds, Link.KIND)
    linked |= dict.fromkeys(alike, Link.ALIKE)
    return LinkedWords(word, linked | {stem: Link.SAME})


def _is_part(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=lambda word: (len(word), word))
    if len(short) < LETTERS_OF_A_PART:
        return len(short) >= LETTERS_OF_A_SHORT_PART and long.startswith(short)
    return short in long or one[:LETTERS_OF_A_PART] == other[:LETTERS_OF_A_PART]


@cache
def _siblings(language: str) -> Mapping[str, frozenset[str]]:
    """Returns for each thing of a kind the stems of the others of it, of each kind the most frequent things."""
    found: dict[str, frozenset[str]] = {}
    for others in load_meaning(language).common.values():
        bases = frozenset(base_of(other, language) for other in others[:MAX_SIBLINGS])
        for other in others[:MAX_SIBLINGS]:
            found[other] = found.get(other, frozenset()) | bases
    return found


@dataclass(frozen=True, slots=True)
class _Related:
    lines: tuple[tuple[str, ...], ...]
    lines_of: Mapping[str, tuple[int, ...]]


@cache
def _related(language: str) -> _Related:
    """Loads the related words of a language, once; none for a language without them."""
    table = files("memory.languages") / f"related_{language}.txt"
    text = table.read_text(encoding="utf-8").splitlines() if table.is_file() else []
    lines = tuple(tuple(base_of(word, language) for word in line.split()) for line in text)
    lines_of: dict[str, tuple[int, ...]] = {}
    for place, line in enumerate(lines):
        for stem in dict.fromkeys(line):
            lines_of[stem] = (*lines_of.get(stem, ()), place)
    return _Related(lines, lines_of)


@cache
def _stemmer(language: str) -> Stemmer:
    from Stemmer import Stemmer

    return Stemmer(_STEMMERS[language], 0)
