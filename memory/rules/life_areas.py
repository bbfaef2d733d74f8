"""Pure: says what belongs to the topic of a standing rule: its words, longer words with it, and fields of life.

"Never mention the divorce" covers "my divorce hearing", and in German "mein Scheidungstermin"; "never mention money"
covers "i owe my brother 200", since money is a field of life, whose words are `memory/languages/life_areas_*.yaml`;
"never mention my pay" covers "i earn 2800 a month", since pay is an everyday topic, of `topics_*.yaml`. The words of
every language count, because a rule holds on each device of a person. A topic names a field as a whole, or with whose
it is: "my brother's debts" covers what has both. "My salary" is pay, and covers no other money.

A text is compared as its set of stems, in one line: ' a b c '. What belongs to a topic are parts of such a line, up to
three that must all be in it, so that the vault compares them in SQL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from memory.core.policy import KEPT_TOPICS, MAX_COVER_PARTS, MIN_COMPOUND_CHARS, MIN_SHORTENED_CHARS
from memory.languages import read_table
from memory.rules.german_cases import in_other_cases
from memory.text.lazy_pattern import lazy_pattern
from memory.text.stemming import split_words, stem, stems
from memory.text.word_caches import cache_for_words

Parts = tuple[str, ...]

_TABLES = ("life_areas_en", "life_areas_de", "topics_en", "topics_de")
_NUMBERS = re.compile(r"\b(\d+)\.\.(\d+)\b")
_LABELS = "labels"


@dataclass(frozen=True, slots=True)
class LifeArea:
    """One field of life in one language."""

    code: str
    names: frozenset[frozenset[str]]
    """The stems of each of its names."""
    members: frozenset[Parts]
    """What belongs to it."""
    maybe: frozenset[Parts]
    """What mostly belongs to it, and is not forgotten with it unasked."""
    relatives: frozenset[str]
    """The stems of who is related."""
    signs: re.Pattern[str] | None
    """Characters that belong to it and are in no stem."""


@dataclass(frozen=True, slots=True)
class TopicCover:
    """What belongs to a topic."""

    words: frozenset[str]
    """Stems that belong to it when all of them are there."""
    members: tuple[Parts, ...]
    """What else belongs to it; one of them is enough."""
    maybe: frozenset[Parts]
    """Those of the members that only mostly belong to it."""
    signs: tuple[re.Pattern[str], ...]
    areas: frozenset[str]
    """The codes of the fields of life that it names."""

    def covers(self, text: str, *, surely: bool = False) -> bool:
        """Says whether a text speaks of the topic; `surely` leaves out what only mostly belongs to it."""
        said = frozenset(stems(text))
        if self.words and self.words <= said:
            return True
        line = f" {' '.join(said)} " if self.members else ""
        members = (member for member in self.members if not (surely and member in self.maybe))
        if any(all(part in line for part in member) for member in members):
            return True
        return any(sign.search(text) for sign in self.signs)


@cache_for_words(KEPT_TOPICS)
def topic_cover(topic: str) -> TopicCover:
    """Returns what belongs to a topic, which is given as its plain words: "divorce", "money matters"."""
    words, named = _named(topic)
    codes = {area.code for area in _areas() if words in area.names or named in area.names}
    areas = [area for area in _areas() if area.code in codes]
    sure = {member for area in areas for member in area.members} | set(_longer_words(topic))
    sure |= set(_in_other_cases(topic))
    maybe = {member for area in areas for member in area.maybe}
    if not areas:
        maybe |= set(_of_somebody(named))
        sure |= {_longest(f" {word} " for word in named)} if len(named) < len(words) else set()
    signs = tuple(area.signs for area in areas if area.signs is not None)
    return TopicCover(words, tuple(sorted(sure | maybe)), frozenset(maybe - sure), signs, frozenset(codes))


def _of_somebody(named: frozenset[str]) -> Iterator[Parts]:
    """Returns what belongs to a topic with whose it is: "brother debts" is what has the brother and a word of debts."""
    for area in _areas():
        for name in area.names:
            whose = named - name
            if name < named and len(whose) < MAX_COVER_PARTS:
                owner = tuple(f" {word} " for word in sorted(whose))
                for member in area.members:
                    yield _longest((*owner, *member[: MAX_COVER_PARTS - len(owner)]))


def is_life_area(topic: str) -> bool:
    """Says whether a topic names a field of life: "my health"."""
    return bool(topic_cover(topic).areas)


def _longer_words(topic: str) -> tuple[Parts, ...]:
    """Returns the beginning and the end of words that are made with a topic of one word.

    "Schwester" is not in "Stiefschwester": who is related otherwise is somebody else.
    """
    words = split_words(topic)
    word = words[0] if len(words) == 1 else ""
    root = stem(word) if word else ""
    if len(word) < MIN_COMPOUND_CHARS or any(root in area.relatives for area in _areas()):
        return ()
    whole = len(root) >= MIN_COMPOUND_CHARS or len(word) >= MIN_SHORTENED_CHARS
    return ((f" {word}",), (f"{root} ",)) if whole else ((f" {word}",),)


def _in_other_cases(topic: str) -> Iterator[Parts]:
    """Returns the words of a topic in other German cases, "nachbar" for "den nachbarn": a rule names no language."""
    words = split_words(topic)
    if len(words) <= MAX_COVER_PARTS:
        for each in in_other_cases(words):
            yield tuple(f" {stem(word)} " for word in each)


@cache
def _areas() -> tuple[LifeArea, ...]:
    """Loads the fields of life and their topics in every language, once, when a rule first needs them."""
    return tuple(
        LifeArea(
            code,
            frozenset(each for name in entry["names"] for each in _named(name)),
            frozenset(_members(entry["members"], entry.get("relatives", ()))),
            frozenset(_members(entry.get("maybe", ()))),
            frozenset(stem for name in entry.get("relatives", ()) for stem in stems(str(name))),
            lazy_pattern(str(entry["signs"])) if "signs" in entry else None,
        )
        for table in _TABLES
        for code, entry in read_table(table).items()
        if code != _LABELS
    )


@cache
def _labels() -> frozenset[str]:
    """Loads the stems of words that only say that something is a topic: "thing", "business"."""
    return frozenset(stem for table in _TABLES for word in read_table(table).get(_LABELS, ()) for stem in stems(word))


def _named(topic: str) -> tuple[frozenset[str], frozenset[str]]:
    """Returns the stems of a topic, and those that do not only say that it is one; all where nothing else is left."""
    words = frozenset(stems(topic))
    return words, words - _labels() or words


def _members(*said: Iterable[object]) -> Iterator[Parts]:
    """Returns the parts of each member; `18..99` in one stands for each of these numbers."""
    for member in (str(each) for members in said for each in members):
        span = _NUMBERS.search(member)
        numbers = range(int(span[1]), int(span[2]) + 1) if span else ()
        yield from (_parts(_NUMBERS.sub(str(number), member)) for number in numbers)
        if span is None:
            yield _parts(member)


def _parts(member: str) -> Parts:
    """Returns the parts of a member: whole words unless `*` leaves a side open. Of many words the longest count."""
    parts = []
    for said in member.split():
        begins, ends = not said.startswith("*"), not said.endswith("*")
        for word in split_words(said):
            parts.append(f"{' ' if begins else ''}{stem(word) if ends else word}{' ' if ends else ''}")
    return _longest(parts)


def _longest(parts: Iterable[str]) -> Parts:
    return tuple(sorted(dict.fromkeys(parts), key=lambda part: (-len(part), part))[:MAX_COVER_PARTS])
