"""Pure: says whether a clause begins because its subject, or its day, takes up what was just said."""

from __future__ import annotations

from memory.core.policy import MAX_ADDRESS_WORDS
from memory.reading.grammar.subjects import is_verbal_s
from memory.reading.words.line import Certainty, Line


def takes_up_again(line: Line, at: int) -> bool:
    """Says whether a word that was just said is the subject of a verb right behind it: "rex and bella | rex is old"."""
    if not line.is_open(at) or line.is_number(at) or line.is_stop(at - 1) or line.is_in(at - 1, "and"):
        return False
    if line.word(at - 1) in line.words.possessives | line.words.determiners or line.is_in(at - 1, "is"):
        return False
    said = [place for place in range(max(at - MAX_ADDRESS_WORDS, 0), at) if line.word(place) == line.word(at)]
    if not _acts(line, at) or (said and _acts(line, said[-1]) and _ends_led_noun(line, at)):
        return False  # "my shoe size is 41 and my shirt | size is medium"
    return bool(said)


def _acts(line: Line, at: int) -> bool:
    return line.is_auxiliary(at + 1) or is_verbal_s(line, at + 1) or line.finite(at + 1) == Certainty.SURE


def _ends_led_noun(line: Line, at: int) -> bool:
    """Says whether a word ends a noun phrase that begins with "my", "the" or an owner: "my shirt size"."""
    begin = at
    while begin > 0 and line.is_open(begin - 1):
        begin -= 1
    before = line.word(begin - 1)
    return begin < at and (before in line.words.possessives or before in line.words.determiners or before == "'s")


def begins_with_next_day(line: Line, at: int) -> bool:
    """Says whether a day opens a clause as one before it did: "on monday i have yoga | on tuesday i have choir"."""
    days = [place for place in range(at + 1) if _opens_with_day(line, place)]
    return len(days) > 1 and days[-1] == at and line.word(days[0]) == line.word(at)


def _opens_with_day(line: Line, at: int) -> bool:
    led = line.word(at) in line.words.prepositions and line.word(at + 1) in line.words.days
    return led and line.word(at + 2) in line.words.nominative
