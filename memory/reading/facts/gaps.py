"""Pure: says whether a statement has what a question leaves open: a time, a place, a person, a job, an age."""

from __future__ import annotations

from memory.reading.facts.entities import SPEAKER, Names, all_keys
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.facts.wanted import JOB_WORDS, Wanted
from memory.reading.grammar.clause import Gap
from memory.reading.words.meaning import Meaning


def tells_job(told: Statement, meaning: Meaning) -> bool:
    """ "I work as a nurse", "tom is a pilot", "my job is teaching"."""
    clause = told.clause
    sets = meaning.sets
    spoken = set(told.text.split())
    if clause.lemma in sets["working"] and not any(word in told.text for word in sets["no_work"]):
        return True
    if clause.lemma in sets["driving"] and any(forms & sets["driven"] for forms in told.words):
        return True
    if clause.lemma in sets["starting"] and any(forms & (JOB_WORDS - sets["places"]) for forms in told.words):
        return True
    if clause.lemma != "be":
        return False
    if any(key.rpartition(">")[2] in JOB_WORDS for entity in told.subject for key in entity.keys):
        return True
    first = told.others[0] if told.others else None
    person = any(entity.is_person for entity in told.subject)
    kin = (
        first is not None
        and first.role
        and first.role in meaning.kinds.get("family", frozenset()) | meaning.animals | sets["companions"]
    )
    return (first is not None and first.plain and person and not kin) or bool(sets["jobless"] & spoken)


def tells_age(told: Statement, meaning: Meaning) -> bool:
    """ "My brother is seven", "i turned sixty": a number without a measure but years."""
    if told.clause.lemma not in meaning.sets["aging"] or not told.has_number or told.clause.negated:
        return False
    rest = {form for forms in told.words if not any(forms & other for other in told.subject_words) for form in forms}
    known = rest & meaning.sets["counts"] or any(form[:1].isdigit() for form in rest)
    return (
        bool(known)
        and not rest & meaning.sets["no_ages"]
        and any(entity.is_person or entity.name for entity in told.subject)
    )


def excludes_all(told: Statement, meaning: Meaning) -> bool:
    """Says whether a statement denies everything of a sort: "i'm not allergic to anything"."""
    return told.clause.negated and bool(meaning.sets["all_of_it"] & set(told.text.split()))


def all_forms(told: Statement) -> frozenset[str]:
    """Returns every form of every word of a statement."""
    return frozenset(form for forms in told.words for form in forms)


def names_asked(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether the statement names whom the question is about."""
    return any(one in want.keys or other in want.keys for one, other in told.named)


def new_words(want: Wanted, told: Statement, meaning: Meaning) -> list[Forms]:
    """Returns the words of a statement that the question did not have."""
    asked = frozenset(form for forms in (*want.question.words, *want.sort) for form in forms)
    known = {word for key in want.keys for part in key.split(">") for word in part.split()}
    return [
        forms for forms in told.words if not forms & asked and not forms & known and not forms & meaning.sets["homing"]
    ]


def fills(want: Wanted, told: Statement, meaning: Meaning, names: Names) -> bool:
    """Says whether the statement has what the question leaves open."""
    gap = want.gap
    if told.clause.negated and gap is not Gap.NONE and gap not in (Gap.WHERE, Gap.WHEN):
        return True
    if want.sort and gap in (Gap.WHICH, Gap.WHAT):
        return _has_sort(want, told, meaning)
    if gap is Gap.WHEN:
        return told.has_time
    if gap is Gap.WHERE:
        return told.has_place
    if gap is Gap.WHY:
        return told.has_reason
    if gap in (Gap.COUNT, Gap.AMOUNT, Gap.DEGREE):
        return told.has_number
    if gap is Gap.WHO:
        return _has_person(want, told, names)
    if gap is Gap.NONE:
        return True
    return bool(new_words(want, told, meaning)) or names_asked(want, told, names)


def _has_sort(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    every = all_forms(told)
    for forms in want.sort:
        if forms & every:
            return bool(new_words(want, told, meaning)) or told.has_time or told.has_number
        evidence = next((meaning.sorts[form] for form in sorted(forms) if form in meaning.sorts), "any")
        if any(meaning.kinds.get(form, frozenset()) & every for form in forms):
            return True
        if evidence == "member":
            return _may_be_member(want, told, meaning)
        if evidence == "colour":
            return bool(meaning.kinds.get("colour", frozenset()) & every)
        if evidence == "age":
            return tells_age(told, meaning)
        if evidence == "number":
            return told.has_number
        if evidence == "time":
            return told.has_time
        if evidence == "any" and _are_of_another_kind(forms, want, told, meaning):
            return False
        if evidence == "kind":
            return (
                told.clause.lemma == "be"
                and any(entity.plain for entity in told.others)
                and bool(new_words(want, told, meaning))
            )
    stranded = bool(
        meaning.sets["from"] & set(want.question.text.split()[-1:]) and meaning.sets["from"] & set(told.text.split())
    )
    return bool(new_words(want, told, meaning)) and (
        stranded or bool(want.words or want.light) or told.clause.lemma == want.question.clause.lemma
    )


def _are_of_another_kind(forms: Forms, want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether all that a statement adds are things of known kinds, and none of them this one."""
    new = new_words(want, told, meaning)
    others = [kind for form in forms for kind in meaning.kinds.get(form, ())]
    return bool(new) and not others and all(each & meaning.members for each in new)


def _may_be_member(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether a word that no kind knows may be of the kind asked for: "which herb" and "i planted shiso"."""
    new = new_words(want, told, meaning)
    unknown = [forms for forms in new if not any(forms & others for others in meaning.kinds.values())]
    return bool(want.words) and len(unknown) == len(new) > 0


def _has_person(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether the statement names somebody whom the question did not name."""
    if names_asked(want, told, names):
        return True
    for entity in told.entities:
        keys = all_keys(entity.keys, names)
        somebody = (entity.is_person or entity.name) and SPEAKER not in entity.keys
        if somebody and not any(keys & asked for asked in (want.keys, *want.people)):
            return True
    return False
