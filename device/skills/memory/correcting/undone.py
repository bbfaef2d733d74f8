"""Pure: takes back the correction that the last turn made: "no salzburg" and then "undo that"."""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_CORRECTION_ATOMS
from device.skills.memory.memory_controls import correction_outcome
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.correction_rules import apply_correction
from memory.rules.freshness import LIVING


def undo_last_correction(context: TurnContext) -> TurnOutcome | None:
    """Puts the words back that the last turn replaced in a memory; None where it corrected none. Of several corrections
    none is taken back, and nothing is forgotten in their place.
    """
    turn, queries = context.turn, context.queries
    last = queries.recent_turns(turn.user_id, turn.session_id, 1)
    made = [pair for pair in queries.corrections(turn.user_id, MAX_CORRECTION_ATOMS) if pair.turn_id in last]
    atom = context.reader.atom_for_control(turn.user_id, made[-1].atom_id) if len(made) == 1 else None
    if not made:
        return None
    if atom is None or atom.status not in LIVING:
        return TurnOutcome("correct", ("CORRECTION_UNCLEAR",))
    whole = (0, len(turn.text))
    done = apply_correction(turn, atom, made[-1].meant, made[-1].heard, whole, context.policy, context.language)
    return replace(correction_outcome(context, done), intent="correct")
