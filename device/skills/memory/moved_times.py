"""Pure: moves what was told to another time, and keeps its place and its company.

"The concert's been postponed to the seventeenth" says nothing of the town hall, where it still is: only the time in the
words that were told changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.skills.memory.fact_storage import store_facts
from device.skills.memory.memory_controls import correction_outcome
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.correction_rules import apply_correction
from memory.extraction.extract import Fact
from memory.model.atoms import Atom
from memory.reading.changes.moved_time import moved_time
from memory.reading.facts.statements import Statement


def move_time(
    context: TurnContext, told: Sequence[Statement], ended: Sequence[Atom], facts: Sequence[Fact]
) -> TurnOutcome | None:
    """Returns the correction of the time of the one fact that a turn moves; None where it tells more, or another.

    Why it is moved is kept beside it.
    """
    if len(told) != 1 or len(ended) != 1:
        return None
    heard, meant = moved_time(ended[0].text, told[0], context.language.code)
    if not heard:
        return None
    at = context.turn.text.casefold().find(meant.casefold())
    span = (at, at + len(meant)) if at >= 0 else (0, len(context.turn.text))
    done = apply_correction(context.turn, ended[0], heard, meant, span, context.policy, context.language)
    moved = correction_outcome(context, done)
    if not told[0].has_reason or moved.questions:
        return moved
    return replace(moved, new=store_facts(context, facts, without=frozenset((ended[0].atom_id,))).new)
