"""Pure: says whether a German statement tells what somebody said: "was hat der arzt gesagt" of "der arzt meint ...".

Who says something, means or tells it is asked for by any of these verbs. What the same person is or does is no saying.
"""

from __future__ import annotations

from memory.reading.facts.entities import SPEAKER, Names, all_keys
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


def words_said(question: Statement, told: Statement, names: Names) -> int | None:
    """Returns how many words of the question a saying of the person has that is asked about; None for anything else."""
    if told.clause.modality is not Modality.REPORTED or told.clause.asks is not None:
        return None
    said = _saying_at(told)
    asked = all_keys(question.subject_keys, names)
    tellers = (one for one in told.entities if one.start - told.clause.first <= said + 2)
    if said < 0 or not any(all_keys(one.keys, names) & asked for one in tellers):
        return None
    every = frozenset(form for forms in told.words for form in forms)
    verb = {question.clause.lemma}
    named = [forms for forms in question.rest_words if not forms & verb]
    return len(named) if all(forms & every for forms in named) else None


def _saying_at(told: Statement) -> int:
    """Returns the word of a statement that is its verb of saying, or the helper of that; -1 without one."""
    line = line_of(told.text, LANGUAGE)
    if not isinstance(line, GermanLine):
        return -1
    sayings = line.words.sets["sayings"]
    said = (at for at in range(len(line)) if {one.replace("|", "") for one in line.lemmas(at, "fn")} & sayings)
    first = next(said, -1)
    helpers = (at for at in range(first) if line.is_auxiliary(at))
    return next(helpers, first)
