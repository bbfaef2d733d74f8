"""Pure: reads the time range of a command to forget: "what I told you yesterday", "the last five minutes".

It is resolved from the turn's own time. An unclear range is none, and nothing is forgotten for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from memory.core.policy import DAY_MS
from memory.model.atoms import Moment
from memory.text.dates import resolve_date, resolve_day_or_span, spoken_to_digits, without_date
from memory.text.language_file import Data, table
from memory.text.language_rules import Language

_HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class TimeRange:
    """From and until, in ms; or the whole session (`whole_session`)."""

    from_ms: int = 0
    until_ms: int = 0
    whole_session: bool = False


class TimeRanges:
    """The time ranges of one language: the section `forgotten_time` of its file."""

    def __init__(self, data: Mapping[str, Data], memory: Language) -> None:
        """Compiles the patterns."""
        section = table(data["forgotten_time"])
        self._memory = memory
        self._commands = tuple(re.compile(str(section[name]), re.IGNORECASE) for name in ("told", "bare"))
        self._about = re.compile(str(section["about"]), re.IGNORECASE)
        self._last = re.compile(str(section["last"]), re.IGNORECASE)
        self._session = re.compile(str(section["session"]), re.IGNORECASE)
        self._units = {str(name): int(str(ms)) for name, ms in table(section["units"]).items()}
        self._parts = {str(name): str(hours) for name, hours in table(section["parts"]).items()}

    def of(self, command: str, at: Moment) -> TimeRange | None:
        """Returns the time range that a command names; None when it names none, or something else too."""
        for pattern in self._commands:
            found = pattern.fullmatch(_plain_command(command))
            if found is not None:
                return self._stretch(found["when"], at)
        return None

    def topic_and_range(self, command: str, at: Moment) -> tuple[str, TimeRange] | None:
        """Returns topic and time range of "what I said about tea yesterday" or "yesterday about tea"; None without
        both.
        """
        found = self._about.fullmatch(_plain_command(command))
        if found is None:
            return None
        if found["when"]:
            stretch = self._stretch(found["when"], at)
            return (found["about"], stretch) if stretch else None
        words = found["about"].split()
        for cut in range(1, len(words)):
            stretch = self._stretch(" ".join(words[cut:]), at)
            if stretch is not None:
                return " ".join(words[:cut]), stretch
        return None

    def _stretch(self, when: str, at: Moment) -> TimeRange | None:
        if self._session.fullmatch(when):
            return TimeRange(whole_session=True)
        last = self._last.fullmatch(when)
        if last is not None:
            return self._back(last, at)
        if when in self._parts:
            return self._part_of_today(self._parts[when], at)
        if without_date(when, self._memory):
            return None
        day = resolve_day_or_span(when, at, self._memory, past=True) or resolve_date(when, at, self._memory, past=True)
        if day is None or day.from_ms > at.at_ms:
            return None
        return TimeRange(day.from_ms, min(day.until_ms, at.at_ms))

    def _back(self, last: re.Match[str], at: Moment) -> TimeRange | None:
        """Resolves "the last five minutes"; without a number it is one."""
        number = spoken_to_digits(last["count"] or "1", self._memory)
        if not number.isdigit():
            return None
        return TimeRange(at.at_ms - int(number) * self._units[last["unit"]], at.at_ms)

    def _part_of_today(self, hours: str, at: Moment) -> TimeRange | None:
        """Resolves "this morning", up to now."""
        local_ms = at.at_ms + at.utc_offset_min * 60_000
        midnight = at.at_ms - local_ms % DAY_MS
        begin, end = (midnight + int(hour) * _HOUR_MS for hour in hours.split("-"))
        return TimeRange(begin, min(end, at.at_ms)) if begin < at.at_ms else None


def _plain_command(command: str) -> str:
    return " ".join(command.lower().replace("\u2019", "'").split()).strip(" .,;!?")
