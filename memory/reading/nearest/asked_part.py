"""Pure: says whether a statement holds the part that a question asks for, and how surely it is that part.

The part must be new: "where is the key to the shed" is not answered by the shed.
"""

from __future__ import annotations

from enum import IntEnum

from memory.reading.facts.entities import SPEAKER, Names, all_keys
from memory.reading.facts.gaps import is_of_asked, names_asked, units_asked, words_of_names
from memory.reading.facts.held_words import is_beside
from memory.reading.facts.statement_words import Forms, forms_at
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import Aspect, Wanted
from memory.reading.grammar.clause import Gap, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning, load_meaning


class Evidence(IntEnum):
    """How surely a part of a statement is what a question asks for."""

    NONE = 0
    POSSIBLE = 1
    """A time, a place or a person: the verbs must go together too."""
    SURE = 2
    """A part that says itself what it is: "level five", "sage green", "fifty gallons"."""


def evidence_for(want: Wanted, told: Statement, names: Names, language: str) -> Evidence:
    """Returns how surely a statement holds what a question asks for."""
    meaning, line = load_meaning(language), line_of(told.text, language)
    numbered = any(forms & meaning.set_of("asks number") for forms in want.question.sort)
    if want.aspect is Aspect.NAME and not numbered:
        return Evidence(2 * names_asked(want, told, names))
    if want.aspect in (Aspect.AGE, Aspect.JOB):
        return _age(want, told, line, meaning) if want.aspect is Aspect.AGE else Evidence.NONE
    decided = meaning.set_of("agreed")
    if want.question.clause.lemma in decided and want.gap is Gap.WHAT:
        return Evidence(2 * (bool(set(told.text.split()) & decided) or _is_joint_plan(told, line, meaning)))
    if want.gap in (Gap.DEGREE, Gap.COUNT, Gap.AMOUNT):
        return _measure(want, told, line, meaning)
    if want.gap in (Gap.WHAT, Gap.WHICH, Gap.WHEN):
        return _of_sort(want, told, line, meaning)
    if want.gap is Gap.WHERE:
        return Evidence(_has_new_place(want, told, line, meaning))
    if want.gap is Gap.WHO:
        return Evidence(_has_new_person(want, told, names))
    return Evidence.NONE


def _is_joint_plan(told: Statement, line: Line, meaning: Meaning) -> bool:
    """Says whether "we" are going to do something, or not: a decision that is not called one."""
    planned = told.clause.modality is Modality.PLAN or line.has_form(told.clause.main, "g")
    return planned and not told.clause.past and line.word(told.clause.subject[0]) in meaning.set_of("jointly")


def _asked_forms(want: Wanted) -> frozenset[str]:
    return frozenset(form for forms in (*want.question.words, *want.question.sort) for form in forms)


def _age(want: Wanted, told: Statement, line: Line, meaning: Meaning) -> Evidence:
    return Evidence(2 * (told.clause.lemma in meaning.sets["aging"] and _bare_number(line, meaning) >= 0))


def _measure(want: Wanted, told: Statement, line: Line, meaning: Meaning) -> Evidence:
    """Compares the number with the measure, or with what is counted."""
    sort = [forms for forms in want.question.sort if not forms & {"many", "much"}]
    if want.gap is Gap.DEGREE:
        units = frozenset(unit for forms in want.question.sort for unit in units_asked(forms, meaning))
        big = frozenset[str]().union(*(meaning.set_of(f"measures {form}") for forms in sort for form in forms))
        if any(forms & {"old"} for forms in sort):
            return _age(want, told, line, meaning)
        return Evidence(2 * _has_unit(line, units | big, meaning))
    if want.gap is Gap.AMOUNT:
        return Evidence(_has_unit(line, meaning.set_of("money"), meaning))
    return Evidence(2 * (bool(sort) and all(_is_counted(forms, line, meaning) for forms in sort[-1:])))


def _has_unit(line: Line, units: frozenset[str], meaning: Meaning) -> bool:
    """Says whether a number with one of these units stands in a line."""
    places = (at for at in range(1, len(line)) if line.is_number(at - 1))
    return any(forms_at(line, at, meaning) & units for at in places)


def _is_counted(forms: Forms, line: Line, meaning: Meaning) -> bool:
    """Says whether a number counts a thing: "six eggs", "four folding chairs"."""
    return any(
        forms_at(line, at, meaning) & forms
        and any(line.is_number(place) and line.word(place) not in line.words.ordinals for place in (at - 1, at - 2))
        for at in range(len(line))
    )


def _of_sort(want: Wanted, told: Statement, line: Line, meaning: Meaning) -> Evidence:
    """Compares with the sort of thing that "what" and "which" ask for: a number, a colour, a time, a kind."""
    sort = want.question.sort or _soft_head(want, meaning)
    forms = frozenset(form for each in sort for form in each)
    if want.gap is Gap.WHEN or _is_hour(forms) or forms & meaning.set_of("asks time"):
        return Evidence(_has_new_time(want, told, line, meaning))
    if forms & {"colour", "color"}:
        colours = meaning.kinds.get("colour", frozenset()) - _asked_forms(want)
        told_at = (at for at in range(len(line)) if forms_at(line, at, meaning) & colours)
        return Evidence(2 * any(is_of_asked(line, at, told, _asked_forms(want), meaning) for at in told_at))
    if forms & meaning.set_of("asks number"):
        return _numbered(want, forms, line, meaning)
    kinds = frozenset(other for form in forms for other in meaning.kinds.get(form, ()))
    kinds -= _asked_forms(want) | words_of_names(told)
    rest = range(max(told.clause.rest, 0), len(line))
    if kinds and told.clause.rest >= 0:
        own = line_of(told.text, meaning.language)
        return Evidence(2 * any(forms_at(own, at, meaning) & kinds for at in rest))
    return Evidence.NONE


