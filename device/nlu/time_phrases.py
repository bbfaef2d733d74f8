"""Pure: finds what a text says of a time: a duration, a time of day, a day, a recurrence; and the words that remain.

It says which words mean a time, not which moment they mean: that depends on when they are said, and for what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from device.nlu.spoken_numbers import PlainText
from device.nlu.time_words import TimeWords, time_words
from memory.text.language_file import Data

_EDGES = " \t\n\"'“”‘’.,;:!?-–—"
_DATE_AT_END = re.compile(r"(\d\.\d{1,2})$")
"""A date whose last point was taken for the end of a sentence: "10.4." before "um neun"."""
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TimePhrase:
    """What a text says of a time. A part of it that was not said is None or empty."""

    duration_s: float | None = None
    minutes: int | None = None
    """A time of day, in minutes after midnight, as it was said."""
    is_exact: bool = False
    """Whether it was said on a clock of 24 hours, or with the half of the day."""
    part_from: int | None = None
    """The first hour of the part of the day that was named."""
    part_minutes: int | None = None
    """The usual time of that part, in minutes after midnight."""
    days_ahead: int | None = None
    weekday: int | None = None
    """0 for Monday."""
    month_day: int | None = None
    """A day of the month that was named without its month: "on the tenth"."""
    next_week: bool = False
    """Whether the day is one of the next week, or of the next month."""
    recurrence: str = ""
    """An RRULE without its start."""
    rest: str = ""
    """The other words, as they were said."""
    begins: bool = False
    """Whether the text begins with it."""

    @property
    def is_empty(self) -> bool:
        """Says whether no time was named."""
        return not (
            self.recurrence
            or self.duration_s
            or any(part is not None for part in (self.minutes, self.part_minutes))
            or self.names_day
        )

    @property
    def names_day(self) -> bool:
        """Says whether a day was named, or days that come again."""
        return self.names_one_day or bool(self.recurrence)

    @property
    def names_one_day(self) -> bool:
        """Says whether a single day was named."""
        return any(part is not None for part in (self.days_ahead, self.weekday, self.month_day))

    @property
    def names_only_a_time(self) -> bool:
        """Says whether a time of day was named, and no day."""
        day = self.names_day or self.duration_s
        return not day and (self.minutes is not None or self.part_minutes is not None)

    @property
    def is_duration(self) -> bool:
        """Says whether only a duration was named."""
        return bool(self.duration_s) and self.minutes is None and self.weekday is None and not self.recurrence


class TimeReader:
    """Reads times in one language."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        """Takes the parts `times` and `weekdays` of a language file."""
        self._data = data
        self._compiled: TimeWords | None = None

    @property
    def words(self) -> TimeWords:
        """Returns the words of the language, compiled when they are first needed."""
        if self._compiled is None:
            self._compiled = time_words(self._data)
        return self._compiled

    def read(self, text: str) -> TimePhrase:
        """Returns what the text says of a time."""
        search = _Search(self.words, self.words.numbers.in_digits(text))
        phrase = search.phrase()
        return replace(phrase, rest=self._rest(text, search), begins=search.begins)

    def label(self, text: str, *, named: bool = False) -> str:
        """Returns words without the small ones at their ends; a name also without its article: "for the pasta"."""
        bare, words = text.strip(_EDGES), self.words
        while True:
            shorter = words.edges.sub("", bare).strip(_EDGES)
            shorter = words.articles.sub("", shorter).strip(_EDGES) if named else shorter
            if shorter == bare:
                return bare
            bare = shorter

    def is_duration(self, text: str) -> bool:
        """Says whether the text is a duration and nothing else."""
        phrase = self.read(text)
        return phrase.is_duration and phrase.days_ahead is None and not self.label(phrase.rest, named=True)

    def has_duration(self, text: str) -> bool:
        """Says whether the text has the words of a duration anywhere, without reading them."""
        plain = self.words.numbers.in_digits(text).text
        return any(pattern.search(plain) for pattern, _ in self.words.durations)

    def is_time(self, text: str) -> bool:
        """Says whether the text is a time and nothing else."""
        phrase = self.read(text)
        return not phrase.is_empty and not self.label(phrase.rest, named=True)

    def has_time(self, text: str) -> bool:
        """Says whether the text names a time."""
        return not self.read(text).is_empty

    def is_minute(self, text: str) -> bool:
        """Says whether the text is a minute of the hour that runs or comes: "quarter past"."""
        return self.words.of_coming_hour.fullmatch(self.words.numbers.in_digits(text.casefold()).text) is not None

    def has_clock(self, text: str) -> bool:
        """Says whether the text names a time of day or a duration, and not a day alone."""
        phrase = self.read(text)
        return phrase.minutes is not None or phrase.is_duration

    def has_no_time(self, text: str) -> bool:
        """Says whether the text names no time."""
        return not self.has_time(text)

    def is_number(self, text: str) -> bool:
        """Says whether the text is a number and nothing else."""
        return self.words.numbers.in_digits(text).text.isdecimal()

    def begins_with_time(self, text: str) -> bool:
        """Says whether the text begins with a time."""
        return self.read(text).begins

    def is_condition(self, text: str) -> bool:
        """Says whether the text says what somebody does, which is no time."""
        return self.words.condition.match(self.words.numbers.in_digits(text).text) is not None

    def _rest(self, text: str, search: _Search) -> str:
        kept, at = [], 0
        for start, end in sorted(search.said()):
            piece = text[at:start].strip(_EDGES)
            kept.append(_DATE_AT_END.sub(r"\1.", piece))
            at = max(at, end)
        kept.append(text[at:].strip(_EDGES))
        return " ".join(piece for piece in kept if piece)


class _Search:
    """One text, and which spans of it were read as a time."""

    def __init__(self, words: TimeWords, plain: PlainText) -> None:
        self._words, self._plain = words, plain
        self._spans: list[Span] = []

    def phrase(self) -> TimePhrase:
        """Reads every part, the most telling first; no word is read twice."""
        phrase = self._recurrence(TimePhrase())
        phrase = self._duration(phrase)
        phrase = self._clock(phrase)
        phrase = self._part(phrase)
        return self._month_day(self._day(phrase))

    @property
    def begins(self) -> bool:
        """Says whether a span is at the beginning."""
        return any(start == 0 for start, _ in self._widened())

    def said(self) -> Iterator[Span]:
        """Yields the spans in the words that were said."""
        for start, end in self._widened():
            yield self._plain.said(start, end)

    def _widened(self) -> list[Span]:
        """Returns the spans with the small words around them."""
        text, found = self._plain.text, []
        for start, end in self._spans:
            if (lead := self._words.lead.search(text[:start])) is not None:
                start = lead.start()
            if (trail := self._words.trail.match(text[end:])) is not None:
                end += trail.end()
            found.append((start, end))
        return found

    def _find(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Returns the first match of which no word was read before."""
        return next((found for found in pattern.finditer(self._plain.text) if self._is_free(found.span())), None)

    def _is_free(self, span: Span) -> bool:
        return span[0] < span[1] and all(span[1] <= start or end <= span[0] for start, end in self._spans)

    def _take(self, found: re.Match[str]) -> re.Match[str]:
        self._spans.append(found.span())
        return found

    def _recurrence(self, phrase: TimePhrase) -> TimePhrase:
        """Reads a recurrence, and the days that a daily one leaves out: "every day except Sundays"."""
        excepts = self._find(self._words.excepts)
        out = self._days_in(excepts["days"]) if excepts else frozenset()
        if excepts and out:
            self._take(excepts)
        phrase = self._plain_recurrence(phrase)
        days = {"FREQ=DAILY": _BYDAY, _WORKDAYS: _BYDAY[:5]}.get(phrase.recurrence)
        if not out or days is None:
            return phrase
        return replace(phrase, recurrence=f"FREQ=WEEKLY;BYDAY={','.join(day for day in days if day not in out)}")

    def _days_in(self, text: str) -> frozenset[str]:
        """Returns the days of the week in a text, as RRULE names them."""
        named = {_BYDAY[self._number_of(each["day"])] for each in self._words.weekday.finditer(text)}
        weekly = (
            rule for pattern, rule in self._words.recurrences if rule.startswith(_ON_DAYS) and pattern.search(text)
        )
        return frozenset(named.union(*(rule.removeprefix(_ON_DAYS).split(",") for rule in weekly)))

    def _plain_recurrence(self, phrase: TimePhrase) -> TimePhrase:
        monthly = self._find(self._words.nth_weekday)
        if monthly is not None:
            nth, day = (monthly[name] or monthly[f"{name}2"] for name in ("nth", "day"))
            place = next(at for at, words in enumerate(self._words.nths, 1) if nth in words)
            place = place if place < len(self._words.nths) else -1
            self._take(monthly)
            return replace(phrase, recurrence=f"FREQ=MONTHLY;BYDAY={place}{_BYDAY[self._number_of(day)]}")
        for pattern, recurrence in self._words.recurrences:
            found = self._find(pattern)
            if found is not None:
                count = found.groupdict().get("n") or "1"
                self._spans.append(found.span("all") if "all" in found.groupdict() else found.span())
                return replace(phrase, recurrence=recurrence.format(n=count))
        return self._weekly(phrase)

    def _weekly(self, phrase: TimePhrase) -> TimePhrase:
        """Reads "every Monday and Thursday", "on Mondays"."""
        found = [each for each in self._words.weekday.finditer(self._plain.text) if self._is_free(each.span())]
        if not any(each["every"] or each["many"] for each in found) and not _are_several(found):
            return phrase
        days = sorted({self._number_of(self._take(each)["day"]) for each in found})
        rule = "FREQ=WEEKLY;INTERVAL=2" if any(each["alternate"] for each in found) else "FREQ=WEEKLY"
        return replace(phrase, recurrence=f"{rule};BYDAY={','.join(_BYDAY[day] for day in days)}")

    def _number_of(self, day: str) -> int:
        return next(number for number, name in enumerate(self._words.weekdays) if day[:2] == name[:2])

    def _duration(self, phrase: TimePhrase) -> TimePhrase:
        """Adds up the parts of a duration that follow each other."""
        total, last = 0.0, None
        for found, seconds in sorted(self._durations(), key=lambda each: each[0].start()):
            if last is not None and not self._words.joint.fullmatch(self._plain.text[last : found.start()]):
                break
            last = self._take(found).end()
            total += seconds
        return replace(phrase, duration_s=total) if last is not None else phrase

    def _durations(self) -> list[tuple[re.Match[str], float]]:
        found: list[tuple[re.Match[str], float]] = []
        for pattern, seconds in self._words.durations:
            for each in pattern.finditer(self._plain.text):
                taken = any(each.start() < other.end() and other.start() < each.end() for other, _ in found)
                if not taken and self._is_free(each.span()):
                    found.append((each, _amount(each) * seconds))
        return found

    def _clock(self, phrase: TimePhrase) -> TimePhrase:
        for pattern, added in self._words.clocks:
            for found in pattern.finditer(self._plain.text):
                minutes, exact = _clock_minutes(found, added)
                if minutes is not None and self._is_free(found.span()):
                    self._take(found)
                    return replace(phrase, minutes=minutes, is_exact=exact)
        return phrase

    def _part(self, phrase: TimePhrase) -> TimePhrase:
        for pattern, from_hour, minutes in self._words.parts:
            found = self._find(pattern)
            if found is not None:
                self._take(found)
                return replace(phrase, part_from=from_hour, part_minutes=minutes)
        return phrase

    def _day(self, phrase: TimePhrase) -> TimePhrase:
        for pattern, ahead in self._words.days:
            found = self._find(pattern)
            if found is not None:
                self._take(found)
                return replace(phrase, days_ahead=ahead)
        found = self._find(self._words.weekday)
        if found is not None and _WEEKS.fullmatch(phrase.recurrence):
            day = _BYDAY[self._number_of(self._take(found)["day"])]
            return replace(phrase, recurrence=f"{phrase.recurrence};BYDAY={day}")
        if found is None or phrase.recurrence:
            return phrase
        self._take(found)
        later = bool(found["next"])
        return replace(phrase, weekday=self._number_of(found["day"]), next_week=later)

    def _month_day(self, phrase: TimePhrase) -> TimePhrase:
        """Reads "on the tenth": one day, or with "every month" that of each."""
        found = self._find(self._words.month_day)
        day = _day_of_month(found["nth"], self._words) if found else 0
        monthly = phrase.recurrence == "FREQ=MONTHLY"
        if found is None or day not in self._words.ordinals.values() or (phrase.recurrence and not monthly):
            return phrase
        self._take(found)
        if monthly:
            return replace(phrase, recurrence=f"{phrase.recurrence};BYMONTHDAY={day}")
        return replace(phrase, month_day=day, next_week=phrase.next_week or bool(found["next"]))


