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


def _changed(new: str, old: str) -> bool:
    pairs = ((one, other) for one in statements(new, "de") for other in statements(old, "de"))
    return any(effect_on(one, other, {}, "de") in (Effect.ENDS, Effect.REPLACES) for one, other in pairs)


def test_a_newer_value_replaces_its_own_fact_and_no_other() -> None:
    lines = (HERE / "renewed_de.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if not line.startswith("#")]
    kept = [row for row in rows if not _changed(row[1], row[0])]
    lost = [(other[0], row[1]) for row, other in permutations(rows, 2) if _changed(row[1], other[0])]
    assert (kept, lost) == ([], [])
