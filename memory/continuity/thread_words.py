"""Pure: reads the words of threads through a gate: their titles, and the bullets in which they are resumed (2.21).

What the gate hides, what a person does not want mentioned and what is forgotten is in no title and in no bullet. A
thread of which no title is left is not there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memory.continuity.thread import Pointer, Thread
from memory.continuity.wordings import leaves_undecided
from memory.core.policy import MAX_CLAUSE_CHARS, MAX_RESUME_BULLETS
from memory.extraction.extract import is_question
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess, sayable_lines
from memory.rules.controls import BLANK
from memory.text.normalise import split_clauses
from memory.text.stemming import stems

_EDGES = " \t\n\"'“”‘’.,;:!?-–—"


@dataclass(frozen=True, slots=True)
class ReadThread:
    """A thread with the words that may be shown of it."""

    thread: Thread
    title: str
    bullets: tuple[tuple[str, str], ...]
    """At most `MAX_RESUME_BULLETS`, each with the field that it is from, or `told`."""
    topics: frozenset[str]
    """The stems of everything that it points at."""
    quotes: tuple[str, ...]
    """The archived lines whose words are in the bullets."""

    @property
    def has_summary(self) -> bool:
        """Whether something was decided, is open or comes next."""
        return any(kind != "told" for kind, _ in self.bullets)


def read_threads(memory: MemoryAccess, gate: Gate, threads: Iterable[Thread]) -> tuple[ReadThread, ...]:
    """Returns the threads of which something may be shown, in their order."""
    every = tuple(threads) if gate.identified else ()
    texts = readable_texts(memory, gate, (one for each in every for one in (*each.pointers, *each.evidence)))
    read = (_read(one, texts, memory) for one in every)
    return tuple(one for one in read if one is not None)


def read_summaries(memory: MemoryAccess, gate: Gate, threads: Iterable[Thread]) -> tuple[ReadThread, ...]:
    """Returns the threads of which something decided, open or to come may be shown, in their order.

    It reads the turns that these words are in and no other ones, so that `topics` are of these words alone.
    """
    every = tuple(threads) if gate.identified else ()
    texts = readable_texts(memory, gate, (one for each in every for one in each.pointers))
    read = (_read(one, texts, memory) for one in every)
    return tuple(one for one in read if one is not None and one.has_summary)


def readable_texts(memory: MemoryAccess, gate: Gate, pointers: Iterable[Pointer]) -> dict[str, str]:
    """Returns the archived lines that pointers are into, by turn, as far as their words may be shown."""
    wanted = tuple(dict.fromkeys(one.turn_id for one in pointers))
    lines = sayable_lines(memory, gate, memory.reader.lines_by_id(gate, wanted))
    return {line.turn_id: line.text for line in lines}


def pointed_words(pointer: Pointer, texts: Mapping[str, str]) -> str:
    """Returns the words at a place; empty when they are not to be shown, or not there any more."""
    words = texts.get(pointer.turn_id, "")[pointer.start : pointer.end].strip(_EDGES)
    return "" if BLANK in words else " ".join(words.split())


def _read(thread: Thread, texts: Mapping[str, str], memory: MemoryAccess) -> ReadThread | None:
    named = (pointed_words(one, texts) for one in (*thread.title, *thread.entities))
    title = next((words for words in named if words), "")
    if not title:
        return None
    bullets = _bullets(thread, texts) or _told_last(thread, texts, memory)
    said = " ".join(pointed_words(one, texts) for one in (*thread.pointers, *thread.evidence))
    shown = tuple((kind, pointed_words(one, texts)) for kind, one in bullets)
    return ReadThread(
        thread, title, shown, frozenset(stems(said)), tuple(dict.fromkeys(one.turn_id for _, one in bullets))
    )


def _bullets(thread: Thread, texts: Mapping[str, str]) -> tuple[tuple[str, Pointer], ...]:
    """Returns what was decided last, what is open and what comes next, and more of each up to the limit."""
    fields = {
        "decisions": [one for one in reversed(thread.decisions) if pointed_words(one, texts)],
        "questions": [one for one in thread.questions if pointed_words(one, texts)],
        "next_step": [one for one in thread.next_step if pointed_words(one, texts)],
    }
    rounds = max(map(len, fields.values()))
    found = [(kind, each[at]) for at in range(rounds) for kind, each in fields.items() if at < len(each)]
    kept = found[:MAX_RESUME_BULLETS]
    return tuple(sorted(kept, key=lambda one: list(fields).index(one[0])))


def _told_last(thread: Thread, texts: Mapping[str, str], memory: MemoryAccess) -> tuple[tuple[str, Pointer], ...]:
    """Returns the first clause of the last turns that told something, of a thread without anything decided or open;
    what once was open is settled, and is not where it was left.
    """
    found: list[tuple[str, Pointer]] = []
    for one in reversed(thread.evidence):
        clause = next(iter(split_clauses(texts.get(one.turn_id, ""), memory.language)), None)
        told = texts[one.turn_id][clause.start : clause.end] if clause is not None and not clause.asks else ""
        states = told and not (is_question(told, memory.language) or leaves_undecided(told, memory.language.code))
        if clause is not None and states:
            pointer = Pointer(one.turn_id, clause.start, min(clause.end, clause.start + MAX_CLAUSE_CHARS))
            found += [("told", pointer)] if pointed_words(pointer, texts) else []
    return tuple(reversed(found[: MAX_RESUME_BULLETS - 1]))
