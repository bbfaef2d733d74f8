"""The rule of a ladder: the next one down, tried again later and ever more seldom, told once."""

from __future__ import annotations

import pytest

from device.core.ladder.policy import FIRST_RETRY_MS, FORGIVEN_AFTER_MS, LONGEST_RETRY_MS, LateRule
from device.core.ladder.rungs import (
    Ladder,
    Trouble,
    is_news,
    ladder_of,
    note_time,
    note_trouble,
    rung_to_try,
    rungs_below,
    take_rung,
)

THREE = ladder_of("best:", ("middle:", "last:"))
RULE = LateRule(100, 3)


def fallen(ladder: Ladder, number: int, now_ms: int = 0) -> Ladder:
    return take_rung(note_trouble(ladder, number, Trouble.FAILED, now_ms), number + 1)


@pytest.mark.parametrize(
    ("chosen", "uris"),
    [
        ("best:", ["best:", "middle:", "last:"]),
        ("middle:", ["middle:", "last:"]),
        ("last:", ["last:"]),
    ],
)
def test_below_the_chosen_one_are_those_after_it_each_once(chosen: str, uris: list[str]) -> None:
    assert [rung.uri for rung in ladder_of(chosen, ("middle:", "middle:", "last:")).rungs] == uris


def test_one_that_failed_is_tried_again_after_a_minute_and_ever_more_seldom() -> None:
    ladder, now_ms, waits = fallen(THREE, 0), 0, []
    for _ in range(9):
        first = next(ms for ms in range(now_ms, 10**8, 1_000) if rung_to_try(ladder, ms) == 0)
        waits.append(first - now_ms)
        now_ms = first
        ladder = note_trouble(ladder, 0, Trouble.UNOPENED, now_ms)
    assert waits[:3] == [FIRST_RETRY_MS, 2 * FIRST_RETRY_MS, 4 * FIRST_RETRY_MS]
    assert waits[-1] == LONGEST_RETRY_MS
    assert ladder.in_use.uri == "middle:"


def test_the_best_one_whose_time_has_come_is_tried_first() -> None:
    ladder = fallen(fallen(THREE, 0), 1, now_ms=FIRST_RETRY_MS // 2)
    assert rung_to_try(ladder, FIRST_RETRY_MS - 1) is None
    assert rung_to_try(ladder, FIRST_RETRY_MS) == 0
    tried = note_trouble(ladder, 0, Trouble.UNOPENED, FIRST_RETRY_MS)
    assert rung_to_try(tried, FIRST_RETRY_MS * 3 // 2) == 1
    assert rung_to_try(take_rung(tried, 0), 10**9) is None


def test_a_person_is_told_once_and_again_only_after_a_long_good_time() -> None:
    ladder = fallen(THREE, 0)
    assert is_news(ladder, 0)
    for now_ms in (1_000, 90_000, 600_000):
        ladder = fallen(take_rung(ladder, 0), 0, now_ms)
        assert not is_news(ladder, 0)
    assert is_news(fallen(take_rung(ladder, 0), 0, 600_000 + FORGIVEN_AFTER_MS), 0)


def test_those_that_failed_a_short_while_ago_are_taken_last_and_only_in_need() -> None:
    ladder = note_trouble(THREE, 1, Trouble.FAILED, 0)
    assert rungs_below(ladder, 0, 1, in_need=True) == (2, 1)
    assert rungs_below(ladder, 0, 1, in_need=False) == (2,)
    assert rungs_below(ladder, 0, FIRST_RETRY_MS, in_need=False) == (1, 2)


def test_one_is_late_when_it_was_so_several_times_in_a_row_and_the_last_one_may_be() -> None:
    def verdicts(ladder: Ladder, *times_ms: int) -> list[bool]:
        out = []
        for spent_ms in times_ms:
            ladder, late = note_time(ladder, spent_ms, RULE)
            out.append(late)
        return out

    assert verdicts(THREE, 101, 101, 100, 101, 101, 101) == [False] * 5 + [True]
    assert not any(verdicts(take_rung(THREE, 2), *[101] * 9))
