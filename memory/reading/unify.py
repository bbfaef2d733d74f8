"""Pure: says whether a statement answers a question: entity, words and gap must fit. Abstains rather than guesses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory.reading.clause import ActKind, Gap, Mark, Modality
from memory.reading.entities import SPEAKER, Entity, all_keys
from memory.reading.meaning import Meaning, load_meaning
from memory.reading.statements import Forms, Statement

Names = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a statement answers; higher is better."""

    matched: int
    linked: bool
    """Its subject is the one that is asked about."""
    exact: int

    holds: bool = True
    """It says what is so, not what is over."""

    @property
    def score(self) -> tuple[int, int, int, int]:
        """Orders answers to one question."""
        return self.linked, self.holds, self.matched, self.exact


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question asks for, ready to be compared."""

    question: Statement
    keys: frozenset[str]
    """The keys of the entity that it is about, with their other names."""
    people: tuple[frozenset[str], ...]
    """The keys of every other person or named thing in it."""
    words: tuple[Forms, ...]
    """Words that an answer must have."""
    light: tuple[Forms, ...]
    sort: tuple[Forms, ...]
    gap: Gap


def wanted(question: Statement, names: Names, language: str = "en") -> Wanted:
    """Prepares a question. `names` holds what names the same."""
    meaning = load_meaning(language)
    subject = question.subject
    about = _owner_or_self(subject)
    keys = all_keys(about, names)
    spent = {word for key in keys for part in key.split(">") for word in part.split()}
    people = tuple(
        all_keys(entity.keys, names) for entity in question.others if entity.keys and (entity.is_person or entity.name) and SPEAKER not in entity.keys
    )
    spent |= {word for keys_of in people for key in keys_of for part in key.split(">") for word in part.split()}
    sort_words = frozenset(range(*question.clause.sort))
    telling = [forms for forms in question.words if not forms & spent and not forms & _helpers]
    sort = tuple(forms for forms in telling if forms & meaning.sorts.keys()) if question.clause.sort[1] > question.clause.sort[0] else ()
    soft = meaning.soft
    needed = tuple(forms for forms in telling if not forms & soft and not forms & meaning.light and forms not in sort)
    light = tuple(forms for forms in telling if forms & meaning.light and not forms & soft)
    return Wanted(question, keys, people, needed, light, sort if sort_words else (), question.clause.asks or Gap.NONE)


_helpers = frozenset(("be", "is", "are", "was", "were", "do", "does", "did", "have", "has", "had", "can", "will", "name"))


def _owner_or_self(subject: tuple[Entity, ...]) -> frozenset[str]:
    """Returns the person or named thing that a question is about: of "my sister's name" the sister, of "my age" me."""
    keys = frozenset(key for entity in subject for key in entity.keys)
    if not keys:
        return keys
    people = frozenset(key for entity in subject if entity.is_person or entity.name for key in entity.keys)
    if people:
        return people
    owners = frozenset(key.rpartition(">")[0] for key in keys if ">" in key)
    deeper = frozenset(owner for owner in owners if owner != SPEAKER)
    return deeper or frozenset((SPEAKER,))


def fits(want: Wanted, told: Statement, names: Names, language: str = "en") -> Fit | None:
    """Returns how well a statement answers; None when it does not."""
    meaning = load_meaning(language)
    if told.kind not in (ActKind.TELL, ActKind.CORRECT, ActKind.FRAGMENT) or told.clause.modality is Modality.CONDITIONAL:
        return None
    told_keys = frozenset(all_keys(told.keys, names))
    subject_keys = all_keys(told.subject_keys, names)
    linked = bool(want.keys & subject_keys) or any(_owns(key, want.keys) for key in subject_keys)
    if not _right_person(want, told, subject_keys, told_keys, linked):
        return None
    if any(not keys & told_keys and not any(_owns(key, keys) for key in told_keys) for keys in want.people):
        return None
    matched = [forms for forms in want.words if _held(forms, told, meaning, want)]
    if len(matched) < len(want.words) - (1 if _excludes_all(told) and matched else 0):
        return None
    strong = len(matched) + len(want.people) + (SPEAKER not in want.keys)
    lightly = [forms for forms in want.light if _held(forms, told, meaning, want)]
    if not strong and len(lightly) < max(len(want.light), 1) and not _names_asked(want, told, names):
        return None
    if want.gap is Gap.NONE and len(lightly) < len(want.light) and not strong:
        return None
    if not _fills(want, told, meaning, names):
        return None
    every = _all_forms(told)
    exact = sum(bool(forms & every) for forms in want.words)
    return Fit(len(matched) + len(lightly), linked, exact, want.gap is Gap.NONE or not _is_over(told, meaning))


def _is_over(told: Statement, meaning: Meaning) -> bool:
    """Says whether a statement only says that something ended."""
    return told.clause.lemma in meaning.ending or (told.clause.negated and Mark.OVER in told.clause.marks)


def _excludes_all(told: Statement) -> bool:
    """Says whether a statement denies everything of a sort: "i'm not allergic to anything"."""
    return told.clause.negated and any(word in told.text.split() for word in ("anything", "any", "nothing", "anyone", "anybody"))


def _owns(key: str, owners: frozenset[str]) -> bool:
    """Says whether a key is of something of these owners."""
    root = key.rpartition(">")[0]
    return bool(root) and root in owners and root != SPEAKER


def _right_person(want: Wanted, told: Statement, subject_keys: frozenset[str], told_keys: frozenset[str], linked: bool) -> bool:
    """A fact about somebody else is no answer about the speaker, and a fact that does not name a person none about her."""
    if SPEAKER in want.keys or not want.keys:
        if SPEAKER in subject_keys or not told.subject:
            return True
        people = [entity for entity in told.subject if entity.is_person]
        if not people:
            return all(key.split(">")[0] == SPEAKER and key.count(">") == 1 or ">" not in key for key in told.subject_keys if not _named_elsewhere(key)) or True
        asked = {part for forms in want.words for part in forms}
        role = {part for entity in people for part in (entity.role, *entity.name.split())}
        return bool(role & asked) or SPEAKER in told_keys and want.gap is Gap.WHO
    return linked or bool(want.keys & told_keys) or any(_owns(key, want.keys) for key in told_keys)


def _named_elsewhere(_: str) -> bool:
    return False


def _all_forms(told: Statement) -> frozenset[str]:
    return frozenset(form for forms in told.words for form in forms)


def _held(forms: Forms, told: Statement, meaning: Meaning, want: Wanted) -> bool:
    """Says whether a word of the question is in the statement, itself or by a word that stands for it."""
    every = _all_forms(told)
    if forms & every:
        return True
    near = frozenset(other for form in forms for other in meaning.groups.get(form, ()))
    if near & every:
        return True
    below = frozenset(other for form in forms for other in meaning.kinds.get(form, ()))
    if below & every and want.gap is not Gap.NONE or below & every and not told.clause.negated:
        return True
    return any(forms & meaning.implies.get(form, frozenset()) for form in every)


def _names_asked(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether the question only asks who or what something is, and the statement names it."""
    return any(one in want.keys or other in want.keys for one, other in told.named)


