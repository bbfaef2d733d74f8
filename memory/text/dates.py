"""Pure: resolves spoken dates against the moment of the turn. No wall clock, no locale.

Spoken numbers are written as digits first, "the third of march at four thirty" as "3 march at 4:30"; then
`memory/text/date_reader.py` reads the expression with the turn's own time as its base.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.core.errors import BadMoment
from memory.core.policy import DAY_MS, MAX_DATE_CHARS, MAX_DATE_DAYS_AHEAD
from memory.model.atoms import Moment
from memory.model.timestamps import from_datetime, local_datetime, on_wall_clock, zone_of
from memory.text.date_reader import CLOCK, read_clock, read_date
from memory.text.language_rules import Language

_TIME = re.compile(r"\d:\d\d|\d\s?[ap]m\b", re.IGNORECASE)
_BARE_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?")
_LONE_DAY = re.compile(r"(?:[a-z@]{1,2} )?(\d{1,2})(?:st|nd|rd|th|\.)?(?: [a-z@]{1,2})?")
_NAMED_DAY = re.compile(r"(?<![\d.:])(\d{1,2})(?:(?:st|nd|rd|th)\b|\.(?!\d))")
_LONG_NUMBER = re.compile(r"\d{4,}")
"""Four digits in a date are a year, and more are none."""
_DOTTED = re.compile(r"(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d)(?![\d.]*\d)")
"""Day, month and year between points: in that order in every language, unlike dates with strokes."""


_YEAR = re.compile(r"\d{4}[.,;!?]?")


@dataclass(frozen=True, slots=True)
class ResolvedDate:
    """A resolved date: the day begins at `from_ms` (or the moment, when a time was said) and ends at `until_ms`."""

    from_ms: int
    until_ms: int
    timed: bool
    relative: bool


def has_date(text: str, language: Language) -> bool:
    """Says whether the words name a day or a time of day."""
    return language.dates.sure.search(text) is not None


def resolve_date(text: str, at: Moment, language: Language, *, past: bool | None = None) -> ResolvedDate | None:
    """Resolves the date that `text` names, seen from `at`; None when there is none or it cannot be read.

    `past` says whether "monday" is the last or the next one; without it the words decide.
    """
    if not has_date(text, language):
        return None
    text = language.dates.part_of_month.sub("", text.casefold())
    expression = spoken_to_digits(text, language)[:MAX_DATE_CHARS]
    if any(not 1900 <= int(number) < 2200 for number in _LONG_NUMBER.findall(expression)):
        return None
    if past is None:
        past = language.dates.past.search(expression) is not None
    when = _read(expression, at, language, past=past)
    if when is None:
        return None
    timed = _TIME.search(expression) is not None
    start = when if timed else when.replace(hour=0, minute=0, second=0, microsecond=0)
    end = when.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    if not timed and _is_month_alone(expression, language):
        start, end = _span(start, "month")
    elif not timed:
        start, end = _with_range(expression, start, language) or (start, end)
    zone = zone_of(at)
    try:
        from_ms, until_ms = (
            from_datetime(start.replace(tzinfo=zone)).at_ms,
            from_datetime(end.replace(tzinfo=zone)).at_ms,
        )
    except (BadMoment, OverflowError):
        return None
    if not timed:  # no day is longer than another, also where the clocks go back
        until_ms = min(until_ms, from_ms + (end - start).days * DAY_MS)
    return ResolvedDate(from_ms, until_ms, timed, language.dates.relative.search(text) is not None)


def resolve_day_or_span(text: str, at: Moment, language: Language, *, past: bool) -> ResolvedDate | None:
    """Resolves the day, week or month that a question names; `past` when it asks about the past.

    Only expressions relative to the turn ("yesterday", "next friday"); None for any other date and for none.
    """
    if language.dates.relative.search(text) is None:
        return None
    when = resolve_date(text, at, language, past=past)
    if when is None or when.until_ms - when.from_ms > 7 * DAY_MS:
        return when  # "was haben wir im märz vor" names a month by its name
    span = next((name for name, words in language.dates.spans if words.search(text)), "day")
    begin, end = _span(_midnight(on_wall_clock(when.from_ms, at)), span)
    return ResolvedDate(_moment_ms(begin, at), _moment_ms(end, at), False, True)


def _midnight(moment: Moment) -> datetime:
    """Returns the beginning of a moment's day on the wall clock, without its zone."""
    return local_datetime(moment).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)


