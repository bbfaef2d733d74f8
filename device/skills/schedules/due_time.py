"""Pure: the moment that a time phrase means, seen from the moment at which it was said.

What is left open is read as people mean it: "at six" is the next six o'clock of either half of the day; who is woken at
seven means the morning; a day without a time is asked about.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from dateutil.relativedelta import relativedelta
from dateutil.rrule import DAILY, rrule

from device.nlu.time_phrases import TimePhrase
from device.skills.schedules.recurrence import counts_elapsed_time, moved_to, next_occurrence
from device.skills.schedules.schedule import ALARM, Schedule
from device.skills.schedules.schedule_clock import ScheduleClock, local_time, wall_moment_ms

_NOON = 12 * 60
"""In minutes after midnight."""
_WAKING = range(4 * 60, _NOON)
"""At these times people wake."""
_SMALL_HOURS = range(60, 6 * 60)
"""Of another day than today people mean the afternoon with these."""


@dataclass(frozen=True, slots=True)
class DueTime:
    """When something is due. A duration counts on the monotonic clock."""

    due_ms: int
    duration_ms: int = 0
    recurrence: str = ""
    first_local: str = ""


def due_time(phrase: TimePhrase, kind: str, clock: ScheduleClock, named: date | None = None) -> DueTime | None:
    """Returns when it is due; None when a time is missing. `named` is a date that was said beside the phrase."""
    if phrase.recurrence:
        return _recurring(phrase, kind, clock, named)
    now = local_time(clock.wall_ms, clock.zone)
    if phrase.duration_s and phrase.minutes is None:
        return _after(phrase.duration_s, clock)
    minutes = _minutes(phrase, kind, now, named)
    if minutes is None:
        return None
    local = _on_day(phrase, minutes, now, named)
    return DueTime(wall_moment_ms(local, clock.zone))


def at_coming_minute(minute: int, clock: ScheduleClock) -> DueTime:
    """Returns the next moment at which the wall clock shows a minute, whatever the hour."""
    now = local_time(clock.wall_ms, clock.zone)
    local = now.replace(minute=minute, second=0, microsecond=0)
    return DueTime(wall_moment_ms(local if local > now else local + timedelta(hours=1), clock.zone))


def at_other_time(schedule: Schedule, phrase: TimePhrase, clock: ScheduleClock) -> DueTime | None:
    """Returns the named time on the day, or the days, of a schedule: of both halves of the day the nearer one. None
    when that is passed.
    """
    before = local_time(schedule.due_ms, schedule.zone)
    was = before.hour * 60 + before.minute
    minutes = _minutes(phrase, schedule.kind, before, before.date())
    if minutes is None or counts_elapsed_time(schedule.recurrence):
        return None
    if phrase.minutes is not None and not phrase.is_exact and phrase.part_from is None:
        minutes = min((minutes % _NOON, minutes % _NOON + _NOON), key=lambda half: (abs(half - was), half))
    if schedule.recurrence:
        first = _at(before.date(), minutes).isoformat()
        rule = moved_to(schedule.recurrence, first)
        found = next_occurrence(rule, first, schedule.zone, clock.wall_ms)
        return DueTime(found[0], recurrence=rule, first_local=found[1]) if found else None
    due_ms = wall_moment_ms(_at(before.date(), minutes), schedule.zone)
    return DueTime(due_ms) if due_ms > clock.wall_ms else None


def on_other_day(schedule: Schedule, phrase: TimePhrase, clock: ScheduleClock, named: date | None) -> DueTime | None:
    """Returns the time of a schedule on the day that is named: "make that Friday"."""
    before = local_time(schedule.due_ms, schedule.zone)
    return due_time(replace(phrase, minutes=before.hour * 60 + before.minute, is_exact=True), "", clock, named)


def _after(duration_s: float, clock: ScheduleClock) -> DueTime | None:
    """Counts hours as they pass; whole days on the wall clock."""
    days, rest = divmod(duration_s, 86_400)
    if not rest:
        local = local_time(clock.wall_ms, clock.zone) + timedelta(days=days)
        return DueTime(wall_moment_ms(local, clock.zone))
    duration_ms = round(duration_s * 1000)
    return DueTime(clock.wall_ms + duration_ms, duration_ms)


def _recurring(phrase: TimePhrase, kind: str, clock: ScheduleClock, named: date | None) -> DueTime | None:
    now = local_time(clock.wall_ms, clock.zone)
    if counts_elapsed_time(phrase.recurrence):
        first = local_time(clock.wall_ms, "UTC").replace(microsecond=0).isoformat()
        found = next_occurrence(phrase.recurrence, first, "UTC", clock.wall_ms)
    else:
        minutes = _minutes(phrase, kind, now, named, recurring=True)
        if minutes is None:
            return None
        day = named or (_day(phrase, now) if phrase.names_one_day else now.date())
        first = _at(day, minutes).isoformat()
        found = next_occurrence(phrase.recurrence, first, clock.zone, clock.wall_ms)
    return DueTime(found[0], recurrence=phrase.recurrence, first_local=found[1]) if found else None


def _minutes(
    phrase: TimePhrase, kind: str, now: datetime, named: date | None, *, recurring: bool = False
) -> int | None:
    """Returns the time of day in minutes after midnight; above 24 hours for midnight at the end of a day."""
    said = phrase.minutes
    if said is None:
        return phrase.part_minutes
    if phrase.is_exact:
        return said
    if phrase.part_from is not None:
        return _in_part(said, phrase.part_from)
    later = phrase.days_ahead is None and phrase.names_one_day
    other_day = recurring or named is not None or later or bool(phrase.days_ahead)
    if other_day:
        return said + _NOON if kind != ALARM and said in _SMALL_HOURS else said
    return _next_of_both(said, kind, now)


def _in_part(said: int, part_from: int) -> int:
    """Reads "six in the evening"; twelve at night is midnight."""
    if part_from >= 12 and said < _NOON:
        return said + _NOON
    if part_from >= 17 and _NOON <= said < _NOON + 60:
        return said + _NOON
    return said % _NOON if part_from == 0 and said >= _NOON and said < _NOON + 60 else said


def _next_of_both(said: int, kind: str, now: datetime) -> int:
    """Returns the half of the day of which this time comes next."""
    if kind == ALARM and said in _WAKING:
        return said
    passed = now.hour * 60 + now.minute
    halves = [said % _NOON, said % _NOON + _NOON]
    return next((half for half in halves if half > passed), said % _NOON)


def _on_day(phrase: TimePhrase, minutes: int, now: datetime, named: date | None) -> datetime:
    """Returns the local time on the day that was named, else the next one."""
    if named is not None:
        return _at(named, minutes)
    if phrase.days_ahead is not None:
        return _at(_day(phrase, now), minutes)
    if phrase.month_day is not None:
        day = day_of_month(phrase, now.date())
        return _at(day if _at(day, minutes) > now else day_of_month(phrase, day + timedelta(days=1)), minutes)
    if phrase.weekday is not None:
        local = _at(_day(phrase, now), minutes)
        return local if local > now else local + timedelta(days=7)
    local = _at(now.date(), minutes)
    return local if local > now else local + timedelta(days=1)


def _day(phrase: TimePhrase, now: datetime) -> date:
    if phrase.days_ahead is not None:
        return now.date() + timedelta(days=phrase.days_ahead)
    if phrase.month_day is not None:
        return day_of_month(phrase, now.date())
    assert phrase.weekday is not None
    ahead = (phrase.weekday - now.weekday()) % 7
    return now.date() + timedelta(days=ahead or (7 if phrase.next_week else 0))


def day_of_month(phrase: TimePhrase, first: date) -> date:
    """Returns the first day from `first` on, or of the month after it, that has the number of a phrase, and its weekday
    where it names one too: "Monday the ninth".
    """
    begin = first + relativedelta(months=1, day=1) if phrase.next_week else first
    at = datetime.combine(begin, time())
    found: datetime = rrule(DAILY, dtstart=at, bymonthday=phrase.month_day, byweekday=phrase.weekday, count=1)[0]
    return found.date()


def _at(day: date, minutes: int) -> datetime:
    return datetime.combine(day, time()) + timedelta(minutes=minutes)
