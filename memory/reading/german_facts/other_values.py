"""Pure: says whether a German statement gives another value than a question supposes: "ist mia neun" of who is eight.

A question for yes or no names a value. What says the same of the same, with another number, day, place or name, is the
answer: it says that it is not so, and how it is. Only what has one value at a time counts: who drinks tea may drink
coffee as well.
"""

from __future__ import annotations

from memory.core.policy import MAX_REPAIRED_TOKENS
from memory.reading.facts.entities import Names
from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german_facts.told_things import LANGUAGE, is_about_same, plain_preposition
from memory.reading.grammar.clause import Gap, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import Meaning, load_meaning

_PLACED = frozenset(("in", "bei", "auf", "an", "aus"))
_TIMED = frozenset(("um", "an", "in", "ab"))


def tells_other_value(question: Statement, told: Statement, names: Names) -> bool:
    """Says whether a question for yes or no is answered by another value of what it names."""
    asked, said = question.clause, told.clause
    if asked.asks is not Gap.NONE or asked.negated or said.negated or asked.past != said.past:
        return False
    if said.modality is not Modality.FACT or asked.lemma != said.lemma or not is_about_same(question, told, names):
        return False
    line, other = line_of(question.text, LANGUAGE), line_of(told.text, LANGUAGE)
    assert isinstance(line, GermanLine)
    assert isinstance(other, GermanLine)
    one, two = _predicate(question, line), _predicate(told, other)
    before = next((at for at in range(min(len(one), len(two))) if _word(line, one[at]) != _word(other, two[at])), -1)
    if before < 0:
        return False
    after = 0
    while after < min(len(one), len(two)) - before - 1 and _word(line, one[-1 - after]) == _word(
        other, two[-1 - after]
    ):
        after += 1
    value, was = one[before : len(one) - after], two[before : len(two) - after]
    if not (0 < len(value) <= MAX_REPAIRED_TOKENS and len(value) == len(was)):
        return False
    led = next((_word(line, at) for at in reversed(one[:before]) if line.word(at) not in line.words.determiners), "")
    sort = _value_sort(line, value, asked.lemma, led, load_meaning(LANGUAGE))
    somebody = any(entity.is_person or entity.name or entity.pronoun for entity in told.subject) or told.about_speaker
    if sort == "place" and somebody and asked.lemma == "be":
        return False  # who is in the choir may be in the club as well
    counted = bool(after) or before > 0 or asked.lemma in ("be", "call")
    return bool(sort) and counted and sort == _value_sort(other, was, said.lemma, led, load_meaning(LANGUAGE))


def _predicate(one: Statement, line: GermanLine) -> list[int]:
    """Returns the places of the words beside subject, verb and small words."""
    first = one.clause.first
    begin, end = one.clause.subject[0] - first, one.clause.subject[1] - first
    while end > begin and line.is_number(end - 1):
        end -= 1  # "kostet die miete 800 euro"
    own = set(range(begin, end))
    verbs = {one.clause.verb - first, one.clause.main - first}
    small = line.words.middle | line.words.sets["fillers"]
    return [
        at for at in range(len(line)) if at not in own | verbs and not line.is_stop(at) and line.word(at) not in small
    ]


def _word(line: GermanLine, at: int) -> str:
    return plain_preposition(line.word(at))


def _value_sort(line: GermanLine, places: list[int], lemma: str, led: str, meaning: Meaning) -> str:
    """Returns what sort of value stands there, of which somebody or something has one; empty for any other."""
    spoken = [line.word(at) for at in places]
    if all(line.is_number(at) for at in places):
        return "number"
    if all(word in line.words.days or word in line.words.months for word in spoken):
        return "day" if led in _TIMED or lemma == "be" else ""
    if all(word in meaning.set_of("colours told") for word in spoken):
        return "colour" if lemma == "be" else ""
    bare = all(line.is_open(at) and not line.is_time(at) for at in places)
    if lemma == "call":
        return "name" if bare else ""
    if lemma == "be" and not led and all(word in meaning.kinds["beruf"] for word in spoken):
        return "trade"
    placed = led in _PLACED and (lemma in meaning.set_of("homes") | {"work", "be", "study"})
    return "place" if placed and bare else ""
