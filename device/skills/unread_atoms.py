"""Pure: reads the memory as it will be when what a turn forgets is gone, for what is told after that in the same turn.

"Forget that, Sue moved to Bath" forgets where Sue lives and stores the move; the forgotten memory neither contradicts
it nor costs a question. Nothing is deleted here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from device.skills.turn_context import TurnComparisons, TurnContext, TurnOutcome
from memory.model.atoms import Atom
from memory.model.ports import ControlQueries, MemoryReader
from memory.rules.mention_target import TELLING


def after_forgetting(context: TurnContext, done: Sequence[TurnOutcome]) -> TurnContext:
    """Returns the context of what is told, without the atoms that the commands before it forget."""
    gone = frozenset(atom_id for one in done for atom_id in (*one.forget, *one.phrase_atoms))
    if not gone or context.understood.intent not in TELLING:
        return context
    reader, queries = cast(MemoryReader, _Without(context.reader, gone)), _Without(context.queries, gone)
    return replace(
        context, reader=reader, queries=cast(ControlQueries, queries), looked_up={}, compared=TurnComparisons()
    )


class _Without:
    """Calls a method of `source`, and leaves out of its answer the atoms that go."""

    def __init__(self, source: object, gone: frozenset[str]) -> None:
        self._source, self._gone = source, gone

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return _leaving_out(getattr(self._source, name), self._gone)


def _leaving_out(method: Callable[..., object], gone: frozenset[str]) -> Callable[..., Any]:
    return lambda *args, **named: _left_of(method(*args, **named), gone)


def _left_of(answer: object, gone: frozenset[str]) -> object:
    """Returns an answer, and what is inside it, without the atoms that go."""
    if isinstance(answer, Atom):
        return None if answer.atom_id in gone else answer
    if type(answer) is tuple:
        return tuple(left for one in answer if (left := _left_of(one, gone)) is not None)
    return {key: _left_of(one, gone) for key, one in answer.items()} if isinstance(answer, Mapping) else answer
