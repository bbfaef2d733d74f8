"""Pure: tells apart the month, the day and the hour of a fact: two of them may hold, and be corrected, together.

"No it's on friday at eleven" gives day and hour anew; "the concert's at eight" adds the hour to "the concert's on
friday", and is no contradiction. Nothing here knows what day it is.
"""

from __future__ import annotations

from memory.reading.changes.replacement import Pair, replaced_by_all
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


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


def adds_time(old: str, new: str, language: str = "en") -> bool:
    """Says whether a statement tells a part of the time that another left open, and else the same of the same."""
    before, after = line_of(old, language), line_of(new, language)
    return times_complete(old, new, language) and _open_words(after) <= _open_words(before)


def times_complete(one: str, other: str, language: str = "en") -> bool:
    """Says whether each of two times may hold with the other, and one has a part that the other lacks."""
    known, told = _time_of(line_of(one, language)), _time_of(line_of(other, language))
    if not known or not told or known.keys() == told.keys():
        return False
    return all(told[part] == known[part] for part in told.keys() & known.keys())


def is_for_one_day(old: str, new: str, language: str = "en") -> bool:
    """Says whether a usual hour stands while another is told for one day: "my shift starts at six tomorrow".

    Only what has its hour again and again, such as a bus or a shift, has a usual one: an appointment has not.
    """
    usual, other = _time_of(line_of(old, language)), _time_of(line_of(new, language))
    if set(usual) != {"hour"} or "hour" not in other or len(other) < 2:
        return False
    before, told = (one[0] if len(one := statements(text, language)) == 1 else None for text in (old, new))
    if before is None or told is None or told.kind is not ActKind.TELL or told.clause.marks or told.clause.past:
        return False
    recurring = load_closed_words(language).sets.get("recurring_verbs", frozenset())
    return told.clause.lemma == before.clause.lemma and told.clause.lemma in recurring and not told.clause.negated


def _time_of(line: Line) -> dict[str, tuple[str, ...]]:
    """Returns the words of the month, the day of the month, the weekday and the hour that a statement names."""
    parts: dict[str, tuple[str, ...]] = {}
    for at in range(len(line)):
        part = _time_part(line, at)
        if part:
            parts[part] = (*parts.get(part, ()), line.word(at))
    return parts


def _time_part(line: Line, at: int) -> str:
    """Returns which part of a time a word names; empty for any other word."""
    words, word = line.words, line.word(at)
    coming = load_meaning(words.language).set_of("this or next")
    if line.is_month(at) or (word in words.months and line.word(at - 1) in words.prepositions):
        return "month"
    if word in words.days or line.length_of(words.day_words, at):
        return "weekday"
    if word in words.ordinals - coming:
        return "day"
    unit = line.table.singular(word) if line.word(at - 1) in coming else ""
    if unit in words.units:
        return unit
    return "hour" if _names_hour(line, at) else ""


def _names_hour(line: Line, at: int) -> bool:
    """Says whether a number is an hour: "at half past eight", "between eight and twelve", "eight o'clock"."""
    if not (line.in_number(at) or line.is_in(at, "hour_words")):
        return False
    first, last = at, at
    while line.in_number(first - 1) or line.is_in(first - 1, "hour_words"):
        first -= 1
    while line.in_number(last + 1) or line.is_in(last + 1, "hour_words"):
        last += 1
    marked = any(line.is_in(place, "hour_marks") for place in range(first, last + 1))
    between = line.word(first - 1) in load_meaning(line.words.language).set_of("hours between")
    return marked or between or line.is_in(first - 1, "before_hours")


def are_other_parts(heard: str, meant: str, language: str = "en") -> bool:
    """Says whether one value is a day and the other an hour, so that neither stands for the other."""
    one, other = times_told(heard, language), times_told(meant, language)
    return bool(one and other) and one.isdisjoint(other)


def times_told(text: str, language: str = "en") -> frozenset[str]:
    """Returns the parts of a time that a statement names: "hour", "weekday", "day", "month" or a unit."""
    return frozenset(_time_of(line_of(text, language)))


def _open_words(line: Line) -> set[str]:
    """Returns the open words of a statement without those of its time, nor the verb that tells when it begins."""
    begins = line.words.sets.get("clock verbs", frozenset())
    return {
        line.word(at)
        for at in range(len(line))
        if line.is_open(at)
        and not line.is_number(at)
        and not _time_part(line, at)
        and not line.is_time(at)
        and not any(lemma in begins for lemma, _ in _verbs_of(line, at))
    }


def _verbs_of(line: Line, at: int) -> tuple[tuple[str, str], ...]:
    found = line.form(at)
    return found.verbs if found is not None and found.usual == "v" else ()


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
