"""A household of two devices, each of which can be given a new build."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.sim.household import FIRST, SECOND, Household, raise_household


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Household]:
    raise_household(tmp_path / "house", FIRST, SECOND)
    with closing(Household(tmp_path / "house")) as made:
        yield made
