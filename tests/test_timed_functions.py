"""Promise: the functions that a bench times by name exist, so that a rename does not leave it broken."""

from __future__ import annotations

import pytest

from bench.memory import PARTS


@pytest.mark.parametrize(("part", "owner", "name"), PARTS, ids=lambda value: str(value)[:40])
def test_every_part_of_a_turn_is_a_function(part: str, owner: object, name: str) -> None:
    assert callable(getattr(owner, name)), part