def _moment_ms(wall: datetime, at: Moment) -> int:
    """Returns when the wall clock of `at` shows a time; days are of different length where the clocks change."""
    return from_datetime(wall.replace(tzinfo=zone_of(at))).at_ms


def past_day(text: str, at: Moment, language: Language) -> int | None:
    """Returns when the one past day begins that `text` names, seen from `at`: "yesterday", "three days ago".

    None where a week, a month or a year is named ("last week", "two years ago"), or no day that can be read.
    """
    for pattern, days in ((language.dates.same_day, 0), (language.dates.day_before, 1)):
        if pattern.search(text):
            return _moment_ms(_midnight(at) - timedelta(days=days), at)
    if language.dates.single_day.search(text) is None:
        return None
    when = resolve_date(text, at, language, past=True)
    if when is None or when.until_ms - when.from_ms > DAY_MS or when.from_ms > at.at_ms:
        return None
    return when.from_ms


def without_date(text: str, language: Language) -> str:
    """Returns the text without the words that name its date."""
    return " ".join(
        language.dates.find.sub(lambda found: "" if has_date(found[0], language) else found[0], text).split()
    )


def mentions_day(text: str, language: Language) -> bool:
    """Says whether the words name a day, and not a time of day alone: "at quarter past five" is any day's."""
    return any(True for _ in day_spans(text, language))


def day_spans(text: str, language: Language) -> Iterator[tuple[int, int]]:
    """Yields where the words of each day begin and end."""
    named = language.dates.sure.finditer(text)
    yield from (each.span() for each in named if CLOCK.search(spoken_to_digits(each[0], language)) is None)


def second_day(text: str, language: Language) -> int:
    """Returns where the words of another day begin than the first that `text` names: another weekday, month or number;
    -1 where one day is named.
    """
    kinds: dict[str, str] = {}
    for begin, end in day_spans(text, language):
        words = text[begin:end].casefold()
        plain = words.rstrip("s")
        kind = _kind_of_day(words, language)
        if kind and kinds.setdefault(kind, plain) != plain:
            return begin
    return -1


def _kind_of_day(words: str, language: Language) -> str:
    """Returns in which way a day is named; empty for a week or a part of a day."""
    dates = language.dates
    if dates.single_day.search(words) or dates.same_day.fullmatch(words):
        return "day"
    if any(words in names for names in dates.months):
        return "month"
    spoken = words.split()
    return "number" if spoken and (spoken[-1] in language.ordinals or spoken[-1][:1].isdigit()) else ""


def names_span(text: str, language: Language) -> bool:
    """Says whether the words name a week or a month and no day in it: "next week"."""
    spoken = text.casefold()
    day = language.dates.weekday_alone.search(spoken) is not None
    return not day and any(words.search(spoken) for _, words in language.dates.spans)


def _is_month_alone(expression: str, language: Language) -> bool:
    """Says whether a month is named without a day in it: "in june", "june 2027"."""
    spoken = [word.strip(".,;!?") for word in expression.split()]
    months = {name for names in language.dates.months for name in names}
    named = [at for at, word in enumerate(spoken) if word in months]
    beside = {word for at in named for word in _beside_month(spoken, at, language)}
    days = [word for word in beside if word[:1].isdigit() and not _YEAR.fullmatch(word)]
    other = any(weekday in spoken for weekday in language.dates.weekdays)
    return bool(named) and not days and not other


