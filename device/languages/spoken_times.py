"""Pure: says durations, times of day, days and recurrences in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from memory.text.language_file import Data, table, texts

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
_WORKDAYS, _WEEKEND = "MO,TU,WE,TH,FR", "SA,SU"
_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


class SpokenTimes:
    """The words for times of one language, from the part `said_times` of its file."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        """Takes a language file."""
        self._said = table(data["said_times"])
        carriers = self._said["carriers"]
        self._carriers = carriers if isinstance(carriers, list) else []
        self._weekdays, self._months = texts(data["weekdays"]), texts(data["months"])

    def place_in(self, words: Sequence[str]) -> int | None:
        """Returns the place that one of the words names, 0 for "first", -1 for "last"; None where none does."""
        *places, last = texts(self._said["nths"])
        if last in words:
            return -1
        return next((at for at, nth in enumerate(places) if nth in words), None)

    def carriers(self) -> tuple[tuple[str, str], ...]:
        """Returns words with which a name is a sentence of the person, and how they are said to the person."""
        return tuple((one, other) for one, other in map(texts, self._carriers))

    def duration(self, ms: int) -> str:
        """Says a duration in at most two units, rounded up: "1 hour and 5 minutes"."""
        left = max(1, -(-ms // 1000))
        if left >= 3_600 or (left > 120 and left % 60):
            left = -(-left // 60) * 60
        parts = []
        for unit, seconds in _UNITS:
            count, left = divmod(left, seconds)
            parts += [self._counted(unit, count)] if count else []
        return self.joined(parts[:2])

    def exact_duration(self, ms: int, *, after: bool = False) -> str:
        """Says a duration as it was set, with every unit; `after` in the form that follows "in"."""
        parts, left = [], max(1, round(ms / 1000))
        for unit, seconds in _UNITS:
            count, left = divmod(left, seconds)
            parts += [self._counted(unit, count, after=after)] if count else []
        return self.joined(parts)

    def clock(self, at: datetime) -> str:
        """Says a time of day."""
        whole = table(self._said["whole_hours"])
        if not at.minute and str(at.hour) in whole:
            return str(whole[str(at.hour)])
        name = "clock" if at.minute else "full_hour"
        half = texts(self._said["halves"])[at.hour // 12]
        return self._say(name, hour=at.hour, hour12=at.hour % 12 or 12, minute=f"{at.minute:02}", half=half)

    def moment(self, at: datetime, now: datetime) -> str:
        """Says a time of day, with its day unless that is today."""
        day = self.day(at.date(), now.date())
        return self._say("at_day", day=day, clock=self.clock(at)) if day else self.at(at)

    def at(self, at: datetime) -> str:
        """Says a time of day with its small word: "at 6:30 am"."""
        return self._say("at", clock=self.clock(at))

    def day(self, day: date, today: date) -> str:
        """Says a day as seen from today; nothing for today."""
        ahead = (day - today).days
        if ahead == 0:
            return ""
        if ahead in (1, -1):
            return self._say("tomorrow" if ahead == 1 else "yesterday")
        if 1 < ahead < 7:
            return self._say("on_weekday", weekday=self._weekdays[day.weekday()])
        return self._say(
            "on_date", weekday=self._weekdays[day.weekday()], day=day.day, month=self._months[day.month - 1]
        )

    def recurrence(self, rule: str) -> str:
        """Says an RRULE: "on weekdays", "every Monday and Thursday", "every 2 hours"."""
        parts = dict(part.partition("=")[::2] for part in rule.split(";"))
        days, count = parts.get("BYDAY", ""), int(parts.get("INTERVAL", "1"))
        if days in (_WORKDAYS, _WEEKEND) and count == 1:
            return self._say("weekdays" if days == _WORKDAYS else "weekends")
        if parts["FREQ"] == "MONTHLY" and len(parts) > 1:
            return self._in_month(days, parts.get("BYMONTHDAY", ""))
        if days and count <= 2:
            named = [self._weekdays[_CODES.index(code)] for code in days.split(",")]
            return self._say("every_weekday" if count == 1 else "every_other", weekdays=self.joined(named))
        once, several = texts(table(self._said["every"])[parts["FREQ"]])
        return once if count == 1 else several.format(count=count)

    def _in_month(self, day: str, number: str) -> str:
        """Says a day of every month: "on day 3", "on the last day", "on the first Monday"."""
        if day:
            place = int(day[:-2])
            nth = texts(self._said["nths"])[place - 1 if place > 0 else -1]
            return self._say("nth_weekday", nth=nth, weekday=self._weekdays[_CODES.index(day[-2:])])
        return self._say("last_day") if number == "-1" else self._say("month_day", day=number or "1")

    def joined(self, parts: Sequence[str]) -> str:
        """Says "A, b and c"."""
        head, last = ", ".join(parts[:-1]), parts[-1]
        return self._say("and", head=head, last=last) if head else last

    def _counted(self, unit: str, count: int, *, after: bool = False) -> str:
        one, several = texts(table(self._said["after"] if after and "after" in self._said else self._said)[unit])
        return one if count == 1 else several.format(count=count)

    def _say(self, name: str, **words: str | int) -> str:
        return str(self._said[name]).format(**words)
