"""Pure: handles corrections that say of whom or what something told before holds: "no only ida", "ella doesn't"."""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_BARE_CORRECTION_WORDS
from device.skills.memory.fact_storage import store_facts
from device.skills.memory.named_values import correct_words, recently_mentioned
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.extract import Fact, statement_fact
from memory.reading.facts.statements import statements
from memory.reading.members.contrasted import contrasted_person, put_right_in
from memory.reading.members.other_meant import exchanged, other_person
from memory.reading.members.said_of_some import denials, narrowed
from memory.reading.members.swapped import with_roles_swapped
from memory.reading.words.closed_words import has_reading
from memory.text.stemming import split_words


def correct_whom(context: TurnContext) -> TurnOutcome | None:
    """Applies a correction of those of whom something was told; None for any other turn."""
    if not has_reading(context.language.code):
        return None
    return _narrow(context) or _name_other(context) or _contrast(context) or _swap(context)


def _narrow(context: TurnContext) -> TurnOutcome | None:
    """Applies "no only ida" to a fact of several that was told last, and keeps of whom it does not hold."""
    text, code = context.turn.text, context.language.code
    if len(split_words(text)) > MAX_BARE_CORRECTION_WORDS + 2:
        return None
    for atom in recently_mentioned(context)[:2]:
        found = narrowed(atom.text, text, code)
        if found is not None:
            done = correct_words(context, atom, atom.text, found.rest)
            facts = tuple(_fact(context, said) for said in denials(found.denied, code))
            told = store_facts(context, facts, without=frozenset((atom.atom_id,)))
            return replace(done, new=(*done.new, *told.new))
    return None


def _name_other(context: TurnContext) -> TurnOutcome | None:
    """Applies "not fred his wife" to what was told last of fred; where nothing was, it changes nothing."""
    other = other_person(context.turn.text, context.language.code)
    if other is None:
        return None
    for atom in recently_mentioned(context)[:2]:
        found = exchanged(atom.text, other, context.language.code)
        if found is not None:
            return correct_words(context, atom, found.heard, found.meant)
    return TurnOutcome("correct", ("CORRECTION_UNCLEAR",)) if other.denied else None


def _contrast(context: TurnContext) -> TurnOutcome | None:
    """Applies "it wasn't jan it was jonas" to what was told last of jan: where that is what followed from something
    that happened, to both.
    """
    code = context.language.code
    contrast = contrasted_person(context.turn.text, code)
    if contrast is None:
        return None
    done: list[TurnOutcome] = []
    for atom in recently_mentioned(context)[: context.policy.max_changed_atoms_per_turn]:
        found = put_right_in(atom.text, contrast, code)
        if found is None:
            continue
        done.append(correct_words(context, atom, found.heard, found.meant))
        if not contrast.past or any(one.clause.past for one in statements(atom.text, code)):
            break
    return _all_of(done) if done else None


def _swap(context: TurnContext) -> TurnOutcome | None:
    """Applies "no tom hit ben" to the fact told last in which ben hits tom."""
    text, code = context.turn.text, context.language.code
    for atom in recently_mentioned(context)[:2]:
        swapped = with_roles_swapped(atom.text, text, code)
        if swapped:
            return correct_words(context, atom, atom.text, swapped)
    return None


def _all_of(done: list[TurnOutcome]) -> TurnOutcome:
    """Returns several corrections of one turn as one outcome."""
    changed = tuple(atom for one in done for atom in one.changed)
    pairs = tuple(pair for one in done for pair in one.corrections)
    return replace(done[0], changed=changed, corrections=pairs, focus=tuple(each for one in done for each in one.focus))


def _fact(context: TurnContext, text: str) -> Fact:
    """Makes a fact of words that stand for those of the turn."""
    fact = statement_fact(replace(context.turn, text=text), context.language, context.policy)
    return replace(fact, start=0, end=len(context.turn.text))
