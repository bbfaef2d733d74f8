"""Pure: compares the observation of a journey with its expectations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from acceptance.cases.journeys import Journey, JourneyStep
from acceptance.cases.memory_cases import CaseTurn, MemoryCase
from acceptance.judges.memory_judge import judge_turn
from acceptance.judges.vault_judge import judge_end_state
from acceptance.observations.journey_observation import (
    DeviceEndState,
    DeviceKnowledge,
    JourneyObservation,
    RestoreEffects,
    StepObservation,
)
from acceptance.observations.memory_observation import MemoryObservation

_RESTORE_EVENTS = frozenset(
    {
        "MIGRATION_APPLIED", "RESTORED", "DEVICE_NAMED", "MIRROR_ERASED", "SETTING_CHANGED", "LINE_ARCHIVED",
        "LINE_FORGOTTEN", "ATOM_CREATED", "ATOM_CHANGED", "ATOM_FORGOTTEN", "RULE_MADE", "RULE_DROPPED", "FLAG_RAISED",
        "FLAG_DROPPED", "CORRECTION_KEPT", "CORRECTION_FORGOTTEN", "MOOD_FELT", "VALUE_BARRED", "OPS_UPLOADED",
    }
)  # fmt: skip
"""Events that a restore may leave: its records, and that it restored."""
_OWN_RECORD_TYPES = frozenset({"device"})
_OWN_SETTINGS = {"restored": "pending"}


def judge_journey(journey: Journey, seen: JourneyObservation) -> tuple[str, ...]:
    """Returns what is wrong, in the order of the steps; empty when it passed."""
    wrong = [*seen.trouble, *(f"readable outside the vault: {needle[:60]!r}" for needle in seen.exposed)]
    for step, found in zip(journey.steps, seen.steps, strict=False):
        wrong += [f"step {found.number} ({found.do} on {step.on}): {what}" for what in _step(journey, step, found)]
    if len(seen.steps) != len(journey.steps):
        wrong.append(f"{len(seen.steps)} of {len(journey.steps)} steps were made")
    wrong += _same(journey, seen)
    for name, after in journey.after.items():
        case = _case(journey, after=after)
        played = seen.ended[name].played if name in seen.ended else MemoryObservation()
        wrong += [f"{name} after: {what}" for what in judge_end_state(case, played)]
    return tuple(wrong)


def _step(journey: Journey, step: JourneyStep, found: StepObservation) -> Iterator[str]:
    if found.code != step.error:
        yield f"ended with {found.code or 'success'}, expected {step.error or 'success'}: {found.messages[-300:]}"
    if "Traceback" in found.messages:
        yield f"showed a traceback: {found.messages[-300:]}"
    if found.code and found.changed:
        yield "was refused and changed something"
    if found.code and step.do != "say" and len(found.messages.strip().splitlines()) != 1:
        yield f"did not say one sentence: {found.messages!r}"
    for heard in found.heard:
        case = _case(journey, turns=(CaseTurn(text=step.text, expect=step.expect),))
        yield from judge_turn(case, heard)
    for name, count in (("pushed", step.sent), ("pulled", step.received)):
        if count is not None and found.report.get(name) != count:
            yield f"{name} {found.report.get(name)} ops, expected {count}"
    if step.do == "restore" and not found.code:
        yield from _restored(step, found)


def _restored(step: JourneyStep, found: StepObservation) -> Iterator[str]:
    if step.alike and found.old and found.new:
        yield from _differs(found.old, found.new)
    if found.left:
        yield from _restore_side_effects(found.left)
    if found.new and found.report.get("memories") != sum(map(len, found.new.memories.values())):
        yield f"told of {found.report.get('memories')} memories"


def _differs(old: DeviceKnowledge, new: DeviceKnowledge) -> Iterator[str]:
    for part in fields(DeviceKnowledge):
        was, now = getattr(old, part.name), getattr(new, part.name)
        if part.name == "settings":
            was = {**was, **_OWN_SETTINGS}
        if was != now:
            yield f"the {part.name} that came back are not those that were saved: {_difference(was, now)}"


def _difference(was: object, now: object) -> str:
    if isinstance(was, frozenset) and isinstance(now, frozenset):
        return f"lost {sorted(was - now)[:2]}, more {sorted(now - was)[:2]}"
    return f"{str(was)[:200]} / {str(now)[:200]}"


def _restore_side_effects(left: RestoreEffects) -> Iterator[str]:
    if more := left.events - _RESTORE_EVENTS:
        yield f"a restore did more than bring back: {sorted(more)}"
    if more := left.own_sorts - _OWN_RECORD_TYPES:
        yield f"a restore saved something new: {sorted(more)}"
    if left.measured or left.questions:
        yield f"a restore took {left.measured} turns and asked {left.questions} questions"


def _same(journey: Journey, seen: JourneyObservation) -> Iterator[str]:
    ended: dict[str, DeviceEndState] = {name: seen.ended[name] for name in journey.same if name in seen.ended}
    if set(ended) != set(journey.same):
        yield f"only {sorted(ended)} are there to be compared"
        return
    if len({each.digest for each in ended.values()}) > 1:
        yield f"the devices do not know the same: { {name: each.digest[:8] for name, each in ended.items()} }"
    for name, each in ended.items():
        if each.problems:
            yield f"the vault of {name} has problems: {each.problems}"
        if each.ops != seen.mirrored:
            yield f"ops by device are {each.ops} on {name} and {seen.mirrored} in the mirror"


def _case(journey: Journey, **parts: object) -> MemoryCase:
    return MemoryCase(id=journey.id, why=journey.why, user=journey.user, **{"turns": (), **parts})  # type: ignore[arg-type]
