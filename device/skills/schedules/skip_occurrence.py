"""Pure: leaves out one ringing of a schedule that recurs: "skip tomorrow's alarm", "no alarm on Friday".

The days that are left out stand behind the rule of the recurrence, as EXDATE of RFC 5545.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta

from device.nlu.intent_matcher import IntentMatch, Slot
from device.nlu.time_phrases import TimePhrase
from device.skills.schedules.change_schedule import cancel_schedules, cancel_these, changed_outcome, none_or_several
from device.skills.schedules.due_time import day_of_month
from device.skills.schedules.own_schedules import OwnSchedules, named_label, of_kind, own_schedules
from device.skills.schedules.recurrence import counts_elapsed_time, next_occurrence, rule_of, without_occurrence
from device.skills.schedules.ringing import cancelled
from device.skills.schedules.schedule import ALARM, SET, SNOOZED, Schedule
from device.skills.schedules.schedule_clock import local_time, wall_moment_ms
from device.skills.turn_context import TurnContext, TurnOutcome

SKIPPED = "SCHEDULE_SKIPPED"
"""The reason of what is left out on one day; what does not recur is cancelled by it."""


def skip_schedules(context: TurnContext) -> TurnOutcome:
    """Leaves out the ringing that is meant; one that does not recur is cancelled. "No alarm on Friday" means every one
    of that day.
    """
    own, understood = own_schedules(context), context.understood
    phrase = context.times.read(understood.slot("clock") or understood.slot("dayed"))
    label = named_label(context, context.times)
    known = own.meant(understood.slot("schedule_kind") or ALARM, label)
    day = named_day(phrase, own)
    found = tuple(one for one in known if rings_on(one, day, own) and _is_at(one, phrase))
    found = found if day or len(found) < 2 else found[:1]
    if not found or (len(found) > 1 and not context.times.words.none.search(context.turn.text)):
        return _none_then(found, known, day)
    return skip_day(context, found, day, own)


def cancel_or_skip(context: TurnContext) -> TurnOutcome:
    """Cancels what is meant; of a schedule that rings on further days only the day that is named."""
    context = _with_kind(context)
    understood, own = context.understood, own_schedules(context)
    slots = ("clock", "label", "about", "dayed")
    said = " ".join(filter(None, (understood.slot(name) for name in slots)))
    kinds = [slot.text for slot in understood.slots if slot.name == "schedule_kind"]
    if len(kinds) != 1 or of_kind(own.ringing, kinds[0]):
        return cancel_schedules(context)
    phrase = context.times.read(said)
    label = context.times.label(phrase.rest, named=True)
    known = own.meant(kinds[0], "" if label.strip("'’") == "s" else label)
    day = named_day(phrase, own)
    found = tuple(one for one in known if day and rings_on(one, day, own) and _is_at(one, phrase))
    if len(found) != 1 or phrase.recurrence:
        return _none_then(found, known, day) if understood.slot("dayed") else cancel_schedules(context)
    if _has_further_days(found[0], phrase):
        return skip_day(context, found, day, own)
    return cancel_these(context, found, own)


def _none_then(found: tuple[Schedule, ...], known: tuple[Schedule, ...], day: date | None) -> TurnOutcome:
    """Returns the outcome that changes nothing: several ring on that day, or none of those that are set."""
    if day and known and not found:
        return TurnOutcome("cancel_schedule", ("NOTHING_THEN",))
    return none_or_several("cancel_schedule", found)


def _with_kind(context: TurnContext) -> TurnContext:
    """Returns the context with the kind that the words name, where no slot holds it."""
    understood, words = context.understood, context.times.words
    kinds = [kind for kind, pattern in words.kinds if pattern.search(context.turn.text)]
    if understood.slot("schedule_kind") or len(kinds) != 1:
        return context
    kind = Slot("schedule_kind", kinds[0], 0, 0)
    return replace(context, understood=IntentMatch(understood.intent, (*understood.slots, kind)))


def skip_day(context: TurnContext, found: tuple[Schedule, ...], day: date | None, own: OwnSchedules) -> TurnOutcome:
    """Returns the outcome that leaves out the ringing of a day, the next one without a day."""
    after = [without_ringing(one, day or next_day(one), own) for one in found]
    return changed_outcome(context, "cancel_schedule", SKIPPED, *after)


def named_day(phrase: TimePhrase, own: OwnSchedules) -> date | None:
    """Returns the next day of which a phrase speaks; None without one."""
    today = local_time(own.clock.wall_ms, own.clock.zone).date()
    if phrase.days_ahead is not None:
        return today + timedelta(days=phrase.days_ahead)
    if phrase.month_day is not None:
        return day_of_month(phrase, today)
    if phrase.weekday is not None:
        return today + timedelta(days=(phrase.weekday - today.weekday()) % 7)
    return None


def _has_further_days(schedule: Schedule, phrase: TimePhrase) -> bool:
    if not schedule.recurrence or counts_elapsed_time(schedule.recurrence):
        return False
    return phrase.days_ahead is not None or "," in rule_of(schedule.recurrence) or "DAILY" in schedule.recurrence


def _is_at(schedule: Schedule, phrase: TimePhrase) -> bool:
    local = local_time(schedule.due_ms, schedule.zone)
    return phrase.minutes is None or (local.hour * 60 + local.minute - phrase.minutes) % (12 * 60) == 0


def next_day(schedule: Schedule) -> date:
    """Returns the day on which it rings next."""
    return local_time(schedule.next_ms, schedule.zone).date()


def rings_on(schedule: Schedule, day: date | None, own: OwnSchedules) -> bool:
    """Says whether it rings on a day; every one does without a day."""
    if day is None or next_day(schedule) == day:
        return True
    return _ringing_of(schedule, day, own) is not None


def _ringing_of(schedule: Schedule, day: date, own: OwnSchedules) -> tuple[int, str] | None:
    """Returns the ringing of a recurrence on a day."""
    if not schedule.recurrence or counts_elapsed_time(schedule.recurrence):
        return None
    begin = wall_moment_ms(datetime.combine(day, time()), schedule.zone)
    after = max(begin - 1, own.clock.wall_ms)
    found = next_occurrence(schedule.recurrence, schedule.first_local, schedule.zone, after)
    return found if found and local_time(found[0], schedule.zone).date() == day else None


def without_ringing(schedule: Schedule, day: date, own: OwnSchedules) -> Schedule:
    """Returns a schedule without the ringing of a day: set to the next one, or cancelled when there is none."""
    if not schedule.recurrence:
        return cancelled(schedule, own.clock)
    if next_day(schedule) == day:
        following = next_occurrence(schedule.recurrence, schedule.first_local, schedule.zone, schedule.due_ms)
        if following is None:
            return cancelled(schedule, own.clock)
        quiet = max(schedule.stopped_ms, schedule.rang_ms)
        return replace(
            schedule, state=SET, due_ms=following[0], first_local=following[1], snooze_ms=0, stopped_ms=quiet
        )
    if schedule.state == SNOOZED and local_time(schedule.due_ms, schedule.zone).date() == day:
        after = next_occurrence(schedule.recurrence, schedule.first_local, schedule.zone, schedule.due_ms)
        return replace(schedule, due_ms=after[0], first_local=after[1]) if after else schedule
    found = _ringing_of(schedule, day, own)
    assert found is not None
    return replace(schedule, recurrence=without_occurrence(schedule.recurrence, found[1]))
