"""Pure: finds the one fact that has every word of a question, where no reading of both goes together.

"What's our landlord called" has one word, and one fact tells of a landlord: it is quoted, whatever its grammar. The
sort of part that is asked for must be in it: a number, a time, a place, a name. Of two such facts neither is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory.reading.answers import Told
from memory.reading.facts.entities import BETWEEN, SPEAKER, Names
from memory.reading.facts.gaps import units_asked
from memory.reading.facts.same_relation import is_reversed
from memory.reading.facts.statement_words import Forms, forms_at, is_telling
from memory.reading.facts.statements import Statement, statements
from memory.reading.facts.wanted import Aspect, Wanted
from memory.reading.german.german_line import GermanLine
from memory.reading.german_facts.asked_sorts import is_of_other_sort
from memory.reading.grammar.clause import ActKind, Gap, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.nearest.german_topic import told_forms
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning, load_meaning

_UNREAL = (Modality.CONDITIONAL, Modality.REPORTED, Modality.WISH)
_MEASURED = (Gap.COUNT, Gap.AMOUNT, Gap.DEGREE)


def covering_fact(
    want: Wanted, told: Sequence[Told], texts: Mapping[str, str], names: Names, language: str
) -> str | None:
    """Returns the reference of the one text that has all that is asked; None where none or several have it.

    `texts` holds the whole text of each fact by its reference.
    """
    meaning = load_meaning(language)
    needed = _content(want.question, meaning)
    if not needed or want.question.clause.negated or any(entity.pronoun for entity in want.question.entities):
        return None
    unreal = {each.ref for each in told if each.statement.clause.modality in _UNREAL}
    covering = [ref for ref, text in texts.items() if _covers(line_of(text, language), needed, meaning)]
    if len(covering) != 1 or covering[0] in unreal:
        return None
    said = statements(texts[covering[0]], language)
    line = line_of(texts[covering[0]], language)
    fitting = all(
        one.kind in (ActKind.TELL, ActKind.CORRECT)
        and (want.aspect is Aspect.NAME or not is_reversed(want.question, one, names, language))
        and not _is_of_another(want.question, one)
        for one in said
    )
    return covering[0] if fitting and _has_part(want, said, line, needed, meaning) else None


def _is_of_another(question: Statement, told: Statement) -> bool:
    """Says whether a fact tells of somebody else's: of tom's dog, where the dog of the speaker is asked for."""
    heads = {key.rpartition(BETWEEN)[2] for key in question.keys if key.startswith(SPEAKER + BETWEEN)}
    people = {key for entity in told.entities if entity.is_person or entity.name for key in entity.keys}
    owners = {key.rpartition(BETWEEN)[0] for key in told.keys if key.rpartition(BETWEEN)[2] in heads}
    return bool((owners & people) - question.keys - {SPEAKER})


def _content(question: Statement, meaning: Meaning) -> list[Forms]:
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


def _has_part(want: Wanted, said: Sequence[Statement], line: Line, needed: Sequence[Forms], meaning: Meaning) -> bool:
    """Says whether a fact has the sort of part that is asked for, beside what the question names itself."""
    asked = frozenset(form for forms in needed for form in forms)
    told = _spoken(line, meaning)
    spoken = frozenset(form for forms in told for form in forms)
    fresh = any(not forms & asked for forms in told)
    numbers = any(line.is_number(at) and line.word(at) not in asked for at in range(len(line)))
    if meaning.language == "de" and any(is_of_other_sort(want.question, one) for one in said):
        return False
    labels = [forms for forms in want.question.sort if forms & meaning.set_of("asked nouns") and not forms & spoken]
    if want.aspect is Aspect.JOB or (labels and not (numbers and labels[-1] & meaning.set_of("asks number"))):
        return False
    if want.aspect is Aspect.NAME:
        names = any(one.named or one.clause.lemma == "call" for one in said) or bool(spoken & meaning.titles)
        return names or any(entity.name for one in said for entity in one.entities)
    if want.aspect is Aspect.AGE or want.gap in _MEASURED:
        units = frozenset(unit for forms in want.question.sort for unit in units_asked(forms, meaning))
        return numbers and want.aspect is not Aspect.AGE and (not units or bool(units & spoken))
    if want.gap is Gap.WHEN or any(forms & meaning.set_of("asks time") for forms in want.question.sort):
        return any(one.has_time for one in said)
    if want.gap is Gap.WHERE:
        return any(one.has_place for one in said)
    return fresh or want.gap is Gap.NONE
