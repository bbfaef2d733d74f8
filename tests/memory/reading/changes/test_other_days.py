"""Promise: what is no more on one day leaves what is told of the other days, and of no day."""

from __future__ import annotations

import pytest

from memory.reading.changes.updates import Effect, effect_on
from memory.reading.facts.statements import statements


@pytest.mark.parametrize(
    ("said", "told", "effect", "language"),
    [
        ("lisa doesn't work tuesdays any more", "lisa works mondays", Effect.NONE, "en"),
        ("lisa doesn't work tuesdays any more", "lisa works at the bank", Effect.NONE, "en"),
        ("lisa doesn't work tuesdays any more", "lisa works tuesdays", Effect.ENDS, "en"),
        ("lisa doesn't work any more", "lisa works mondays", Effect.ENDS, "en"),
        ("lisa doesn't have ballet on fridays any more", "lisa has ballet on mondays", Effect.NONE, "en"),
        ("lisa doesn't have ballet on fridays any more", "lisa has ballet", Effect.ENDS, "en"),
        ("dienstags arbeitet lisa nicht mehr", "lisa arbeitet montags", Effect.NONE, "de"),
        ("dienstags arbeitet lisa nicht mehr", "lisa arbeitet dienstags", Effect.ENDS, "de"),
        ("lisa arbeitet nicht mehr", "lisa arbeitet montags", Effect.ENDS, "de"),
    ],
)
def test_only_what_is_on_that_day_ends(said: str, told: str, effect: Effect, language: str) -> None:
    assert effect_on(statements(said, language)[0], statements(told, language)[0], {}, language) is effect
