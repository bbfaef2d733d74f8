"""Pure: says whether an English fact has a part of a plain kind: an hour, or with what somebody travels."""

from __future__ import annotations

from memory.reading.facts.statement_words import forms_at
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning


def is_clock(line: Line, at: int, meaning: Meaning) -> bool:
    """Says whether an hour begins here: "half past two", "eight o'clock", "seven"."""
    if line.word(at) in meaning.set_of("hours_named") | {"half", "quarter", "past"}:
        return True
    timed = line.word(at + 1) in meaning.set_of("times said") | line.words.days  # "at ten tomorrow"
    return line.is_number(at) and (timed or not line.is_open(at + 1))


def has_hour(line: Line, meaning: Meaning) -> bool:
    """Says whether a time of day is told, and no day alone."""
    for at in range(len(line)):
        if line.word(at) in meaning.set_of("hours_named") | meaning.set_of("hour signs"):
            return True
        before = line.word(at - 1) in meaning.set_of("before hours")
        if before and line.is_number(at) and line.word(at) not in line.words.ordinals:
            return True
    return False


def begins_hour(line: Line, at: int) -> bool:
    """Says whether minutes stand here: the half of "half past two"."""
    return line.is_number(at) or line.word(at) in ("half", "quarter", "minutes")


def has_word_of(line: Line, words: frozenset[str], meaning: Meaning) -> bool:
    """Says whether a word of a line, in any of its forms, is one of these."""
    return any(forms_at(line, at, meaning) & words or line.word(at) in words for at in range(len(line)))


def has_vehicle(line: Line, meaning: Meaning) -> bool:
    """Says whether it is told with what somebody travels: "the bus", "by car", "on a bike"."""
    if has_word_of(line, meaning.set_of("carried by"), meaning):
        return True
    vehicles = meaning.kinds.get("vehicle", frozenset())
    places = (at for at in range(1, len(line)) if forms_at(line, at, meaning) & vehicles)
    return any(not {"by", "on", "in"}.isdisjoint((line.word(at - 1), line.word(at - 2))) for at in places)
