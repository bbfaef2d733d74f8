"""Pure: finds the facts that a sentence states which the person takes back: "i like it" of "i no longer like it"."""

from __future__ import annotations

from collections.abc import Iterator

from device.core.policy import MAX_CORRECTION_ATOMS
from device.skills.memory.known_statements import is_told_generally
from device.skills.memory.named_values import living_atoms, recently_mentioned
from device.skills.turn_context import TurnContext
from memory.extraction.retraction import facts_in_words, resolve_pronouns
from memory.extraction.value_types import atom_says_value
from memory.model.atoms import Atom
from memory.rules.controls import topic_stems


def stated_atoms(context: TurnContext, sentence: str) -> Iterator[Atom]:
    """Finds the one atom of a statement: by its key and value, about the last mention, or in the same words."""
    word, anywhere = context.language.revising.somewhere
    somewhere = word.search(sentence) is not None
    sentence = word.sub(anywhere, sentence)
    for fact in facts_in_words(sentence, context.turn, context.language, context.policy):
        known = living_atoms(context.known(fact.key))
        yield from (atom for atom in known if somewhere or atom_says_value(atom, fact.value, context.language))
    for atom in recently_mentioned(context):
        for named in resolve_pronouns(sentence, atom, context.language):
            facts = facts_in_words(named, context.turn, context.language, context.policy)
            if any(
                fact.key == atom.key and (somewhere or atom_says_value(atom, fact.value, context.language))
                for fact in facts
            ):
                yield atom
    held = context.queries.atoms_holding(
        context.turn.user_id, topic_stems(sentence, context.language), MAX_CORRECTION_ATOMS
    )
    living = living_atoms(held)
    if len(living) == 1 and not is_told_generally(living[0], context.language.code):
        yield living[0]
