"""Pure: the words of a clause that carry meaning, and whether it names a time or a place."""

from __future__ import annotations

from memory.reading.grammar.clause import Clause
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning
from memory.text.stemming import stem

Forms = frozenset[str]


def is_telling(line: Line, at: int) -> bool:
    """Says whether a word carries meaning of its own."""
    word, words = line.word(at), line.words
    if line.is_number(at) or line.is_month(at):
        return True
    return (
        line.is_open(at)
        and word not in words.questions
        and word not in words.middle | {"there"}
        and (word not in words.adverbs or word in ("home", "abroad", "upstairs", "downstairs", "online"))
    )


def forms_at(line: Line, at: int, meaning: Meaning) -> Forms:
    """Returns the forms of one word: itself, its dictionary forms, its stem."""
    word = line.word(at)
    single = line.table.singular(word)
    found = line.table.find(word)
    lemmas = {lemma for lemma, _ in found.verbs} if found else set()
    plain = {word, single, stem(word), stem(single), *lemmas}
    return frozenset(plain | {meaning.roles[each] for each in (word, single) if each in meaning.roles})


def has_time(line: Line, first: int, last: int) -> bool:
    """Says whether a day, a date, a time of day or a repetition is named."""
    words = line.words
    for at in range(first, last):
        word = line.word(at)
        if (
            word in words.days
            or line.is_month(at)
            or line.length_of(words.day_words, at)
            or word in words.ordinals - {"second", "last", "next"}
        ):
            return True
        if line.table.singular(word) in words.units and line.word(at - 1) in (
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
            *words.numbers,
        ):
            return True
        if line.is_number(at) and _counts_thing(line, at):
            continue
        if line.is_number(at) and line.word(at - 1) in (
            "at",
            "since",
            "until",
            "till",
            "by",
            "before",
            "after",
            "around",
            "from",
            "in",
            "about",
            "to",
            "past",
        ):
            return True
        if line.length_of(words.parts, at) and line.word(at - 1) in (
            "in",
            "the",
            "at",
            "this",
            "every",
            "on",
            "for",
            "after",
            "before",
            "each",
            "during",
            "next",
            "last",
        ):
            return True
        if (
            word
            in (
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
            )
            and at > first
        ):
            return True
    return False


def _counts_thing(line: Line, at: int) -> bool:
    """Says whether a number is that of a house: "at eighteen canal street"."""
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
    words = line.words
    for at in range(clause.first, clause.last):
        word = line.word(at)
        if (
            word in ("home", "here", "there", "abroad", "upstairs", "downstairs", "online", "next door", "nearby")
            and at > clause.first
        ):
            return True
        if word in (
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
        ):
            place = at + 1
            while line.word(place) in words.determiners | words.possessives | {"to"}:
                place += 1
            if line.is_stop(place) or place >= clause.last:
                continue
            timed = (
                line.word(place) in words.days
                or line.is_month(place)
                or (line.is_number(place) and not _counts_thing(line, place))
                or line.table.singular(line.word(place)) in words.units
            )
            if not timed and not line.length_of(words.parts, place) and not line.length_of(words.day_words, place):
                return True
    return False
