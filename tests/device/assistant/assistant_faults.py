"""Deliberate faults: for each rule that a promise rests on, the function to replace and a broken one in its place.

Production knows nothing of this list: a fault is switched on by replacing a module's function, by name, for a test.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any
from unittest import mock

from memory.core.policy import MemoryPolicy
from memory.model.atoms import Status, Tag
from memory.rules.conflict import ConflictOutcome


@dataclass(frozen=True, slots=True)
class Fault:
    """`target` is `module:function` or `module:Class.method`; `broken` takes the function and gives the one that
    breaks the rule. `also` is broken with it, where a rule is kept in two places.
    """

    target: str
    broken: Callable[[Callable[..., Any]], Callable[..., Any]]
    also: tuple[Fault, ...] = ()


def _always(value: object) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return lambda _: lambda *args, **kwargs: value


def _loose_policy(name: str, value: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The function works with another limit."""

    def broken(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            changed = [replace(arg, **{name: value}) if isinstance(arg, MemoryPolicy) else arg for arg in args]  # type: ignore[arg-type]
            return real(*changed, **kwargs)

        return call

    return broken


def _of_all_sessions(real: Callable[..., Any]) -> Callable[..., Any]:
    """Lines of any number of sessions may be quoted."""
    return lambda *args, **kwargs: real(*args, **{**kwargs, "most_sessions": None})


def _overwrite(_: Callable[..., Any]) -> Callable[..., Any]:
    def weigh(candidate: Any, known: Any, *rest: Any) -> ConflictOutcome:
        old = [replace(atom, version=atom.version + 1, status=Status.REPLACED) for atom in known]
        return ConflictOutcome((candidate,), tuple(old), (), "USER_STATED")

    return weigh


def _by_clock(real: Callable[..., Any]) -> Callable[..., Any]:
    def next_version(atom: Any, reason_code: str, policy: MemoryPolicy) -> Any:
        changed = real(atom, reason_code, policy)
        return replace(changed, confidence_bp=atom.learned_at_ms % 10_000)

    return next_version


def _on_every_atom(real: Callable[..., Any]) -> Callable[..., Any]:
    """A correction that is applied to a target that does not hold what was heard."""

    def correct(turn: Any, heard: str, *rest: Any) -> Any:
        return real(turn, "", *rest)

    return correct


FAULTS: dict[str, Fault] = {
    "bundle_no_atom_cap": Fault(
        "memory.retrieval.context_builder:compose_bundle", _loose_policy("max_bundle_atoms", 1_000)
    ),
    "bundle_no_byte_cap": Fault(
        "memory.retrieval.context_builder:compose_bundle", _loose_policy("max_bundle_bytes", 10_000_000)
    ),
    "bundle_no_excerpt_cap": Fault(
        "memory.retrieval.context_builder:compose_bundle",
        _loose_policy("max_bundle_excerpts", 1_000),
        (Fault("memory.retrieval.context_builder:quotable_lines", _of_all_sessions),),
    ),
    "no_new_atom_cap": Fault(
        "device.skills.memory.fact_storage:extract_told",
        _loose_policy("max_new_atoms_per_turn", 1_000),
        (Fault("device.skills.turn_context:OutcomeBuilder.has_room", _always(True)),),
    ),
    "tag_all_confirmed": Fault("memory.retrieval.context_bundle:tag_under_state", _always(Tag.CONFIRMED)),
    "never_stale": Fault("memory.rules.freshness:is_stale", _always(False)),
    "last_gate_open": Fault("memory.retrieval.context_bundle:may_enter_bundle", _always(True)),
    "overwrite_silently": Fault("device.skills.memory.fact_storage:resolve_conflict", _overwrite),
    "ask_twice": Fault("device.skills.turn_context:may_ask", _always(True)),
    "ask_twice_on_recall": Fault("device.skills.recall.fact_lookup:may_ask", _always(True)),
    "never_ask": Fault("device.skills.turn_context:may_ask", _always(False)),
    "confidence_by_clock": Fault("memory.extraction.correction_rules:next_version", _by_clock),
    "critical_is_never": Fault(
        "device.skills.memory.corrections:strip_announcement",
        lambda real: lambda *args: replace(real(*args), marked=True),
    ),
    "correct_the_wrong_atom": Fault("device.skills.memory.memory_controls:correct_atom", _on_every_atom),
    "flags_without_limit": Fault("device.skills.turn_context:flags_to_evict", _always(())),
    "never_flagged": Fault("device.skills.turn_context:flags_for", _always(())),
    "anyone_is_the_speaker": Fault(
        "device.skills.recall.concept_answer:speaks_about_speaker",
        _always(True),
        (Fault("device.skills.recall.search_answer:is_about_other_person", _always(False)),),
    ),
    "any_part_will_do": Fault("memory.retrieval.answerability:_covers_all_concepts", _always(True)),
    "no_other_words": Fault("device.nlu.question_types:QuestionTypes.asked", _always(None)),
    "forget_unasked": Fault("device.skills.memory.forgetting.forget_time_range:_atoms_told_in_turns", _always(())),
    "only_atoms_counted": Fault(
        "engine_b.vault.control_queries:VaultControlQueries.forgotten",
        lambda real: lambda *args: replace(real(*args), lines=0),
    ),
    "dns_ignored": Fault("device.skills.memory.fact_storage:is_barred", _always(False)),
    "secrets_kept": Fault("device.assistant.conversation:find_secrets", _always(())),
    "command_words_archived": Fault(
        "device.assistant.turn_records:blank_span", lambda _: lambda text, start, end: text
    ),
    "summary_unbounded": Fault(
        "device.skills.recall.fact_lookup:summarise", lambda _: lambda visible, frame, policy: tuple(visible)
    ),
    "pointed_at_nothing": Fault("device.skills.turn_context:last_mentioned", lambda real: _latest_only),
    "metrics_missing": Fault("device.assistant.turn_records:measure_turn", _always(())),
    "metrics_uncounted": Fault(
        "device.assistant.turn_records:measure_turn", lambda real: lambda _: tuple((n, 0) for n, _v in real(_))
    ),
    "order_reversed": Fault(
        "memory.retrieval.context_bundle:_unique",
        lambda real: lambda atoms: tuple(reversed(tuple(dict.fromkeys(atoms)))),
    ),
}
"""By name. Each is shown to break a promise in test_faults.py."""


def _latest_only(queries: Any, user_id: str, session_id: str) -> Any:
    from memory.rules.mention_target import MentionTarget

    return MentionTarget(queries.latest_learned(user_id))


@contextmanager
def switched_on(name: str) -> Iterator[None]:
    """The fault is in place inside the block, and gone after it."""
    with ExitStack() as stack:
        for fault in (FAULTS[name], *FAULTS[name].also):
            holder, function = _place(fault.target)
            stack.enter_context(mock.patch.object(holder, function, fault.broken(getattr(holder, function))))
        yield


def _place(target: str) -> tuple[Any, str]:
    """The module or class that holds the function, and the function's name."""
    module, _, path = target.partition(":")
    holder: Any = import_module(module)
    *classes, function = path.split(".")
    for name in classes:
        holder = getattr(holder, name)
    return holder, function


def main() -> None:
    """`python -m tests.device.assistant.assistant_faults NAME ARGUMENT...`: the command line with one fault, for
    black-box tests."""
    name, *arguments = sys.argv[1:]
    from device.__main__ import main as selene

    sys.argv = ["selene", *arguments]
    with switched_on(name):
        selene()


if __name__ == "__main__":
    main()
