"""Pure: builds the change that closes the conversations which are over, and drops threads that are kept no longer
(2.18).
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.continuity.kept_threads import thread_with_id, threads_to_drop, unresolved_threads
from memory.continuity.points import without_settled
from memory.continuity.preferences import read_preferences
from memory.continuity.session_digest import SaidTurn, digest_session
from memory.continuity.stretches import closed_stretches
from memory.continuity.thread import THREAD_TYPE
from memory.core.policy import MAX_READ_TURNS, THREADS_READ
from memory.model import ids
from memory.model.atoms import ArchivedLine, Channel, Moment, Speaker
from memory.model.changes import Change, Scope, Setting
from memory.model.ports import ControlQueries, Gate
from memory.retrieval.context_builder import MemoryAccess
from memory.rules.current_state import person_code
from memory.rules.mention_target import TELLING

_DIGESTED = TELLING | {"question"}
"""Intents of turns whose words say something for a digest."""
_SESSION = "threads"
"""The session of changes that close conversations: nobody talks in it."""


def said_turns(queries: ControlQueries, lines: Sequence[ArchivedLine]) -> list[SaidTurn]:
    """Returns what a digest needs of archived lines: the person's own, in their order."""
    own = [line for line in lines if line.speaker is Speaker.USER and not line.who]
    intents = queries.intents(tuple(line.turn_id for line in own))
    return [
        SaidTurn(line.turn_id, line.session_id, line.at.at_ms, line.text, intents.get(line.turn_id, "") in _DIGESTED)
        for line in own
    ]


def closing_change(memory: MemoryAccess, user_id: str, now: Moment) -> Change | None:
    """Returns the change that gives each conversation of this device which is over its thread; None without any.

    It reads from the place where the last one ended, so that nothing is digested twice, and nothing is lost that went
    silent while no process ran. What was open in earlier threads and is decided in a new one is open no longer.
    """
    state, key = memory.queries.current_state(), f"{THREADS_READ}{person_code(user_id)}"
    heard = memory.queries.heard_after(user_id, _place_in(state.get(key, "")), MAX_READ_TURNS)
    gate = Gate(user_id, identified=True, channel=Channel.TEXT)
    lines = memory.reader.lines_by_id(gate, tuple(turn_id for _, turn_id in heard))
    said = said_turns(memory.queries, lines)
    closed = closed_stretches(said, now.at_ms)
    if not closed:
        return None
    mode = read_preferences(state, user_id).retention
    made = [one for each in closed if (one := digest_session(user_id, each, memory.language, mode))]
    new = [one for one in made if not thread_with_id(memory.reader, user_id, one.thread_id)]
    decided = any(one.decisions for one in new)
    older = unresolved_threads(memory.reader, user_id, now.at_ms) if decided else ()
    settled = without_settled(memory, gate, older, new)
    done = {turn.turn_id for one in closed for turn in one}
    shown = {turn.turn_id for turn in said}
    waiting = [place for place, turn_id in heard if turn_id in shown and turn_id not in done]
    until = min(waiting) - 1 if waiting else heard[-1][0]
    scope = Scope(user_id, _SESSION, ids.turn_id(user_id, _SESSION, now.at_ms, str(until)), now.at_ms)
    gone = tuple((THREAD_TYPE, one.thread_id) for one in threads_to_drop(memory.reader, user_id, mode, now.at_ms))
    records = tuple(one.record() for one in (*new, *settled))
    return Change(scope, settings=(Setting(key, str(until)),), records=records, drop_records=gone)


def _place_in(noted: str) -> int:
    return int(noted) if noted.isascii() and noted.isdecimal() else 0
