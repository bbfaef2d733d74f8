"""Promise: the tier of a thread changes to the second, and the ranking is that of 2.21A to the letter."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from memory.continuity.thread import Pointer, Thread
from memory.continuity.tiers import Tier, expired_threads, is_unresolved, rank_threads, resume_tier
from memory.core.policy import RETENTION_MS

SECOND, HOUR, DAY = 1_000, 3_600_000, 86_400_000
QUESTION = (Pointer("t-1", 0, 5),)


def thread(name: str = "a", ended: int = 0, **fields: object) -> Thread:
    """A thread that ended then."""
    return replace(Thread(f"thread-{name}", "u-1", "s1", 0, ended), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("pinned", [False, True])
@pytest.mark.parametrize(
    ("age", "resolved", "unresolved"),
    [
        (-HOUR, Tier.HOT, Tier.HOT),
        (0, Tier.HOT, Tier.HOT),
        (72 * HOUR - SECOND, Tier.HOT, Tier.HOT),
        (72 * HOUR, Tier.HOT, Tier.HOT),
        (72 * HOUR + SECOND, Tier.WARM, Tier.WARM),
        (30 * DAY - SECOND, Tier.WARM, Tier.WARM),
        (30 * DAY, Tier.WARM, Tier.WARM),
        (30 * DAY + SECOND, Tier.COLD, Tier.WARM),
        (90 * DAY - SECOND, Tier.COLD, Tier.WARM),
        (90 * DAY, Tier.COLD, Tier.WARM),
        (90 * DAY + SECOND, Tier.COLD, Tier.COLD),
    ],
)
def test_tiers_end_to_the_second(age: int, resolved: Tier, unresolved: Tier, pinned: bool) -> None:
    assert resume_tier(thread(pinned=pinned), age) is resolved
    assert resume_tier(thread(pinned=pinned, questions=QUESTION), age) is unresolved
    assert is_unresolved(thread(questions=QUESTION), age) is (age <= 90 * DAY)
    assert not is_unresolved(thread(), age)


def test_being_resumed_makes_a_thread_as_new() -> None:
    used = thread().resumed(100 * DAY)
    assert (used.use_count, resume_tier(used, 100 * DAY + 72 * HOUR), resume_tier(used, 104 * DAY)) == (
        1,
        Tier.HOT,
        Tier.WARM,
    )


def test_threads_are_ranked_by_pin_question_last_use_count_and_id() -> None:
    now = 200 * DAY
    order = [
        thread("p", 1 * DAY, pinned=True),
        thread("q", 120 * DAY, questions=QUESTION),
        thread("r", 199 * DAY),
        thread("s", 198 * DAY, use_count=2),
        thread("t", 198 * DAY, use_count=1),
        thread("u", 198 * DAY, use_count=1),
        thread("o", 100 * DAY, questions=QUESTION),
    ]
    for shuffled in permutations(order):
        assert list(rank_threads(shuffled, now)) == order


@pytest.mark.parametrize("mode", sorted(RETENTION_MS))
def test_a_thread_ends_with_its_retention_unless_it_is_pinned(mode: str) -> None:
    last = RETENTION_MS[mode]
    kept, pinned = thread(), thread("b", pinned=True)
    assert expired_threads((kept, pinned), mode, last) == ()
    assert expired_threads((kept, pinned), mode, last + 1) == (kept,)
    assert RETENTION_MS["REMEMBER_EVERYTHING"] > RETENTION_MS["DEFAULT"]
