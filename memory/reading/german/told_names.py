"""Pure: which names a German clause tells: "meine schwester heißt clara", "mit dem jörg verheiratet"."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from memory.reading.facts.entities import SPEAKER, Entity
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import role_of
from memory.reading.grammar.clause import Clause
from memory.reading.words.given_names import is_given_name, pronoun_for_name
from memory.reading.words.meaning import Meaning


def told_names(
    line: GermanLine, clause: Clause, subject: tuple[Entity, ...], others: tuple[Entity, ...], meaning: Meaning
) -> Iterator[tuple[str, str]]:
    """Returns the pairs of keys that the clause says are one: "meine schwester heißt clara", "bruno ist unser hund"."""
    for entity in (*subject, *others):
        if entity.name and (entity.role or _is_child_named(line, entity, meaning)):
            yield from ((key, entity.name) for key in closest(entity) if key != entity.name and ">" in key)
    heads = [entity for entity in subject if not _stands_in_phrase(line, entity)]
    if clause.verb < 0 or clause.negated or clause.asks is not None or len(heads) != 1:
        return
    head = heads[0]
    if clause.lemma in ("haben", "have"):
        yield from _names_of_own(others, head)
        yield from _names_held_as(line, others)
    yield from _names_of_partner(line, clause, head, others, meaning)
    of_object = SPEAKER in head.keys  # "getauft haben wir unser boot auf den namen seegurke"
    yield from _names_heard(line, clause, next((one for one in others if one.keys), head) if of_object else head)
    begin = clause.rest
    while begin < clause.last and (
        line.word(begin) in line.words.middle | line.words.adverbs or line.word(begin) in ("der", "die", "das")
    ):
        begin += 1
    if line.word(begin) == "mit" and line.word(begin + 1) in ("vornamen", "vorname", "nachnamen", "nachname"):
        begin += 2
    name = " ".join(line.word(at) for at in range(begin, _name_end(line, begin, clause.last)))
    if clause.lemma == "heißen" or line.word(clause.main) == "genannt":
        if name and head.keys:
            yield from ((key, name) for key in closest(head))
            yield from ((key, other) for key in closest(head) for other in _further_names(line, begin, name, clause))
            yield from _addressed_names(head, name, meaning)
    elif clause.lemma == "sein":
        yield from _copula_names(line, clause, begin, name, head, others, meaning)


def _is_child_named(line: GermanLine, entity: Entity, meaning: Meaning) -> bool:
    """Says whether a child is named by its size and its name: "mein großer der emil"."""
    sized = line.word(entity.start + 1) in meaning.set_of("children by size")
    return sized and entity.is_person and line.word(entity.start + 2) in ("der", "die")


def _stands_in_phrase(line: GermanLine, entity: Entity) -> bool:
    """Says whether an entity only tells where or with what: the ear of "die kuh mit dem weißen ohr heißt elfriede"."""
    return entity.start > 0 and line.word(entity.start - 1) in line.words.prepositions - {"wie", "von", "vom"}


def _further_names(line: GermanLine, begin: int, name: str, clause: Clause) -> tuple[str, ...]:
    """Returns the names after the first: "flocke" of "die heißen krümel und flocke"."""
    at = begin + len(name.split())
    found = []
    while line.word(at) in ("und", ",") and at + 1 < clause.last and line.is_open(at + 1):
        found.append(line.word(at + 1))
        at += 2
    return tuple(found)


def _addressed_names(head: Entity, name: str, meaning: Meaning) -> Iterator[tuple[str, str]]:
    """Returns the pairs of "unser vermieter heißt petersen": he is also "herr petersen", and of both names."""
    role = head.role.rpartition("-")[2]
    title = "herr" if role in meaning.male else "frau" if role in meaning.female else ""
    first, _, last = name.rpartition(" ")
    by_name = {"male": "herr", "female": "frau"}.get(pronoun_for_name(first), "") if first and " " not in first else ""
    if by_name and last:
        yield name, f"{by_name} {last}"
    close = role in meaning.kinds.get("familie", frozenset()) | meaning.set_of("partners") | meaning.animals
    if title and " " not in name and not close and not is_given_name(name):
        yield name, f"{title} {name}"


def _names_of_partner(
    line: GermanLine, clause: Clause, head: Entity, others: tuple[Entity, ...], meaning: Meaning
) -> Iterator[tuple[str, str]]:
    """Returns the pairs of "meine schwester ist mit dem jörg verheiratet": jörg is her husband."""
    paired = any(line.word(at) in meaning.set_of("paired_by") for at in range(clause.first, clause.last))
    partner = next((one for one in others if one.name and _stands_after_with(line, one)), None)
    if not paired or partner is None or clause.lemma != "sein":
        return
    sort = pronoun_for_name(partner.name.partition(" ")[0])
    roles = {"male": ("mann",), "female": ("frau",)}.get(sort, ("mann", "frau"))
    for key in sorted(head.keys):
        owner, _, last = key.rpartition(">")
        for role in roles:
            yield f"{key}>{role}", partner.name
            kin = meaning.chains.get(f"{last} {role}", "")
            if kin and owner:
                yield f"{owner}>{kin}", partner.name


def _names_heard(line: GermanLine, clause: Clause, head: Entity) -> Iterator[tuple[str, str]]:
    """Returns the pairs of "unser kater hört auf den namen strolch"."""
    at = next((place for place in range(clause.rest, clause.last) if line.word(place) == "namen"), -1)
    if at < 0 or line.word(at - 2) != "auf" or line.word(at - 1) != "den":
        return
    name = " ".join(line.word(place) for place in range(at + 1, _name_end(line, at + 1, clause.last)))
    yield from ((key, name) for key in closest(head) if name)


def _stands_after_with(line: GermanLine, entity: Entity) -> bool:
    return "mit" in (line.word(entity.start - 1), line.word(entity.start - 2))


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


def closest(entity: Entity) -> list[str]:
    """Returns the keys that name only this one: of "meine große schwester" not that of any sister."""
    special = sorted(key for key in entity.keys if " " in key.rpartition(">")[2] and ">" in key)
    return special if special and entity.role else sorted(entity.keys)


def _copula_names(
    line: GermanLine, clause: Clause, begin: int, name: str, head: Entity, others: tuple[Entity, ...], meaning: Meaning
) -> Iterator[tuple[str, str]]:
    named = [key.removesuffix(">name") for key in sorted(head.keys) if key.endswith((">name", ">nam"))]
    titled = " " in name and name.partition(" ")[0] in line.words.sets["naming_titles"]
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
