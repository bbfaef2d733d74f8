"""Pure: forgets all that is known about a topic, without what the request leaves; asks once when that is much."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from device.core.policy import MAX_FOUND_ATOMS
from device.nlu.intent_matcher import IntentMatch, Slot
from device.skills.kept_records import is_record, says_in_records
from device.skills.memory.forgetting.exceptions import kept_atoms
from device.skills.memory.forgetting.outcomes import forget_outcome, turns_without_memory
from device.skills.memory.known_statements import atoms_about_person, person_named
from device.skills.memory.memory_controls import (
    atoms_of_topic,
    topic_span,
)
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.aliases import aliases_of
from memory.model.atoms import Atom
from memory.model.changes import Question
from memory.reading.facts.entities import BETWEEN, SPEAKER
from memory.reading.facts.statements import statements
from memory.reading.words.meaning import load_meaning
from memory.rules.clarification import new_question
from memory.rules.controls import topics_meant
from memory.rules.life_areas import is_life_area, topic_cover
from memory.text.normalise import split_clauses, subject_words
from memory.text.stemming import stems

FORGET_ABOUT = "FORGET_ABOUT"
"""Why it is asked whether all that is known about a topic is meant."""


def about_topic(context: TurnContext, topic: str) -> TurnContext:
    """Returns the context as if the topic had been named alone, with the words that are forgotten with it."""
    slots = (slot for slot in context.understood.slots if slot.name != "topic")
    start, end = context.understood.span("topic")
    named = IntentMatch("forget_all_about", (Slot("topic", topic, start, end), *slots))
    return replace(context, understood=named)


def atoms_forgotten(context: TurnContext, outcome: TurnOutcome) -> tuple[Atom, ...]:
    """Returns the atoms that an outcome forgets, of those that the person controls."""
    found = (context.reader.atom_for_control(context.turn.user_id, atom_id) for atom_id in outcome.forget)
    return tuple(atom for atom in found if atom is not None)


def ask_how_many(context: TurnContext, atoms: tuple[Atom, ...], topic: str = "") -> TurnOutcome:
    """Says how many memories that is, and asks whether all are meant."""
    if not atoms:
        return TurnOutcome(context.understood.intent, ("NOTHING_TO_FORGET",))
    intent, topic = context.understood.intent, topic or context.understood.slot("topic")
    question = new_question(context.turn, intent, FORGET_ABOUT, atoms, topic)
    return TurnOutcome(intent, (FORGET_ABOUT,), hide=topic_span(context)).with_question(question)


def settle_forget_about(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Settles the question whether all of a topic is meant."""
    if context.understood.intent in ("deny", "choose_none"):
        return TurnOutcome("deny", ("KEPT_BY_USER",))
    if context.understood.intent not in ("confirm", "choose_all", "forget_them_all", "forget", "forget_both"):
        return None
    topic = IntentMatch("forget_all_about", (Slot("topic", question.proposal, 0, 0),))
    outcome = forget_all_about(replace(context, understood=topic))
    if outcome.forget:
        return outcome
    asked = (context.reader.atom_for_control(context.turn.user_id, one) for one in question.atom_ids)
    return forget_outcome(context, tuple(one for one in asked if one is not None))


def forget_all_about(context: TurnContext) -> TurnOutcome:
    """Handles "Forget everything about my neighbour", without what the request leaves: "but his birthday"."""
    topic, kept = context.requests.scope.exception(context.understood.slot("topic"))
    if not kept:
        return all_known(context) if context.requests.scope.is_all(topic) else _forget_all_about(context)
    named = about_topic(context, topic)
    every = all_known(named) if context.requests.scope.is_all(topic) else _forget_all_about(named)
    atoms = atoms_forgotten(context, every)
    left = kept_atoms(context, atoms, topic, kept)
    if not left:
        return ask_how_many(context, atoms, topic)
    gone = tuple(atom for atom in atoms if atom not in left)
    stay = frozenset(source.turn_id for atom in left for source in atom.sources)
    words = tuple(cut for cut in every.forget_words if cut[0] not in stay)
    outcome = forget_outcome(context, gone, tuple(turn for turn in every.forget_turns if turn not in stay))
    return replace(outcome, forget_words=words)


def forget_about(context: TurnContext) -> TurnOutcome:
    """Forgets all that was told about the topic, when that is little or it says "everything"; else says how much it
    is, and asks once.
    """
    outcome, request = forget_all_about(context), context.understood.slot("request") or context.turn.text
    things = context.fact_keys.each(context.understood.slot("topic"))
    if len(things) > 1 and not outcome.forget:
        return _forget_about_each(context, things)
    few = len(outcome.forget) <= context.policy.max_forget_unasked
    before = request.casefold().partition(context.understood.slot("topic").casefold())[0]
    whole = context.understood.slot("scope") == "whole" and context.requests.scope.says_all(before)
    if whole and _tells_of_others(context, atoms_forgotten(context, outcome)):
        return ask_how_many(context, atoms_forgotten(context, outcome))
    if few or whole:
        return outcome
    return ask_how_many(context, atoms_forgotten(context, outcome))


