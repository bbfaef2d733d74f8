"""Pure: finds the fact with the day or the hour that is asked for, where the best fact has the other part alone.

"The concert is on friday" and "the concert starts at seven" both say when it is: "what time is the concert" asks for
the second, "what day" for the first, and "when" for both. Nothing here knows what day it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.answers import Told
from memory.reading.changes.both_times import times_complete, times_told
from memory.reading.facts.entities import Names
from memory.reading.facts.statements import Statement
from memory.reading.facts.unify import fits
from memory.reading.facts.wanted import Wanted
from memory.reading.grammar.clause import Gap
from memory.reading.words.meaning import load_meaning

_HOUR = "hour"


def parts_of_time(want: Wanted, ref: str, told: Sequence[Told], names: Names, language: str = "en") -> tuple[str, ...]:
    """Returns the `ref`s of the facts to tell instead of the best one, the day before the hour; empty to tell it alone.

    `ref` is that of the best fact.
    """
    best = next((each for each in told if each.ref == ref), None)
    if want.gap is not Gap.WHEN or best is None:
        return ()
    others = [
        each
        for each in told
        if each.ref != ref
        and times_complete(each.statement.text, best.statement.text, language)
        and fits(want, each.statement, names, language) is not None
    ]
    if not others:
        return ()
    newest = max(others, key=lambda each: (each.at_ms, each.ref))
    pair = sorted((best, newest), key=lambda each: (_HOUR in times_told(each.statement.text, language), each.ref))
    part = _part_asked(want.question, language)
    found = [each for each in pair if (_HOUR in times_told(each.statement.text, language)) is (part == _HOUR)]
    return tuple(each.ref for each in (found if part and found else pair))


def _part_asked(question: Statement, language: str) -> str:
    """Returns "hour" for "what time", "day" for "which day"; empty for "when"."""
    spoken, meaning = question.spoken, load_meaning(language)
    if not spoken.isdisjoint(meaning.set_of("asks for hour")):
        return _HOUR
    return "day" if not spoken.isdisjoint(meaning.set_of("asks for day")) else ""
