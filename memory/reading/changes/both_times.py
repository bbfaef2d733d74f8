"""Pure: finds the day and the hour of a fact that a correction gives anew together: "no it's on friday at eleven"."""

from __future__ import annotations

from memory.reading.changes.replacement import Pair, replaced_by_all
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line


def day_and_hour_replacement(told: str, meant: str, language: str = "en") -> Pair:
    """Returns the words of `told` from its day to its hour, and the same with both as they are meant.

    Both are empty where only one of them is given, or where more is said than a pronoun may stand for: "no the party is
    on friday at eleven" may be another appointment.
    """
    line = line_of(meant, language)
    hour = _hour_begins(line)
    first = next((at for at in range(max(hour, 0)) if _is_day(line, at)), -1)
    if first < 0 or not _says_no_more(line, line_of(told, language)):
        return "", ""
    begin = first - (line.word(first - 1) in line.words.prepositions)
    end = hour - next((size for size in (3, 2, 1) if _only_joins(line, hour - size, hour)), 0)
    values = (_text(line, meant, begin, end), _text(line, meant, hour, len(line)))
    heard, new = replaced_by_all(told, values, language)
    said = line_of(new, language)
    taken = {said.word(at) for at in range(len(said))}
    times = (line.word(at) for at in range(begin, len(line)) if line.is_number(at) or _is_day(line, at))
    return (heard, new) if all(word in taken for word in times) else ("", "")


def _hour_begins(line: Line) -> int:
    """Returns where the one hour begins with its preposition; -1 without one, or with several."""
    words = line.words
    found = [
        at
        for at in range(1, len(line) - 1)
        if line.word(at) in words.sets["before_hours"] and line.is_number(at + 1) and not _is_day(line, at + 1)
    ]
    return found[0] if len(found) == 1 else -1


def _is_day(line: Line, at: int) -> bool:
    words = line.words
    return line.word(at) in words.days or line.is_month(at) or line.word(at) in words.ordinals - {"last", "next"}


def _only_joins(line: Line, begin: int, end: int) -> bool:
    """Says whether these words only lead from the day to the hour: "und zwar", "and"."""
    return begin > 0 and all(line.word(at) in _words_between(line) for at in range(begin, end))


def _words_between(line: Line) -> frozenset[str]:
    return line.words.conjunctions | line.words.adverbs | line.words.particles


def _says_no_more(line: Line, told: Line) -> bool:
    """Says whether every open word is a day, an hour, a part of the verb, or a word that was told."""
    known = {told.word(at) for at in range(len(told))}
    bare = known | line.words.sets["hour_words"] | _words_between(line)
    return all(
        line.word(at) in bare or line.is_number(at) or _is_day(line, at) or not line.is_open(at)
        for at in range(len(line))
    )


def _text(line: Line, text: str, begin: int, end: int) -> str:
    return text[line.tokens[begin].start : line.tokens[end - 1].end]
