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
from memory.continuity.wordings import load_wordings
from memory.core.policy import MIN_COMPOUND_PART_CHARS, THREADS_AT_ONCE
from memory.model.atoms import Turn
from memory.model.ports import ControlQueries, Gate, MemoryReader
from memory.retrieval.context_builder import MemoryAccess
from memory.rules.controls import topics_meant
from memory.text.language_rules import Language
from memory.text.stemming import stem, stems


def read_own_threads(context: TurnContext) -> tuple[ReadThread, ...]:
    """Returns the threads of the person of a turn, with the words that may be shown in it, in the order of resuming."""
    return tuple(_ranked_threads(_memory(context), _gate(context), context.turn.at.at_ms))


def latest_thread(context: TurnContext) -> ReadThread | None:
    """Returns the thread of the person of a turn that was last talked about or resumed, of those that may be shown."""
    each = (_read(context, (one,)) for one in latest_threads(context.reader, context.turn.user_id))
    return next((read for found in each for read in found), None)


def thread_about(context: TurnContext, topic: str) -> ReadThread | None:
    """Returns the thread of the person of a turn about a topic."""
    return thread_on(_memory(context), _gate(context), topic, context.turn.at.at_ms)


def thread_on(memory: MemoryAccess, gate: Gate, topic: str, now_ms: int) -> ReadThread | None:
    """Returns the thread about a topic: one with all its words in its title or entities, else in what was said."""
    spoken_of: ReadThread | None = None
    for one in _ranked_threads(memory, gate, now_ms) if topic else ():
        if names_topic(topic, one.topics, memory.language):
            if names_topic(topic, stems(one.title), memory.language):
                return one
            spoken_of = spoken_of or one
    return spoken_of


def names_topic(topic: str, spoken: Iterable[str], language: Language) -> bool:
    """Says whether words with these stems speak of a topic, in whichever case it is named; German adds an "n" to
    plurals in the third.
    """
    every, no_topic = frozenset(spoken), load_wordings(language.code)
    if language.code == "de":
        every |= {f"{one}{'n' if one.endswith(('e', 'er', 'el')) else 'en'}" for one in every}
    empty = frozenset(map(stem, no_topic.no_topic)) if no_topic else frozenset[str]()
    each = (frozenset(meant) - empty or frozenset(meant) for meant in topics_meant(topic, language))
    return any(all(_is_named(one, every, language.code) for one in meant) for meant in each)


def _is_named(root: str, every: frozenset[str], code: str) -> bool:
    """Says whether a stem is among others; in German also as the last part of a compound: "Schokoladenkuchen"."""
    if root in every:
        return True
    return code == "de" and len(root) >= MIN_COMPOUND_PART_CHARS and any(one.endswith(root) for one in every)


def present_turns(context: TurnContext) -> tuple[SaidTurn, ...]:
    """Returns the turns of the conversation that goes on, without the one that is heard."""
    return turns_before(context.queries, context.reader, context.control, context.turn)


def turns_before(queries: ControlQueries, reader: MemoryReader, gate: Gate, turn: Turn) -> tuple[SaidTurn, ...]:
    """Returns the turns of the conversation that goes on, before one of its turns."""
    lines = reader.lines_by_id(gate, queries.turns_of(turn.user_id, turn.session_id))
    before = [line for line in lines if line.turn_id != turn.turn_id]
    return latest_stretch(said_turns(queries, before), turn.at.at_ms)


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


def _ranked_threads(memory: MemoryAccess, gate: Gate, now_ms: int) -> Iterator[ReadThread]:
    """Yields the threads of a person with the words that may be shown, in the order of resuming; reads the words of so
    many as it is asked for.
    """
    ranked = rank_threads(own_threads(memory.reader, gate.user_id), now_ms)
    for at in range(0, len(ranked), THREADS_AT_ONCE):
        yield from read_threads(memory, gate, ranked[at : at + THREADS_AT_ONCE])


def _read(context: TurnContext, threads: Iterable[Thread]) -> tuple[ReadThread, ...]:
    return read_threads(_memory(context), _gate(context), threads)


def _memory(context: TurnContext) -> MemoryAccess:
    return MemoryAccess(context.reader, context.queries, context.policy, context.language)


def _gate(context: TurnContext) -> Gate:
    return Gate(context.turn.user_id, context.turn.identified, context.turn.channel)
