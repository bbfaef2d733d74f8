"""Pure: says how well a fact answers a question, by what both are about.

A question is cut into what asks (its sort), the matters that it names and the words that are left. A fact answers it
when it has all of these and the part that is asked for, and tells of nobody else. One word that a fact does not have
is enough to be no answer: "what does the plumber charge for a boiler" finds nothing about a drain. Questions for yes
or no are not answered here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from memory.reading.matters.policy import ENOUGH_IN_COMMON
from memory.reading.matters.spoken_words import matches_word, persons_in, plain_words, words_in
from memory.reading.matters.tables import AnswerSort, Matter, Matters, load_matters


@dataclass(frozen=True, slots=True, eq=False)
class AskedMatter:
    """A question: its words, the sort of answer, the matters that it may be about, and what it names."""

    language: str
    words: tuple[tuple[str, int, int], ...]
    sort: AnswerSort
    asking: tuple[tuple[int, int], ...]
    """The spans of the words that only ask."""
    matters: tuple[tuple[Matter, tuple[tuple[int, int], ...]], ...]
    """Each with the spans of its words in the question."""
    kinds: frozenset[str]
    """The kinds of thing that are asked for: "class" of "which class"."""
    persons: frozenset[str]
    own: bool
    """Whether it names the speaker."""
    denied: bool

    @property
    def said(self) -> frozenset[str]:
        """Every word of the question."""
        return frozenset(word for word, _, _ in self.words)


def read_asked_matter(text: str, language: str) -> AskedMatter | None:
    """Returns what a question is about; None for one that asks for no sort of answer."""
    tables, plain = load_matters(language), plain_words(text)
    sort = next((each for each in tables.sorts if each.asked.search(plain)), None)
    if sort is None:
        return None
    words = tuple(words_in(plain))
    said = [word for word, _, _ in words]
    named = (
        (matter, _ends_of(matter.asked, plain))
        for matter in tables.matters
        if not matter.sorts or sort.name in matter.sorts
    )
    return AskedMatter(
        language=language,
        words=words,
        sort=sort,
        asking=_places_of(sort.asked, plain),
        matters=tuple((matter, spans) for matter, spans in named if spans),
        kinds=frozenset(after for before, after in pairwise(said) if tables.which.match(before)),
        persons=frozenset(persons_in(said, tables, language)),
        own=not tables.own.isdisjoint(said),
        denied=not tables.denying.isdisjoint(said),
    )


def share_of(asked: AskedMatter, told: str) -> int:
    """Returns how much of a question a fact has in common with it; 0 where it is no answer."""
    tables = load_matters(asked.language)
    plain = tables.noise.sub(" ", plain_words(told))
    words = [word for word, _, _ in words_in(plain)]
    common = [matter for matter, _ in asked.matters if _tells_of(matter, plain, tables)]
    covered = (*asked.asking, *(span for matter, spans in asked.matters if matter in common for span in spans))
    heavy = [each for each in asked.words if each[0] not in tables.light and each[0] not in asked.sort.light]
    left = [
        word
        for word, start, end in heavy
        if word in asked.persons or not any(first <= start and end <= last for first, last in covered)
    ]
    if not tables.directed.isdisjoint(left):
        return 0
    if not all(matches_word(word, words, tables, strictly=word in asked.kinds) for word in left):
        return 0
    things = [word for word, _, _ in heavy if word not in asked.persons and matches_word(word, words, tables)]
    known = len(asked.persons) + len(things) + len(common)
    if not (things or common) or known + (asked.sort.told in tables.parts) < ENOUGH_IN_COMMON:
        return 0
    if not _is_of_same_reality(asked, plain, common) or not _is_about_same(asked, words):
        return 0
    if asked.sort.told == "someone":
        speaks = bool(things) and not asked.own and not tables.speakers.isdisjoint(words)
        return known if speaks or _others_in(asked, words) else 0
    gives = any(asked.sort.name in matter.gives for matter in common)
    return known if gives or _has_answer(asked, plain, words) else 0


def _places_of(pattern: re.Pattern[str], plain: str) -> tuple[tuple[int, int], ...]:
    return tuple(found.span() for found in pattern.finditer(plain) if found[0])


def _ends_of(pattern: re.Pattern[str], plain: str) -> tuple[tuple[int, int], ...]:
    """Returns where the first and the last word of each match stand; what is between them is asked for by itself."""
    ends: list[tuple[int, int]] = []
    for start, end in _places_of(pattern, plain):
        said = words_in(plain[start:end])
        ends += [(start + first, start + last) for _, first, last in (said[:1] + said[-1:])]
    return tuple(ends)


def _tells_of(matter: Matter, plain: str, tables: Matters) -> bool:
    if matter.told.search(plain) is None:
        return False
    return not matter.needs or tables.parts[matter.needs].search(plain) is not None


def _is_of_same_reality(asked: AskedMatter, plain: str, common: list[Matter]) -> bool:
    """Says whether a fact tells of what is so, and denies only what the question or the matter does."""
    tables = load_matters(asked.language)
    if (tables.unreal - asked.said).intersection(plain.split()):
        return False
    bare = plain
    for matter in common:
        bare = matter.told.sub(" ", bare)
    if not tables.denying.isdisjoint(bare.split()):
        return asked.denied or asked.sort.told == "cause"
    return not asked.denied or bare != plain


def _is_about_same(asked: AskedMatter, words: list[str]) -> bool:
    """Says whether a fact tells of whom the question names, and of nobody else beside them."""
    tables, others = load_matters(asked.language), _others_in(asked, words)
    if asked.sort.told == "someone":
        return True
    if not asked.persons and asked.own and others:
        return not tables.speakers.isdisjoint(words)
    return all(_is_title(each, words, asked, tables) for each in others)


def _others_in(asked: AskedMatter, words: list[str]) -> list[str]:
    """Returns whom a fact names and the question does not."""
    tables = load_matters(asked.language)
    named = persons_in(words, tables, asked.language)
    return [each for each in named if not matches_word(each, asked.said, tables)]


def _is_title(other: str, words: list[str], asked: AskedMatter, tables: Matters) -> bool:
    """Says whether a role only stands before the name that the question has: "uncle theo"."""
    after = words[words.index(other) + 1 : words.index(other) + 2]
    return bool(after) and matches_word(after[0], asked.persons, tables)


def _has_answer(asked: AskedMatter, plain: str, words: list[str]) -> bool:
    """Says whether a fact has the part that is asked for, which the question has not."""
    tables = load_matters(asked.language)
    if asked.sort.told == "something":
        heavy = (word for word in words if word not in tables.light and word not in asked.said)
        return any(not matches_word(word, asked.said, tables) for word in heavy)
    found = (each[0] for each in tables.parts[asked.sort.told].finditer(plain))
    return any(any(not _is_asked(word, asked) for word in each.split() if word not in tables.light) for each in found)


def _is_asked(word: str, asked: AskedMatter) -> bool:
    """Says whether a word of an answer is in the question already: the summer of "summer holidays"."""
    return any(each.startswith(word) or each == word for each in asked.said)
