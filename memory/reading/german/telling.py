"""Pure: what a German clause states or asks: its entities, words with near ones, time, place, number."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from memory.reading.facts.entities import SPEAKER, Entity
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import concept_of, german_forms, role_of
from memory.reading.german.phrases import german_entities
from memory.reading.german.time_and_place import names_place, names_time
from memory.reading.grammar.clause import Act, Clause
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import Meaning

Forms = frozenset[str]
_KEPT_ADVERBS = frozenset(
    (
        "zuhause",
        "daheim",
        "oben",
        "unten",
        "draußen",
        "allein",
        "alleine",
        "zurück",
        "täglich",
        "wöchentlich",
        "monatlich",
    )
)


def parts_of(line: GermanLine, act: Act, meaning: Meaning) -> dict[str, Any]:
    """Returns what a statement holds of an act: entities, words, pairs of names, and its sorts of answers."""
    clause = act.clause
    bounds = clause.subject if clause.subject[1] > clause.subject[0] else clause.shared
    subject = german_entities(line, *bounds, meaning)
    others = tuple(
        entity
        for first, last in _outside(clause, bounds)
        for entity in german_entities(line, first, last, meaning)
        if not (clause.asks is not None and entity.start < clause.sort[1] and entity.end > clause.sort[0])
    )
    said = line.skip_middle(clause.rest)
    if clause.lemma == "sein" and clause.asks is None:
        others = tuple(_as_kind(line, entity, meaning) if entity.start == said else entity for entity in others)
    if clause.lemma == "sein" and clause.asks is None and line.word(clause.rest) in meaning.kinds["beruf"]:
        trade = Entity(frozenset((line.word(clause.rest),)), clause.rest, clause.rest + 1, plain=True)
        others = (trade, *(entity for entity in others if entity.start != clause.rest))
    others = tuple(_owned_by(entity, subject, meaning) for entity in others)
    if clause.lemma == "haben" and clause.asks is None:
        others = tuple(_had_by(_held_as(line, entity, subject), subject, clause) for entity in others)
    if clause.asks is not None:
        subject = tuple(replace(entity, keys=frozenset(_closest(entity))) for entity in subject)
    compared = _compared(line, clause)
    had = _attribute_had(line, clause, subject, others, meaning)
    if had is not None:
        bounds, subject, others = (had.start, had.end), (had,), tuple(one for one in others if one.start > had.start)
        compared = replace(compared, lemma="be", rest=had.end)
    own = tuple(
        place
        for place in dict.fromkeys((*range(*bounds), *range(clause.first, clause.last), *_verbs(clause)))
        if is_content_word(line, place, clause)
    )
    told = clause.asks is None
    return {
        "clause": compared,
        "subject": subject,
        "others": others,
        "words": tuple(_forms(line, place, clause, meaning, told) for place in own),
        "subject_words": tuple(
            german_forms(line, place, meaning, told=told)
            for place in range(*bounds)
            if is_content_word(line, place, clause)
        ),
        "named": tuple(_named(line, clause, subject, others, meaning)),
        "has_time": names_time(line, clause.first, clause.last),
        "has_place": names_place(line, clause),
        "has_number": _has_number(line, clause),
        "has_reason": any(line.word(place) in line.words.reasons for place in range(clause.first, clause.last)),
    }


def _attribute_had(
    line: GermanLine, clause: Clause, subject: tuple[Entity, ...], others: tuple[Entity, ...], meaning: Meaning
) -> Entity | None:
    """Returns what "ich hab schuhgröße vierzig" gives a value to: it tells the same as "meine schuhgröße ist"."""
    if clause.lemma != "haben" or clause.asks is not None or clause.negated or not subject:
        return None
    ends = tuple(meaning.set_of("attributes"))
    if not ends or SPEAKER not in subject[0].keys:
        return None
    for entity in others:
        named = next((at for at in range(entity.start, entity.end) if line.word(at).endswith(ends)), clause.last - 1)
        if named < clause.last - 1 and line.word(entity.start) not in line.words.indefinite:
            return next(iter(german_entities(line, entity.start, named + 1, meaning)), None)
    return None


def _owned_by(entity: Entity, subject: tuple[Entity, ...], meaning: Meaning) -> Entity:
    """Makes the subject the owner of "ihr baby" in "meine schwester bekommt ihr baby", where it may be."""
    if len(subject) != 1 or not subject[0].keys or not any(key.startswith("?") for key in entity.keys):
        return entity
    role = subject[0].role.rpartition("-")[2]
    wrong = {"?female": meaning.male, "?male": meaning.female}
    keys = frozenset(
        f"{root}>{key.partition('>')[2]}" for key in entity.keys for root in subject[0].keys
        if key.partition(">")[0] in wrong
        and role not in wrong[key.partition(">")[0]] and SPEAKER not in subject[0].keys
    )  # fmt: skip
    return replace(entity, keys=keys, is_person=False) if keys else entity


def _held_as(line: GermanLine, entity: Entity, subject: tuple[Entity, ...]) -> Entity:
    """Makes the subject the owner of the role in "jonas hat frau wittmann als lehrerin"."""
    if line.word(entity.start - 1) != "als" or not entity.role or len(subject) != 1:
        return entity
    roots = sorted(subject[0].keys)
    return replace(entity, keys=frozenset(f"{root}>{entity.role}" for root in roots), name="", is_person=True)


def _had_by(entity: Entity, subject: tuple[Entity, ...], clause: Clause) -> Entity:
    """Makes the subject the owner of what it has: "herr wiesner hat einen dackel" tells of no dog of the speaker."""
    if len(subject) != 1 or SPEAKER in subject[0].keys or not subject[0].keys or clause.negated or entity.name:
        return entity
    first = f"{SPEAKER}>"
    mine = {key for key in entity.keys if key.startswith(first) and ">" not in key.removeprefix(first)}
    theirs = {f"{owner}>{key.removeprefix(first)}" for owner in subject[0].keys for key in mine}
    return replace(entity, keys=entity.keys - mine | theirs)


_TRADES = (
    "in",
    "er",
    "ist",
    "or",
    "eur",
    "ent",
    "ant",
    "mann",
    "frau",
    "arzt",
    "pilot",
    "koch",
    "wirt",
    "loge",
    "anwalt",
    "chirurg",
    "architekt",
    "jurist",
    "rentner",
)


def _as_kind(line: GermanLine, entity: Entity, meaning: Meaning) -> Entity:
    """Makes "lehrerin" in "sie ist lehrerin" a kind of person, and no name: German leaves out the article."""
    last = line.word(entity.end - 1)
    kin = meaning.kinds.get("familie", frozenset()) | meaning.animals
    known = last in meaning.kinds["beruf"] or (bool(entity.role) and not entity.name and entity.role not in kin)
    bare = (
        line.word(entity.start) not in line.words.determiners | line.words.possessives
        and entity.end <= entity.start + 2
        and (known or (last.endswith(_TRADES) and line.form(entity.end - 1) is None and not is_given_name(last)))
    )
    return replace(entity, role="", name="", is_person=False, plain=True) if bare else entity


def _compared(line: GermanLine, clause: Clause) -> Clause:
    """Returns the clause as the rules compare it: their word for its verb, and its rest without adverbs before it."""
    rest = clause.rest
    while 0 <= rest < clause.last - 1 and line.word(rest) in line.words.middle | line.words.adverbs:
        rest += 1
    began = clause.lemma in ("anfangen", "beginnen")
    return replace(clause, lemma=called(line, clause), rest=rest, past=clause.past and not began)


def called(line: GermanLine, clause: Clause) -> str:
    """Returns what the rules call the verb of a clause; "is cancelled" is a state of its subject."""
    concept = concept_of(clause.lemma)
    if concept == "cancel" and (
        line.word(clause.verb) in ("wurde", "wird", "ist", "sind", "wurden") or clause.lemma == "ausfallen"
    ):
        return "be"
    if concept == "do" and (clause.main != clause.verb or names_time(line, clause.first, clause.last)):
        return clause.lemma
    return concept


def _verbs(clause: Clause) -> tuple[int, ...]:
    """Returns the verb of a clause that shares it: "und mein hund rex"."""
    return (clause.main,) if clause.main >= 0 and not clause.first <= clause.main < clause.last else ()


def _outside(clause: Clause, bounds: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Returns the spans of a clause beside its subject and finite verb, in order."""
    cuts = sorted({at for at in (*range(*bounds), clause.verb) if clause.first <= at < clause.last})
    spans, start = [], clause.first
    for cut in (*cuts, clause.last):
        if cut > start:
            spans.append((start, cut))
        start = cut + 1
    return tuple(spans)


