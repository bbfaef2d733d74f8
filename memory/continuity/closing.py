"""Pure: builds the change that closes the conversations which are over, and drops threads that are kept no longer
(2.18).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from memory.continuity.kept_threads import read_unresolved, thread_with_id, threads_since, threads_to_drop
from memory.continuity.points import without_settled
from memory.continuity.preferences import RetentionMode, read_preferences
from memory.continuity.session_digest import SaidTurn, digest_session
from memory.continuity.stretches import closed_stretches
from memory.continuity.thread import THREAD_TYPE, Thread
from memory.continuity.tiers import expired_threads
from memory.core.policy import MAX_READ_TURNS, SOFT_CLOSE_MS, THREADS_READ
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


@dataclass(frozen=True, slots=True)
class _Heard:
    """What one device heard and nobody has digested yet."""

    key: str
    """The entry of Current State that says up to where it is digested."""
    said: tuple[SaidTurn, ...]
    places: Mapping[str, int]
    """The place of each turn, also of those that may not be shown."""
    until: int
    """The place up to which was read."""
    elsewhere: bool = False
    """Whether another device heard it."""
    whole_from_ms: int = 0
    """A conversation that began earlier may have begun before what was read."""


def said_turns(queries: ControlQueries, lines: Sequence[ArchivedLine]) -> list[SaidTurn]:
    """Returns what a digest needs of archived lines: the person's own, in their order."""
    return _own_turns(lines, queries.intents(tuple(line.turn_id for line in lines)))


def closing_change(memory: MemoryAccess, user_id: str, now: Moment, intent_of: Callable[[str], str]) -> Change | None:
    """Returns the change that gives each conversation which is over its thread; None when there is nothing to write.

    It reads from the place where the last one ended, so that nothing is digested twice, and nothing is lost that went
    silent while no process ran: what this device heard, and what a device heard that is revoked and cannot close it any
    more. How a turn was understood stays on the device that heard it, so `intent_of` says it of the words of another.
    What was open in earlier threads and is decided, answered or called done in a new one is open no longer.
    """
    gate = Gate(user_id, identified=True, channel=Channel.TEXT)
    state = memory.queries.current_state()
    mode = read_preferences(state, user_id).retention
    new, settings, said = list[Thread](), list[Setting](), dict[str, str]()
    for heard in _each_heard(memory, gate, state, intent_of):
        closed = closed_stretches(heard.said, now.at_ms)
        if not (closed or heard.elsewhere):
            continue
        new += _threads_of(memory, heard, closed, user_id, mode, now)
        said |= {turn.turn_id: turn.text for turn in heard.said}
        done = {turn.turn_id for one in closed for turn in one}
        waiting = [heard.places[turn.turn_id] for turn in heard.said if turn.turn_id not in done]
        until = str(min(waiting) - 1 if waiting else heard.until)
        settings += [Setting(heard.key, until)] if until != state.get(heard.key) else []
    if not (settings or new):
        return None
    older = read_unresolved(memory.reader, user_id, now.at_ms) if new else ()
    settled = without_settled(memory, gate, older, new, said)
    places = "/".join(one.value for one in settings)
    scope = Scope(user_id, _SESSION, ids.turn_id(user_id, _SESSION, now.at_ms, places), now.at_ms)
    gone = tuple((THREAD_TYPE, one.thread_id) for one in threads_to_drop(memory.reader, user_id, mode, now.at_ms))
    records = tuple(one.record() for one in (*new, *settled))
    return Change(scope, settings=tuple(settings), records=records, drop_records=gone)


def _each_heard(
    memory: MemoryAccess, gate: Gate, state: Mapping[str, str], intent_of: Callable[[str], str]
) -> Iterator[_Heard]:
    """Yields what this device heard, and then what each revoked one did."""
    queries, key = memory.queries, f"{THREADS_READ}{person_code(gate.user_id)}"
    rows = queries.heard_after(gate.user_id, _place_in(state, key), MAX_READ_TURNS)
    lines = memory.reader.lines_by_id(gate, tuple(turn_id for _, turn_id in rows))
    if rows:
        yield _Heard(key, tuple(said_turns(queries, lines)), _places(rows), rows[-1][0])
    for device in queries.devices():
        own, place = f"{key}.{device.device_id}", _place_in(state, f"{key}.{device.device_id}")
        if device.active or device.own or device.heard_until <= place:
            continue
        rows = queries.heard_after(gate.user_id, place, MAX_READ_TURNS, device.device_id)
        lines = memory.reader.lines_by_id(gate, tuple(turn_id for _, turn_id in rows))
        said = tuple(_own_turns(lines, {line.turn_id: intent_of(line.text) for line in lines}))
        whole_ms = said[0].at_ms + SOFT_CLOSE_MS if said and len(rows) == MAX_READ_TURNS else 0
        yield _Heard(own, said, _places(rows), device.heard_until, elsewhere=True, whole_from_ms=whole_ms)


def _threads_of(
    memory: MemoryAccess,
    heard: _Heard,
    closed: Sequence[Sequence[SaidTurn]],
    user_id: str,
    mode: RetentionMode,
    now: Moment,
) -> list[Thread]:
    """Returns the threads of conversations that have none yet and are to be kept."""
    whole = [each for each in closed if each[0].at_ms >= heard.whole_from_ms]
    made = [one for each in whole if (one := digest_session(user_id, each, memory.language, mode))]
    new = [one for one in made if not thread_with_id(memory.reader, user_id, one.thread_id)]
    if not (heard.elsewhere and new):
        return new
    kept = threads_since(memory.reader, user_id, min(one.began_ms for one in new))
    late = {one.thread_id for one in expired_threads(new, mode, now.at_ms)}
    return [one for one in new if one.thread_id not in late and not any(_is_part(one, other) for other in kept)]


def _is_part(one: Thread, other: Thread) -> bool:
    """Says whether a conversation was digested as another, whose first words are forgotten since."""
    return one.session_id == other.session_id and one.began_ms <= other.ended_ms and other.began_ms <= one.ended_ms


def _own_turns(lines: Sequence[ArchivedLine], intents: Mapping[str, str]) -> list[SaidTurn]:
    own = [line for line in lines if line.speaker is Speaker.USER and not line.who]
    return [
        SaidTurn(line.turn_id, line.session_id, line.at.at_ms, line.text, intents.get(line.turn_id, "") in _DIGESTED)
        for line in own
    ]


def _places(rows: Sequence[tuple[int, str]]) -> dict[str, int]:
    return {turn_id: place for place, turn_id in rows}


def _place_in(state: Mapping[str, str], key: str) -> int:
    noted = state.get(key, "")
    return int(noted) if noted.isascii() and noted.isdecimal() else 0
