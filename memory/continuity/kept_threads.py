"""Pure: reads the threads of a person from the store: all, the latest, one, or those that may come up.

A person may have many thousands. So what a session opens with, and what a turn asks for, reads the few that it needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memory.continuity.thread import THREAD_TYPE, Thread, thread_from
from memory.continuity.tiers import expired_threads, rank_threads
from memory.core.policy import (
    LAST_MS,
    MAX_RESUME_CANDIDATES,
    RETENTION_MS,
    THREADS_AT_ONCE,
    THREADS_LOOKED_AT,
    UNRESOLVED_MS,
    WARM_MS,
)
from memory.model.changes import Record
from memory.model.record_reader import RecordReader


def own_threads(reader: RecordReader, user_id: str) -> tuple[Thread, ...]:
    """Reads every thread of a person, by id."""
    return _threads(reader.records(user_id, THREAD_TYPE))


def thread_with_id(reader: RecordReader, user_id: str, thread_id: str) -> Thread | None:
    """Returns the thread of a person with this id."""
    record = reader.record(user_id, THREAD_TYPE, thread_id)
    return thread_from(record.content) if record else None


def latest_threads(reader: RecordReader, user_id: str) -> Iterator[Thread]:
    """Yields the threads of a person, the latest talked about or resumed first, then by id; reads as it is asked."""
    read = 0
    while page := _threads(reader.threads_between(user_id, 0, LAST_MS, THREADS_AT_ONCE, read)):
        yield from _in_order(page)
        read += len(page)


def threads_since(reader: RecordReader, user_id: str, since_ms: int) -> tuple[Thread, ...]:
    """Returns the threads that were talked about or resumed at this moment or later, the latest first."""
    return _in_order(_threads(reader.threads_between(user_id, since_ms, LAST_MS, LAST_MS)))


def threads_to_drop(reader: RecordReader, user_id: str, mode: str, now_ms: int) -> tuple[Thread, ...]:
    """Returns the threads that are kept no longer (2.18)."""
    old = reader.threads_between(user_id, 0, max(0, now_ms - RETENTION_MS[mode]), LAST_MS)
    return expired_threads(_threads(old), mode, now_ms)


def resume_candidates(reader: RecordReader, user_id: str, now_ms: int) -> tuple[Thread, ...]:
    """Returns the first threads that may come up, in the order of 2.21A."""
    found = reader.resumable_threads(user_id, now_ms - WARM_MS, now_ms - UNRESOLVED_MS, MAX_RESUME_CANDIDATES)
    return rank_threads(_threads(found), now_ms)[:MAX_RESUME_CANDIDATES]


def read_unresolved(reader: RecordReader, user_id: str, now_ms: int) -> tuple[tuple[str, str], ...]:
    """Returns the first threads with something open that still counts, put aside or not: the id of each, and the places
    of what is open, as they are stored; by id.
    """
    return reader.open_questions(user_id, now_ms - UNRESOLVED_MS, THREADS_LOOKED_AT, THREADS_AT_ONCE)


def _threads(records: Iterable[Record]) -> tuple[Thread, ...]:
    return tuple(thread_from(one.content) for one in records)


def _in_order(threads: Iterable[Thread]) -> tuple[Thread, ...]:
    return tuple(sorted(threads, key=lambda one: (-one.active_ms, one.thread_id)))
