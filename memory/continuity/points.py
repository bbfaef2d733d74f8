"""Pure: reads what several threads decided, left open or have as their next step, and what later decisions settle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Literal

from memory.continuity.kept_threads import latest_threads, thread_with_id
from memory.continuity.thread import Pointer, Thread, turns_in
from memory.continuity.thread_words import pointed_words, readable_texts
from memory.continuity.topics import (
    Telling,
    answers_open,
    does_step,
    is_matter_over,
    settles,
    shares_enough,
    topic_stems_of,
)
from memory.continuity.wordings import load_wordings
from memory.core.policy import THREADS_AT_ONCE
from memory.extraction.extract import is_question
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess
from memory.text.normalise import split_clauses
from memory.text.stemming import stems

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


@dataclass(frozen=True, slots=True)
class _Told:
    """A clause that was told in a conversation."""

    ended_ms: int
    """When that conversation ended."""
    words: Telling


def read_points(
    memory: MemoryAccess, gate: Gate, threads: Sequence[Thread], name: Field, present: Thread | None = None
) -> tuple[Point, ...]:
    """Returns the clauses of one field, in the order of their threads; of what is open only what no later thread of
    these decided, and neither what the present conversation answered, did or called done.
    """
    if not gate.identified:
        return ()
    heard = present.evidence if present else ()
    texts = readable_texts(memory, gate, chain(heard, chain.from_iterable(one.pointers for one in threads)))
    found = _points(memory, threads, texts, name)
    if name == "decisions":
        return found
    decided = _points(memory, threads, texts, "decisions")
    told = _told(memory, (present,), texts) if present else ()
    over = any(one.words.over for one in told)
    titles = _titles(threads, _lines(memory, gate, chain.from_iterable(one.title for one in threads))) if over else {}
    return tuple(one for one in found if not _is_settled(memory, one, name, decided, told, titles))


def brought_up_to_date(memory: MemoryAccess, gate: Gate, thread: Thread, present: Thread | None) -> Thread:
    """Returns a thread without what the present conversation has settled of it."""
    if present is None or thread.thread_id == present.thread_id:
        return thread
    texts = _lines(memory, gate, (*thread.pointers, *present.pointers, *present.evidence))
    decided = _points(memory, (present,), texts, "decisions")
    return _without(memory, thread, texts, decided, _told(memory, (present,), texts))


def without_settled(
    memory: MemoryAccess,
    gate: Gate,
    older: Sequence[tuple[str, str]],
    new: Sequence[Thread],
    texts: Mapping[str, str],
) -> tuple[Thread, ...]:
    """Returns the older threads of which new ones settled something, without what is settled; of each older one with
    something open its id and the places of that are needed, and of the new ones what was said, by turn. One that was
    called done does not come up any more.
    """
    if not new:
        return ()
    decided, told = _points(memory, new, texts, "decisions"), _told(memory, new, texts)
    over = any(one.words.over for one in told)
    latest = islice(latest_threads(memory.reader, gate.user_id), THREADS_AT_ONCE) if over else ()
    touched = {one.thread_id: one for one in (*_touched_by(memory, gate.user_id, older, decided, told), *latest)}
    open_ones = ((*one.title, *one.questions, *one.next_step) for one in touched.values())
    said = _lines(memory, gate, chain.from_iterable(open_ones))
    left = ((one, _without(memory, one, said, decided, told)) for one in touched.values())
    return tuple(now for was, now in left if now != was)


def _without(
    memory: MemoryAccess, thread: Thread, texts: Mapping[str, str], decided: Sequence[Point], told: Sequence[_Told]
) -> Thread:
    """Returns a thread without what is settled of it; muted when its matter was called done."""
    asked = _points(memory, (thread,), texts, "questions", gaps=True)
    coming = _points(memory, (thread,), texts, "next_step", gaps=True) if thread.next_step else ()
    titles = _titles((thread,), texts)
    questions = tuple(
        place
        for place, one in zip(thread.questions, asked, strict=True)
        if not _is_settled(memory, one, "questions", decided, told, titles)
    )
    next_step = tuple(
        place
        for place, one in zip(thread.next_step, coming, strict=True)
        if not _is_settled(memory, one, "next_step", decided, told, titles)
    )
    overs = [one.words.over for one in told if one.words.over and one.ended_ms > thread.ended_ms]
    done = any(over <= titles[thread.thread_id] for over in overs)
    return replace(thread, questions=questions, next_step=next_step, muted=thread.muted or done)


def _touched_by(
    memory: MemoryAccess,
    user_id: str,
    threads: Sequence[tuple[str, str]],
    decided: Iterable[Point],
    told: Sequence[_Told],
) -> list[Thread]:
    """Returns the threads of which an open question has a word with a decision in common, or several with a clause.

    It reads the stored stems of their lines alone: of many threads few are touched, and only these are read in full.
    """
    code, words = memory.language.code, frozenset[str]().union(*(one.stems for one in decided))
    asked = [(thread_id, turns_in(questions)) for thread_id, questions in threads]
    held = memory.queries.stored_stems(tuple(dict.fromkeys(turn_id for _, turns in asked for turn_id in turns)))
    touched = {turn_id for turn_id, stored in held.items() if not stored.isdisjoint(words)}
    every = frozenset[str]().union(*(one.words.stems for one in told))
    near = [turn_id for turn_id, stored in held.items() if shares_enough(every, stored, code)]
    touched |= {turn_id for turn_id in near if any(shares_enough(one.words.stems, held[turn_id], code) for one in told)}
    found = (thread_with_id(memory.reader, user_id, one) for one, turns in asked if not touched.isdisjoint(turns))
    return [one for one in found if one]


def _lines(memory: MemoryAccess, gate: Gate, pointers: Iterable[Pointer]) -> dict[str, str]:
    """Returns the lines that pointers are into, by turn, to compare them: also what is outdated, and not to be told."""
    turns = tuple(dict.fromkeys(one.turn_id for one in pointers))
    return {line.turn_id: line.text for line in memory.reader.lines_by_id(gate, turns)}


def _titles(threads: Iterable[Thread], texts: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Returns the stems of the title of each thread, by id."""
    return {
        one.thread_id: frozenset(stems(" ".join(pointed_words(each, texts) for each in one.title))) for one in threads
    }


