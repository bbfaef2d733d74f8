"""Pure: finds the year, month and day that an expression names, "3 march 2026" or "3/4/26", with `dateutil`.

It is a module of its own because `dateutil` takes longer to load than most turns need it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime

from dateutil.parser import parser, parserinfo

from memory.core.policy import LAST_SHORT_YEAR
from memory.text.language_rules import DatePatterns

_TWO_BEFORE_NAME = re.compile(r"\b\d{1,2}[ -]+\d{1,2} [^\W\d_]")
"""`dateutil` would read "12 14 june" as the year, the day and the month."""
_RANGE = re.compile(r"(?<![\d/-])(\d{1,2}) ?- ?\d{1,2}(?![\d/-])")
_YEAR_FIRST = re.compile(r"\d{4}[/-]")
_DEFAULTS = datetime(2000, 1, 1, 0, tzinfo=UTC), datetime(2004, 3, 2, 1, tzinfo=UTC)
"""Two days that differ in every part, in leap years: a part that is read alike from both was named."""


@dataclass(frozen=True, slots=True)
class CalendarParts:
    """The parts of a date that an expression names."""

    year: int | None
    month: int | None
    day: int | None
    year_in_full: bool = True

    def on(self, year: int, clock: tuple[int, int] | None) -> datetime | None:
        """Returns the date in that year, on its first day when none is named; None when there is no such day."""
        hour, minute = clock or (0, 0)
        try:
            return datetime(year, self.month or 1, self.day or 1, hour, minute)  # noqa: DTZ001
        except ValueError:
            return None


class _Names(parserinfo):  # type: ignore[misc]
    """The months of one language, and no names for anything else."""

    JUMP = (" ", "-", "/")
    WEEKDAYS = HMS = AMPM = UTCZONE = PERTAIN = ()

    def __init__(self, dates: DatePatterns, *, day_first: bool) -> None:
        self.MONTHS = dates.months
        super().__init__(dayfirst=day_first)

    def convertyear(self, year: int, century_specified: bool = False) -> int:
        """Returns the year of a short one; the inherited method would ask the wall clock for the century."""
        return year if century_specified or year > 99 else year + (2000 if year <= LAST_SHORT_YEAR else 1900)


def calendar_parts(words: str, dates: DatePatterns) -> CalendarParts | None:
    """Returns what the words name; None when `dateutil` cannot read them, or would read more than they say.

    Of a range, "12-14 june", it is the first day.
    """
    if any(letter.isalpha() for letter in words):
        words = _RANGE.sub(r"\1", words)
    if _TWO_BEFORE_NAME.search(words):
        return None
    reader = parser(_Names(dates, day_first=dates.day_first and not _YEAR_FIRST.search(words)))
    try:
        one, other = (reader.parse(words, default=default, ignoretz=True) for default in _DEFAULTS)
    except (ValueError, OverflowError):
        return None
    if one.hour == other.hour:
        return None
    year, month, day = (
        getattr(one, part) if getattr(one, part) == getattr(other, part) else None for part in ("year", "month", "day")
    )
    in_full = year is None or str(year) in words
    if not in_full and re.search(rf"\b{one.year % 100:02}\b", words) is None:
        return None
    return CalendarParts(year, month, day, in_full)