def _day_of_month(said: str, words: TimeWords) -> int:
    """Returns the number of "tenth", "20 first" or "10 th"."""
    parts = said.rstrip(".").split()
    return sum(int(part) if part.isdecimal() else words.ordinals.get(part, 0) for part in parts)


def _are_several(found: list[re.Match[str]]) -> bool:
    """Says whether more than one day of the week is named, none of them as the next one."""
    return len({each["day"] for each in found}) > 1 and not any(each["next"] for each in found)


_WEEKS = re.compile(r"FREQ=WEEKLY(?:;INTERVAL=\d+)?")
"""A recurrence of weeks that names no day."""
_ON_DAYS = "FREQ=WEEKLY;BYDAY="
_WORKDAYS = f"{_ON_DAYS}MO,TU,WE,TH,FR"
_BYDAY = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def _amount(found: re.Match[str]) -> float:
    """Returns how many of the unit were named: the group `n`, and a half with the group `half`."""
    named = found.groupdict()
    said = named.get("n") or "1"
    count = float(said.replace(",", ".")) if said[0].isdigit() else 1.0
    return count + (0.5 if named.get("half") else 0.0) + int(named.get("part") or 0) / 60


def _clock_minutes(found: re.Match[str], added: int) -> tuple[int | None, bool]:
    """Returns the minutes after midnight, and whether they cannot be of the other half of the day."""
    named = found.groupdict()
    hour, minute = int(named.get("h") or 0), int(named.get("m") or 0)
    if hour > 24 or minute > 59:
        return None, False
    half = (named.get("half") or "").replace(".", "")
    if half and hour > 12:
        half = ""
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    minutes = hour * 60 + minute - int(named.get("back") or 0) + added
    exact = bool(half) or hour > 12 or hour == 0 or bool(named.get("exact"))
    return minutes % (24 * 60), exact
