"""Pure: finds the one fact that has every word of a question, where no reading of both goes together.

"What's our landlord called" has one word, and one fact tells of a landlord: it is quoted, whatever its grammar. The
sort of part that is asked for must be in it: a number, a time, a place, a name. Of two such facts neither is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory.reading.answers import Told
from memory.reading.facts.entities import BETWEEN, SPEAKER, Names
from memory.reading.facts.gaps import names_asked, strands, units_asked
from memory.reading.facts.held_words import holds_word, is_beside
from memory.reading.facts.reality import same_reality
from memory.reading.facts.same_relation import is_reversed
from memory.reading.facts.statement_words import Forms, forms_at, is_telling
from memory.reading.facts.statements import Statement, statements
from memory.reading.facts.wanted import Aspect, Wanted
from memory.reading.german.german_line import GermanLine
from memory.reading.german_facts.answer_parts import says_what_is_asked
from memory.reading.grammar.clause import ActKind, Gap, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.nearest.asked_part import Evidence, evidence_for
from memory.reading.nearest.german_part import german_evidence
from memory.reading.nearest.german_topic import told_forms
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning, load_meaning

UNREAL = (Modality.CONDITIONAL, Modality.REPORTED, Modality.WISH)
"""How a statement is told that says nothing of what is."""
_MEASURED = (Gap.COUNT, Gap.AMOUNT, Gap.DEGREE)


def covering_fact(
    want: Wanted, told: Sequence[Told], texts: Mapping[str, str], names: Names, language: str
) -> str | None:
    """Returns the reference of the one text that has all that is asked; None where none or several have it.

    `texts` holds the whole text of each fact by its reference.
    """
    meaning = load_meaning(language)
    needed = content_of(want.question, meaning)
    if not needed or want.question.clause.negated or any(entity.pronoun for entity in want.question.entities):
        return None
    unreal = {each.ref for each in told if each.statement.clause.modality in UNREAL}
    covering = [ref for ref, text in texts.items() if _covers(line_of(text, language), needed, meaning)]
    if len(covering) != 1 or covering[0] in unreal:
        return None
    said = statements(texts[covering[0]], language)
    line = line_of(texts[covering[0]], language)
    beside = [forms for forms in want.words if forms not in want.question.words]  # "into" of "what's jude into"
    fitting = all(_may_be_meant(want, one, names, language) for one in said)
    fitting = fitting and (language != "en" or any(strands(want, one) for one in said))  # "what is bea in for"
    fitting = fitting and all(any(holds_word(forms, one, meaning, want) for one in said) for forms in beside)
    return covering[0] if fitting and _has_part(want, said, line, names, needed, meaning) else None


def _may_be_meant(want: Wanted, told: Statement, names: Names, language: str) -> bool:
    """Says whether a statement tells of whom the question names, and of now where it asks of now."""
    if told.kind not in (ActKind.TELL, ActKind.CORRECT) or not same_reality(want, told, language):
        return False
    meaning, lemma = load_meaning(language), want.question.clause.lemma
    if told.clause.lemma in meaning.change_verbs - meaning.set_of("said by every fact"):
        return False
    told_too = lemma == told.clause.lemma or holds_word(frozenset((lemma,)), told, meaning, want)
    if not (told_too or lemma in meaning.set_of("said by every fact")):
        return False
    if want.gap in (Gap.WHERE, Gap.WHEN) and told.clause.past != want.question.clause.past:
        return False
    if want.aspect is not Aspect.NAME and is_reversed(want.question, told, names, language):
        return False
    if want.gap is Gap.WHERE and is_beside(want.question, told, language):
        return False
    return not _is_of_another(want.question, told, language)


def _is_of_another(question: Statement, told: Statement, language: str) -> bool:
    """Says whether a fact tells of somebody else: of tom's dog, where "my dog" is asked for."""
    asked = line_of(question.text, language)
    if SPEAKER in question.subject_keys and not told.about_speaker:
        own = load_meaning(language).set_of("with the speaker") | asked.words.speaker
        person = any(entity.is_person or entity.name for entity in told.subject)
        return person or own.isdisjoint(told.text.casefold().split())
    if not any(asked.word(at) in asked.words.possessives for at in range(len(asked))):
        return False
    owned = {key for key in question.keys if BETWEEN in key}
    return bool(owned) and not owned & told.keys