def _forms(line: GermanLine, at: int, clause: Clause, meaning: Meaning, told: bool) -> Forms:
    forms = german_forms(line, at, meaning, told=told)
    if told and line.word(at + 1) in ("für", "von", "vom", "zu", "zum", "zur", "im", "am", "beim", "in"):
        forms |= _compound(line, at)
    return (
        forms | {clause.lemma, concept_of(clause.lemma)}
        if at in (clause.main, clause.verb) and clause.lemma and not _is_auxiliary(line, at)
        else forms
    )


def _compound(line: GermanLine, at: int) -> Forms:
    """Returns the compound that a noun and its phrase make: "schlüssel für den keller" is a "kellerschlüssel"."""
    place = at + 2
    while line.word(place) in line.words.determiners | line.words.possessives:
        place += 1
    fits = line.is_open(place) and not line.is_number(place) and len(line.word(place)) > 2
    return frozenset(f"{line.word(place)}{link}{line.word(at)}" for link in ("", "s", "n")) if fits else frozenset()


def _is_auxiliary(line: GermanLine, at: int) -> bool:
    word, words = line.word(at), line.words
    return word in words.be or word in words.have or word in words.modals


_STOPPED = ("stehen", "geblieben")
"""What asks only where somebody is: "wo bin ich im buch stehen geblieben"."""


