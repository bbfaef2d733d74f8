"""Pure: says whether a German clause names a time or a place."""

from __future__ import annotations

from memory.core.policy import MAX_REPAIRED_TOKENS, YEARS
from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Clause
from memory.reading.words.german_numbers import value_of_number
from memory.reading.words.line import Certainty


def names_time(line: GermanLine, first: int, last: int) -> bool:
    """Says whether a day, a date, a time of day or a repetition is named."""
    words, extra = line.words, line.extra
    moved = any(line.word(at) in line.words.sets["moving_verbs"] for at in range(first, last))
    for at in range(first, last):
        word, before = line.word(at), line.word(at - 1)
        if _is_distance(line, at):
            continue
        if (
            word in words.days
            or line.is_month(at)
            or line.length_of(words.day_words, at)
            or (word in words.ordinals and before in extra.time_prepositions and (moved or line.is_stop(at + 1)))
            or (_is_date(line, at) and moved)
        ):
            return True
        if word in words.units and (
            before in extra.time_prepositions
            or line.is_number(at - 1)
            or before in line.words.sets["before_units"]
            or before in words.ordinals
        ):
            return word != "mal" or before in words.numbers
        if line.is_number(at) and (
            before in line.words.sets["before_any_hour"] or (moved and before == "auf") or line.word(at + 1) == "uhr"
        ):
            return True
        between = (
            word == "zwischen" and line.is_number(at + 1) and line.word(at + 2) == "und" and line.is_number(at + 3)
        )
        if _begins_or_ends_then(line, at) or between or _is_end_of_span(line, at):
            return True
        if _is_year(line, at):
            return True
        if line.length_of(words.parts, at) and before in line.words.sets["before_parts"]:
            return True
        compared = word == "als" and line.word(at + 1) not in words.subjects
        if word in line.words.sets["time_words"] and at > first and not compared:
            return True
    return False


def _is_distance(line: GermanLine, at: int) -> bool:
    """Says whether a number or its unit tells by how much something is moved: "um zwei wochen", no hour."""
    begin = at - (line.word(at) in line.words.units)
    return line.word(begin - 1) == "um" and line.is_number(begin) and line.word(begin + 1) in line.words.units


def _is_date(line: GermanLine, at: int) -> bool:
    """Says whether a day of the month stands behind "auf den" or "am": "auf den siebenundzwanzigsten"."""
    ordinal = line.is_number(at) and line.word(at).endswith(("ten", "sten")) and value_of_number(line.word(at)) < 0
    led = line.word(at - 1) in ("am", "zum", "vom") or (
        line.word(at - 2) in ("auf", "bis") and line.word(at - 1) == "den"
    )
    return ordinal and led


def _begins_or_ends_then(line: GermanLine, at: int) -> bool:
    """Says whether an event tells since or until when: "seit dem unfall", "bis zum umzug"."""
    word, after = line.word(at), line.word(at + 1)
    since = word == "seit" and after in line.words.determiners | line.words.possessives
    until = word == "bis" and after in ("zum", "zur")
    return (since or until) and line.is_open(at + 2)


def _is_end_of_span(line: GermanLine, at: int) -> bool:
    """Says whether the beginning or end of a span of time is named: "ende des monats", "anfang nächster woche"."""
    opens = line.is_in(at, "ends_of_spans") and line.word(at - 1) not in line.words.determiners
    return opens and any(line.word(place).removesuffix("s") in line.words.units for place in (at + 2, at + 3))


def _is_year(line: GermanLine, at: int) -> bool:
    """Says whether a number is the year of a date: "neunzehnhundertzwei", not "zweitausend euro"."""
    value = value_of_number(line.word(at))
    return value in YEARS and value % 100 != 0 and line.word(at + 1) not in line.words.measures


def names_place(line: GermanLine, clause: Clause) -> bool:
    """Says whether a place may be named: a phrase after a preposition of place that is no time."""
    words, extra = line.words, line.extra
    for at in range(clause.first, clause.last):
        word = line.word(at)
        if word in extra.wordless_places and at > clause.first and word not in ("weg", "da", "hier", "dort"):
            return True
        if word in ("weg", "hier") and at > clause.rest >= 0:
            return word == "hier"
        if word in ("da", "dort") and at > clause.rest >= 0 and clause.lemma == "sein":
            return True  # "die oma ist da"; where somebody lives it does not tell
        owned = word in ("von", "vom") and clause.subject[0] <= at < clause.subject[1]
        if word not in extra.place_prepositions or at == clause.main or owned or _is_day_of_month(line, at + 1, clause):
            continue
        place = at + 1
        while line.word(place) in words.determiners | words.possessives | {"der", "dem", "den"} or (
            line.usual(place) == "a" and line.is_open(place + 1)
        ):
            place += 1
        if line.is_stop(place) or place >= clause.last:
            continue
        timed = (
            line.word(place) in words.days
            or line.is_month(place)
            or line.is_number(place)
            or line.word(place) in words.units
            or (line.word(place) in words.ordinals and line.word(place + 1) in line.words.sets["moving_verbs"])
        )
        if (
            not timed
            and not line.length_of(words.parts, place)
            and not line.length_of(words.day_words, place)
            and line.is_open(place)
        ):
            return True
    return False


def _is_day_of_month(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether an ordinal after "am" is a day: behind it stands nothing, or what somebody has then, "am neunten
    prüfung".
    """
    ranked = line.word(at - 1) == "am" and line.word(at) in line.words.ordinals
    return ranked and (not line.is_open(at + 1) or (clause.lemma == "haben" and at + 2 >= clause.last))


def in_number(line: GermanLine, at: int) -> bool:
    """Says whether the word belongs to a number or an hour: "halb" and "uhr" between numbers."""
    if line.is_number(at):
        return True
    hour = line.is_in(at, "hour_words") and line.is_number(at + 1) and line.is_number(at - 1)
    return hour or (line.is_in(at, "hour_marks") and line.is_number(at - 1) and line.is_number(at + 1))


def is_unit(line: GermanLine, at: int) -> bool:
    """Says whether the word is what a number counts."""
    word, words = line.word(at), line.words
    return word in words.measures or line.is_month(at) or word in words.units


def is_day(line: GermanLine, at: int) -> bool:
    """Says whether the word is a day, or a part of one right behind it."""
    part = bool(line.length_of(line.words.parts, at)) and is_day(line, at - 1)
    return line.word(at) in line.words.days or line.is_in(at, "single_days") or part


def is_month(line: GermanLine, at: int) -> bool:
    """Says whether the word is a month."""
    return line.is_month(at)


def joins_times(line: GermanLine, place: int, after: int) -> bool:
    """Says whether "und" joins two times of one clause: "ich hab dienstags und donnerstags turnen"."""
    at = after + (line.word(after) in line.words.prepositions)
    opens = line.finite(at + 1) == Certainty.SURE and not line.is_stop(at + 2)
    return line.is_time(place - 1) and line.is_time(at) and not opens


def joins_between(line: GermanLine, at: int) -> bool:
    """Says whether "und" joins the two of "zwischen einem dackel und einem pudel", and no clauses."""
    begin = max(at - MAX_REPAIRED_TOKENS, 0)
    between = next((place for place in range(at - 1, begin - 1, -1) if line.word(place) == "zwischen"), at)
    inside = range(between + 1, at)
    plain = not any(line.is_stop(place) or line.word(place) in line.words.conjunctions for place in inside)
    told = any(line.finite(place) == Certainty.SURE and line.is_auxiliary(place) for place in inside)
    return line.word(at) == "und" and between < at - 1 and plain and not told
