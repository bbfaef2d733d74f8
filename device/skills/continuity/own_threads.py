"""Pure: finds which thread a person means: this one, the one about a topic, the last one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from device.skills.turn_context import TurnContext
from memory.continuity.closing import said_turns
from memory.continuity.kept_threads import latest_threads, own_threads, threads_since
from memory.continuity.session_digest import SaidTurn
from memory.continuity.stretches import latest_stretch
from memory.continuity.thread import Thread
from memory.continuity.thread_words import ReadThread, read_threads
from memory.continuity.tiers import rank_threads
from memory.core.policy import THREADS_AT_ONCE
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess
from memory.rules.controls import topic_stems


def read_own_threads(context: TurnContext) -> tuple[ReadThread, ...]:
    """Returns the threads of the person of a turn, with the words that may be shown in it, in the order of resuming."""
    return tuple(_ranked_threads(context))


def _ranked_threads(context: TurnContext) -> Iterator[ReadThread]:
    """Yields the same; reads the words of so many threads as it is asked for."""
    ranked = rank_threads(own_threads(context.reader, context.turn.user_id), context.turn.at.at_ms)
    for at in range(0, len(ranked), THREADS_AT_ONCE):
        yield from _read(context, ranked[at : at + THREADS_AT_ONCE])


def latest_thread(context: TurnContext) -> ReadThread | None:
    """Returns the thread of the person of a turn that was last talked about or resumed, of those that may be shown."""
    each = (_read(context, (one,)) for one in latest_threads(context.reader, context.turn.user_id))
    return next((read for found in each for read in found), None)


def thread_about(context: TurnContext, topic: str) -> ReadThread | None:
    """Returns the thread about a topic: one with all its words in its title or entities, else in what was said."""
    wanted = frozenset(topic_stems(topic, context.language))
    spoken_of: ReadThread | None = None
    for one in _ranked_threads(context) if wanted else ():
        if wanted <= one.topics:
            if wanted <= frozenset(topic_stems(one.title, context.language)):
                return one
            spoken_of = spoken_of or one
    return spoken_of


def present_turns(context: TurnContext) -> tuple[SaidTurn, ...]:
    """Returns the turns of the conversation that goes on, without the one that is heard."""
    turn = context.turn
    turn_ids = context.queries.turns_of(turn.user_id, turn.session_id)
    lines = context.reader.lines_by_id(context.control, turn_ids)
    before = [line for line in lines if line.turn_id != turn.turn_id]
    return latest_stretch(said_turns(context.queries, before), turn.at.at_ms)


def present_thread(context: TurnContext) -> Thread | None:
    """Returns the thread that was resumed in the conversation that goes on; None when none was."""
    began = next((one.at_ms for one in present_turns(context)), None)
    if began is None:
        return None
    used = [one for one in threads_since(context.reader, context.turn.user_id, began) if one.last_used_ms >= began]
    return max(used, key=lambda one: (one.last_used_ms, one.thread_id), default=None)


def turns_of_thread(context: TurnContext, thread: Thread) -> tuple[str, ...]:
    """Returns every archived turn of the conversation that a thread is of."""
    user_id = thread.user_id
    then = frozenset(context.queries.turns_between(user_id, thread.began_ms, thread.ended_ms + 1))
    return tuple(one for one in context.queries.turns_of(user_id, thread.session_id) if one in then)


def _read(context: TurnContext, threads: Iterable[Thread]) -> tuple[ReadThread, ...]:
    turn = context.turn
    memory = MemoryAccess(context.reader, context.queries, context.policy, context.language)
    return read_threads(memory, Gate(turn.user_id, turn.identified, turn.channel), threads)
