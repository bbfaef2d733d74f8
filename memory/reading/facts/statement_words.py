"""Pure: the words of a clause that carry meaning, and whether it names a time or a place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.reading.grammar.clause import Clause
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning
from memory.text.stemming import stem

Forms = frozenset[str]

_YEAR = re.compile(r"\d{4}")
_WRITTEN_DATE = re.compile(r"(?:\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})|\d{4}-\d{2}-\d{2})\.?")


def is_telling(line: Line, at: int) -> bool:
    """Says whether a word carries meaning of its own."""
    word, words = line.word(at), line.words
    if line.is_number(at) or line.is_month(at):
        return True
    if line.is_in(at, "sides"):
        before = line.word(at - 1)
        return before in words.determiners or before in words.possessives  # "on the right", "my right foot"
    return (
        line.is_open(at)
        and word not in words.questions
        and word not in words.middle
        and word != "there"
        and (word not in words.adverbs or word in ("home", "abroad", "upstairs", "downstairs", "online"))
    )


def forms_at(line: Line, at: int, meaning: Meaning) -> Forms:
    """Returns the forms of one word: itself, its dictionary forms, its stem."""
    word = line.word(at)
    if line.is_in(at, "sides"):
        return frozenset((f"{word} side",))  # "right" by itself says that something is so
    single = line.table.singular(word)
    found = line.table.find(word)
    lemmas = {lemma for lemma, _ in found.verbs} if found else set()
    plain = {word, single, stem(word), stem(single), *lemmas}
    return frozenset(plain | {meaning.roles[each] for each in (word, single) if each in meaning.roles})


def describes_another(line: Line, at: int, asked: Forms, meaning: Meaning) -> bool:
    """Says whether an adjective is of another thing than the one asked for: "a motorbike and a black helmet"."""
    place, followed = at + 1, False
    while line.is_open(place) and line.usual(place) == "n" and not line.is_time(place):
        if forms_at(line, place, meaning) & asked:
            return False
        place, followed = place + 1, True
    return followed


_BEFORE_UNITS = frozenset(
    (
        "every",
        "each",
        "next",
        "last",
        "this",
        "in",
        "a",
        "ago",
        "per",
        "the",
        "all",
        "one",
        "few",
        "couple",
        "most",
        "some",
        "both",
        "alternate",
    )
)
_BEFORE_HOURS = frozenset(
    ["at", "since", "until", "till", "by", "before", "after", "around", "from", "in", "about", "to", "past"]
)
_NO_HALF_HOURS = frozenset(("a", "the", "and", "other", "one"))
_BEFORE_PARTS = frozenset(
    ["in", "the", "at", "this", "every", "on", "for", "after", "before", "each", "during", "next", "last"]
)
_TIMELY = frozenset(
    [
        "daily",
        "weekly",
        "monthly",
        "yearly",
        "annually",
        "soon",
        "later",
        "twice",
        "once",
        "ago",
        "when",
        "while",
        "after",
        "before",
        "during",
        "o'clock",
        "am",
        "pm",
    ]
)
_NEVER_DAYS = frozenset(("second", "last", "next"))
_STAYING = frozenset(["home", "here", "abroad", "upstairs", "downstairs", "online", "nearby"])
_PLACING = frozenset(
    [
        "in",
        "at",
        "on",
        "under",
        "behind",
        "near",
        "from",
        "to",
        "into",
        "inside",
        "by",
        "with",
        "beside",
        "over",
        "above",
        "below",
        "outside",
        "opposite",
        "through",
        "round",
        "around",
        "off",
        "onto",
        "between",
        "underneath",
        "next",
    ]
)


def is_year(word: str) -> bool:
    """Says whether a word is a year in digits."""
    return _YEAR.fullmatch(word) is not None


def has_time(line: Line, first: int, last: int) -> bool:
    """Says whether a day, a date, a time of day or a repetition is named."""
    return any(_is_time(line, at, first) for at in range(first, last))


def _is_time(line: Line, at: int, first: int) -> bool:
    words, word, before = line.words, line.word(at), line.word(at - 1)
    if word in words.days or line.is_month(at) or line.length_of(words.day_words, at):
        return True
    if _WRITTEN_DATE.fullmatch(word):
        return True  # "on 4.5.2026"
    if _is_loose_time(line, at):
        return True
    if (word in words.ordinals and word not in _NEVER_DAYS and not _ranks_thing(line, at)) or (
        word in _TIMELY and at > first
    ):
        return True
    if line.table.singular(word) in words.units and (before in _BEFORE_UNITS or before in words.numbers):
        return True
    if word[:1].isdigit() and word.endswith(("st", "nd", "rd", "th")) and not line.is_open(at + 1):
        return True  # "on the 12th"
    if line.is_number(at) and not _ranks_thing(line, at):
        return before in _BEFORE_HOURS and not (_counts_thing(line, at) or _measures_thing(line, at))
    return line.is_part_of_day(at) and (before in _BEFORE_PARTS or (line.is_plural(at) and not line.is_number(at - 1)))


def _is_loose_time(line: Line, at: int) -> bool:
    """Says whether an hour or a day is named roughly: "fourish", "gone nine", "first thing", "between two and four"."""
    word, before = line.word(at), line.word(at - 1)
    about = word.removesuffix("ish").removesuffix("-")
    if word.endswith("ish") and (about in line.words.numbers or about.isdigit()):
        return True
    if line.is_in(at, "first_or_last") and line.word(at + 1) == "thing" and before not in line.words.determiners:
        return not line.is_open(at + 2)
    if word == "day" and before == "any":
        return True
    if not line.is_number(at) or line.is_open(at + 1):
        return False
    if before == "half":
        return line.word(at - 2) not in _NO_HALF_HOURS and not line.is_number(
            at - 2
        )  # "the plumber's coming half four"
    if before == "between":
        return line.word(at + 1) == "and" and line.is_number(at + 2) and not line.is_open(at + 3)
    return before == "gone"


def has_new_time(line: Line, clause: Clause, meaning: Meaning) -> bool:
    """Says whether something was moved to a month, an hour or a shift: "moved it to june", "to nights", "for two"."""
    if clause.lemma not in meaning.moving | meaning.set_of("set for a time"):
        return False
    if any(line.is_in(at, "seats") for at in range(clause.rest, clause.last)):
        return False  # "booked a table for two"
    for at in range(clause.rest, clause.last):
        if not (line.is_in(at - 1, "to") or line.word(at - 1) in ("for", "till", "until")):
            continue
        number = line.is_number(at) and not line.is_open(at + 1)
        if number or line.word(at) in line.words.months or line.is_in(at, "hour_words"):
            return True
        if line.is_part_of_day(at) or line.word(at) in meaning.set_of("rota"):
            return True
    return False


def _ranks_thing(line: Line, at: int) -> bool:
    """Says whether an ordinal says which one of several things is meant: "under the third flowerpot"."""
    after, words = line.word(at + 1), line.words
    return (
        line.word(at) in words.ordinals
        and line.is_open(at + 1)
        and not (after in words.days or line.is_month(at + 1) or line.table.singular(after) in words.units)
        and not (line.length_of(words.parts, at + 1) or line.length_of(words.day_words, at + 1))
    )


def _measures_thing(line: Line, at: int) -> bool:
    """Says whether a number has a measure that is no time: "at eleven hundred degrees"."""
    after = at + 1
    while line.is_number(after):
        after += 1
    return line.table.singular(line.word(after)) in line.words.measures - line.words.units


def _counts_thing(line: Line, at: int) -> bool:
    """Says whether a number is part of an address: "at eighteen canal street"."""
    after = at + 1
    while line.is_number(after):
        after += 1
    return line.is_open(after) and any(line.word(place) in _STREETS for place in range(after, after + 4))


_STREETS = frozenset(
    [
        "street",
        "road",
        "lane",
        "avenue",
        "drive",
        "way",
        "close",
        "court",
        "square",
        "place",
        "hill",
        "terrace",
        "gardens",
        "crescent",
        "row",
        "mews",
        "grove",
        "boulevard",
    ]
)
"""Last words of the names of streets."""


def has_place(line: Line, clause: Clause, meaning: Meaning) -> bool:
    """Says whether a place may be named: a phrase after a preposition of place that is no time."""
    for at in range(clause.first, clause.last):
        if line.word(at) in _STAYING and at > clause.first:
            return True
        led = line.word(at) == "to" and clause.verb < at < clause.main  # "has to get up"
        if line.word(at) in _PLACING and not led and _is_place(line, at + 1, clause.last):
            return True
        if line.word(at) == "out" and line.is_in(at + 1, "of") and _is_place(line, at + 2, clause.last):
            return True  # "you get the stamps out of the blue drawer"
    return False


def _is_place(line: Line, at: int, last: int) -> bool:
    """Says whether the phrase after a preposition is no day, hour or part of a day."""
    words = line.words
    while line.word(at) in words.determiners | words.possessives | {"to"}:
        at += 1
    if line.is_stop(at) or at >= last or line.word(at) in words.days or line.is_month(at):
        return False
    ranked = _ranks_thing(line, at)
    counted = line.is_number(at) and not _counts_thing(line, at)
    timed = not ranked and (counted or line.table.singular(line.word(at)) in words.units)
    return not timed and not line.is_part_of_day(at) and not line.length_of(words.day_words, at)


def is_somebody_by_work(nouns: Sequence[Forms], meaning: Meaning) -> bool:
    """Says whether words name a group, or somebody by what they do: "the band", "the piano tuner", "the boiler man"."""
    callers = meaning.set_of("callers")
    grouped = any(forms & meaning.set_of("groups of people") for forms in nouns)
    if grouped or not callers:
        return grouped
    people = callers | meaning.kinds.get("job", frozenset()) | meaning.set_of("men") | meaning.set_of("women")
    things = frozenset[str]().union(
        *(meaning.kinds.get(kind, frozenset()) for kind in ("appliance", "tool", "vehicle"))
    )
    return any(forms & people and not forms & things for forms in nouns[-1:])
