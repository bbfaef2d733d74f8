"""Pure: forgets what a command points at ("that", "both", "the second one") or names (2.11.11).

Nothing is forgotten on a guess: when the target is unclear, Selene asks once. And she says "I forgot it" only of what
was stored: a refused secret was not.
"""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_FOUND_ATOMS
from device.languages.reply_templates import quote_text
from device.skills.memory.memory_controls import (
    ask_which_atom,
    atoms_of_topic,
    build_rules,
    topic_span,
    without_existing_rules,
)
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.aliases import aliases_of
from memory.extraction.paraphrase import has_telling_words
from memory.model.atoms import Atom, Status
from memory.model.changes import RuleKind
from memory.rules.clarification import new_question
from memory.rules.conflict import confirm_atom
from memory.rules.controls import rule_topic, topic_stems
from memory.rules.mention_target import TELLING, MentionTarget, recently_told
from memory.text.normalise import split_clauses
from memory.text.secret_detector import MASK
from memory.text.stemming import stems

_BOTH = 2


def forget_referenced(scene: TurnContext) -> TurnOutcome:
    """Handles "Forget that", "forget my dentist appointment". With several targets it asks which one."""
    if scene.points("topic"):
        mentioned = scene.mentioned()
        if mentioned.maybe:
            return ask_which_atom(scene, mentioned.maybe)
        # After "should I change it?" both old and new are mentioned; a command by name forgets both, "that" does not.
        several = len({(atom.key, atom.value) for atom in mentioned.atoms}) > 1
        return (
            ask_which_atom(scene, _in_told_order(scene, mentioned))
            if several
            else forget_outcome(scene, mentioned.atoms, mentioned.turn_ids)
        )
    if scene.understood.intent == "forget_all_about":
        return forget_all_about(scene)
    found, turns = atoms_of_topic(scene), turns_without_memory(scene)
    things = scene.fact_keys.each(scene.understood.slot("topic"))
    if not found and len(things) > 1:
        return _forget_each(scene, things, turns)
    found = found if things[1:] else _with_same_topic(scene, found)
    if len({atom.key for atom in found}) > 1 or _is_part_of(scene, found):
        return ask_which_atom(scene, found)
    return forget_outcome(scene, found, turns)


