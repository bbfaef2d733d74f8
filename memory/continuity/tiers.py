"""Pure: which thread is resumed, and how it may come up (2.21, 2.21A): spoken, asked about, or only when asked for."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from memory.continuity.thread import Thread
from memory.core.policy import HOT_MS, RETENTION_MS, UNRESOLVED_MS, WARM_MS


class Tier(StrEnum):
    """How a thread may come up unasked: in bullets, as one question, or not at all."""

    HOT = "HOT"
    WARM = "WARM"
    COLD = "COLD"


def is_unresolved(thread: Thread, now_ms: int) -> bool:
    """Says whether a thread has open questions and is not older than these count."""
    return bool(thread.questions) and _age(thread, now_ms) <= UNRESOLVED_MS


def resume_tier(thread: Thread, now_ms: int) -> Tier:
    """Returns the tier of a thread. Pinning does not change it; what is unresolved stays warm until it decays."""
    age = _age(thread, now_ms)
    if age <= HOT_MS:
        return Tier.HOT
    return Tier.WARM if age <= (UNRESOLVED_MS if thread.questions else WARM_MS) else Tier.COLD


def rank_threads(threads: Iterable[Thread], now_ms: int) -> tuple[Thread, ...]:
    """Ranks threads: pinned, unresolved, last used, most used, and the id at last."""
    return tuple(
        sorted(
            threads,
            key=lambda one: (
                not one.pinned,
                not is_unresolved(one, now_ms),
                -one.active_ms,
                -one.use_count,
                one.thread_id,
            ),
        )
    )


def expired_threads(threads: Iterable[Thread], mode: str, now_ms: int) -> tuple[Thread, ...]:
    """Returns the threads that are kept no longer: not pinned, not unresolved, and older than the retention window."""
    return tuple(
        one
        for one in threads
        if not one.pinned and not is_unresolved(one, now_ms) and _age(one, now_ms) > RETENTION_MS[mode]
    )


def _age(thread: Thread, now_ms: int) -> int:
    return max(0, now_ms - thread.active_ms)
