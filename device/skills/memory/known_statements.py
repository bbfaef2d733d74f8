"""Pure: finds the known atoms that a statement may concern, and what it does to each."""

from __future__ import annotations

import re

from device.core.policy import MAX_READ_CANDIDATES
from device.skills.turn_context import TurnContext
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import Atom, Exposure, Recall, Status
from memory.reading.changes.change_words import looked_up_beside
from memory.reading.changes.updates import Effect, effect_on
from memory.reading.facts.entities import SPEAKER, Names, all_keys, same_entities
from memory.reading.facts.given_up import members_given_up
from memory.reading.facts.statements import Statement, statements
from memory.reading.facts.wanted import told_words
from memory.reading.german_facts.changes import looked_up_by_german
from memory.reading.grammar.clause import Mark, Modality
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.meaning import load_meaning
from memory.retrieval.retrieve import atoms_by_stems
from memory.rules.freshness import LIVING
from memory.text.secret_detector import find_secrets
from memory.text.stemming import split_words, stems

_WORD = re.compile(r"\S+")
_EFFECTS = (Effect.ENDS, Effect.REPLACES, Effect.CONTRADICTS)
"""What a statement may do to a fact, the strongest first."""
_NAMED_BY = "be"
"""The verb of the sentence in which a topic is read as the one whom it names."""


def rivals_by_reading(context: TurnContext, text: str) -> tuple[Atom, ...]:
    """Returns the living atoms that a statement contradicts, whatever their keys are."""
    one = next(iter(statements(text, context.language.code)), None)
    if one is None:
        return ()
    atoms, names = known_statements(context, one)
    return tuple(atom for atom in atoms if effect_on_atom(context, one, atom, names) is Effect.CONTRADICTS)


def known_statements(context: TurnContext, one: Statement) -> tuple[tuple[Atom, ...], Names]:
    """Returns the living atoms with a word of the statement or a name of its entities, and what names the same."""
    found = context.compared.known.get(id(one))
    if found is None:
        found = context.compared.known[id(one)] = (one, *_look_up(context, one))
    return found[1:]


def _look_up(context: TurnContext, one: Statement) -> tuple[tuple[Atom, ...], Names]:
    names: Names = {}
    found: dict[str, Atom] = {}
    looked_up: tuple[str, ...] = ()
    german = looked_up_by_german(one) if context.language.code == "de" else ()
    given_up = members_given_up(one, load_meaning(context.language.code)) if has_reading(context.language.code) else ()
    beside = (*looked_up_beside(one, context.language.code), *german, *given_up)
    for _ in range(2):
        words = (*told_words(one, names, context.language.code), *beside)
        terms = tuple(dict.fromkeys(stem for word in words for stem in stems(word)))
        if terms == looked_up:
            break  # no name led any further
        looked_up = terms
        found |= {atom.atom_id: atom for atom in _atoms_with(context, terms)}
        told = (other for atom in found.values() for other in statements(atom.text, context.language.code))
        names = same_entities(pair for other in (one, *told) for pair in other.named)
    living = (atom for atom in found.values() if atom.status in LIVING)
    return tuple(sorted(living, key=lambda atom: (-atom.learned_at_ms, atom.atom_id))), names


def _atoms_with(context: TurnContext, terms: tuple[str, ...]) -> tuple[Atom, ...]:
    """Returns the visible atoms that hold any of the stems; of each set of stems they are looked up once a turn."""
    if terms not in context.looked_up:
        ids = atoms_by_stems(context.reader, context.control, terms, MAX_READ_CANDIDATES)
        context.looked_up[terms] = tuple(context.reader.atoms_by_id(context.control, ids))
    return context.looked_up[terms]


def atoms_about_person(context: TurnContext, topic: str, *, wide: bool = False) -> tuple[Atom, ...]:
    """Returns what was told about a person under another name: "my ex lives in truro" for "corin", who is the ex.

    With `wide`, the topic may say more than who it is: "the money joe owes me".
    """
    one = _as_one_who_is(context, topic) if wide else person_named(context, topic)
    if one is None or not one.subject or SPEAKER in one.subject_keys:
        return ()
    atoms, names = known_statements(context, one)
    keys = all_keys(one.subject_keys, names)
    if keys == one.subject_keys:
        return ()
    return tuple(
        atom for atom in atoms if any(keys & each.subject_keys for each in statements(atom.text, context.language.code))
    )


def person_named(context: TurnContext, topic: str) -> Statement | None:
    """Returns the statement that somebody is here, when a topic is no more than who it is: "my neighbour Carl"; None
    for what they do or have: "Carl's drinking".
    """
    one = _as_one_who_is(context, topic)
    alone = one is not None and len(one.subject) == 1 and one.subject[0].start <= _begins_at(context, topic)
    plain = alone and one is not None and one.clause.lemma == _NAMED_BY and SPEAKER not in one.subject_keys
    return one if plain else None


