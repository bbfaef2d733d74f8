"""Pure: reads a correction that counts one of several things anew: "no she gets two at night" after "two pills in the
morning and one at night".
"""

from __future__ import annotations

from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind, Mark
from memory.reading.grammar.reader import line_of
from memory.reading.members.phrases import is_timely_word
from memory.reading.members.several import ToldPart, told_of_several
from memory.reading.words.line import Line


def counted_anew(told: str, said: str, language: str) -> str:
    """Returns the fact with the new number of the one part that a correction names by its time or place; empty where it
    names none or several, or tells more.
    """
    each, olds = statements(said, language), statements(told, language)
    if len(each) != 1 or len(olds) != 1:
        return ""
    one, old = each[0], olds[0]
    corrects = one.kind is ActKind.CORRECT or Mark.FIX in one.clause.marks
    if not corrects or one.clause.negated or one.clause.lemma not in ("", "be", old.clause.lemma):
        return ""
    line = line_of(said, language)
    numbers = [at for at in range(one.clause.first, one.clause.last) if _counts(line, at)]
    if len(numbers) != 1:
        return ""
    number = line.word(numbers[0])
    verbs = {one.clause.lemma, line.word(one.clause.verb) if one.clause.verb >= 0 else ""}
    times = [frozenset((line.word(at),)) for at in range(one.clause.first, one.clause.last) if is_timely_word(line, at)]
    named = [forms for forms in one.rest_words if not forms & verbs and number not in forms]
    own = [*times, *(forms for forms in named if not any(forms & known for known in old.subject_words))]
    for several in told_of_several(told, language):
        parts = [part for part in several.parts if not part.keys and part.has_all(own)]
        if own and len(parts) == 1:
            return _with_number(told, parts[0], number, language)
    return ""


def _with_number(told: str, part: ToldPart, number: str, language: str) -> str:
    line, start = line_of(part.text, language), told.find(part.text)
    places = [at for at in range(len(line)) if _counts(line, at)]
    if len(places) != 1 or start < 0 or line.word(places[0]) == number:
        return ""
    token = line.tokens[places[0]]
    return f"{told[: start + token.start]}{number}{told[start + token.end :]}"


def _counts(line: Line, at: int) -> bool:
    """Says whether a word tells how many there are, and no hour."""
    hour = line.is_in(at - 1, "before_hours")
    return (line.is_number(at) or line.is_in(at, "one_of_them")) and not hour
