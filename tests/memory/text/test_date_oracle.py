"""Promise: dates are read as `dateparser` reads them, seen from any moment, except where it reads nonsense.

`dateparser` was the date reader, and is the oracle of the one that took its place. Where both differ stands below, with
the reason; everything else must be equal.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import dateparser
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.model.atoms import Moment
from memory.model.timestamps import from_iso, local_datetime, to_iso
from memory.text import dates
from memory.text.date_reader import read_date
from memory.text.dates import ResolvedDate, resolve_date, resolve_day_or_span
from memory.text.language_rules import DatePatterns, Language
from tests.budgets import BASES_STRIDE
from tests.memory.atom_builders import ENGLISH, GERMAN, NOW
from tests.memory.text.date_expressions import BASES, english, german

Resolver = Callable[[str, Moment], ResolvedDate | None]

SPOKEN = [(ENGLISH, english()), (GERMAN, german())]
LEAP_DAY = BASES[2]
NONSENSE = [
    # A month without a day, beside a time: the day of the month is that of the turn.
    (ENGLISH, "in december at 9:00", NOW, "2026-12-02T09:00", "2026-12-01T09:00"),
    # A month beside a weekday: the day of the month is that of the turn, and the weekday has no say.
    (ENGLISH, "on friday in march", NOW, "2027-03-02T00:00", "2026-03-06T00:00"),
    (GERMAN, "märz montag", NOW, "2027-03-02T00:00", "2026-03-09T00:00"),
    # A weekday beside a number: the number is a month.
    (ENGLISH, "monday on and 12", NOW, "2026-12-02T00:00", "2026-03-09T00:00"),
    # German words are weekdays: "mit" a Wednesday.
    (GERMAN, "um 9 uhr mit", NOW, "2026-03-04T09:00", "2026-03-03T09:00"),
    # Two days that exclude each other: one of them is lost, or they are added up.
    (ENGLISH, "yesterday 4.5.2026", NOW, "2026-03-01T00:00", "2026-05-04T00:00"),
]
"""Moment by moment: what is said, what `dateparser` reads, and what Selene reads."""


def read_by_dateparser(language: Language) -> Callable[..., datetime | None]:
    """The former date reader, in the place of `read_date`."""

    def read(expression: str, base: datetime, _: DatePatterns, *, past: bool) -> datetime | None:
        settings = {
            "RELATIVE_BASE": base,
            "TIMEZONE": "UTC",
            "RETURN_AS_TIMEZONE_AWARE": False,
            "PREFER_DATES_FROM": "past" if past else "future",
            "PREFER_DAY_OF_MONTH": "first",
            "PARSERS": ["relative-time", "custom-formats", "absolute-time"],
        }
        found = dateparser.parse(expression, languages=[language.code], settings=settings)
        return found.replace(tzinfo=None) if isinstance(found, datetime) else None

    return read


def resolvers(language: Language) -> dict[str, Resolver]:
    """Every way in which a date is asked for."""
    return {
        "words decide": lambda said, at: resolve_date(said, at, language),
        "past": lambda said, at: resolve_date(said, at, language, past=True),
        "future": lambda said, at: resolve_date(said, at, language, past=False),
        "past span": lambda said, at: resolve_day_or_span(said, at, language, past=True),
        "future span": lambda said, at: resolve_day_or_span(said, at, language, past=False),
    }


def rightly_differs(said: str, at: Moment, mine: ResolvedDate | None, its: ResolvedDate | None) -> bool:
    """Says whether `dateparser` reads nonsense, of the two sorts that ordinary expressions lead to."""
    if mine is None or its is None:
        return False
    here, there = (local_datetime(Moment(read.from_ms, at.utc_offset_min)) for read in (mine, its))
    base = local_datetime(at)
    # A time of day within a day of the turn, in another month than it: the month is lost on the way.
    near = abs(here - base) < timedelta(days=1)
    lost_month = near and mine.timed and here.time() == there.time() and here.month != base.month == there.month
    # February, from a leap day: the next one that has a 29th.
    leap_february = (base.month, base.day, there.month, there.day) == (2, 29, 2, 1) and there.year > here.year
    return lost_month or (leap_february and "februar" in said)


@pytest.mark.parametrize("base", BASES[:: BASES_STRIDE.now])
@pytest.mark.parametrize(("language", "spoken"), SPOKEN, ids=["en", "de"])
def test_dates_are_read_as_dateparser_reads_them(
    language: Language, spoken: tuple[str, ...], base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = from_iso(base)
    ways = resolvers(language) if base == BASES[0] else {way: resolvers(language)[way] for way in ("past", "future")}
    asked = [(said, way) for said in spoken for way in ways]
    mine = {(said, way): ways[way](said, at) for said, way in asked}
    monkeypatch.setattr(dates, "read_date", read_by_dateparser(language))
    its = {(said, way): ways[way](said, at) for said, way in asked}
    differing = [each for each in asked if mine[each] != its[each]]
    assert [each for each in differing if not rightly_differs(each[0], at, mine[each], its[each])] == []
    assert len(differing) < len(asked) / 20
    assert sum(read is not None for read in mine.values()) > len(asked) / 3


@pytest.mark.parametrize(("language", "said", "at", "nonsense", "sense"), NONSENSE)
def test_nonsense_of_dateparser_is_not_read(
    language: Language, said: str, at: Moment, nonsense: str, sense: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _from(resolve_date(said, at, language, past=False)) == sense
    monkeypatch.setattr(dates, "read_date", read_by_dateparser(language))
    assert _from(resolve_date(said, at, language, past=False)) == nonsense


def test_a_time_of_day_keeps_its_month_and_february_its_year() -> None:
    at_month_end, at_leap_day = from_iso(BASES[1]), from_iso(LEAP_DAY)
    assert _from(resolve_date("at nine", at_month_end, ENGLISH), at_month_end) == "2026-02-01T09:00"
    assert _from(resolve_date("in february", at_leap_day, ENGLISH), at_leap_day) == "2025-02-01T00:00"


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="0123456789 -/.:,+apm may3rdjunfebsot'", max_size=40), st.sampled_from(BASES), st.booleans())
def test_any_text_is_read_or_not_and_the_same_again(text: str, base: str, past: bool) -> None:
    when = local_datetime(from_iso(base)).replace(tzinfo=None)
    read = [_read_or_error(text, when, language.dates, past=past) for language in (ENGLISH, GERMAN) for _ in range(2)]
    assert read[::2] == read[1::2]


def _read_or_error(text: str, base: datetime, patterns: DatePatterns, *, past: bool) -> datetime | str | None:
    """What is read; the two errors of arithmetic on dates are those that `resolve_date` expects."""
    try:
        return read_date(text, base, patterns, past=past)
    except (OverflowError, ValueError) as error:
        return type(error).__name__


def _from(read: ResolvedDate | None, at: Moment = NOW) -> str | None:
    return to_iso(Moment(read.from_ms, at.utc_offset_min))[:16] if read else None


@pytest.mark.parametrize(
    ("language", "said", "day"),
    [
        (ENGLISH, "tomorrow at ten and another at two", "2026-03-03T10:00"),
        (ENGLISH, "between 10:00 and 12:00 tomorrow", "2026-03-03T10:00"),
        (GERMAN, "morgen um zehn und noch einer um zwei", "2026-03-03T10:00"),
    ],
)
def test_the_first_of_two_times_is_the_time(language: Language, said: str, day: str) -> None:
    at = from_iso("2026-03-02T10:02:00+01:00")
    when = resolve_date(said, at, language)
    assert when is not None
    assert to_iso(Moment(when.from_ms, 60)).startswith(day)
