"""Composition: what left this device for a mind elsewhere: noted before it goes, and listed from the ledger.

The ledger has when, where to, which turn and which memories; what was said stands in the archive and in the memories
alone, so that it is forgotten with them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from device.core.messages import MindRequest
from device.core.policy import MAX_LISTED_EVENTS
from engine_b.vault.vault import Vault
from memory.model.changes import Change, Note, Scope
from memory.model.ports import Gate

_LEFT, _WITH, _REASON = "WORDS_LEFT_DEVICE", "MEMORY_LEFT_DEVICE", "ASKED_REMOTE_MIND"


@dataclass(frozen=True, slots=True)
class Departure:
    """What went to a mind elsewhere for one turn."""

    at_ms: int
    place: str
    turn_id: str
    said: str
    """The words of the turn, as far as they are not forgotten."""
    earlier_turns: int
    """How many turns before it went with it."""
    memories: tuple[str, ...]
    """The memories that went with it, in their own words."""
    history: tuple[str, ...]
    """The lines of earlier conversations that went with it."""
    forgotten: int
    """How many more went, and are forgotten, hidden or told only if they are asked for since."""


def note_departure(vault: Vault, request: MindRequest, place: str) -> None:
    """Commits that a request is about to leave. Raises a `VaultError`."""
    turn = request.turn
    host, _, port = place.rpartition(":")
    facts = (("host", host.strip("[]")), ("port", int(port)), ("earlier_turns", len(request.prompt.talk)))
    memories = (Note(_WITH, _REASON, one) for one in request.sources)
    notes = (Note(_LEFT, _REASON, turn.turn_id, facts), *memories)
    vault.commit(Change(Scope(turn.user_id, turn.session_id, turn.turn_id, turn.at.at_ms), notes=notes), awaited=True)


def departures(vault: Vault, gate: Gate) -> Iterator[Departure]:
    """Yields what left for a person's turns, the oldest first. Nobody asked for a memory of it: the list is unasked."""
    gate = replace(gate, asked=False)
    for event in vault.ledger_events(gate.user_id, limit=MAX_LISTED_EVENTS, event=_LEFT):
        turn_id, facts = event.subject_id, json.loads(event.facts)
        went = vault.ledger_events(gate.user_id, turn_id, limit=MAX_LISTED_EVENTS, event=_WITH)
        ids = tuple(dict.fromkeys(one.subject_id for one in went))
        known, told = vault.reader.atoms_by_id(gate, ids), vault.reader.lines_by_id(gate, ids)
        lines = vault.reader.lines_by_id(gate, (turn_id,))
        yield Departure(
            event.at_ms,
            f"{facts['host']}:{facts['port']}",
            turn_id,
            lines[0].text if lines else "",
            int(facts["earlier_turns"]),
            tuple(atom.text for atom in known),
            tuple(line.text for line in told),
            len(ids) - len(known) - len(told),
        )
