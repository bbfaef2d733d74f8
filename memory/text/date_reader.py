"""Pure: reads one expression of a date, "3 march 2026" or "in 2 weeks", seen from a base moment. No clock, no locale.

The language file rewrites a step from the base as `+2 week`; `memory/text/calendar_parts.py` reads a date of the
calendar. An expression with any other word is not read. Finding the expression in a sentence and writing spoken
numbers as digits belong to `memory/text/dates.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from memory.core.policy import MAX_DATE_YEARS_AWAY
from memory.text.language_rules import DatePatterns

if TYPE_CHECKING:
    from memory.text.calendar_parts import CalendarParts

CLOCK = re.compile(r"\b(\d{1,2})(?::(\d\d)(?:\s?([ap]m))?|\s?([ap]m))\b")
_STEP = re.compile(r"([+-]) ?(\d{1,6}) (year|month|week|day|hour|minute)\b")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_NO_DATE = re.compile(r"[^\w/-]+|(?<![\d ])[/-]|[/-](?![\d ])")


def read_date(expression: str, base: datetime, dates: DatePatterns, *, past: bool) -> datetime | None:
    """Reads an expression that is nothing but a date; None when it has other words or there is no such date.

    `past` says on which side of the base a date without a year, a weekday or a time of day lies.
    """
    words = expression
    for pattern, replacement in dates.steps:
        words = pattern.sub(replacement, words)
    clock = read_clock(words)
    words = " ".join(dates.passed_over.sub(" ", CLOCK.sub(" ", words, count=1)).split())
    if CLOCK.search(words):
        return None
    if _STEP.search(words):
        return _stepped(words, base, clock, dates)
    words = " ".join(_NO_DATE.sub(" ", _POINT.sub("/", words)).split())
    if not words:
        return _time_of_day(base, clock, past=past) if clock else None
    weekday = dates.weekday_alone.fullmatch(words)
    if weekday is not None:
        return _at(_weekday(weekday, base, dates, past=past), clock or (0, 0))
    return _calendar_date(words, clock, base, dates, past=past)


def read_clock(expression: str) -> tuple[int, int] | None:
    """Returns the time of day in a text; None when there is none."""
    clock = CLOCK.search(expression)
    if clock is None:
        return None
    hour, minute, half = int(clock[1]), int(clock[2] or 0), clock[3] or clock[4]
    if hour > 23 or minute > 59:
        return None
    return (hour % 12 + 12 * (half == "pm") if half else hour), minute


def _at(day: datetime, clock: tuple[int, int] | None) -> datetime:
    return day.replace(hour=clock[0], minute=clock[1], second=0, microsecond=0) if clock else day


def _stepped(words: str, base: datetime, clock: tuple[int, int] | None, dates: DatePatterns) -> datetime | None:
    """Adds the steps to the base; a step of months or years leads to the first day of the month.

    A day of the week beside weeks is that of the week they lead to: "tuesday next week"; beside days it is the next one
    and so many days: "a week on tuesday".
    """
    from dateutil.relativedelta import relativedelta

    steps = {f"{unit}s": int(f"{sign}{count}") for sign, count, unit in _STEP.findall(words)}
    left = " ".join(_STEP.sub(" ", words).split())
    weekday = dates.weekday_alone.fullmatch(left)
    if weekday is not None and weekday[0] == weekday["weekday"] and steps.keys() in ({"weeks"}, {"days"}):
        monday = base - timedelta(days=base.weekday())
        day = (
            monday + timedelta(days=dates.weekdays.index(left))
            if "weeks" in steps
            else _weekday(weekday, base, dates, past=False)
        )
        return _at(day + relativedelta(**steps), clock or (0, 0))
    if _NO_DATE.sub("", left):
        return None
    when: datetime = base + relativedelta(**steps)
    return _at(when if steps.keys() - {"months", "years"} else when.replace(day=1), clock)


def _time_of_day(base: datetime, clock: tuple[int, int], *, past: bool) -> datetime:
    """Returns the last or the next moment at that time of day."""
    when = _at(base, clock)
    if past:
        return when - timedelta(days=base < when)
    return when + timedelta(days=base > when)


def _weekday(found: re.Match[str], base: datetime, dates: DatePatterns, *, past: bool) -> datetime:
    """Returns the day of the week before or after the base; only "this friday" may be the base itself."""
    ahead = (dates.weekdays.index(found["weekday"]) - base.weekday()) % 7
    which = {name for name, said in found.groupdict().items() if said}
    if "this" in which:
        return base + timedelta(days=ahead)
    if "last" in which or (past and "next" not in which):
        return base - timedelta(days=7 - ahead)
    return base + timedelta(days=ahead or 7)


def _calendar_date(
    words: str, clock: tuple[int, int] | None, base: datetime, dates: DatePatterns, *, past: bool
) -> datetime | None:
    """Reads a date of the calendar, beside which a weekday has no say; a weekday without a day is not read."""
    from memory.text.calendar_parts import calendar_parts

    bare = " ".join(dates.weekday_alone.sub(" ", words).split())
    parts = calendar_parts(bare, dates)
    if parts is None or (parts.day is None and bare != words):
        return None
    if parts.month is None:
        may_be_month = not dates.day_first and (parts.day or 0) <= 12
        return None if may_be_month or parts.year else replace(parts, month=base.month).on(base.year, clock)
    if parts.year is None:
        return _nearest(parts, clock, base, past=past)
    return _in_its_century(parts, parts.year, clock, base, past=past)


def _nearest(parts: CalendarParts, clock: tuple[int, int] | None, base: datetime, *, past: bool) -> datetime | None:
    """Returns the last or the next day with this date in any year; a day that has begun is the last one."""
    fits: Callable[[datetime], bool] = base.__ge__ if past else base.__lt__
    years = (base.year + (-away if past else away) for away in range(MAX_DATE_YEARS_AWAY + 1))
    dates = (parts.on(year, clock) for year in years)
    return next((when for when in dates if when is not None and fits(when)), None)


def _in_its_century(
    parts: CalendarParts, year: int, clock: tuple[int, int] | None, base: datetime, *, past: bool
) -> datetime | None:
    """Returns the date in its year; a short year is of the century that lies on the asked side of the base."""
    when = parts.on(year, clock)
    if when is None or parts.year_in_full:
        return when
    if past:
        return parts.on(year - 100, clock) if base < when else when
    return parts.on(year + 100, clock) if base >= when else when
