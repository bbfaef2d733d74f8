"""Pure: reads what several threads decided, left open or have as their next step, and what later decisions settle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

from memory.continuity.kept_threads import thread_with_id
from memory.continuity.thread import Pointer, Thread, turns_in
from memory.continuity.thread_words import pointed_words, readable_texts
from memory.continuity.topics import settles, topic_stems_of
from memory.continuity.wordings import load_wordings
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess

Field = Literal["decisions", "questions", "next_step"]
"""The fields of a thread that hold clauses."""


@dataclass(frozen=True, slots=True)
class Point:
    """One clause of a thread, with the words that may be shown of it."""

    thread: Thread
    title: str
    text: str
    turn_id: str
    stems: frozenset[str]
    """What it is about."""


def read_points(memory: MemoryAccess, gate: Gate, threads: Sequence[Thread], name: Field) -> tuple[Point, ...]:
    """Returns the clauses of one field, in the order of their threads; of what is open only what no later thread of
    these decided.
    """
    if not gate.identified:
        return ()
    texts = readable_texts(memory, gate, chain.from_iterable(one.pointers for one in threads))
    found = _points(memory, threads, texts, name)
    if name != "questions":
        return found
    decided = _points(memory, threads, texts, "decisions")
    return tuple(one for one in found if not _is_settled(memory, one, decided))


def without_settled(
    memory: MemoryAccess, gate: Gate, older: Sequence[tuple[str, str]], new: Sequence[Thread]
) -> tuple[Thread, ...]:
    """Returns the older threads of which new ones decided something that was open, without what is settled; of each
    older one its id and the places of what is open are needed.
    """
    deciding = [one for one in new if one.decisions]
    if not (deciding and older):
        return ()
    said = readable_texts(memory, gate, chain.from_iterable(one.decisions for one in deciding))
    decided = _points(memory, deciding, said, "decisions")
    touched = _touched_by(memory, gate.user_id, older, decided)
    texts = readable_texts(memory, gate, chain.from_iterable((*one.title, *one.questions) for one in touched))
    changed: list[Thread] = []
    for thread in touched:
        asked = zip(thread.questions, _points(memory, (thread,), texts, "questions", gaps=True), strict=True)
        left = tuple(pointer for pointer, one in asked if not _is_settled(memory, one, decided))
        changed += [replace(thread, questions=left)] if left != thread.questions else []
    return tuple(changed)


def _touched_by(
    memory: MemoryAccess, user_id: str, threads: Sequence[tuple[str, str]], decided: Iterable[Point]
) -> list[Thread]:
    """Returns the threads of which an open question has a word with a decision in common.

    It reads the stored stems of their lines alone: of many threads few are touched, and only these are read in full.
    """
    words = frozenset[str]().union(*(one.stems for one in decided))
    asked = [(thread_id, turns_in(questions)) for thread_id, questions in threads]
    held = memory.queries.stored_stems(tuple(dict.fromkeys(turn_id for _, turns in asked for turn_id in turns)))
    touched = {turn_id for turn_id, stems in held.items() if not stems.isdisjoint(words)}
    found = (thread_with_id(memory.reader, user_id, one) for one, turns in asked if not touched.isdisjoint(turns))
    return [one for one in found if one]


def _points(
    memory: MemoryAccess, threads: Iterable[Thread], texts: Mapping[str, str], name: Field, *, gaps: bool = False
) -> tuple[Point, ...]:
    """Returns the clauses of a field; those without words to show only with `gaps`."""
    wordings, code = load_wordings(memory.language.code), memory.language.code
    found: list[Point] = []
    for thread in threads:
        title = next((words for one in thread.title if (words := pointed_words(one, texts))), "")
        pointers: tuple[Pointer, ...] = getattr(thread, name)
        for pointer in pointers:
            words = pointed_words(pointer, texts)
            if words or gaps:
                found.append(Point(thread, title, words, pointer.turn_id, topic_stems_of(words, code, wordings)))
    return tuple(found)


def _is_settled(memory: MemoryAccess, asked: Point, decided: Iterable[Point]) -> bool:
    title = topic_stems_of(asked.title, memory.language.code, load_wordings(memory.language.code))
    return any(
        one.thread.ended_ms > asked.thread.ended_ms and settles(one.stems, asked.stems, title) for one in decided
    )
