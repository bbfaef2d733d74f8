"""Pure: reads the memory as it will be when what a turn forgets is gone and what it corrects is put right, for what is
told after that in the same turn.

"Forget that, Sue moved to Bath" forgets where Sue lives and stores the move; the forgotten memory neither contradicts
it nor costs a question. "No it's Eric and he's from Leeds" first makes Eric of Derek, so that "he" is the boss whose
town is another. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from device.skills.turn_context import TurnComparisons, TurnContext, TurnOutcome
from memory.model.atoms import Atom
from memory.model.changes import Question
from memory.model.ports import ControlQueries, MemoryReader
from memory.rules.clarification import OPEN
from memory.rules.mention_target import TELLING

_Thing = TypeVar("_Thing")
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


def merge_outcomes(outcomes: Sequence[TurnOutcome], context: TurnContext) -> TurnOutcome:
    """Merges several outcomes, within the caps of a turn; of several questions the last is asked."""
    policy = context.policy
    asked = next((outcome.question_id for outcome in reversed(outcomes) if outcome.question_id), "")
    new = {atom.atom_id: atom for outcome in outcomes for atom in outcome.new}
    changed: dict[str, Atom] = {}
    for atom in (each for outcome in outcomes for each in outcome.changed):
        known = new if atom.atom_id in new else changed
        first = known.get(atom.atom_id, atom)
        known[atom.atom_id] = replace(atom, version=first.version)  # one step for what two parts change
    return TurnOutcome(
        outcomes[0].intent,
        tuple(dict.fromkeys(reason for outcome in outcomes for reason in outcome.reasons)),
        new=tuple(new.values())[: policy.max_new_atoms_per_turn],
        changed=tuple(changed.values())[: policy.max_changed_atoms_per_turn],
        forget=_distinct(outcome.forget for outcome in outcomes),
        forget_turns=_distinct(outcome.forget_turns for outcome in outcomes),
        forget_words=_distinct(outcome.forget_words for outcome in outcomes),
        forget_phrases=_distinct(outcome.forget_phrases for outcome in outcomes),
        phrase_atoms=_distinct(outcome.phrase_atoms for outcome in outcomes),
        new_rules=_distinct(outcome.new_rules for outcome in outcomes),
        drop_rules=_distinct(outcome.drop_rules for outcome in outcomes),
        corrections=_distinct(outcome.corrections for outcome in outcomes),
        flags=_distinct(outcome.flags for outcome in outcomes),
        drop_flags=_distinct(outcome.drop_flags for outcome in outcomes),
        questions=_keep_one_open(_distinct(outcome.questions for outcome in outcomes), asked),
        notes=_distinct(outcome.notes for outcome in outcomes),
        settings=_distinct(outcome.settings for outcome in outcomes),
        records=tuple(record for outcome in outcomes for record in outcome.records),
        drop_records=_distinct(outcome.drop_records for outcome in outcomes),
        hide=_distinct(outcome.hide for outcome in outcomes),
        focus=_distinct(outcome.focus for outcome in outcomes),
        question_id=asked,
    )


def _distinct(groups: Iterable[tuple[_Thing, ...]]) -> tuple[_Thing, ...]:
    """Returns all of them in order, each once."""
    return tuple(dict.fromkeys(thing for group in groups for thing in group))


def _keep_one_open(questions: tuple[Question, ...], asked: str) -> tuple[Question, ...]:
    return tuple(each for each in questions if each.state != OPEN or each.question_id == asked)
