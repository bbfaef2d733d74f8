"""Threads made at random, and the plain walk over all of them that the indexed reads must equal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from memory.continuity.kept_threads import own_threads
from memory.continuity.resume import ResumeBundle
from memory.continuity.thread import Pointer, Thread
from memory.continuity.thread_words import ReadThread, read_summaries, read_threads
from memory.continuity.tiers import Tier, rank_threads, resume_tier
from memory.core.policy import MAX_LISTED_THREADS, MAX_RESUME_CANDIDATES
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess


def random_threads(
    user_id: str, turns: Sequence[str], each: int, chance: Random, *, step_ms: int, start_ms: int = 0
) -> list[Thread]:
    """One thread for every `each` turns, which end a step apart. Some are pinned, put aside, open or used again, and
    some end at the same moment.
    """
    return [
        _thread(user_id, number, turns[at : at + each], chance, step_ms, start_ms)
        for number, at in enumerate(range(0, len(turns), each))
    ]


def _thread(user_id: str, number: int, turns: Sequence[str], chance: Random, step_ms: int, start_ms: int) -> Thread:
    ended = start_ms + (number + 2 - chance.choice((0, 0, 0, 1))) * step_ms
    part = [Pointer(turn, 0, 12) for turn in turns]
    return Thread(
        f"thread-{chance.randrange(1 << 48):012x}",
        user_id,
        f"s-{number}",
        ended - 60_000,
        ended,
        title=tuple(part[:1]),
        entities=tuple(part[:3]),
        decisions=tuple(part[: chance.choice((0, 0, 1, 2))]),
        questions=tuple(part[: chance.choice((0, 0, 0, 1))]),
        next_step=tuple(part[: chance.choice((0, 1))]),
        evidence=tuple(part),
        pinned=chance.random() < 0.05,
        muted=chance.random() < 0.1,
        last_used_ms=ended + chance.choice((0, 0, 0, step_ms, 20 * step_ms)),
        use_count=chance.choice((0, 0, 1, 2)),
    )


def walked_bundle(memory: MemoryAccess, gate: Gate, now_ms: int) -> ResumeBundle:
    """The bundle of a session open, from every thread of the person."""
    threads = [
        one
        for one in own_threads(memory.reader, gate.user_id)
        if not one.muted
        and resume_tier(one, now_ms) is not Tier.COLD
        and (one.decisions or one.questions or one.next_step)
    ]
    ranked = rank_threads(threads, now_ms)[:MAX_RESUME_CANDIDATES]
    read = read_summaries(memory, gate, ranked)
    return ResumeBundle(read, resume_tier(read[0].thread, now_ms)) if read else ResumeBundle()


def walked_latest(memory: MemoryAccess, gate: Gate, limit: int = MAX_LISTED_THREADS) -> tuple[ReadThread, ...]:
    """The latest threads of which something may be shown, from every thread of the person."""
    return read_threads(memory, gate, in_order(memory, gate))[:limit]


def in_order(memory: MemoryAccess, gate: Gate) -> list[Thread]:
    """Every thread of the person, the latest first."""
    return sorted(own_threads(memory.reader, gate.user_id), key=lambda one: (-one.active_ms, one.thread_id))
