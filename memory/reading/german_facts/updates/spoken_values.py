"""Pure: finds the values in a German sentence that a correction may replace: its days, hours and numbers."""

from __future__ import annotations

from dataclasses import dataclass

from memory.reading.german.german_line import GermanLine

DAY, HOUR, NUMBER = "day", "hour", "number"


@dataclass(frozen=True, slots=True)
class SpokenValue:
    """Tokens of one value, its sort, and the word behind a number that says what is counted."""

    sort: str
    first: int
    last: int
    unit: str = ""


def values_in(line: GermanLine, first: int, last: int) -> tuple[SpokenValue, ...]:
    """Returns the values between two tokens, in order."""
    found: list[SpokenValue] = []
    at = first
    while at < last:
        value = _value_at(line, at, last)
        if value is not None:
            found.append(value)
        at = value.last if value is not None else at + 1
    return tuple(found)


def _value_at(line: GermanLine, at: int, last: int) -> SpokenValue | None:
    if line.word(at) in line.words.days or line.is_in(at, "single_days") or line.is_month(at):
        return SpokenValue(DAY, at, at + 1)
    if not _counts(line, at):
        return None
    end = at
    while end < last and (_counts(line, end) or _is_inside_hour(line, end)):
        end += 1
    if line.is_month(end) or (_is_ordinal(line, at) and not line.is_open(end)):
        return SpokenValue(DAY, at, end + line.is_month(end))
    marked = any(line.is_in(place, "hour_marks") for place in range(at, end))
    if marked or line.is_in(at - 1, "before_hours"):
        return SpokenValue(HOUR, at, end)
    unit = line.word(end) if end < last and line.is_open(end) and not line.finite(end) else ""
    return SpokenValue(NUMBER, at, end, unit)


def _counts(line: GermanLine, at: int) -> bool:
    return line.is_number(at) or (line.is_in(at, "hour_marks") and line.is_number(at + 1))


def _is_inside_hour(line: GermanLine, at: int) -> bool:
    return (
        line.is_number(at - 1) and line.is_in(at, "hour_words") and (line.is_number(at + 1) or line.word(at) == "uhr")
    )


def _is_ordinal(line: GermanLine, at: int) -> bool:
    return line.word(at) in line.words.ordinals or line.word(at).endswith((".", "sten", "ste"))