def forget_whole(context: TurnContext) -> TurnOutcome:
    """Forgets everything about a topic; asks once where that takes what was told of other people too: "anna's son"."""
    outcome = forget_all_about(context)
    atoms = atoms_forgotten(context, outcome)
    return ask_how_many(context, atoms) if _tells_of_others(context, atoms) else outcome


def _tells_of_others(context: TurnContext, atoms: tuple[Atom, ...]) -> bool:
    """Says whether a memory tells of somebody else than of whom all is meant: what anna's son is allergic to, and not
    what he is called.
    """
    code, one = context.language.code, person_named(context, context.understood.slot("topic"))
    keys = one.subject_keys - {SPEAKER} if one is not None else frozenset()
    animals = load_meaning(code).animals if keys else frozenset()
    told = (each for atom in atoms for each in statements(atom.text, code)) if keys else ()
    told = (each for each in told if not each.named)
    people = (entity for each in told for entity in each.subject if entity.is_person and entity.role not in animals)
    return any(key.rpartition(BETWEEN)[0] in keys for entity in people for key in entity.keys)


def _forget_about_each(context: TurnContext, things: Iterable[str]) -> TurnOutcome:
    """Forgets all that was told about each of several things that are named together; asks once when that is much."""
    each = [forget_all_about(about_topic(context, thing)) for thing in things]
    atoms = tuple(dict.fromkeys(atom for one in each for atom in atoms_forgotten(context, one)))
    if len(atoms) > context.policy.max_forget_unasked:
        return ask_how_many(context, atoms)
    turns = tuple(dict.fromkeys(turn for one in each for turn in one.forget_turns))
    words = tuple(dict.fromkeys(cut for one in each for cut in one.forget_words))
    return replace(forget_outcome(context, atoms, turns), forget_words=words)


def all_known(context: TurnContext) -> TurnOutcome:
    """Forgets all that the person told: every atom, and every turn."""
    user_id, look_up = context.turn.user_id, context.queries
    found = (context.reader.atom_for_control(user_id, atom_id) for atom_id in look_up.all_atom_ids(user_id))
    return forget_outcome(context, tuple(atom for atom in found if atom is not None), look_up.all_turn_ids(user_id))


def atoms_of_kind(context: TurnContext, *, surely: bool = False) -> tuple[Atom, ...]:
    """Returns what may be seen of a kind of thing that the topic names: "anything medical", "all the money stuff";
    `surely` leaves out what only mostly belongs to it.
    """
    topic = context.understood.slot("topic")
    named = (subject_words(topic, context.language), context.requests.scope.kind_in(topic))
    kind = next((each for each in named if is_life_area(each)), "")
    if not kind:
        return ()
    cover, known = topic_cover(kind), atoms_forgotten(context, all_known(context))
    return tuple(atom for atom in known if cover.covers(atom.text, surely=surely))


def _forget_all_about(context: TurnContext) -> TurnOutcome:
    """Forgets all that is known of a topic: atoms and words, under every name of a person."""
    topic, language = context.understood.slot("topic"), context.language
    names = aliases_of(context.reader, context.queries, context.control, topic, language)
    names = () if context.fact_keys.fixed_key(topic) else names
    every = tuple(dict.fromkeys((*topics_meant(topic, language), *(tuple(sorted(name)) for name in names))))
    user_id, look_up, most = context.turn.user_id, context.queries, MAX_FOUND_ATOMS
    atoms = [
        *(named := atoms_of_topic(context)),
        *atoms_about_person(context, topic, wide=not named),
        *atoms_of_kind(context, surely=True),
        *(a for name in names for a in look_up.atoms_holding(user_id, tuple(name), most)),
    ]
    turns = [*turns_without_memory(context), *(t for name in every for t in look_up.turns_holding(user_id, name, most))]
    outcome = forget_outcome(context, tuple(dict.fromkeys(atoms)), tuple(dict.fromkeys(turns)))
    words = tuple(cut for name in every for cut in _clauses_with_name(context, name))
    kept = _named_in_records(context)
    told = outcome.reasons if outcome.forget or not (words or kept) else ("FORGOTTEN_BY_USER",)
    return replace(outcome, forget_words=words, forget_phrases=kept, reasons=told)


def _named_in_records(context: TurnContext) -> tuple[str, ...]:
    """Returns the words of a topic that a list or a reminder says too: the thing itself, where everything is meant and
    not what was said of it, or a name.
    """
    whole = context.understood.intent == "forget_all_about" or context.understood.slot("scope") == "whole"
    words, user_id = context.requests.telling(context.understood.slot("topic")), context.turn.user_id
    named = words[:1].isupper() and says_in_records(context.reader, user_id, words)
    return (words,) if words and (named or (whole and is_record(context.reader, user_id, words))) else ()


def _clauses_with_name(context: TurnContext, name: tuple[str, ...]) -> tuple[tuple[str, int, int], ...]:
    """Returns the clauses with the name, in lines that other memories came from."""
    turns = context.queries.feeding_turns(context.turn.user_id, name, MAX_FOUND_ATOMS)
    lines = context.reader.lines_by_id(context.control, turns)
    return tuple(
        (line.turn_id, clause.start, clause.end)
        for line in lines
        for clause in split_clauses(line.text, context.language)
        if frozenset(name) <= frozenset(stems(clause.text))
    )