def is_content_word(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether a word carries meaning of its own."""
    word, words = line.word(at), line.words
    if line.is_number(at) or line.is_month(at):
        return True
    if word in _KEPT_ADVERBS:
        return True
    if (word, line.word(at + 1)) == _STOPPED or (line.word(at - 1), word) == _STOPPED:
        return False
    if word in words.particles and at in (clause.main, clause.last - 1) and not line.is_blocked(at):
        return False
    if (
        word in words.adverbs | words.middle | words.questions
        or line.is_stop(at)
        or word in ("ja", "nein", "'s", "gewesen", "worden", "sein", "werden", "haben")
    ):
        return word in words.days
    return line.is_open(at) and not _is_auxiliary(line, at)


def _has_number(line: GermanLine, clause: Clause) -> bool:
    return any(
        line.is_number(at)
        or line.word(at) in ("ein", "eine", "einen", "einem", "einer", "kein", "keine", "keinen", "beide", "paar")
        for at in range(_told_from(clause), clause.last)
    )


def _told_from(clause: Clause) -> int:
    """Returns where a clause tells something: after its verb where a preposition opened it, else after its subject."""
    existing = clause.verb < clause.subject[0] and clause.lemma == "sein" and clause.asks is None
    return clause.verb + 1 if existing else max(clause.rest, clause.first)


def _named(
    line: GermanLine, clause: Clause, subject: tuple[Entity, ...], others: tuple[Entity, ...], meaning: Meaning
) -> Iterator[tuple[str, str]]:
    """Returns the pairs of keys that the clause says are one: "meine schwester heißt clara", "bruno ist unser hund"."""
    for entity in (*subject, *others):
        if entity.name:
            yield from (
                (key, entity.name) for key in _closest(entity) if key != entity.name and ">" in key and entity.role
            )
    if clause.verb < 0 or clause.negated or clause.asks is not None or len(subject) != 1:
        return
    head = subject[0]
    if clause.lemma in ("haben", "have"):
        yield from _names_of_own(others, head)
        yield from _names_held_as(line, others)
    begin = clause.rest
    while begin < clause.last and (
        line.word(begin) in line.words.middle | line.words.adverbs or line.word(begin) in ("der", "die", "das")
    ):
        begin += 1
    name = " ".join(line.word(at) for at in range(begin, _name_end(line, begin, clause.last)))
    if clause.lemma == "heißen" or line.word(clause.main) == "genannt":
        if name and head.keys:
            yield from ((key, name) for key in _closest(head))
    elif clause.lemma == "sein":
        yield from _copula_names(line, clause, begin, name, head, others, meaning)


def _names_of_own(others: tuple[Entity, ...], owner: Entity) -> Iterator[tuple[str, str]]:
    """Returns the pairs of "zwei kinder den jannik und die merle": a role, and the names told beside it."""
    for at, entity in enumerate(others):
        after = others[at + 1 :]
        if entity.role and not entity.name and after and all(is_given_name(one.name.split(" ")[0]) for one in after):
            keys = entity.keys if SPEAKER in owner.keys else {f"{root}>{entity.role}" for root in owner.keys}
            yield from ((key, one.name) for one in after for key in sorted(keys))


def _names_held_as(line: GermanLine, others: tuple[Entity, ...]) -> Iterator[tuple[str, str]]:
    """Returns the pairs of "frau wittmann als lehrerin": the role, and the name before it."""
    for one, entity in itertools.pairwise(others):
        if line.word(entity.start - 1) == "als" and entity.role and one.name:
            yield from ((key, one.name) for key in sorted(entity.keys))


def _closest(entity: Entity) -> list[str]:
    """Returns the keys that name only this one: of "meine große schwester" not that of any sister."""
    special = sorted(key for key in entity.keys if " " in key.rpartition(">")[2] and ">" in key)
    return special if special and entity.role else sorted(entity.keys)


def _copula_names(
    line: GermanLine, clause: Clause, begin: int, name: str, head: Entity, others: tuple[Entity, ...], meaning: Meaning
) -> Iterator[tuple[str, str]]:
    named = [key.removesuffix(">name") for key in sorted(head.keys) if key.endswith((">name", ">nam"))]
    titled = " " in name and name.partition(" ")[0] in _ADDRESSED
    keys = named if named else sorted(key for key in head.keys if ">" in key) if titled and not head.name else []
    if keys and name:
        yield from ((key, name) for key in keys)
        return
    other = next((each for each in others if each.start >= clause.rest), None)
    if other is None:
        return
    if (
        other.role
        and other.is_person
        and head.name
        and not other.plain
        and line.word(other.start) in line.words.possessives | {"der", "die", "das"}
    ):
        yield from ((key, head.name) for key in sorted(other.keys) if ">" in key)
    elif (
        head.role
        and name
        and not other.role
        and other.name
        and other.start <= begin < other.end
        and line.form(begin) is None
        and not role_of(line.word(begin))
    ):
        first = line.word(_past_adverbs(line, clause))
        known = first in line.words.determiners and first in line.words.indefinite
        if not known and _is_like_name(line, clause):
            yield from ((key, name) for key in sorted(head.keys))


_ADDRESSED = frozenset(("herr", "frau", "doktor", "dr", "professor", "prof", "familie", "schwester", "pfarrer"))
"""Words before a family name: "unser arzt ist doktor brenner" names him."""


def _is_like_name(line: GermanLine, clause: Clause) -> bool:
    """ "meine schwester ist lehrerin" names nobody: only a name after "der" or "die" counts."""
    return line.word(_past_adverbs(line, clause)) in ("der", "die")


def _past_adverbs(line: GermanLine, clause: Clause) -> int:
    """Returns where the words after the verb begin, without "jetzt" and other adverbs."""
    at = clause.rest
    while at < clause.last and line.word(at) in line.words.middle | line.words.adverbs:
        at += 1
    return at


def _name_end(line: GermanLine, begin: int, last: int) -> int:
    place = begin
    while (
        place < last
        and line.is_open(place)
        and line.word(place) not in line.words.adverbs | line.words.middle
        and line.finite(place) != 2
    ):
        place += 1
    return place
