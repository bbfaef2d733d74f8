"""Pure: reads a German question that has nothing but its question word and pronouns: "wo war das", "wann mach ich das".

What it is about was spoken of just before. Says too whether a statement has the part that is asked for, so that one
without it leaves the question open.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.reading.facts.statements import Statement, statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.phrases import german_entity
from memory.reading.german_facts.told_things import plain_preposition
from memory.reading.grammar.reader import line_of
from memory.reading.nearest.german_part import has_new_place
from memory.reading.words.meaning import load_meaning

_LANGUAGE = "de"
_WHOM = frozenset(("wem", "wen"))
_SORTED = frozenset(("welchem", "welcher", "welchen", "welches", "welche"))


@dataclass(frozen=True, slots=True)
class PartAsked:
    """The part that a bare question asks for."""

    sort: str
    """What it is: time, span, place, town, reason or person."""
    asked: str
    """The words of the question from its question word or preposition."""
    before: str = ""
    """The preposition of the question, as "seit" of "seit wann"; empty without one."""


def german_part_asked(text: str) -> PartAsked | None:
    """Returns the part that a question without a thing of its own asks for; None for any other words."""
    meaning = load_meaning(_LANGUAGE)
    words = text.casefold().strip(" .,!?").split()
    while len(words) > 1 and words[0] in meaning.set_of("before bare questions"):
        words = words[1:]
    line = line_of(" ".join(words), _LANGUAGE)
    if not isinstance(line, GermanLine) or len(words) != len(line):
        return None
    before = plain_preposition(words[0]) if words[0] in line.words.prepositions and words[0] != "wie" else ""
    sort, size = _sort_asked(words[bool(before) :], before)
    rest = words[bool(before) + size :]
    seats = meaning.set_of("seats") if sort == "place" else frozenset[str]()
    owned = len(rest) > 1 and rest[-1] in seats and rest[-2] in line.words.possessives
    rest = rest[:-2] if owned else rest
    plain = meaning.set_of("words of bare questions")
    bare = len(rest) != 1 and all(word in plain for word in rest)
    return PartAsked(sort, " ".join(words), before) if sort and bare else None


def _sort_asked(words: list[str], before: str) -> tuple[str, int]:
    """Returns the sort of part that question words ask for and how many they are; an empty sort for other words."""
    meaning, first, second = load_meaning(_LANGUAGE), *(*words, "", "")[:2]
    if first == "wann":
        return "time", 1
    if before:
        if first in _WHOM:
            return "person", 1
        if first not in _SORTED:
            return "", 0
        asked = ("town", "towns"), ("time", "asks time")
        return next(((sort, 2) for sort, name in asked if second in meaning.set_of(name)), ("", 0))
    if first == "wie" and second in ("lange", "lang"):
        return "span", 2
    if first in ("warum", "wieso", "weshalb"):
        return "reason", 1
    return ("place", 1) if first in ("wo", "wohin") else ("", 0)


def has_german_part(text: str, part: PartAsked) -> bool:
    """Says whether a told text has this part."""
    return any(_has_part(one, part) for one in statements(text, _LANGUAGE))


def _has_part(one: Statement, part: PartAsked) -> bool:
    line = line_of(one.text, _LANGUAGE)
    if not isinstance(line, GermanLine) or one.clause.negated or one.clause.asks:
        return False
    if part.sort == "reason":
        return one.has_reason
    if part.sort == "person":
        return any(_is_person_after(line, at) for at in range(len(line)) if _plain(line, at) == part.before)
    asked = line_of(part.asked, _LANGUAGE)
    if part.sort in ("place", "town") and isinstance(asked, GermanLine):
        places = has_new_place(one, (asked, line), load_meaning(_LANGUAGE))
        return places and (part.sort == "place" or any(_is_town(line, at) for at in range(1, len(line))))
    spans = bool(one.spoken & {"seit"}) or any(_is_span(line, at) for at in range(1, len(line)))
    if part.sort == "span" or part.before == "seit":
        return spans
    ending = part.before in ("bis", "ab")
    return part.before in one.spoken if ending else one.has_time and "seit" not in one.spoken


def _plain(line: GermanLine, at: int) -> str:
    return plain_preposition(line.word(at))


def _is_span(line: GermanLine, at: int) -> bool:
    """Says whether "zwei stunden" is told: a number with a unit of time."""
    return line.is_number(at - 1) and line.word(at) in line.words.units


def _is_town(line: GermanLine, at: int) -> bool:
    """Says whether "in ulm" is told: a word without an article that is no time and no number."""
    plain = line.is_open(at) and not (line.is_month(at) or line.is_number(at) or line.is_time(at))
    return line.word(at - 1) in ("in", "nach") and plain


def _is_person_after(line: GermanLine, at: int) -> bool:
    """Says whether somebody is named behind a preposition."""
    named = german_entity(line, at + 1, len(line), load_meaning(_LANGUAGE))
    return named is not None and (named.is_person or bool(named.role)) and not named.pronoun
