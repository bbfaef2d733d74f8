"""Pure: reads a bare common noun or place that puts another right: "clarinet i mean" after "lucy plays the flute".

A common noun is no name, and so takes no name's place: it takes that of the one thing that the fact tells of behind its
verb. A word that no table knows takes only that of a place: "leeds" in "lives in hull". Where the fact tells of
several, or of none, nothing is replaced.
"""

from __future__ import annotations

from memory.reading.facts.statements import statements
from memory.reading.grammar.reader import line_of
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Line

_VOWELS = "aeiou"


def is_common_noun(value: Line) -> bool:
    """Says whether a value is a common noun, with words that go with it: "clarinet", "an electrician"."""
    if value.words.language != "en" or not len(value):
        return False
    first = value.word(0) in value.words.determiners
    rest, last = range(first, len(value)), len(value) - 1
    known = first or value.form(last) is not None or value.table.is_thing(value.word(last))
    named = is_given_name(value.word(last)) or value.is_time(last) or value.is_number(last)
    return bool(rest) and known and not named and all(value.is_open(at) for at in rest)


def place_put_right(told: str, meant: str) -> tuple[str, str]:
    """Returns the place that a fact tells of, and the unknown word that takes its stead; else both empty."""
    line, value = line_of(told, "en"), line_of(meant, "en")
    unknown = len(value) == 1 and value.is_open(0) and value.form(0) is None and not value.table.is_thing(value.word(0))
    if not unknown or is_given_name(value.word(0)) or value.is_number(0):
        return "", ""
    heard, new = noun_put_right(told, meant)
    before = told[: told.rfind(heard)].split()[-1:] if heard else []
    return (heard, new) if before and before[0].casefold() in line.words.sets["placing_in"] else ("", "")


def noun_put_right(told: str, meant: str) -> tuple[str, str]:
    """Returns the thing that a fact tells of behind its verb, and the one that takes its place; else both empty."""
    each, line, value = statements(told, "en"), line_of(told, "en"), line_of(meant, "en")
    if len(each) != 1 or each[0].clause.rest < 0:
        return "", ""
    clause = each[0].clause
    things = [one for one in each[0].others if one.start >= clause.rest and not one.name and not one.pronoun]
    if len(things) != 1 or len(things) != len([one for one in each[0].others if one.start >= clause.rest]):
        return "", ""
    begin, end = things[0].start, things[0].end
    opened, bare = line.word(begin) in line.words.determiners, value.word(0) not in value.words.determiners
    if opened and bare and line.word(begin) not in line.words.indefinite:
        begin += 1  # "the | flute"
    heard = told[line.tokens[begin].start : line.tokens[end - 1].end]
    if bare and line.word(begin) in ("a", "an"):
        meant = f"{'an' if value.word(0)[0] in _VOWELS else 'a'} {meant}"
    return heard, meant.strip()
