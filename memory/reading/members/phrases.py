"""Pure: cuts what follows a verb at its "and", so that each part has what the others have: a thing, a place, a time.

Of "swimming on mondays and ballet on fridays" each part has a thing and a day; of "allergic to nuts and kiwi" both have
"allergic to", and of "iron and zinc in the morning" both the morning.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from memory.reading.facts.statement_words import Forms, forms_at, is_telling
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import german_forms
from memory.reading.german.telling import is_content_word
from memory.reading.german.time_and_place import names_time
from memory.reading.grammar.clause import Clause
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning

_PLACING, _TIMING, _NAMING = "p", "t", "n"

Groups = tuple[tuple[str, int], ...]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Stretch:
    """The tokens of one part."""

    begin: int
    end: int
    noun: Span = (0, 0)
    """The tokens of the thing that it names first."""
    head: Span = (0, 0)
    """The number or "one" that stands for this thing: the "one" of "and one at night"."""


def forms_in(line: Line, clause: Clause, span: Span) -> tuple[Forms, ...]:
    """Returns the forms of the words of a span that carry meaning of their own."""
    meaning = load_meaning(line.words.language)
    if isinstance(line, GermanLine):
        own = (at for at in range(*span) if is_content_word(line, at, clause))
        return tuple(german_forms(line, at, meaning, told=True) for at in own)
    return tuple(forms_at(line, at, meaning) for at in range(*span) if is_telling(line, at))


def is_timely_word(line: Line, at: int) -> bool:
    """Says whether a word names a day or a part of one: "monday", "montags", "abends"."""
    return line.is_time(at) or (isinstance(line, GermanLine) and names_time(line, at, at + 1))


def shared_list(line: Line, clause: Clause) -> tuple[tuple[Stretch, ...], int] | None:
    """Returns the parts of what follows a verb, and the place of the joint before the last; None without several."""
    begin, end = clause.verb + 1, _end(line, clause)
    joints = [at for at in range(begin, end) if _is_joint(line, at)]
    last = next((at for at in reversed(joints) if line.is_in(at, "joining_things")), -1)
    if last < 0:
        return None
    if isinstance(line, GermanLine):
        begin = max(begin, clause.subject[1])  # "montags gehen max und ella schwimmen"
    elif clause.rest > clause.verb:
        begin = clause.rest
    edges = [begin - 1, *joints, end]
    spans = [(one + 1, other) for one, other in itertools.pairwise(edges) if one + 1 < other]
    groups = [_groups(line, clause, span) for span in spans]
    if len(spans) < 2 or not all(groups) or any(_is_clause(line, *span) for span in spans[1:]):
        return None
    start, tail = _aligned(groups[0], groups[-1])
    if start < 0:
        return None
    first = Stretch(groups[0][start][1], spans[0][1], _noun(groups[0][start:], spans[0][1]))
    stop = groups[-1][tail][1] if tail < len(groups[-1]) else spans[-1][1]
    spans[-1] = (spans[-1][0], stop)
    others = (
        Stretch(*span, head=_head(line, _noun(group, span[1])))
        for span, group in zip(spans[1:], groups[1:], strict=True)
    )
    return (first, *others), last


def _head(line: Line, noun: Span) -> Span:
    """Returns the one token that stands for a thing that was named before: "one", "two"."""
    stands = noun[1] - noun[0] == 1 and (line.is_in(noun[0], "one_of_them") or line.is_number(noun[0]))
    return noun if stands else (0, 0)


def _end(line: Line, clause: Clause) -> int:
    """Returns where the list may end: before a verb at the end, and before stops."""
    end = clause.main if clause.main > clause.verb and clause.main >= clause.last - 1 else clause.last
    while end > clause.verb and not (line.is_open(end - 1) or line.is_in(end - 1, "one_of_them")):
        end -= 1
    return end


def _is_joint(line: Line, at: int) -> bool:
    """Says whether one part ends here: not inside a number, nor in "between two and four"."""
    inside = line.is_number(at - 1) and line.is_number(at + 1) and line.is_in(at - 1, "joined_into_numbers")
    return (line.is_in(at, "joining_things") or line.word(at) == ",") and not inside


def _is_clause(line: Line, begin: int, end: int) -> bool:
    """Says whether a part says something of its own: "and so does ben", "and she hates it"."""
    return any(line.is_auxiliary(at) or line.word(at) in line.words.nominative for at in range(begin, end))


def _groups(line: Line, clause: Clause, span: Span) -> Groups:
    """Returns the sorts of phrases of a stretch, each with where it begins, articles with what follows them."""
    found: list[tuple[str, int]] = []
    start, end = span
    for at in range(*span):
        after_place = bool(found) and found[-1][0] == _PLACING and at + 1 >= end
        hour = line.is_number(at) and (after_place or line.is_in(at - 1, "before_hours"))
        if line.word(at) in line.words.prepositions:
            sort = _PLACING
        elif is_timely_word(line, at) or hour:
            sort = _TIMING
        elif forms_in(line, clause, (at, at + 1)) or line.is_in(at, "one_of_them"):
            sort = _NAMING
        else:
            continue
        if not found or found[-1][0] != sort:
            found.append((sort, start))
        start = at + 1
    return tuple(found)


def _aligned(first: Groups, last: Groups) -> tuple[int, int]:
    """Returns the group of the first part with which the list begins, and the group of the last where it ends; what
    follows there belongs to all. (-1, 0) where the parts are not alike.
    """
    one, other = "".join(sort for sort, _ in first), "".join(sort for sort, _ in last)
    if one.endswith(other):
        return len(one) - len(other), len(last)
    at = one.rfind(other)
    if at >= 0:
        return at, len(last)
    for at in range(len(one)):
        if other.startswith(one[at:]):
            return at, len(one) - at
    return -1, 0


def _noun(groups: Groups, end: int) -> Span:
    """Returns the tokens of the first thing among groups."""
    for at, (sort, begin) in enumerate(groups):
        if sort == _NAMING:
            return begin, groups[at + 1][1] if at + 1 < len(groups) else end
    return 0, 0