def _told(memory: MemoryAccess, threads: Iterable[Thread], texts: Mapping[str, str]) -> tuple[_Told, ...]:
    """Returns the clauses in which something was told for sure in these conversations."""
    found: list[_Told] = []
    for thread in threads:
        for turn_id in dict.fromkeys(one.turn_id for one in thread.evidence):
            text = texts.get(turn_id, "")
            for clause in split_clauses(text, memory.language):
                words = text[clause.start : clause.end]
                telling = Telling(words, memory.language.code)
                if telling.roots and telling.states and not (clause.asks or is_question(words, memory.language)):
                    found.append(_Told(thread.ended_ms, telling))
    return tuple(found)


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


def _is_settled(
    memory: MemoryAccess,
    one: Point,
    name: Field,
    decided: Iterable[Point],
    told: Iterable[_Told],
    titles: Mapping[str, frozenset[str]],
) -> bool:
    """Says whether a later conversation settled a clause: decided or answered what is open, did what was to come next,
    or called its matter done.
    """
    code, ended_ms = memory.language.code, one.thread.ended_ms
    later = [each.words for each in told if each.ended_ms > ended_ms]
    title_stems = titles.get(one.thread.thread_id, frozenset())
    if any(is_matter_over(each.over, one.stems, title_stems) for each in later):
        return True
    near = (each for each in later if not each.stems.isdisjoint(one.stems))
    if name == "next_step":
        return any(does_step(each, one.text) for each in near)
    title = topic_stems_of(one.title, code, load_wordings(code))
    settled = (settles(each.stems, one.stems, title) for each in decided if each.thread.ended_ms > ended_ms)
    return any(settled) or any(answers_open(each, one.text) for each in near)
