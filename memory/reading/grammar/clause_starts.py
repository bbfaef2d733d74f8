"""Pure: says what begins at a word: a clause with its own subject, a verb that shares one, a question, a command."""

from __future__ import annotations

from memory.reading.grammar.question_starts import starts_question
from memory.reading.grammar.subjects import find_verb, is_verbal_s
from memory.reading.words.line import Certainty, Line

NOTHING, STATEMENT, QUESTION, SHARED, ORDER = range(5)
"""What begins here: nothing, a clause with a subject, a question, a verb that shares the subject, a command."""


def starts_statement(line: Line, at: int, *, run_on: bool = False) -> bool:
    """Says whether a clause with its own subject and finite verb begins here.

    Without a conjunction before it (`run_on`), only what can hardly be an object counts.
    """
    words, word = line.words, line.word(at)
    if line.is_stop(at) or word in words.conjunctions:
        return False
    verb = find_verb(line, at)
    if verb < 0:
        return False
    if not run_on or word in words.nominative:
        return True
    if word in words.subjects:
        return (
            line.is_auxiliary(verb)
            or is_verbal_s(line, verb)
            or line.word(verb) in words.clitics
            or (word in words.sets["run_on_subjects"] and line.finite(verb) == Certainty.SURE and verb <= at + 2)
        )
    sure = line.finite(verb) == Certainty.SURE or is_verbal_s(line, verb)
    if any(
        line.word(place) in words.conjunctions and line.word(place + 1) in words.subjects for place in range(at, verb)
    ):
        return False
    if word in words.possessives or word in words.sets["run_on_determiners"]:
        return sure
    return (
        sure
        and line.form(at) is None
        and verb <= at + 2
        and line.form(at - 1) is not None
        and line.usual(at - 1) != "a"
    )


def what_starts(line: Line, at: int, *, ordered: bool) -> int:
    """Returns what begins after a conjunction or a comma. `ordered`: the clause before is a command."""
    place = skip_openers(line, at)
    if starts_question(line, place):
        return QUESTION
    if starts_statement(line, place):
        return STATEMENT
    verb = line.skip_middle(place)
    if line.word(verb) in line.words.clitics:
        return NOTHING
    if line.finite(verb) and (
        line.is_auxiliary(verb) or line.has_form(verb, "sd") or (line.usual(verb) == "v" and line.has_form(verb, "b"))
    ):
        if ordered and line.has_form(verb, "b") and line.finite(verb) == Certainty.SURE:
            return ORDER
        if line.is_auxiliary(verb) or line.finite(verb) == Certainty.SURE:
            return SHARED
    return NOTHING


def skip_openers(line: Line, at: int) -> int:
    """Returns the position after words before a clause that are no part of it."""
    while True:
        length = line.length_of(line.words.openers, at)
        if line.is_stop(at) and at < len(line):
            length = 1
        if not length or _is_needed(line, at, length):
            return at
        at += length


def _is_needed(line: Line, at: int, length: int) -> bool:
    """Says whether the word here is no opener: "like" of "like tea", "right" of "right foot", "that's" of nothing."""
    word = line.word(at)
    after = line.word(at + length)
    if word in line.words.sets["open_openers"]:
        return not (
            line.is_auxiliary(at + length)
            or after in line.words.subjects
            or after in line.words.possessives
            or after in line.words.questions
            or line.is_stop(at + length)
            or after in line.words.sets["after_opener"]
        )
    return False