def _begins_at(context: TurnContext, topic: str) -> int:
    """Returns where a topic may begin to name somebody: behind "my", not behind the verb of "leaving the band"."""
    closed, first = load_closed_words(context.language.code), next(iter(split_words(topic)), "")
    return int(first in closed.possessives | closed.determiners | context.language.articles)


def _as_one_who_is(context: TurnContext, topic: str) -> Statement | None:
    code = context.language.code
    return next(iter(statements(f"{topic} is here", code)), None) if has_reading(code) else None


def effect_on_atom(context: TurnContext, one: Statement, atom: Atom, names: Names) -> Effect:
    """Returns the strongest effect on the clauses of an atom; `names` are those of the statement."""
    if atom.status is Status.OUTDATED or context.turn.who:
        return Effect.NONE
    found = context.compared.effects.get((id(one), id(atom)))
    if found is None:
        effect = _strongest_effect(context, one, atom, names)
        found = context.compared.effects[id(one), id(atom)] = (one, atom, effect)
    return found[2]


def _strongest_effect(context: TurnContext, one: Statement, atom: Atom, names: Names) -> Effect:
    each = [effect_on(one, old, names, context.language.code) for old in statements(atom.text, context.language.code)]
    for effect in (Effect.ENDS,) if is_other_than_code(context, one.text, atom) else _EFFECTS:
        if effect in each:
            return effect
    return Effect.NONE


def is_other_than_code(context: TurnContext, text: str, atom: Atom) -> bool:
    """Says whether words without a code are told beside a kept one: "the gate is two metres wide" is no new code."""
    guarded = atom.recall is Recall.ONLY_IF_ASKED and atom.exposure is Exposure.SAFE_TO_TEXT
    return guarded and bool(find_secrets(atom.text, context.language)) and not find_secrets(text, context.language)


def without_codes(context: TurnContext, atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """Leaves kept codes out where the turn tells of a thing without one: "the gate is two metres wide"."""
    told = () if context.opened else statements(context.turn.text, context.language.code)
    named = any(not entity.pronoun for one in told for entity in one.subject)
    return tuple(atom for atom in atoms if not (named and is_other_than_code(context, context.turn.text, atom)))


def told_before(context: TurnContext, text: str) -> Atom | None:
    """Returns the living atom that says the same but for words that add nothing: "i really live in Paris"."""
    code = context.language.code
    one = next(iter(statements(text, code)), None)
    if one is None:
        return None
    soft = load_meaning(code).soft
    added = {stem for word in split_words(text) if word not in soft for stem in stems(word)}
    for atom in known_statements(context, one)[0]:
        old = next(iter(statements(atom.text, code)), None)
        if old is None or not _same_frame(one, old, code):
            continue
        if telling_stems(added) <= frozenset(stems(atom.text)) and says_all(text, atom.text, code):
            return atom
    return None


def _same_frame(one: Statement, old: Statement, code: str) -> bool:
    """Says whether two statements differ neither in polarity, nor in time, nor in how sure they are."""
    new, told = one.clause, old.clause
    alike = (new.negated, new.past, new.modality, new.lemma) == (told.negated, told.past, told.modality, told.lemma)
    return alike and not new.marks - {Mark.NOW} and _denies(one, code) == _denies(old, code)


def _denies(one: Statement, code: str) -> bool:
    """Says whether a word of a statement denies, also one beside a noun: "my flat has no balcony"."""
    closed = load_closed_words(code)
    return not (closed.negators | closed.nothing).isdisjoint(split_words(one.text))


def restates(one: Atom, other: Atom, language: str) -> bool:
    """Says whether an atom tells again what another one tells of the same: "i don't live in Paris anymore" holds "i
    live in Paris".
    """
    return one.atom_id != other.atom_id and has_reading(language) and says_all(one.text, other.text, language)


def retells(one: Atom, other: Atom, language: str) -> bool:
    """Says whether an atom tells another one again, also inside: "it took years until i could live there"."""
    if restates(one, other, language):
        return True
    if one.atom_id == other.atom_id or not has_reading(language):
        return False
    leading = load_closed_words(language).subordinators
    words = _WORD.finditer(one.text)
    return any(
        says_all(one.text[word.end() :], other.text, language) for word in words if word[0].casefold() in leading
    )


def says_all(text: str, told: str, language: str) -> bool:
    """Says whether a text has every telling word of another one, about the same."""
    words = telling_stems(stems(told))
    if not words or not words <= frozenset(stems(text)):
        return False
    subjects = frozenset(key for each in statements(told, language)[:1] for key in each.subject_keys)
    return any(subjects & each.subject_keys for each in statements(text, language))


def is_told_generally(atom: Atom, language: str) -> bool:
    """Says whether a fact holds under a condition, or with what happens else: what ends a part ends not the whole."""
    told = statements(atom.text, language) if has_reading(language) else ()
    return any(one.clause.modality is Modality.GENERAL for one in told)
