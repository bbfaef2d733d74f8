"""Pure: reads the memory as it will be when what a turn forgets is gone and what it corrects is put right, for what is
told after that in the same turn.

"Forget that, Sue moved to Bath" forgets where Sue lives and stores the move; the forgotten memory neither contradicts
it nor costs a question. "No it's Eric and he's from Leeds" first makes Eric of Derek, so that "he" is the boss whose
town is another. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from device.skills.turn_context import TurnComparisons, TurnContext, TurnOutcome
from memory.model.atoms import Atom
from memory.model.ports import ControlQueries, MemoryReader
from memory.rules.mention_target import TELLING

_Changes = Mapping[str, Atom | None]
"""What becomes of atoms, by their ids; None of those that go."""


def after_earlier(context: TurnContext, done: Sequence[TurnOutcome]) -> TurnContext:
    """Returns the context of what is told, with the memory as the commands before it leave it."""
    put_right = {atom.atom_id: atom for one in done if one.corrections for atom in one.changed}
    changes: dict[str, Atom | None] = {**put_right}
    changes |= dict.fromkeys(atom_id for one in done for atom_id in (*one.forget, *one.phrase_atoms))
    if not changes or context.understood.intent not in TELLING:
        return context
    reader, queries = cast(MemoryReader, _Changed(context.reader, changes)), _Changed(context.queries, changes)
    earlier = tuple(atom.text for atom in put_right.values())
    return replace(
        context,
        reader=reader,
        queries=cast(ControlQueries, queries),
        looked_up={},
        compared=TurnComparisons(),
        earlier=(*context.earlier, *earlier),
        goes_on_correcting=bool(earlier),
    )


class _Changed:
    """Calls a method of `source`, and gives its answer as it is with the changes."""

    def __init__(self, source: object, changes: _Changes) -> None:
        self._source, self._changes = source, changes

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return _changing(getattr(self._source, name), self._changes)


def _changing(method: Callable[..., object], changes: _Changes) -> Callable[..., Any]:
    return lambda *args, **named: _as_changed(method(*args, **named), changes)


def _as_changed(answer: object, changes: _Changes) -> object:
    """Returns an answer, and what is inside it, with the changed atoms and without those that go."""
    if isinstance(answer, Atom):
        return changes.get(answer.atom_id, answer)
    if type(answer) is tuple:
        return tuple(left for one in answer if (left := _as_changed(one, changes)) is not None)
    return {key: _as_changed(one, changes) for key, one in answer.items()} if isinstance(answer, Mapping) else answer
