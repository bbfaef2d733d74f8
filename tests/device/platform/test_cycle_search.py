"""A process that serves turns searches for cycles of objects seldom, and still does."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from device.platform.cycle_search import search_cycles_seldom
from device.platform.policy import MAX_UNSEARCHED_OBJECTS


class _Ring:
    """Refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_search_waits_for_many_objects() -> None:
    before = gc.get_threshold()
    search_cycles_seldom()
    assert gc.get_threshold() == (MAX_UNSEARCHED_OBJECTS, *before[1:])


def test_cycles_are_found_all_the_same() -> None:
    search_cycles_seldom()
    ring = weakref.ref(_Ring())
    kept: list[list[int]] = [[] for _ in range(2 * MAX_UNSEARCHED_OBJECTS)]
    assert kept
    assert ring() is None