def _with_range(expression: str, day: datetime, language: Language) -> tuple[datetime, datetime] | None:
    """Returns the days from first to last of "the 12 to 19 august" or "monday to thursday"; None for one day."""
    found = language.dates.ranged.search(expression)
    if found is None:
        return None
    names = language.dates.weekdays
    first, last = found["first"], found["last"]
    if first in names and last in names:
        begin = day - timedelta(days=(day.weekday() - names.index(first)) % 7)
        return begin, begin + timedelta(days=(names.index(last) - names.index(first)) % 7 + 1)
    if first.isdigit() and last.isdigit() and int(first) < int(last) == day.day:
        return day.replace(day=int(first)), day + timedelta(days=1)
    return None


def _beside_month(spoken: list[str], at: int, language: Language) -> Iterator[str]:
    """Yields the words that may be the day of the month at `at`: "3 june", "june the 3"; "80 in june" is none.

    In German no day follows: "im august zwei wochen", "im mai vier".
    """
    yield from spoken[max(at - 1, 0) : at]
    if language.code == "de":
        return
    after = at + 2 if spoken[at + 1 : at + 2] == ["the"] else at + 1
    yield from spoken[after : after + 1]


def _span(day: datetime, span: str) -> tuple[datetime, datetime]:
    """Returns the day, or the week from Monday, the month, or the weekend that contains it."""
    if span == "month":
        first = day.replace(day=1)
        return first, (first + timedelta(days=32)).replace(day=1)
    monday = day - timedelta(days=day.weekday())
    spans = {"week": (monday, 7), "weekend": (monday + timedelta(days=5), 2)}
    begin, days = spans.get(span, (day, 1))
    return begin, begin + timedelta(days=days)


def spoken_to_digits(text: str, language: Language) -> str:
    """Writes spoken numbers and times in digits: `3 march at 4:30`."""
    plain = language.dates.spelled.sub(lambda found: language.dates.as_number[found[0]], text.casefold())
    plain = _DOTTED.sub(_year_first, plain)
    plain = re.sub(r"\b([2-9]0) ([1-9])\b", lambda found: str(int(found[1]) + int(found[2])), plain)
    plain = language.dates.before_hour.sub(_minutes_before, plain)
    for pattern, replacement in language.dates.rewrite:
        plain = pattern.sub(replacement, plain)
    return " ".join(plain.split()).strip(" .,;!?")


def _minutes_before(found: re.Match[str]) -> str:
    """Rewrites "quarter to 6" and "10 to 6" as 5:45 and 5:50."""
    said = found.groupdict()
    minutes = 15 if said["quarter"] else 30 if said.get("half") else int(said["minutes"])
    return f"{(int(said['hour']) - 2) % 12 + 1}:{60 - minutes}"


def _year_first(found: re.Match[str]) -> str:
    """Rewrites 4.5.2026 as 2026-05-04."""
    day, month, year = (int(number) for number in found.groups())
    return f"{year if year > 99 else year + 2000}-{month:02}-{day:02}"


def _read(expression: str, at: Moment, language: Language, *, past: bool) -> datetime | None:
    base, expression = local_datetime(at).replace(tzinfo=None), _with_first_clock(expression)
    day = _BARE_DAY.fullmatch(expression)
    if day is not None:
        return _next_day_of_month(int(day[1]), base)
    counted = language.dates.nth_weekday.search(expression)
    if counted is not None and (counted["month"] or counted["nth"].isdigit()):
        return _nth_weekday(counted, expression, base, language)
    timed = _day_and_time(expression, base)
    if timed is not None:
        return timed
    when, told = _weekday_of_month(expression, base, language)
    if told:
        return when
    named = [int(number) for number in _NAMED_DAY.findall(expression)]
    for candidate in _candidates(expression, language):
        try:
            read = read_date(candidate, base, language.dates, past=past)
        except (OverflowError, ValueError):
            continue
        # A weekday that is named and not read would give another day.
        if read is not None and (len(named) != 1 or read.day == named[0]):
            return read
    return None


