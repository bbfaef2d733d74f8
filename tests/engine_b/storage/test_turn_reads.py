"""Promise: what a turn reads, it reads once, and a new turn reads it anew."""

from __future__ import annotations

import gc
import weakref
from typing import Any, cast

from engine_b.vault.turn_reads import reads_once
from memory.model.ports import ControlQueries, MemoryReader


class _Counting:
    """Answers every question with how often anything was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def recent_turns(self, user_id: str, session_id: str, limit: int = 1) -> tuple[str, str, int, int]:
        """Returns its arguments and the number of questions so far."""
        self.asked += 1
        return user_id, session_id, limit, self.asked


def test_equal_questions_are_asked_once_and_others_are_not_mixed_up() -> None:
    source = _Counting()
    queries = reads_once(cast(MemoryReader, source), cast(ControlQueries, source))[1]
    first = queries.recent_turns("u", "s", 1)
    assert queries.recent_turns("u", "s", 1) == first == cast(Any, ("u", "s", 1, 1))
    assert queries.recent_turns("u", "t", 1) == cast(Any, ("u", "t", 1, 2))
    assert queries.recent_turns("u", "s", limit=2) == cast(Any, ("u", "s", 2, 3))
    assert source.asked == 3


def test_the_next_turn_asks_again() -> None:
    source = _Counting()
    for expected in (1, 2):
        queries = reads_once(cast(MemoryReader, source), cast(ControlQueries, source))[1]
        assert queries.recent_turns("u", "s", 1)[-1] == cast(Any, expected)


def test_what_was_read_goes_with_the_turn() -> None:
    """Not only when Python next looks for cycles: it is what the person said."""
    source = _Counting()
    queries = reads_once(cast(MemoryReader, source), cast(ControlQueries, source))[1]
    queries.recent_turns("u", "s", 1)
    gone = weakref.ref(queries)
    gc.disable()
    try:
        del queries
        assert gone() is None
    finally:
        gc.enable()
