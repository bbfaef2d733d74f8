"""Short talks as people have them: what they hear is right, or an honest "I don't know", and seldom wrong."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.budgets import TALKS_STRIDE
from tests.sim.talk_exam import RIGHT, SETS, WRONG, play_set

BARS = {"en": (75, 8), "de": (69, 9)}
"""At least so many right and at most so many wrong of a hundred, of all sets of a language together."""


@pytest.mark.parametrize("language", BARS)
def test_most_talks_go_right_and_few_wrong(language: str) -> None:
    names = sorted(path.stem for path in SETS.glob(f"{language}_*.jsonl"))
    results = {name: play_set(name, TALKS_STRIDE.now) for name in names}
    count = Counter(result.grade for played in results.values() for result in played)
    right, wrong = BARS[language]
    failed = [
        f"{result.grade}: {name} {result.name}: {result.why}"
        for name, played in results.items()
        for result in played
        if result.grade != RIGHT
    ]
    assert 100 * count[RIGHT] >= right * count.total(), failed
    assert 100 * count[WRONG] <= wrong * count.total(), failed
