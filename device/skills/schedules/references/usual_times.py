"""Pure: an alarm that differs from the usual one on one day: "wake me half an hour earlier than usual"."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta

from device.skills.schedules.change_schedule import moved_by, none_or_several
from device.skills.schedules.due_time import DueTime
from device.skills.schedules.own_schedules import OwnSchedules, own_schedules
from device.skills.schedules.recurrence import counts_elapsed_time, without_occurrence
from device.skills.schedules.schedule import ALARM, Schedule
from device.skills.schedules.schedule_clock import local_time, wall_moment_ms
from device.skills.schedules.set_schedule import new_schedule
from device.skills.schedules.skip_occurrence import named_day, next_day, rings_on, without_ringing
from device.skills.turn_context import TurnContext, TurnOutcome

_FROM = frozenset({"set_alarm", "decline_condition", "change_schedule", "less_time", "more_time", "request"})
"""Intents as which these words may have been understood."""


def shift_usual(context: TurnContext) -> TurnOutcome | None:
    """Sets an alarm sooner or later than the usual one, which is left out on that day; None for other words."""
    words, text = context.times.words, context.turn.text.casefold()
    found = words.than_usual.search(text)
    if found is None or context.understood.intent not in _FROM or not _is_alarm(context):
        return None
    phrase, own = context.times.read(context.turn.text), own_schedules(context)
    day = named_day(phrase, own)
    if not phrase.duration_s or phrase.minutes is not None or not (found["usual"] or day):
        return None
    usual = tuple(one for one in own.meant(ALARM) if one.recurrence and not counts_elapsed_time(one.recurrence))
    once = tuple(one for one in own.meant(ALARM) if not one.recurrence and next_day(one) == day)
    if len(once) == 1:
        return moved_by(context, once[0], context.turn.text, -1 if found["sooner"] else 1, own)
    if not usual:
        return TurnOutcome("set_alarm", ("NO_USUAL_TIME",))
    day = day or min(next_day(one) for one in usual)
    on_day = tuple(one for one in usual if rings_on(one, day, own))
    if len(on_day or usual) > 1:
        return none_or_several("set_alarm", on_day or usual)
    by = timedelta(seconds=-phrase.duration_s if found["sooner"] else phrase.duration_s)
    return _set_beside(context, (on_day or usual)[0], day, by, own)


def _is_alarm(context: TurnContext) -> bool:
    kinds = dict(context.times.words.kinds)
    return kinds[ALARM].search(context.turn.text) is not None


def _set_beside(context: TurnContext, usual: Schedule, day: date, by: timedelta, own: OwnSchedules) -> TurnOutcome:
    """Sets the alarm of the day, and leaves out the usual one where it would ring."""
    at = local_time(usual.due_ms, usual.zone).time()
    local = datetime.combine(day, time(at.hour, at.minute)) + by
    due_ms = wall_moment_ms(local, own.clock.zone)
    if due_ms <= own.clock.wall_ms:
        return TurnOutcome("set_alarm", ("TIME_PASSED",))
    new = new_schedule(context, ALARM, usual.label, DueTime(due_ms), usual.device_id, own)
    if any(one.schedule_id == new.schedule_id for one in own.every):
        return TurnOutcome("set_alarm", ("REPLAYED_TURN",))
    left_out = (_with_gap(usual, day, own).record(),) if rings_on(usual, day, own) else ()
    return TurnOutcome("set_alarm", ("SCHEDULE_SET",), records=(new.record(), *left_out))


def _with_gap(usual: Schedule, day: date, own: OwnSchedules) -> Schedule:
    """Returns the usual alarm without its ringing of a day, which its recurrence names even where that was the next."""
    after = without_ringing(usual, day, own)
    if after.recurrence != usual.recurrence or not after.is_open:
        return after
    return replace(after, recurrence=without_occurrence(usual.recurrence, usual.first_local))
