"""Pure: what a question wants: about whom, with which words, and what it leaves open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache

from memory.reading.facts.entities import SPEAKER, Entity, Names, all_keys
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.german.nouns import all_verb_forms
from memory.reading.grammar.clause import Gap, Modality
from memory.reading.words.meaning import Meaning, load_meaning


class Aspect(Enum):
    """Relations that are told in many ways, so that words alone do not find them."""

    ANY = "any"
    NAME = "name"
    JOB = "job"
    AGE = "age"


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
    aspect: Aspect
    known: frozenset[str] = frozenset()
    """The words of the entity's own keys: an answer that has no others says nothing new."""
    named: frozenset[str] = frozenset()
    """The keys of what a name is asked for: a person, or the boat of "what's our boat called"."""

    @property
    def asks_names(self) -> bool:
        """Says whether names are asked for: "what are my kids called", "who are my kids"."""
        return self.aspect is Aspect.NAME or (self.gap is Gap.WHO and self.question.clause.lemma == "be")

    @property
    def left_at_end(self) -> str:
        """Returns the preposition that a question ends with: "where is my gran from"; empty without one."""
        last = self.question.text.rstrip(" ?.!").split()[-1:]
        return last[0] if _STRANDED.intersection(last) else ""


_STRANDED = frozenset(("from", "with", "for", "to", "about", "in", "at", "on", "under", "of", "off", "into"))


def wanted(question: Statement, names: Names, language: str = "en") -> Wanted:
    """Prepares a question. `names` holds what names the same."""
    meaning = load_meaning(language)
    named = all_keys(_owner_or_self(question.subject, names), names)
    keys = named | _member_keys(named, meaning)
    known = _words_of(named)
    people = tuple(all_keys(entity.keys, names) for entity in question.others if _is_named(entity, names))
    spent = known.union(*map(_words_of, people))
    telling = [forms for forms in question.words if not forms & spent and not forms & _HELPERS]
    counts = question.clause.asks in (Gap.COUNT, Gap.AMOUNT, Gap.DEGREE)
    asked = question.clause.sort[1] > question.clause.sort[0] and not counts
    sort = tuple(forms for forms in telling if asked and forms & meaning.sorts.keys() and _in_sort(forms, question))
    inside = frozenset(question.subject_words)
    light = tuple(
        forms
        for forms in telling
        if forms & meaning.light and forms not in inside and forms not in sort and not forms & meaning.soft
        if question.clause.lemma in forms or not any(form.endswith("ing") for form in forms)
    )
    needed = tuple(forms for forms in telling if not forms & meaning.soft and forms not in light and forms not in sort)
    gap = question.clause.asks or Gap.NONE
    if gap is Gap.COUNT and language == "en" and len(needed) > 1:
        needed = tuple(forms for forms in needed if not forms & meaning.set_of("counted_freely")) or needed
    if gap is Gap.NONE and " one of " in question.text.casefold():
        needed = tuple(forms for forms in needed if "one" not in forms)
    liking = meaning.set_of("liking asked").intersection(question.text.casefold().rstrip(" ?.!").split()[-1:])
    if liking and gap is Gap.WHAT and question.clause.lemma == "be":
        needed = (*needed, liking)  # "what's he into"
    if gap is Gap.WHAT and len(needed) > 1 and question.clause.lemma == "be" and needed[-1] & _DATES:
        gap, needed = Gap.WHEN, needed[:-1]  # "what's my due date"
    attributes = meaning.set_of("attributes")
    if gap is Gap.WHAT and len(needed) == 1 and question.clause.lemma == "be" and needed[0] & attributes and named:
        gap, sort, needed = Gap.WHICH, needed, ()  # "the size of my shoes"
    if question.clause.lemma in ("call", "name") and people and (not keys or SPEAKER in keys):
        keys, people = people[0], people[1:]
        known = _words_of(keys)
    aspect = _aspect(question, telling, needed, meaning)
    called = _called(question, names, meaning) if aspect is Aspect.NAME else frozenset[str]()
    if called and _names_own_thing(question):
        keys -= all_keys(frozenset((SPEAKER,)), names)  # "what's my car called" asks for no name of mine
    return Wanted(question, keys, people, needed, light, sort, gap, aspect, known, called | keys - {SPEAKER})


def _names_own_thing(question: Statement) -> bool:
    """Says whether the name of something that the speaker has is asked for, and not her own."""
    heads = {key.removesuffix(">name") for entity in question.subject[:1] for key in entity.keys}
    return SPEAKER not in heads and any(head.startswith(f"{SPEAKER}>") for head in heads)


