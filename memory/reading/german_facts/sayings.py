"""Pure: says whether a German statement tells what somebody said: "was hat der arzt gesagt" of "der arzt meint ...".

Who says something, means or tells it is asked for by any of these verbs. What the same person is or does is no saying.
"""

from __future__ import annotations

from memory.reading.facts.entities import SPEAKER, Entity, Names, all_keys
from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german_facts.told_things import LANGUAGE
from memory.reading.grammar.clause import Gap, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import load_closed_words


def asks_what_was_said(question: Statement) -> bool:
    """Says whether it is asked what somebody other than the speaker said: "was meint der arzt"."""
    saying = question.clause.lemma in load_closed_words(LANGUAGE).sets["sayings"]
    somebody = bool(question.subject_keys) and SPEAKER not in question.subject_keys
    return question.clause.asks is Gap.WHAT and saying and somebody and question.spoken >= {"was"}


def words_of_saying(question: Statement, told: Statement, names: Names) -> int | None:
    """Returns how many words of the question a saying of the person has that is asked about; None for anything else."""
    if told.clause.modality is not Modality.REPORTED or told.clause.asks is not None:
        return None
    asked = all_keys(question.subject_keys, names)
    teller = _teller_of(told)
    if teller is None or not all_keys(teller.keys, names) & asked:
        return None
    every = frozenset(form for forms in told.words for form in forms)
    verb = {question.clause.lemma}
    named = [forms for forms in question.rest_words if not forms & verb]
    return len(named) if all(forms & every for forms in named) else None


def _teller_of(told: Statement) -> Entity | None:
    """Returns who says what a statement tells: who is named last before the verb of saying, else first behind it."""
    line = line_of(told.text, LANGUAGE)
    if not isinstance(line, GermanLine):
        return None
    sayings = line.words.sets["sayings"]
    said = (at for at in range(len(line)) if {one.replace("|", "") for one in line.lemmas(at, "fn")} & sayings)
    verb = next(said, -1) + told.clause.first
    named = sorted((one for one in told.entities if one.keys and not one.plain), key=lambda one: one.start)
    before = [one for one in named if one.start < verb]
    people = [one for one in before if one.is_person or one.role or one.name]
    return next(iter((*people, *before, *named)), None)