def _new_words(want: Wanted, told: Statement) -> list[Forms]:
    """Returns the words of a statement that the question did not have."""
    asked = frozenset(form for forms in (*want.question.words, *want.sort) for form in forms)
    known = {word for key in want.keys for part in key.split(">") for word in part.split()}
    return [forms for forms in told.words if not forms & asked and not forms & known]


def _fills(want: Wanted, told: Statement, meaning: Meaning, names: Names) -> bool:
    gap = want.gap
    if want.sort and gap in (Gap.WHICH, Gap.WHAT):
        return _has_sort(want, told, meaning)
    if gap is Gap.WHEN:
        return told.has_time
    if gap is Gap.WHERE:
        return told.has_place
    if gap is Gap.WHY:
        return told.has_reason
    if gap in (Gap.COUNT, Gap.AMOUNT):
        return told.has_number or told.clause.negated
    if gap is Gap.DEGREE:
        return told.has_number
    if gap is Gap.WHO:
        return _has_person(want, told, names)
    if gap is Gap.NONE or told.clause.negated or (not want.words and _names_asked(want, told, names)):
        return True
    return bool(_new_words(want, told))


def _has_sort(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    every = _all_forms(told)
    for forms in want.sort:
        if forms & every:
            return bool(_new_words(want, told)) or told.has_time or told.has_number
        evidence = next((meaning.sorts[form] for form in sorted(forms) if form in meaning.sorts), "any")
        below = frozenset(other for form in forms for other in meaning.kinds.get(form, ()))
        if below & every:
            return True
        if evidence == "any" and len([each for each in want.light if _held(each, told, meaning, want)]) < len(want.light):
            return False
        if evidence == "colour":
            return bool(meaning.kinds["colour"] & every)
        if evidence == "number":
            return told.has_number
        if evidence == "time":
            return told.has_time
        if evidence == "kind":
            return told.clause.lemma == "be" and any(entity.plain for entity in told.others) and bool(_new_words(want, told))
    return bool(_new_words(want, told))


def _has_person(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether the statement names somebody whom the question did not name."""
    if _names_asked(want, told, names):
        return True
    for entity in told.entities:
        if (entity.is_person or entity.name) and SPEAKER not in entity.keys and not all_keys(entity.keys, names) & want.keys:
            if not any(all_keys(entity.keys, names) & keys for keys in want.people):
                return True
    return False


def search_words(question: Statement, names: Names, language: str = "en") -> tuple[str, ...]:
    """Returns the words by which facts that may answer are looked up: those of the question, their kin, and names."""
    meaning = load_meaning(language)
    found: dict[str, None] = {}
    for forms in question.words:
        near = {other for form in forms for other in (*meaning.groups.get(form, ()), *meaning.kinds.get(form, ()))}
        turned = {word for word, others in meaning.implies.items() if others & forms}
        found |= dict.fromkeys((*sorted(forms), *sorted(near | turned)))
    keys = all_keys(frozenset(key for entity in question.entities for key in entity.keys), names)
    spoken = {word for key in keys for part in key.split(">") for word in part.split()}
    roles = {word for word, role in meaning.roles.items() if role in spoken}
    found |= dict.fromkeys(sorted(spoken | roles))
    return tuple(word for word in found if word and not word.startswith("?"))