def _with_first_clock(expression: str) -> str:
    """Returns an expression without all times but the first: of "tomorrow at 10:00 and another at 2:00" that at ten."""
    first, *others = CLOCK.finditer(expression) if len(CLOCK.findall(expression)) > 1 else (None,)
    for clock in reversed(others):
        expression = f"{expression[: clock.start()]}{expression[clock.end() :]}"
    return " ".join(expression.split()) if first is not None else expression


def _candidates(expression: str, language: Language) -> tuple[str, ...]:
    """Returns the whole expression, then the part of it that looks most like a date."""
    found = [match[0].strip() for match in language.dates.find.finditer(expression) if match[0].strip()]
    joined = " ".join(piece for piece in found if has_date(piece, language) or _TIME.search(piece))
    longest = max(found, key=len, default="")
    return tuple(dict.fromkeys(piece for piece in (expression, joined, longest) if piece))


def _day_and_time(expression: str, base: datetime) -> datetime | None:
    """Resolves "10th at 9:00": the next day with that number."""
    clock = CLOCK.search(expression)
    if clock is None:
        return None
    day = _LONE_DAY.fullmatch(" ".join(f"{expression[: clock.start()]} {expression[clock.end() :]}".split()))
    when, time = _next_day_of_month(int(day[1]), base) if day else None, read_clock(expression)
    return when.replace(hour=time[0], minute=time[1]) if when and time else None


def _weekday_of_month(expression: str, base: datetime, language: Language) -> tuple[datetime | None, bool]:
    """Resolves "Friday the 13th at 9": the next day within a year that is both, and whether the words have this
    form.
    """
    plain = CLOCK.sub("", expression).strip(" .,")
    found = language.dates.weekday_and_day.fullmatch(plain) or _numbered_weekday(plain, language)
    if found is None:
        return None, False
    weekday, day, clock = language.dates.weekdays.index(found["weekday"]), int(found["day"]), read_clock(expression)
    ahead = (base + timedelta(days=days) for days in range(MAX_DATE_DAYS_AHEAD))
    when = next((date for date in ahead if (date.weekday(), date.day) == (weekday, day)), None)
    return (when.replace(hour=clock[0], minute=clock[1]) if when and clock else when), True


def _numbered_weekday(expression: str, language: Language) -> re.Match[str] | None:
    """Returns "saturday the 14th" inside other words; None where a month follows."""
    found = language.dates.weekday_and_day.search(expression)
    if found is None or not _NAMED_DAY.match(expression, found.start("day")):
        return None
    months = {name for names in language.dates.months for name in names}
    return None if months & set(expression[found.end() :].split()[:2]) else found


def _nth_weekday(found: re.Match[str], expression: str, base: datetime, language: Language) -> datetime | None:
    """Resolves "the third monday in june": the next such day; None without a month, or where it has no such day."""
    if not found["month"]:
        return None
    month = next(at for at, names in enumerate(language.dates.months, 1) if found["month"] in names)
    weekday, clock = language.dates.weekdays.index(found["weekday"]), read_clock(expression)
    for year in (base.year, base.year + 1):
        first = base.replace(year=year, month=month, day=1, hour=0, minute=0, second=0)
        first = first.replace(microsecond=0)
        days = (first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * weeks) for weeks in range(5))
        inside = [day for day in days if day.month == first.month]
        at = int(found["nth"]) - 1 if found["nth"].isdigit() else len(inside) - 1
        if at < len(inside) and inside[at].date() >= base.date():
            return inside[at].replace(hour=clock[0], minute=clock[1]) if clock else inside[at]
    return None


def _next_day_of_month(day: int, base: datetime) -> datetime | None:
    """Resolves "on the fifth": the next day with that number, today included; None when there is none."""
    for ahead in range(62):
        when = base + timedelta(days=ahead)
        if when.day == day:
            return when
    return None
