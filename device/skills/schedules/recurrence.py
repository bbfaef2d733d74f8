"""Pure: the next time of a recurrence, an RRULE of RFC 5545, on the wall clock of a zone."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from dateutil.rrule import rrulestr

from device.skills.schedules.schedule_clock import local_time, wall_moment_ms

_BELOW_A_DAY = ("FREQ=HOURLY", "FREQ=MINUTELY", "FREQ=SECONDLY")
_ON_DAYS = "FREQ=WEEKLY;BYDAY="
_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_DAY = timedelta(days=1)


def next_occurrence(recurrence: str, first_local: str, zone: str, after_ms: int) -> tuple[int, str] | None:
    """Returns the first occurrence after a moment, and the time that the wall clock would show; None after the last.

    Days and weekdays are counted on the wall clock, so that seven o'clock stays seven o'clock when the clocks change;
    hours and minutes are counted as they pass. See `wall_moment_ms` for times that the change skips or repeats.
    """
    zone = "UTC" if recurrence.startswith(_BELOW_A_DAY) else zone
    first = datetime.fromisoformat(first_local)
    begin = max(first, local_time(after_ms, zone) - _DAY)
    for local in rrulestr(recurrence, dtstart=first).xafter(begin, inc=True):
        at_ms = wall_moment_ms(local, zone)
        if at_ms > after_ms:
            return at_ms, local.isoformat()
    return None


def rule_of(recurrence: str) -> str:
    """Returns the rule of a recurrence without the days that are left out."""
    return recurrence.partition(" ")[0]


def without_occurrence(recurrence: str, local: str) -> str:
    """Returns a recurrence that leaves out one of its times, on the wall clock."""
    left_out = datetime.fromisoformat(local).strftime("%Y%m%dT%H%M%S")
    return f"{recurrence} EXDATE:{left_out}"


def without_days(recurrence: str, days: str) -> str:
    """Returns a recurrence without the days of the week of another one; empty where one of them names none, or no day
    is left.
    """
    rule, _, left_out = recurrence.partition(" ")
    kept = _DAYS if rule == "FREQ=DAILY" else _days_of(rule)
    gone = _days_of(days)
    kept = tuple(day for day in kept if day not in gone)
    if not gone or not kept:
        return ""
    return f"{_ON_DAYS}{','.join(kept)} {left_out}".strip()


def _days_of(rule: str) -> tuple[str, ...]:
    return tuple(rule.removeprefix(_ON_DAYS).split(",")) if rule.startswith(_ON_DAYS) else ()


def moved_to(recurrence: str, local: str) -> str:
    """Returns a recurrence of which the days that are left out stay so at another time of day."""
    return re.sub(r"(?<=T)\d{6}(?= |$)", datetime.fromisoformat(local).strftime("%H%M%S"), recurrence)


def with_day(recurrence: str, first_local: str, day: date) -> tuple[str, str]:
    """Returns a recurrence without the gap that a day is, and what the wall clock shows then; both empty where the rule
    names no such day. A rule that counts from its first day, or names no day but by it, keeps its gaps.
    """
    rule, *gaps = recurrence.split()
    local = datetime.combine(day, datetime.fromisoformat(first_local).time())
    by_first_day = "INTERVAL" in rule or not (rule == "FREQ=DAILY" or ";BY" in rule)
    if by_first_day or next(iter(rrulestr(rule, dtstart=local)), None) != local:
        return "", ""
    kept = (gap for gap in gaps if not gap.startswith(f"EXDATE:{day:%Y%m%d}"))
    return " ".join((rule, *kept)), local.isoformat()


def days_left_out(recurrence: str) -> tuple[date, ...]:
    """Returns the days that a recurrence leaves out, in their order."""
    marks = (gap.removeprefix("EXDATE:")[:8] for gap in recurrence.split()[1:])
    return tuple(sorted(date.fromisoformat(mark) for mark in marks))


def counts_elapsed_time(recurrence: str) -> bool:
    """Says whether a recurrence counts hours or minutes as they pass; its first time is then in UTC."""
    return recurrence.startswith(_BELOW_A_DAY)
