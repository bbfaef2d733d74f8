"""Pure: what is added about schedules that were just spoken of: "not tomorrow though", "until when"."""

from __future__ import annotations

from dataclasses import replace

from device.nlu.time_phrases import TimePhrase
from device.skills.schedules.change_schedule import changed_outcome
from device.skills.schedules.own_schedules import OwnSchedules, own_schedules
from device.skills.schedules.recurrence import next_occurrence, rule_of, without_days
from device.skills.schedules.references.pointed_schedules import schedules_spoken_of
from device.skills.schedules.schedule import Schedule
from device.skills.schedules.schedule_clock import local_time
from device.skills.schedules.skip_occurrence import named_day, rings_on, skip_day
from device.skills.turn_context import TurnContext, TurnOutcome


def follow_afterthought(context: TurnContext) -> TurnOutcome | None:
    """Leaves out a day of what recurs and was spoken of, or says when it is due; None for other words."""
    text, words = context.turn.text.strip(" ?.!,"), context.times.words
    excepted = [found["said"] for pattern in words.but_not if (found := pattern.fullmatch(text))]
    asks_when, asks_how_long = words.until_when.fullmatch(text), words.nearly_done.fullmatch(text)
    if not (excepted or asks_when or asks_how_long):
        return None
    own = own_schedules(context)
    spoken_of = schedules_spoken_of(context, own)
    if not spoken_of:
        return None
    if not excepted:
        reason = "SCHEDULE_TOLD" if asks_when else "SCHEDULE_LEFT"
        return changed_outcome(context, "time_left", reason, min(spoken_of, key=lambda one: one.next_ms))
    said = next((one for one in excepted if context.times.is_time(one)), "")
    phrase = context.times.read(said)
    if not said or phrase.minutes is not None or phrase.duration_s:
        return None
    day = named_day(phrase, own)
    recurring = [one for one in spoken_of if one.recurrence and (day is None or rings_on(one, day, own))]
    return _without(context, recurring[0], phrase, own) if len(recurring) == 1 else None


def _without(context: TurnContext, schedule: Schedule, phrase: TimePhrase, own: OwnSchedules) -> TurnOutcome | None:
    """Leaves out the day that is named, or the days of the week for good."""
    if phrase.recurrence:
        rule = without_days(schedule.recurrence, rule_of(phrase.recurrence))
        if not rule:
            return None
        before = local_time(own.clock.wall_ms, schedule.zone).isoformat()
        first = max(schedule.first_local[:10], before[:10]) + schedule.first_local[10:]
        found = next_occurrence(rule, first, schedule.zone, own.clock.wall_ms)
        if found is None:
            return None
        after = replace(schedule, recurrence=rule, due_ms=found[0], first_local=found[1])
        return changed_outcome(context, "change_schedule", "SCHEDULE_CHANGED", after)
    day = named_day(phrase, own)
    return skip_day(context, (schedule,), day, own) if day else None
