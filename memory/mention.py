"""Rules: what "that" points at: the last thing mentioned in the session, by either side; else what was learned last.

A turn mentions the atoms that it told, used or asked about. Words that told nothing durable are a mention too: "forget
that" right after them means them, and not some older memory. Questions and commands that came to nothing are passed.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.ports import Oversight
from memory.records import Atom

TELLING = frozenset({"statement", "remember", "insist"})
"""Intents whose words tell something worth quoting, or forgetting."""
_LOOK_BACK_TURNS = 20


@dataclass(frozen=True, slots=True)
class Mentioned:
    """The atoms, or, when the words made none, the turn itself."""

    atoms: tuple[Atom, ...] = ()
    turn_ids: tuple[str, ...] = ()


def last_mentioned(oversight: Oversight, user_id: str, session_id: str) -> Mentioned:
    """What "that" points at now."""
    turns = oversight.recent_turns(user_id, session_id, _LOOK_BACK_TURNS)
    intents = oversight.intents(turns)
    for turn_id in turns:
        atoms = oversight.mentioned_in(user_id, turn_id)
        if atoms:
            return Mentioned(atoms)
        if intents.get(turn_id) in TELLING:
            return Mentioned((), (turn_id,))
    return Mentioned(oversight.latest_learned(user_id))