def content_of(question: Statement, meaning: Meaning) -> list[Forms]:
    """Returns the words of a question that a fact about the same must have."""
    free = meaning.soft | meaning.set_of("said by every fact") | meaning.set_of("asked nouns")
    sort = question.sort if question.clause.asks is Gap.DEGREE else ()
    return [forms for forms in question.words if not forms & free and forms not in sort]


def _spoken(line: Line, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns the forms of every word of a line."""
    if isinstance(line, GermanLine):
        return told_forms(line, meaning)
    return tuple(forms_at(line, at, meaning) for at in range(len(line)) if is_telling(line, at))


def _covers(line: Line, needed: Sequence[Forms], meaning: Meaning) -> bool:
    spoken = frozenset(form for forms in _spoken(line, meaning) for form in forms)
    return all(forms & spoken for forms in needed)


def _has_part(
    want: Wanted, said: Sequence[Statement], line: Line, names: Names, needed: Sequence[Forms], meaning: Meaning
) -> bool:
    """Says whether a fact has the sort of part that is asked for, beside what the question names itself."""
    told = _spoken(line, meaning)
    spoken = frozenset(form for forms in told for form in forms)
    asked = frozenset(form for forms in needed for form in forms)
    if meaning.language == "de" and not all(says_what_is_asked(want.question, one) for one in said):
        return False
    if want.aspect in (Aspect.JOB, Aspect.AGE):
        return False
    question = line_of(want.question.text, meaning.language)
    if want.aspect is Aspect.NAME or any(question.is_in(at, "naming") for at in range(len(question))):
        return want.gap is Gap.NONE or any(_names_somebody(want, one, names, meaning) for one in said)
    sort = want.question.sort
    numbers = any(is_quantity(line, at) and line.word(at) not in asked for at in range(len(line)))
    if want.gap in _MEASURED:
        units = frozenset(unit for forms in sort for unit in units_asked(forms, meaning))
        measured = bool(units & spoken) or any(forms & spoken for forms in sort)
        return numbers and (measured or want.gap is not Gap.DEGREE)
    timed = want.gap is Gap.WHEN or any(forms & meaning.set_of("asks time") for forms in sort)
    if timed or want.gap in (Gap.WHERE, Gap.WHO):
        return any(_has_new(want, one, names, meaning) for one in said)
    every = (*want.question.words, *sort)
    labels = [forms for forms in every if forms & meaning.set_of("asked nouns") and not forms & spoken]
    if labels:
        return numbers and bool(labels[-1] & meaning.set_of("asks number"))
    asked |= frozenset(form for forms in every for form in forms)
    return want.gap is Gap.NONE or any(not forms & asked for forms in told)


def _has_new(want: Wanted, told: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether a statement has a time, place or person that the question does not name itself."""
    if want.gap is Gap.WHO and all(entity.pronoun for entity in told.entities if entity.is_person):
        return False
    if meaning.language == "en":
        return evidence_for(want, told, names, meaning.language) is not Evidence.NONE
    asked, said = line_of(want.question.text, meaning.language), line_of(told.text, meaning.language)
    if not isinstance(asked, GermanLine) or not isinstance(said, GermanLine):
        return False
    return german_evidence(want, told, names, (asked, said), meaning) is not Evidence.NONE


def _names_somebody(want: Wanted, told: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether a statement says what somebody is called, or which mister or sister somebody is."""
    titled = told.clause.lemma == "be" and not meaning.titles.isdisjoint(told.text.casefold().split())
    return titled or told.clause.lemma == "call" or names_asked(want, told, names)


def is_quantity(line: Line, at: int) -> bool:
    """Says whether a number stands there that tells how much, and no place in an order."""
    return line.is_number(at) and line.word(at) not in line.words.ordinals