def _with_same_topic(scene: TurnContext, found: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """Adds the other atoms that the same words name: "the appointment", when there are two."""
    wanted = topic_stems(scene.understood.slot("topic"), scene.language)
    if len({atom.key for atom in found}) != 1 or scene.fact_keys.fixed_key(scene.understood.slot("topic")):
        return found
    holding = scene.oversight.atoms_holding(scene.turn.user_id, wanted, MAX_FOUND_ATOMS)
    alike = (atom for atom in holding if atom.kind is found[0].kind and frozenset(wanted) <= frozenset(stems(atom.key)))
    return tuple(dict.fromkeys((*found, *alike)))


def _is_part_of(scene: TurnContext, found: tuple[Atom, ...]) -> bool:
    """Says whether "the dog" names one of several things in a memory: "I have a cat and a dog"."""
    wanted = frozenset(topic_stems(scene.understood.slot("topic"), scene.language))
    for atom in found:
        pieces = [frozenset(stems(piece)) for piece in scene.fact_keys.each(atom.value)]
        named_here = [piece for piece in pieces if wanted & piece]
        if len(pieces) > 1 and wanted and 0 < len(named_here) < len(pieces):
            return True
    return False


def forget_all_about(scene: TurnContext) -> TurnOutcome:
    """Handles "Forget everything about my neighbour": atoms and words, under every name of that person."""
    topic, language = scene.understood.slot("topic"), scene.language
    names = aliases_of(scene.recollection, scene.oversight, scene.control, topic, language)
    names = () if scene.fact_keys.fixed_key(topic) else names
    every = tuple(dict.fromkeys((topic_stems(topic, language), *(tuple(sorted(name)) for name in names))))
    user_id, look_up, most = scene.turn.user_id, scene.oversight, MAX_FOUND_ATOMS
    atoms = [*atoms_of_topic(scene), *(a for name in names for a in look_up.atoms_holding(user_id, tuple(name), most))]
    turns = [*turns_without_memory(scene), *(t for name in every for t in look_up.turns_holding(user_id, name, most))]
    outcome = forget_outcome(scene, tuple(dict.fromkeys(atoms)), tuple(dict.fromkeys(turns)))
    words = tuple(cut for name in every for cut in _clauses_with_name(scene, name))
    told = outcome.reasons if outcome.forget or not words else ("FORGOTTEN_BY_USER",)
    return replace(outcome, forget_words=words, reasons=told)


def _clauses_with_name(scene: TurnContext, name: tuple[str, ...]) -> tuple[tuple[str, int, int], ...]:
    """Returns the clauses with the name, in lines that other memories came from."""
    turns = scene.oversight.feeding_turns(scene.turn.user_id, name, MAX_FOUND_ATOMS)
    lines = scene.recollection.lines_by_id(scene.control, turns)
    return tuple(
        (line.turn_id, clause.start, clause.end)
        for line in lines
        for clause in split_clauses(line.text, scene.language)
        if frozenset(name) <= frozenset(stems(clause.text))
    )


def _forget_each(scene: TurnContext, things: tuple[str, ...], turns: tuple[str, ...]) -> TurnOutcome:
    """Forgets "My dog and my cat" one by one; with one question when one of them is unclear."""
    groups = [atoms_of_topic(scene, thing) for thing in things]
    unclear = next((found for found in groups if len({atom.key for atom in found}) > 1), None)
    if unclear:
        return ask_which_atom(scene, unclear)
    return forget_outcome(scene, tuple(dict.fromkeys(atom for found in groups for atom in found)), turns)


def forget_said(scene: TurnContext) -> TurnOutcome:
    """Handles "Ignore that", "forget I said that": what the person stated last, not what Selene said."""
    (told,) = _last_told(scene, 1) or (MentionTarget(),)
    return forget_outcome(scene, told.atoms, told.turn_ids)


def forget_both(scene: TurnContext) -> TurnOutcome:
    """Handles "Forget both": the two that were mentioned together, else the last two stated."""
    mentioned, told = scene.mentioned(), _last_told(scene, 2)
    if len({(atom.key, atom.value) for atom in mentioned.atoms}) == _BOTH:
        return forget_outcome(scene, mentioned.atoms)
    if len(told) == _BOTH:
        atoms = tuple(atom for each in told for atom in each.atoms)
        return forget_outcome(scene, atoms, tuple(turn for each in told for turn in each.turn_ids))
    perhaps = mentioned.atoms or mentioned.maybe
    return ask_which_atom(scene, perhaps) if perhaps else forget_outcome(scene, ())


def forget_them_all(scene: TurnContext) -> TurnOutcome:
    """Handles "Forget all of them": everything that was mentioned together."""
    mentioned = scene.mentioned()
    if mentioned.maybe:
        return ask_which_atom(scene, mentioned.maybe)
    return forget_outcome(scene, mentioned.atoms, mentioned.turn_ids)


def forget_nth(scene: TurnContext) -> TurnOutcome:
    """Handles "Forget the second one": of those mentioned together, in the order they were said; else of those
    stated.
    """
    number, mentioned = int(scene.understood.slot("ordinal")), scene.mentioned()
    if len(mentioned.atoms) > 1:
        return forget_outcome(scene, nth_atom(_in_told_order(scene, mentioned), number))
    told = [each for each in reversed(_last_told(scene, MAX_FOUND_ATOMS)) if each.atoms]
    atoms = tuple(atom for each in told for atom in _in_told_order(scene, each)) or mentioned.atoms or mentioned.maybe
    chosen = nth_atom(atoms, number)
    return ask_which_atom(scene, chosen) if chosen else forget_outcome(scene, ())


def nth_atom(atoms: tuple[Atom, ...], number: int) -> tuple[Atom, ...]:
    """Returns the atom with this number, from 1; -1 is the last. Empty without one."""
    return atoms[-1:] if number < 0 else atoms[number - 1 : number]


def forget_outcome(scene: TurnContext, atoms: tuple[Atom, ...], turns: tuple[str, ...] = ()) -> TurnOutcome:
    """Forgets these atoms, with a ledger event; their words are removed everywhere."""
    return TurnOutcome(
        scene.understood.intent,
        ("FORGOTTEN_BY_USER",) if atoms else (_forgotten_words_reason(scene, turns),),
        changed=_settle_remaining_value(scene, atoms),
        forget=tuple(atom.atom_id for atom in atoms),
        forget_turns=turns,
        hide=topic_span(scene),
    )


def forget_everything(scene: TurnContext) -> TurnOutcome:
    """Handles forgetting everything about the person, after one question."""
    if not scene.oversight.all_turn_ids(scene.turn.user_id):
        return TurnOutcome(scene.understood.intent, ("NOTHING_TO_FORGET",))
    question = new_question(scene.turn, "forget_everything", "FORGET_EVERYTHING", ())
    return TurnOutcome(scene.understood.intent, ("FORGET_EVERYTHING",)).with_question(question)


def forget_all_confirmed(scene: TurnContext) -> TurnOutcome:
    """Forgets everything after a yes."""
    user_id = scene.turn.user_id
    return TurnOutcome(
        "forget_everything",
        ("FORGOTTEN_BY_USER",),
        forget=scene.oversight.all_atom_ids(user_id),
        forget_turns=scene.oversight.all_turn_ids(user_id),
    )


def bar_topic(scene: TurnContext) -> TurnOutcome:
    """Adds a do-not-store rule for the topic; forgets what is stored about it."""
    if scene.points("topic"):
        mentioned = scene.mentioned()
        topics = [rule_topic(atom, scene.language) for atom in mentioned.atoms]
        lines = scene.recollection.lines_by_id(scene.control, mentioned.turn_ids)
        topics += [line.text for line in lines]
        found, turns = mentioned.atoms, mentioned.turn_ids
    else:
        topics = [scene.understood.slot("topic")]
        found, turns = atoms_of_topic(scene), turns_without_memory(scene)
    rules = tuple(rule for topic in topics for rule in build_rules(scene, RuleKind.DO_NOT_STORE, topic))
    if not rules:
        return TurnOutcome(scene.understood.intent, ("NOTHING_MEANT",))
    outcome = replace(forget_outcome(scene, found, turns), new_rules=without_existing_rules(scene, rules))
    kept = tuple(reason for reason in outcome.reasons if reason == "FORGOTTEN_BY_USER")
    return replace(outcome, reasons=kept).with_reasons("WONT_STORE")


def turns_without_memory(scene: TurnContext) -> tuple[str, ...]:
    """Returns turns about the topic without an atom: they are forgotten too, or an excerpt would show them."""
    topic = scene.understood.slot("topic")
    fixed = scene.fact_keys.fixed_key(topic)
    names = (topic,) if fixed and scene.known(fixed) else (topic, scene.fact_keys.topic(topic))
    stems = dict.fromkeys(topic_stems(name, scene.language) for name in names)
    found = (scene.oversight.turns_holding(scene.turn.user_id, each, MAX_FOUND_ATOMS) for each in stems)
    return tuple(dict.fromkeys(turn for turns in found for turn in turns))


def _forgotten_words_reason(scene: TurnContext, turns: tuple[str, ...]) -> str:
    """Returns the reason code when no atom is forgotten: words were forgotten, or had not been stored."""
    intents = scene.oversight.intents(turns)
    told = tuple(turn for turn in turns if intents.get(turn, "statement") in TELLING)
    lines = scene.recollection.lines_by_id(scene.control, told)
    if any(MASK not in line.text and has_telling_words(line.text) for line in lines):
        return "FORGOTTEN_BY_USER"
    return "NOTHING_KEPT" if lines else "NOTHING_TO_FORGET"


def _last_told(scene: TurnContext, most: int) -> tuple[MentionTarget, ...]:
    return recently_told(scene.oversight, scene.turn.user_id, scene.turn.session_id, most)


def _in_told_order(scene: TurnContext, mentioned: MentionTarget) -> tuple[Atom, ...]:
    """Returns the atoms in the order in which the reply named them, else the person stated them."""
    replies = scene.recollection.lines_by_id(scene.control, (f"{mentioned.turn_id}/reply",))
    reply = replies[0].text if replies else ""

    def place(atom: Atom) -> tuple[bool, int, int, str]:
        at = reply.find(quote_text(atom.text))
        return at < 0, at, atom.sources[0].start, atom.atom_id

    return tuple(sorted(mentioned.atoms, key=place))


def _settle_remaining_value(scene: TurnContext, gone: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """Keeps the other value of a conflict when one of the two is forgotten."""
    keys = dict.fromkeys(atom.key for atom in gone)
    left = [[atom for atom in scene.known(key) if atom not in gone] for key in keys]
    doubted = (atoms[0] for atoms in left if len(atoms) == 1)
    return tuple(
        confirm_atom(atom, scene.turn.at.at_ms, scene.policy)
        for atom in doubted
        if atom.status is Status.UNCERTAIN and atom.reason_code == "CONFLICT"
    )[: scene.policy.max_changed_atoms_per_turn]
