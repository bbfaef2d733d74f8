"""Pure: reads the time range of a command to forget: "what I told you yesterday", "the last five minutes".

It is resolved from the turn's own time. An unclear range is none, and nothing is forgotten for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.core.policy import DAY_MS
from memory.model.atoms import Moment
from memory.model.timestamps import from_datetime, local_datetime
from memory.text.dates import (
    ResolvedDate,
    day_spans,
    has_date,
    resolve_date,
    resolve_day_or_span,
    spoken_to_digits,
    without_date,
)
from memory.text.language_file import Data, table, texts
from memory.text.language_rules import Language
from memory.text.lazy_pattern import PatternReader, lazy_pattern

_HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class TimeRange:
    """From and until, in ms; or the whole session (`whole_session`)."""

    from_ms: int = 0
    until_ms: int = 0
    whole_session: bool = False


class TimeRanges(PatternReader):
    """The time ranges of one language: the section `forgotten_time` of its file."""

    def __init__(self, data: Mapping[str, Data], memory: Language) -> None:
        """Takes the patterns."""
        section = table(data["forgotten_time"])
        self._memory = memory
        commands = (name for name in ("told", "bare", "of") if name in section)
        self._commands = tuple(lazy_pattern(str(section[name])) for name in commands)
        about = (name for name in ("about", "given") if name in section)
        self._about = tuple(lazy_pattern(str(section[name])) for name in about)
        self._last = lazy_pattern(str(section["last"]))
        self._session = lazy_pattern(str(section["session"]))
        self._units = {str(name): int(str(ms)) for name, ms in table(section["units"]).items()}
        self._parts = {str(name): str(hours) for name, hours in table(section["parts"]).items()}
        asked = table(data["past_times"])
        self._lead = lazy_pattern(str(asked["lead"]))
        self._earlier = lazy_pattern(str(asked["earlier"]))
        parts = "|".join(sorted(map(re.escape, self._parts), key=len, reverse=True))
        self._recent = lazy_pattern(rf"(?<!\w)(?:{parts}|{asked['earlier']}|{section['last']})(?!\w)")
        self._on = texts(asked["on"])
        self._year, self._week, self._month, self._named_month = (
            lazy_pattern(str(asked[name])) for name in ("year", "this_week", "this_month", "month")
        )
        self._rewrites = tuple(
            (lazy_pattern(pattern), str(plain)) for pattern, plain in table(asked["rewrite"]).items()
        )

    def of(self, command: str, at: Moment) -> TimeRange | None:
        """Returns the time range that a command names; None when it names none, or something else too."""
        for pattern in self._commands:
            found = pattern.fullmatch(_plain_command(command))
            if found is not None:
                return self.past_range(found["when"], at)
        return None

    def topic_and_range(self, command: str, at: Moment) -> tuple[str, TimeRange] | None:
        """Returns topic and time range of "what I said about tea yesterday", "yesterday about tea" or "the number I
        gave you yesterday"; None without both.
        """
        plain = _plain_command(command)
        found = next((read for pattern in self._about if (read := pattern.fullmatch(plain))), None)
        if found is None:
            return None
        if found["when"]:
            stretch = self.past_range(found["when"], at)
            return (found["about"], stretch) if stretch else None
        words = found["about"].split()
        for cut in range(1, len(words)):
            stretch = self.past_range(" ".join(words[cut:]), at)
            if stretch is not None:
                return " ".join(words[:cut]), stretch
        return None

    def past_range(self, when: str, at: Moment) -> TimeRange | None:
        """Resolves words that are nothing but a time: "yesterday"; None for a time to come and for other words."""
        if self._session.fullmatch(when):
            return TimeRange(whole_session=True)
        last = self._last.fullmatch(when)
        if last is not None:
            return self._back(last, at)
        if when in self._parts:
            return self._part_of_day(self._parts[when], at)
        if without_date(when, self._memory):
            return None
        day = resolve_day_or_span(when, at, self._memory, past=True) or resolve_date(when, at, self._memory, past=True)
        return _until_now(day, at)

    def may_name_time(self, question: str) -> bool:
        """Says whether a question may name a day, a month or a year."""
        spans = (self._year, self._week, self._month, self._last)
        return has_date(question, self._memory) or any(each.search(question) for each in spans)

    def recent_range(self, question: str, at: Moment) -> tuple[str, TimeRange] | None:
        """Cuts a time of the last hours out of a question: what is left of it, and the time; None without one.

        A time that is not named ("earlier", "so far") is the day until now.
        """
        plain = _plain_command(question)
        found = self._recent.search(plain)
        if found is None:
            return None
        stretch = self._part_of_day("0..24", at) if self._earlier.fullmatch(found[0]) else self.past_range(found[0], at)
        return (plain[: found.start()] + plain[found.end() :], stretch) if stretch else None

    def day_said(self, text: str, at: Moment) -> TimeRange | None:
        """Returns the past day, or the days, that a text names anywhere: "I was in a foul mood on Monday"."""
        plain = _plain_command(text)
        days = (plain[start:end] for start, end in day_spans(plain, self._memory))
        return next((found for day in days if (found := self._past_day(day, at)) is not None), None)

    def _past_day(self, day: str, at: Moment) -> TimeRange | None:
        return next(
            (found for each in (day, *(f"{on} {day}" for on in self._on)) if (found := self.past_range(each, at))), None
        )

    def asked_range(self, when: str, at: Moment) -> TimeRange | None:
        """Resolves what a question says of a past time: "on january first", "in 2025"; None for other words."""
        words = self._lead.sub("", _plain_command(when))
        for pattern, plain in self._rewrites:
            words = pattern.sub(plain, words)
        year = self._year.fullmatch(words)
        if year is not None:
            return _whole_year(year, at)
        midnight = local_datetime(at).replace(hour=0, minute=0, second=0, microsecond=0)
        if self._week.fullmatch(words):
            return TimeRange(from_datetime(midnight - timedelta(days=midnight.weekday())).at_ms, at.at_ms)
        if self._month.fullmatch(words):
            return TimeRange(from_datetime(midnight.replace(day=1)).at_ms, at.at_ms)
        if self._named_month.fullmatch(words):
            return _until_now(resolve_date(words, at, self._memory, past=True), at)
        each = (self.past_range(spoken, at) for spoken in (words, *(f"{on} {words}" for on in self._on)))
        return next((found for found in each if found is not None), None)

    def _back(self, last: re.Match[str], at: Moment) -> TimeRange | None:
        """Resolves "the last five minutes"; without a number it is one."""
        number = spoken_to_digits(last["count"] or "1", self._memory)
        if not number.isdigit():
            return None
        return TimeRange(at.at_ms - int(number) * self._units[last["unit"]], at.at_ms)

    def _part_of_day(self, hours: str, at: Moment) -> TimeRange | None:
        """Resolves "this morning" and "last night", up to now: hours from today's midnight, yesterday's below zero."""
        local_ms = at.at_ms + at.utc_offset_min * 60_000
        midnight = at.at_ms - local_ms % DAY_MS
        begin, end = (midnight + int(hour) * _HOUR_MS for hour in hours.split(".."))
        return TimeRange(begin, min(end, at.at_ms)) if begin < at.at_ms else None


def _until_now(day: ResolvedDate | None, at: Moment) -> TimeRange | None:
    return None if day is None or day.from_ms > at.at_ms else TimeRange(day.from_ms, min(day.until_ms, at.at_ms))


def _whole_year(said: re.Match[str], at: Moment) -> TimeRange | None:
    """Returns the year that is named by its number, or as the last one or this one."""
    now = local_datetime(at)
    year = int(said["year"]) if said["year"] else now.year - bool(said["last"])
    begin, end = (from_datetime(datetime(each, 1, 1, tzinfo=now.tzinfo)).at_ms for each in (year, year + 1))
    return TimeRange(begin, min(end, at.at_ms)) if begin < at.at_ms else None


def _plain_command(command: str) -> str:
    return " ".join(command.lower().replace("\u2019", "'").split()).strip(" .,;!?")