def _called(question: Statement, names: Names, meaning: Meaning) -> frozenset[str]:
    """Returns the keys of the thing or person whose name is asked for."""
    heads = {key.removesuffix(">name") for entity in question.subject[:1] for key in entity.keys}
    keys = all_keys(frozenset(heads), names)
    return (keys | _member_keys(keys, meaning)) - {SPEAKER} or keys


def _words_of(keys: frozenset[str]) -> frozenset[str]:
    return frozenset(word for key in keys for part in key.split(">") for word in part.split())


def _member_keys(keys: frozenset[str], meaning: Meaning) -> frozenset[str]:
    """Returns what a person may have called the same: "my dog" is also my labrador."""
    roots = ((key.rpartition(">")[0], key.rpartition(">")[2]) for key in keys)
    return frozenset(
        f"{root}>{member}"
        for root, head in roots
        for member in (
            *(meaning.common.get(head, ()) if root and head in meaning.sets["called_by_kind"] else ()),
            *((f"{head.rpartition(' ')[0]} one",) if " " in head and meaning.language == "en" else ()),
            *sorted(meaning.set_of(f"new {head}")),
        )
        if root
    )


def _in_sort(forms: Forms, question: Statement) -> bool:
    """Says whether a word names the sort asked for; of a German question every word that may, its verb excepted."""
    return forms in question.sort or (not question.sort and question.clause.lemma not in forms)


_DATES = frozenset(("date",))
_HELPERS = frozenset(
    ("be", "is", "are", "was", "were", "do", "does", "did", "have", "has", "had", "can", "will", "name")
)


JOB_WORDS = frozenset(("job", "profession", "occupation", "work", "position", "career", "employ"))


def _is_named(entity: Entity, names: Names) -> bool:
    """Says whether an entity is somebody, or something with a name that was told; any other unknown word is a word."""
    known = bool(entity.role) or not entity.keys.isdisjoint(names) or (entity.is_person and not entity.name)
    return bool(entity.keys) and known and SPEAKER not in entity.keys and not entity.plain


def _aspect(question: Statement, telling: list[Forms], needed: tuple[Forms, ...], meaning: Meaning) -> Aspect:
    """Says what sort of relation is asked for beside its words: a name, a job, an age, or any."""
    clause, spoken = question.clause, question.text.split()
    heads = {key.rpartition(">")[2] for entity in question.subject for key in entity.keys}
    if (
        clause.asks in (Gap.WHAT, Gap.WHO, Gap.WHICH)
        and ("name" in heads or clause.lemma in ("call", "name") or "called" in spoken or "named" in spoken)
        and (not needed or _names_one_thing(question, needed))
        and not any(forms & meaning.set_of("other names") for forms in needed)
    ):
        return Aspect.NAME
    if clause.asks in (Gap.WHAT, Gap.WHICH) and all(forms & (JOB_WORDS | {"living"}) for forms in needed):
        does = clause.lemma == "do" and not clause.past and "doing" not in spoken
        does = does or (clause.lemma == "machen" and clause.modality is Modality.PAST_ONLY)  # "früher gemacht"
        duty = question.clause.modality is Modality.DUTY and not needed  # "what do i have to do"
        return Aspect.JOB if (needed or does) and not duty else Aspect.ANY
    old = {"old", "age"}
    if (
        clause.asks in (Gap.DEGREE, Gap.WHAT, Gap.WHICH)
        and any(forms & old for forms in telling)
        and all(forms & old for forms in needed)
    ):
        return Aspect.AGE
    return Aspect.ANY


def _names_one_thing(question: Statement, needed: tuple[Forms, ...]) -> bool:
    """Says whether all words belong to the one thing whose name is asked for: "what's our boat called"."""
    inside = set(question.subject_words)
    one = len(question.subject) == 1 and not any(SPEAKER in entity.keys for entity in question.entities)
    return one and not question.sort and all(forms in inside for forms in needed)


def _owner_or_self(subject: tuple[Entity, ...], names: Names) -> frozenset[str]:
    """Returns the person or named thing that a question is about: of "my sister's name" the sister, of "my age" me."""
    keys = frozenset(key for entity in subject for key in entity.keys)
    if not keys:
        return keys
    people = frozenset(
        key
        for entity in subject
        if entity.is_person or entity.name or not entity.keys.isdisjoint(names)
        for key in entity.keys
    )
    if people:
        return people
    owners = frozenset(key.rpartition(">")[0] for key in keys if ">" in key)
    deeper = frozenset(owner for owner in owners if owner != SPEAKER)
    return deeper or frozenset((SPEAKER,))


