"""Pure: moves what is set when it is set again in words of a change: "weck mich doch erst um sieben".

Also cancels the reminder that "lösch die erinnerung" means, whose word is one of the memory as well.
"""

from __future__ import annotations

from collections.abc import Callable

from device.skills.schedules.change_schedule import (
    cancel_these,
    changed_outcome,
    last_touched,
    none_or_several,
    timed_as,
)
from device.skills.schedules.own_schedules import OwnSchedules, own_schedules
from device.skills.schedules.schedule import REMINDER, Schedule, schedule_from
from device.skills.turn_context import TurnContext, TurnOutcome


def instead_of_set(decide: Callable[[TurnContext], TurnOutcome]) -> Callable[[TurnContext], TurnOutcome]:
    """Returns the rule that sets a schedule, or moves the one in whose place the person says that it is."""

    def decide_instead(context: TurnContext) -> TurnOutcome:
        outcome = decide(context)
        if len(outcome.records) != 1 or outcome.reasons != ("SCHEDULE_SET",):
            return outcome
        new, own = schedule_from(outcome.records[0].content), own_schedules(context)
        before = _set_before(context, new, own)
        return (
            changed_outcome(context, "change_schedule", "SCHEDULE_CHANGED", timed_as(before, new))
            if before
            else outcome
        )

    return decide_instead


def _set_before(context: TurnContext, new: Schedule, own: OwnSchedules) -> Schedule | None:
    """Returns the one schedule that the new time is for; None without words of a change, or where it is not clear."""
    words, text = context.times.words, context.turn.text
    just_set = [one for one in last_touched(context, own) if one.is_open and one.kind == new.kind]
    softly = bool(just_set) and words.softly_instead.search(text)
    if not (words.in_place.search(text) or softly):
        return None
    label = context.times.label(new.label, named=True)
    known = own.meant(new.kind, label) if label else tuple(just_set) or own.meant(new.kind)
    known = tuple(one for one in known if one.is_open and bool(one.recurrence) == bool(new.recurrence))
    return known[0] if len(known) == 1 else None


def forget_reminder(context: TurnContext) -> TurnOutcome | None:
    """Cancels the reminder that "lösch die erinnerung" means; None where a fact was told last, or there is none."""
    found = context.times.words.spoken_of.search(context.turn.text)
    if context.understood.intent != "forget" or found is None or not found[REMINDER]:
        return None
    last = context.queries.recent_turns(context.turn.user_id, context.turn.session_id, 1)
    own = own_schedules(context)
    known = own.meant(REMINDER)
    if not known or set(context.queries.intents(last).values()) & {"statement", "remember"}:
        return None
    touched = tuple(one for one in last_touched(context, own) if one.is_open and one.kind == REMINDER)
    meant = touched if len(touched) == 1 else known
    return cancel_these(context, meant, own) if len(meant) == 1 else none_or_several("cancel_schedule", meant)
