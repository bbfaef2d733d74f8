"""Pure: says whether a fact tells another value than a question for yes or no supposes: "is my car blue" of a red one.

The fact is the answer: it says that it is not so, and how it is. Only what has one value at a time counts: who likes
jazz may like rock as well.
"""

from __future__ import annotations

from memory.reading.answering.told_answer import told_yes_or_no
from memory.reading.changes.updates import Effect, effect_on
from memory.reading.facts.entities import Names
from memory.reading.facts.statements import Statement, statements
from memory.reading.german_facts.other_values import tells_other_value
from memory.reading.grammar.clause import Gap
from memory.reading.words.meaning import load_meaning
from memory.reading.words.word_table import load_word_table

_OTHERWISE = (Effect.CONTRADICTS, Effect.REPLACES)


def tells_otherwise(question: Statement, told: str, names: Names, language: str) -> bool:
    """Says whether a fact, given by its text, has another value than a question for yes or no supposes."""
    each = statements(told, language)
    if language == "de" and any(tells_other_value(question, one, names) for one in each):
        return True
    supposed = supposed_by(question, language)
    return supposed is not None and any(
        effect_on(supposed, one, names, language) in _OTHERWISE and _are_of_one_sort(supposed, one, language)
        for one in each
    )


def supposed_by(question: Statement, language: str) -> Statement | None:
    """Returns what a question for yes or no asks about as a statement; None for any other question."""
    clause = question.clause
    if clause.asks is not Gap.NONE:
        return None
    stated = clause.subject[0] < clause.subject[1] <= clause.verb  # "my car is red?"
    said = question.text if stated else told_yes_or_no(question.text, language, yes=True)
    return None if said is None else next(iter(statements(said, language)), None)


def _are_of_one_sort(one: Statement, other: Statement, language: str) -> bool:
    """Says whether two values exclude each other: two colours do, and "new" and "broken" do not. Of German ones, whose
    sorts `tells_other_value` has compared, only places, times and numbers are left.
    """
    if language != "en":
        return one.has_place or one.has_time or one.has_number
    table, kinds = load_word_table("en"), load_meaning("en").kinds.values()
    values = (_values(one, other), _values(other, one))
    found = [table.find(form) for value in values for form in value]
    placed = one.has_place or one.has_time or one.has_number
    if placed or not any(word is not None and word.usual == "a" for word in found):
        return True
    return any(all(value & kind for value in values) for kind in kinds)


def _values(one: Statement, other: Statement) -> frozenset[str]:
    """Returns the words of a statement that the other one has not."""
    every = frozenset(form for forms in other.words for form in forms)
    return frozenset(form for forms in one.words if not forms & every for form in forms)
