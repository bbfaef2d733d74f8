"""Adapter: reads of the vault that are done once a turn.

Several rules ask the same of the memory while a turn is decided, and while its answer is composed: what was mentioned
last, which atoms hold a word. The turn changes nothing meanwhile, so the first answer is kept until its commit, and
while it is answered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from engine_b.core.policy import RECENT_TURNS
from memory.model.atoms import Atom
from memory.model.ports import ControlQueries, MemoryReader


def reads_once(reader: MemoryReader, queries: ControlQueries) -> tuple[MemoryReader, ControlQueries]:
    """Returns both with a memory of their own answers, for one turn until its commit, or for its answer."""
    return cast(MemoryReader, _ReadsOnce(reader)), cast(ControlQueries, _QueriesOnce(queries))


class _ReadsOnce:
    """Calls a method of `source` once for each set of arguments."""

    def __init__(self, source: object) -> None:
        self._source = source
        self._answers: dict[tuple[object, ...], object] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        ask = _asked_once(getattr(self._source, name), name, self._answers)
        setattr(self, name, ask)
        return ask


class _QueriesOnce(_ReadsOnce):
    """Reads the last turns of a session, and what was mentioned in them, for all rules at once."""

    def __init__(self, queries: ControlQueries) -> None:
        super().__init__(queries)
        self._queries = queries
        self._recent: dict[tuple[str, str, int], tuple[str, ...]] = {}
        self._mentioned: dict[tuple[str, str], tuple[Atom, ...]] = {}

    def recent_turns(self, user_id: str, session_id: str, limit: int) -> tuple[str, ...]:
        """See `ControlQueries`. Rules ask for one turn and for several: more are read than the first one asks for."""
        key = (user_id, session_id, max(limit, RECENT_TURNS))
        if key not in self._recent:
            self._recent[key] = self._queries.recent_turns(*key)
        return self._recent[key][:limit]

    def mentioned_in(self, user_id: str, turn_id: str) -> tuple[Atom, ...]:
        """See `ControlQueries`."""
        if (user_id, turn_id) not in self._mentioned:
            self.mentioned_in_each(user_id, (turn_id,))
        return self._mentioned[user_id, turn_id]

    def mentioned_in_each(self, user_id: str, turn_ids: tuple[str, ...]) -> tuple[tuple[Atom, ...], ...]:
        """See `ControlQueries`."""
        if any((user_id, turn_id) not in self._mentioned for turn_id in turn_ids):
            found = self._queries.mentioned_in_each(user_id, turn_ids)
            self._mentioned |= {(user_id, turn): atoms for turn, atoms in zip(turn_ids, found, strict=True)}
        return tuple(self._mentioned[user_id, turn_id] for turn_id in turn_ids)


def _asked_once(
    method: Callable[..., object], name: str, answers: dict[tuple[object, ...], object]
) -> Callable[..., Any]:
    """Returns the method with its answers kept. It does not hold its owner, so what was read goes with the turn."""

    def ask(*args: object, **named: object) -> object:
        key = (name, args, *named.items())
        if key not in answers:
            answers[key] = method(*args, **named)
        return answers[key]

    return ask
