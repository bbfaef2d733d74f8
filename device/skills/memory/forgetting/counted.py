"""Pure: forgets so many things as a request says: "all three", "the last two things i said", "both things about X".

A number that fits what was told in one way only is obeyed at once; else Selene asks.
"""

from __future__ import annotations

from itertools import accumulate

from device.core.policy import MAX_FOUND_ATOMS
from device.skills.memory.memory_controls import ask_which_atom
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.atoms import Atom
from memory.rules.mention_target import MentionTarget, recently_told


def counted_targets(context: TurnContext, count: int) -> tuple[tuple[Atom, ...], tuple[str, ...]] | None:
    """Returns the atoms and turns that "all three" means: those mentioned together, else those told last; None when
    that is not clear.
    """
    mentioned = context.mentioned()
    if len(mentioned.atoms) == count and not mentioned.maybe:
        return mentioned.atoms, mentioned.turn_ids
    told = recently_told(context.queries, context.turn.user_id, context.turn.session_id, MAX_FOUND_ATOMS)
    ways = {_all_of(way) for way in (_by_turns(told, count), _by_facts(told, count)) if way}
    return ways.pop() if len(ways) == 1 else None


def ask_which_counted(context: TurnContext) -> TurnOutcome:
    """Asks which things are meant, of those that were told last."""
    told = recently_told(context.queries, context.turn.user_id, context.turn.session_id, MAX_FOUND_ATOMS)
    atoms = tuple(atom for each in told for atom in each.atoms)
    return ask_which_atom(context, atoms) if atoms else TurnOutcome(context.understood.intent, ("NOTHING_TO_FORGET",))


def _by_turns(told: tuple[MentionTarget, ...], count: int) -> tuple[MentionTarget, ...]:
    return told[:count] if len(told) >= count else ()


def _by_facts(told: tuple[MentionTarget, ...], count: int) -> tuple[MentionTarget, ...]:
    sums = tuple(accumulate(len(each.atoms) for each in told))
    return told[: sums.index(count) + 1] if count in sums else ()


def _all_of(told: tuple[MentionTarget, ...]) -> tuple[tuple[Atom, ...], tuple[str, ...]]:
    atoms = tuple(dict.fromkeys(atom for each in told for atom in each.atoms))
    return atoms, tuple(turn for each in told for turn in each.turn_ids)


def nth_atom(atoms: tuple[Atom, ...], number: int) -> tuple[Atom, ...]:
    """Returns the atom with this number, from 1; -1 is the last. Empty without one."""
    return atoms[-1:] if number < 0 else atoms[number - 1 : number]
