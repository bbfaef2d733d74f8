"""Short talks as people have them: what they hear is right, or an honest "I don't know", and seldom wrong."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.budgets import TALKS
from tests.sim.talk_exam import RIGHT, WRONG, play_set

BARS = {
    "en_a": (86, 6),
    "en_b": (84, 6),
    "en_c": (78, 6),
    "en_d": (64, 12),
    "en_e": (44, 12),
    "en_f": (34, 21),
    "en_g": (44, 18),
    "en_h": (48, 12),
    "en_i": (73, 11),
    "en_j": (73, 10),
    "en_k": (88, 5),
    "de_a": (82, 7),
    "de_b": (80, 5),
    "de_c": (42, 12),
    "de_d": (42, 17),
    "de_e": (64, 8),
    "de_f": (74, 9),
}
"""At least so many right and at most so many wrong of a hundred."""


@pytest.mark.parametrize("name", BARS)
def test_most_talks_go_right_and_few_wrong(name: str) -> None:
    results = play_set(name, TALKS.now)
    count = Counter(result.grade for result in results)
    right, wrong = BARS[name]
    failed = [f"{result.grade}: {result.name}: {result.why}" for result in results if result.grade != RIGHT]
    assert 100 * count[RIGHT] >= right * len(results), failed
    assert 100 * count[WRONG] <= wrong * len(results), failed