def told_words(one: Statement, names: Names, language: str = "en") -> tuple[str, ...]:
    """Returns the words by which facts that a statement may change are looked up: its own, and names."""
    found: dict[str, None] = {}
    for forms in one.words:
        beside = {other for form in forms for other in _BESIDE.get(form, ())}
        found |= dict.fromkeys((*sorted(forms), *sorted(beside)))
    keys = all_keys(frozenset(key for entity in one.entities for key in entity.keys), names)
    spoken = _words_of(keys)
    by_role = _words_by_role(language)
    own = {word for role in spoken for word in by_role.get(role, ())}
    found |= dict.fromkeys(sorted(spoken | own))
    return tuple(word for word in found if word and not word.startswith("?"))


@cache
def _words_by_role(language: str) -> Mapping[str, tuple[str, ...]]:
    """Returns the words of each role."""
    found: dict[str, tuple[str, ...]] = {}
    for word, role in load_meaning(language).roles.items():
        found[role] = (*found.get(role, ()), word)
    return found


_BESIDE = {
    "move": ("live", "reside"),
    "relocate": ("live", "reside"),
    "live": ("move",),
    "split": ("girlfriend", "boyfriend", "partner"),
    "break": ("girlfriend", "boyfriend", "partner"),
    "have": ("own",),
    "own": ("have",),
}
"""Words of facts that a verb changes although it does not name them."""


def search_words(question: Statement, names: Names, language: str = "en") -> tuple[str, ...]:
    """Returns the words by which facts that may answer are looked up: the own ones, near ones, and names."""
    meaning = load_meaning(language)
    found: dict[str, None] = {}
    for forms in question.words:
        near = {other for form in forms for other in (*meaning.groups.get(form, ()), *meaning.common.get(form, ()))}
        turned = {word for word, others in meaning.implies.items() if others & forms}
        kin = near | turned
        found |= dict.fromkeys(
            (*sorted(forms), *sorted(kin if language == "en" else kin | all_verb_forms(forms | kin)))
        )
    keys = all_keys(frozenset(key for entity in question.entities for key in entity.keys), names)
    spoken = _words_of(keys)
    roles = {word for word, role in meaning.roles.items() if role in spoken}
    found |= dict.fromkeys(sorted(spoken | roles))
    return tuple(word for word in found if word and not word.startswith("?"))


def asks_of_definite(question: Statement) -> bool:
    """Says whether something is asked for that has no owner in the question: "where's the wedding", whoever's it is."""
    spoken = question.text.casefold().split()
    owned = {"my", "our", "your", "his", "her", "their", "its"}
    definite = "the" in spoken and owned.isdisjoint(spoken) and SPEAKER not in question.keys
    beings = (one.is_person and one.role not in load_meaning("en").animals for one in question.entities)
    return definite and not any(beings) and not any(one.name or one.pronoun for one in question.entities)


def is_own_doing(question: Statement, told: Statement, meaning: Meaning) -> bool:
    """Says whether it is asked who does something, "who feeds the cat", and the speaker told to do it themselves."""
    turn = question.spoken & told.spoken & meaning.set_of("held in turn")  # "wer ist dran"
    does = question.clause.lemma == told.clause.lemma and (told.clause.lemma != "be" or bool(turn))
    return does and not question.subject and SPEAKER in told.subject_keys and not told.clause.negated


def tells_duty(one: Statement, named: Sequence[Forms]) -> bool:
    """Says whether a statement tells what the speaker is to do, and names all of these."""
    duty = one.clause.modality is Modality.DUTY and SPEAKER in one.subject_keys and not one.clause.negated
    return duty and all(any(forms & each for each in one.words) for forms in named)


def tells_who_it_is(want: Wanted, told: Statement) -> bool:
    """Says whether it is asked who somebody is by a name, and told: "kirsty's the estate agent"."""
    asked, alike = want.question.subject, want.question.subject_keys & told.subject_keys
    named = len(asked) == 1 and bool(asked[0].name) and not asked[0].role and not want.question.others
    plain = {want.question.clause.lemma, told.clause.lemma} == {"be"} and bool(told.others)
    return named and plain and bool(alike) and not (told.has_time or told.has_place)
