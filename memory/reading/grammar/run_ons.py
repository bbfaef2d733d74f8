"""Pure: says whether another clause begins without a word or a pause before it, as in speech."""

from __future__ import annotations

from memory.reading.grammar.clause_starts import NOTHING, ORDER, QUESTION, STATEMENT, starts_statement, what_starts
from memory.reading.grammar.question_starts import starts_question
from memory.reading.grammar.subjects import find_verb
from memory.reading.words.line import Line


def run_on(line: Line, place: int, at: int, hold: bool) -> int:
    """Returns what begins here without a conjunction before it."""
    if hold or (
        place == at
        and line.word(place) not in line.words.nominative | line.words.questions | line.words.sets["after_verb"]
    ):
        return NOTHING
    before, pronoun = line.word(place - 1), line.word(place) in line.words.nominative
    if before in line.words.possessives or (before in line.words.determiners and not pronoun):
        return NOTHING
    asking = line.word(place) in line.words.questions
    if before in line.words.prepositions and not ((pronoun or asking) and before in line.words.particles):
        return NOTHING
    if _orders_beside(line, place):
        return ORDER
    if line.length_of(line.words.openers, place) > 1 and what_starts(line, place, ordered=False) in (
        STATEMENT,
        QUESTION,
    ):
        return what_starts(line, place, ordered=False)
    closing = line.length_of(line.words.closers, place)
    if closing and line.is_stop(place + closing):
        return NOTHING
    if _opens_correction(line, place):
        return STATEMENT
    if starts_question(line, place) and _may_open_question(line, place):
        return QUESTION
    if starts_statement(line, place, run_on=True) and not _is_relative(line, place):
        return STATEMENT
    return NOTHING


def _orders_beside(line: Line, at: int) -> bool:
    """Says whether a command begins without a word between: "we've got butter take that off the list"."""
    return (
        line.word(at) in line.words.orders
        and line.word(at + 1) in line.words.objects | line.words.possessives | line.words.sets["ordered"]
        and line.word(at - 1) not in line.words.subjects | line.words.middle | line.words.sets["before_verb"]
        and not line.is_auxiliary(at - 1)
        and line.word(at - 1) not in line.words.clitics
    )


def _opens_correction(line: Line, at: int) -> bool:
    """Says whether a correction of several words, or "no" before a clause, begins here."""
    length = line.length_of(line.words.fixes, at)
    return length > 1 and what_starts(line, at + length, ordered=False) != NOTHING


def _may_open_question(line: Line, at: int) -> bool:
    """A question word after a verb of knowing is its object; an auxiliary needs a pronoun to open a question."""
    word = line.word(at)
    if word in line.words.questions:
        return (
            word not in line.words.sets["relative_questions"]
            or line.is_auxiliary(at + 1)
            or line.is_in(at + 1, "is")
            or (line.is_in(at, "which") and starts_question(line, at))
        )
    return (
        line.word(at + 1) in line.words.nominative
        or line.is_in(at + 1, "you_it_there")
        or (line.is_in(at, "asking_auxiliaries") and line.word(at + 1) in line.words.possessives)
    )


def _is_relative(line: Line, at: int) -> bool:
    """Says whether "we stayed at" only describes the noun before it: "the hotel we stayed at"."""
    if line.word(at) not in line.words.nominative and not line.is_in(at, "you_it"):
        return False
    back = at - 1
    if not line.is_open(back) or line.is_number(back):
        return back >= 0 and line.is_in(back, "before_relative")
    while back >= 0 and line.is_open(back):
        back -= 1
    if not line.is_in(back, "definite"):
        return False
    verb = find_verb(line, at)
    after = verb + 1
    clitic = line.word(verb).startswith("'")
    if clitic and line.has_form(after, "gn") and line.is_stop(after + 1):
        return True
    return not clitic and (
        line.is_stop(after)
        or (not line.is_open(after) and line.word(after) not in line.words.possessives | line.words.determiners)
    )
