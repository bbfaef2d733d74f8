"""Adapter: reads of the vault that are done once a turn.

Several rules ask the same of the memory while a turn is decided, and while its answer is composed: what was mentioned
last, which atoms hold a word. The turn changes nothing meanwhile, so the first answer is kept until its commit, and
while it is answered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from memory.model.ports import ControlQueries, MemoryReader


def reads_once(reader: MemoryReader, queries: ControlQueries) -> tuple[MemoryReader, ControlQueries]:
    """Returns both with a memory of their own answers, for one turn until its commit, or for its answer."""
    return cast(MemoryReader, _ReadsOnce(reader)), cast(ControlQueries, _ReadsOnce(queries))


class _ReadsOnce:
    """Calls a method of `source` once for each set of arguments."""

    def __init__(self, source: object) -> None:
        self._source = source
        self._answers: dict[tuple[object, ...], object] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        ask = _asked_once(getattr(self._source, name), name, self._answers)
        setattr(self, name, ask)
        return ask


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
