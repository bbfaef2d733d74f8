"""Pure: finds the words around and inside a clause that announce a change: "actually", "no longer", "from now on"."""

from __future__ import annotations

from memory.reading.grammar.clause import Mark
from memory.reading.grammar.clause_starts import skip_opener
from memory.reading.grammar.question_starts import starts_question
from memory.reading.words.line import Line


def opening_marks(line: Line, at: int) -> tuple[frozenset[Mark], int]:
    """Returns the marks of the words before a clause, and where the clause itself begins."""
    marks: set[Mark] = set()
    while True:
        length = line.length_of(line.words.fixes, at)
        if length and _is_correction(line, at, length):
            marks.add(Mark.FIX)
            at += length
            continue
        if line.is_in(at, "exclaimed") and _announces_fix(line, at + 1):
            at += 1
            continue
        since = line.length_of(line.words.now, at)
        if since and not line.is_stop(at + since):
            marks.add(Mark.NOW)
            at += since
            continue
        after = skip_opener(line, at)
        if after == at and _is_remark(line, at):
            after = at + 1
        if after == at:
            return frozenset(marks), at
        if any(line.is_in(place, "actually") for place in range(at, after)):
            marks.add(Mark.FIX)
        at = after


def _announces_fix(line: Line, at: int) -> bool:
    """Says whether words that correct stand here: "no it's half seven" after an exclamation."""
    length = line.length_of(line.words.fixes, at)
    return length > 0 and _is_correction(line, at, length)


def _is_remark(line: Line, at: int) -> bool:
    """Says whether one word only accepts what was said before a question: "fine where's the thermostat then"."""
    return (
        line.usual(at) in ("a", "r")
        and line.word(at) not in line.words.questions
        and not starts_question(line, at)
        and line.word(at + 1) in line.words.questions
        and starts_question(line, at + 1)
    )


def _is_correction(line: Line, at: int, length: int) -> bool:
    """ "no" before a common noun only counts it; "i mean" after something is no correction."""
    if line.is_in(at, "no") and length == 1 and runs_out(line, at):
        return False
    if line.is_in(at, "no") and length == 1:
        following = line.word(at + 1)
        if following == "one" and line.finite(line.skip_middle(at + 2)):
            return False  # "no one came"
        return (
            not (line.form(at + 1) is None and line.word(at + 2) in line.words.prepositions)
            and not line.is_in(at + 1, "longer")
            and (
                line.is_stop(at + 1)
                or following
                in line.words.subjects
                | line.words.possessives
                | line.words.determiners
                | line.words.prepositions
                | line.words.days
                or line.is_number(at + 1)
                or line.length_of(line.words.fixes, at + 1) > 0
                or not line.is_plural(at + 1)
            )
        )
    if line.is_in(at, "i") and line.is_in(at + length, "to") and line.has_form(at + length + 1, "b"):
        return False  # "i meant to buy milk"
    if any(line.is_in(at + length - 1, name) for name in ("mistaken_nouns", "lying")):
        return _begins_anew(line, at + length)
    if line.word(at + length - 1) in line.words.be and line.is_in(at + length, "expected_states"):
        return False  # "it should be there by wednesday"
    if line.is_in(at, "bare_fixes") and length == 1:
        return not line.is_in(at + 1, "with")
    return True


def runs_out(line: Line, at: int) -> bool:
    """Says whether "no" counts a thing of which nothing is there: "no milk left", "no coffee in the tin"."""
    thing = line.form(at + 1) is not None and line.usual(at + 1) == "n" and not line.is_time(at + 1)
    return line.is_in(at, "no") and thing and line.is_in(at + 2, "behind what is gone")


def _begins_anew(line: Line, at: int) -> bool:
    """Says whether a clause of its own follows: "the other one it's", but not "the other one is", "i lie down"."""
    words, word = line.words, line.word(at)
    said = word in words.subjects - words.determiners or word in words.possessives or line.is_in(at, "definite_article")
    return line.is_stop(at) or said or line.length_of(words.fixes, at) > 0


def closing_length(line: Line, first: int, end: int) -> int:
    """Returns how many words at the end of a clause are no part of it."""
    last, words = line.word(end - 1), line.words
    if _spells_first_letter(line, first, end):
        return 3 + closing_length(line, first, end - 3)
    for phrase in words.closers.by_last.get(last, ()):
        begin = end - len(phrase)
        if begin <= first:
            continue
        if any(line.word(begin + place) != part for place, part in enumerate(phrase)):
            continue
        before = line.word(begin - 1)  # "who lives on the right", "why won't she"
        if not (before in words.determiners or before in words.possessives or before in words.questions):
            return len(phrase) + closing_length(line, first, begin)
    return 0


def _spells_first_letter(line: Line, first: int, end: int) -> bool:
    """Says whether a clause ends in the first letter of its last word: "it's barlow | with a b"."""
    letter = line.word(end - 1)
    named = end - 4 >= first and len(letter) == 1 and line.word(end - 4).startswith(letter)
    return named and line.word(end - 3) == "with" and line.is_in(end - 2, "one_of_a_kind")


def marks_in(line: Line, first: int, last: int) -> frozenset[Mark]:
    """Returns the marks of change inside a clause."""
    groups = (
        (Mark.NOW, line.words.now),
        (Mark.OVER, line.words.over),
        (Mark.AGAIN, line.words.again),
        (Mark.INSTEAD, line.words.instead),
        (Mark.NEW, line.words.new),
    )
    found = {
        mark
        for at in range(first, last)
        for mark, phrases in groups
        if line.word(at) in phrases.by_first and line.length_of(phrases, at)
    }
    if any(line.is_in(at, "not") for at in range(first + 1, last)) and not starts_question(line, first):
        found.add(Mark.CONTRAST)
    return frozenset(found)