def _soft_head(want: Wanted, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns the last word of the thing that is asked for: the size of "what's my waist size"."""
    if want.question.clause.lemma != "be" or not want.question.subject_words:
        return ()
    last = next(
        (forms for forms in want.question.subject_words if forms & meaning.set_of("asked nouns") or _is_hour(forms)),
        frozenset[str](),
    )
    return (last,) if last else ()


def _is_hour(forms: Forms) -> bool:
    """Says whether a word is made with "time": "bedtime"."""
    return any(form.endswith("time") for form in forms)


def _numbered(want: Wanted, forms: Forms, line: Line, meaning: Meaning) -> Evidence:
    """Finds the number of a floor, a level or a size; of a telephone only one with many digits."""
    digits = sum(len(line.word(at)) if line.word(at).isdigit() else line.is_number(at) for at in range(len(line)))
    phone = _asked_forms(want) & meaning.set_of("phones") or "call" in want.question.text.split()
    if phone and digits < 5:
        return Evidence.NONE
    for at in range(len(line)):
        if forms_at(line, at, meaning) & forms and (
            line.is_number(at - 1) or line.is_number(at + 1) or (phone and digits)
        ):
            return Evidence.SURE
        if forms_at(line, at, meaning) & forms and line.word(at + 1) == "is" and line.is_number(at + 2):
            return Evidence.SURE
    if "size" in forms:
        return Evidence(2 * (_sized(want, line, meaning)))
    return Evidence.NONE


def _sized(want: Wanted, line: Line, meaning: Meaning) -> bool:
    """Says whether a number without a unit stands by what is measured: "a ten in sneakers", "a thirty two waist"."""
    asked = _asked_forms(want) - {"size"}
    things = [at for at in range(len(line)) if forms_at(line, at, meaning) & asked]
    return any(line.is_number(at - 1) or (line.word(at - 1) == "in" and line.is_number(at - 2)) for at in things)


def _bare_number(line: Line, meaning: Meaning) -> int:
    """Returns where a number without a unit stands; -1 without one."""
    units = meaning.sets["no_ages"]
    return next(
        (
            at
            for at in range(len(line))
            if line.is_number(at)
            and line.word(at) not in line.words.ordinals
            and not line.is_number(at + 1)
            and not forms_at(line, at + 1, meaning) & (units | line.words.units - {"year"})
        ),
        -1,
    )


def _has_new_time(want: Wanted, told: Statement, line: Line, meaning: Meaning) -> bool:
    """Says whether a day, a date or an hour is told, as it was asked: "what time" wants an hour, "what day" a day."""
    spoken = want.question.text.split()
    feast = any(forms_at(line, at, meaning) & meaning.set_of("feasts") for at in range(len(line)))
    if not (told.has_time or feast):
        return False
    if any(line.word(at - 1) == "for" and line.is_time(at + 1) for at in range(1, len(line)) if line.is_number(at)):
        return False
    hours = meaning.set_of("hours_named") | {"at", "past", "o'clock", "am", "pm"}
    timed = bool(hours & set(told.text.split()))
    dated = feast or any(
        line.word(at) in line.words.days
        or line.is_month(at)
        or line.length_of(line.words.day_words, at)
        or line.word(at) in line.words.ordinals
        or (line.table.singular(line.word(at)) in line.words.units and not line.word(at).startswith(("hour", "min")))
        for at in range(len(line))
    )
    if want.question.text.casefold().startswith("what time") or "time" in {word[-4:] for word in spoken}:
        return timed
    return dated if {"day", "date", "day's"} & set(spoken) else True


def _has_new_place(want: Wanted, told: Statement, line: Line, meaning: Meaning) -> bool:
    """Says whether a phrase of place is told that does not repeat the question."""
    asked = _asked_forms(want)
    if not told.has_place or told.clause.negated or is_beside(want.question, told, meaning.language):
        return False
    for at in range(len(line)):
        if line.word(at) not in meaning.set_of("place words"):
            continue
        place = at + 1
        while line.word(place) in line.words.determiners | line.words.possessives:
            place += 1
        timely = line.is_time(place) or line.word(place) in line.words.days or line.is_number(place)
        if line.is_open(place) and not timely and not forms_at(line, place, meaning) & asked:
            return True
    return False


def _has_new_person(want: Wanted, told: Statement, names: Names) -> bool:
    asked = all_keys(want.question.keys, names)
    people = (entity for entity in told.entities if entity.is_person or entity.name)
    return any(SPEAKER not in entity.keys and not all_keys(entity.keys, names) & asked for entity in people)
