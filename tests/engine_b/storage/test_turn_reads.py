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

    def said_up_to(self, user_id: str, turn_id: str, limit: int = 1) -> tuple[str, str, int, int]:
        """Returns its arguments and the number of questions so far."""
        self.asked += 1
        return user_id, turn_id, limit, self.asked

    def recent_turns(self, user_id: str, session_id: str, limit: int) -> tuple[str, ...]:
        """Returns the last of twelve turns of a session."""
        self.asked += 1
        return tuple(f"{user_id}/{session_id}/{turn}" for turn in range(12))[:limit]

    def mentioned_in_each(self, user_id: str, turn_ids: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Returns one atom for each turn."""
        self.asked += 1
        return tuple((f"atom of {user_id} in {turn}",) for turn in turn_ids)


def test_equal_questions_are_asked_once_and_others_are_not_mixed_up() -> None:
    source = _Counting()
    queries = reads_once(cast(MemoryReader, source), cast(ControlQueries, source))[1]
    first = queries.said_up_to("u", "s", 1)
    assert queries.said_up_to("u", "s", 1) == first == cast(Any, ("u", "s", 1, 1))
    assert queries.said_up_to("u", "t", 1) == cast(Any, ("u", "t", 1, 2))
    assert queries.said_up_to("u", "s", limit=2) == cast(Any, ("u", "s", 2, 3))
    assert source.asked == 3


def test_the_next_turn_asks_again() -> None:
    source = _Counting()
    for expected in (1, 2):
        queries = reads_once(cast(MemoryReader, source), cast(ControlQueries, source))[1]
        assert queries.said_up_to("u", "s", 1)[-1] == cast(Any, expected)


def test_the_last_turns_are_read_at_once_and_each_rule_gets_as_many_as_it_asks_for() -> None:
    source = _Counting()
    queries = reads_once(cast(MemoryReader, source), cast(ControlQueries, source))[1]
    for limit in (1, 4, 8, 12, 20):
        assert queries.recent_turns("u", "s", limit) == source.recent_turns("u", "s", limit)
    assert source.asked == 5 + 3  # for one to eight turns at once, for twelve, for twenty
    assert queries.recent_turns("u", "t", 1) == ("u/t/0",)


def test_what_a_turn_mentioned_is_read_once_alone_or_beside_others() -> None:
    source = _Counting()
    queries = reads_once(cast(MemoryReader, source), cast(ControlQueries, source))[1]
    assert queries.mentioned_in_each("u", ("a", "b")) == cast(Any, (("atom of u in a",), ("atom of u in b",)))
    assert queries.mentioned_in("u", "b") == cast(Any, ("atom of u in b",))
    assert queries.mentioned_in_each("u", ("b",)) == cast(Any, (("atom of u in b",),))
    assert source.asked == 1
    assert queries.mentioned_in("v", "b") == cast(Any, ("atom of v in b",))
    assert queries.mentioned_in_each("u", ()) == ()
    assert source.asked == 2


def test_what_was_read_goes_with_the_turn() -> None:
    """Not only when Python next looks for cycles: it is what the person said."""
    source = _Counting()
    queries = reads_once(cast(MemoryReader, source), cast(ControlQueries, source))[1]
    queries.said_up_to("u", "s", 1)
    gone = weakref.ref(queries)
    gc.disable()
    try:
        del queries
        assert gone() is None
    finally:
        gc.enable()
