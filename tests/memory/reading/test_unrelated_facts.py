"""Promise: what somebody tells ends and replaces nothing that it has nothing to do with: no fact is overwritten."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from memory.reading.changes.updates import Effect, effect_on
from memory.reading.facts.statements import Statement, statements

HERE = Path(__file__).parent


def _told(language: str) -> list[Statement]:
    lines = (HERE / f"unrelated_{language}.txt").read_text(encoding="utf-8").splitlines()
    return [one for line in lines if not line.startswith("#") for one in statements(line, language)]


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_fact_ends_or_replaces_an_unrelated_one(language: str) -> None:
    lost = [
        (old.text, new.text)
        for new, old in permutations(_told(language), 2)
        if effect_on(new, old, {}, language) in (Effect.ENDS, Effect.REPLACES)
    ]
    assert lost == []
