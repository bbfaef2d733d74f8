"""Pure: the words for time of one language: how durations, times of day, days and recurrences are said.

They stand in the part `times` of a language file. Patterns see small letters, numbers as digits and one space between
words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from device.nlu.spoken_numbers import SpokenNumbers
from memory.text.language_file import Data, table, texts

_MACRO = re.compile(r"(?<!\?P)<(\w+)>")


class NeededTime(Enum):
    """What a command about a schedule must say of a time beside its name."""

    NONE = "none"
    DURATION = "duration"
    MOMENT = "moment"
    """A time of day or a day."""


@dataclass(frozen=True, slots=True)
class NamedCommand:
    """A way to say something of a schedule by its name alone: the name and the time are the group `said`."""

    pattern: re.Pattern[str]
    intent: str
    needs: NeededTime


@dataclass(frozen=True, slots=True)
class TimeWords:
    """The compiled part `times` of a language file."""

    numbers: SpokenNumbers
    durations: tuple[tuple[re.Pattern[str], int], ...]
    """What is said, and its seconds: of the whole, or of one when the group `n` counts."""
    clocks: tuple[tuple[re.Pattern[str], int], ...]
    """A time of day, and minutes to add."""
    parts: tuple[tuple[re.Pattern[str], int, int], ...]
    """A part of the day, the first hour that it means, and its time in minutes when nothing else is said."""
    days: tuple[tuple[re.Pattern[str], int], ...]
    """A day, as days from today."""
    weekday: re.Pattern[str]
    """A day of the week, in the group `day`; the groups `every`, `many` and `next` say more."""
    weekdays: tuple[str, ...]
    recurrences: tuple[tuple[re.Pattern[str], str], ...]
    """A recurrence, and its RRULE, with `{n}` for a number."""
    lead: re.Pattern[str]
    """Small words before a time that belong to it."""
    trail: re.Pattern[str]
    """And after it."""
    joint: re.Pattern[str]
    """What stands between two parts of one duration."""
    edges: re.Pattern[str]
    """Small words at the ends of what remains."""
    articles: re.Pattern[str]
    """Words before a name that are no part of it."""
    place: str
    """Words before the name of a device."""
    all: re.Pattern[str]
    """Words for every one of several."""
    cancel: re.Pattern[str]
    """Words that take back what was just set."""
    owners: re.Pattern[str]
    """Words before a name that say whose it is."""
    definite: re.Pattern[str]
    """The beginning of a sentence about one that is there: "make the ..."."""
    remake: re.Pattern[str]
    """The same where no name has to follow."""
    hourless: re.Pattern[str]
    """A time without its hour: "make it half past"; `to` is there when it is before the hour."""
    another: re.Pattern[str]
    """The beginning of "and a second one for ..."."""
    ordinal: re.Pattern[str]
    """What is no name of one: "a second timer"."""
    not_to_forget: re.Pattern[str]
    """The beginning of a request to be reminded that is not said so: "don't let me forget"."""
    units: tuple[str, str]
    """The words for minutes and seconds."""
    kinds: tuple[tuple[str, re.Pattern[str]], ...]
    """The words for a timer and an alarm."""
    between_settings: re.Pattern[str]
    """What stands between two timers that one sentence sets."""
    one_of_several: re.Pattern[str]
    """The beginning of one of them: "set a", "another one"."""
    condition: re.Pattern[str]
    """What somebody does: no time, and nothing that Selene notices."""
    named: tuple[NamedCommand, ...]
    """Commands about a schedule by its name alone."""
    named_around: re.Pattern[str]
    """Words around that name."""


def time_words(data: Mapping[str, Data]) -> TimeWords:
    """Compiles the words of a language file."""
    part = table(data["times"])
    macros = {name: str(text) for name, text in table(part["macros"]).items()}

    def compiled(text: Data) -> re.Pattern[str]:
        pattern = _MACRO.sub(lambda found: f"(?:{macros[found[1]]})", str(text))
        return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")

    def listed(name: str) -> list[tuple[re.Pattern[str], list[Data]]]:
        rows = part[name]
        assert isinstance(rows, list)
        return [(compiled(row[0]), list(row[1:])) for row in rows]

    extra = {word: int(str(number)) for word, number in table(part["numbers"]).items()}
    return TimeWords(
        SpokenNumbers(str(data["language"]), extra),
        tuple((pattern, int(str(rest[0]))) for pattern, rest in listed("durations")),
        tuple((pattern, int(str(rest[0]))) for pattern, rest in listed("clocks")),
        tuple((pattern, int(str(rest[0])), int(str(rest[1]))) for pattern, rest in listed("parts")),
        tuple((pattern, int(str(rest[0]))) for pattern, rest in listed("days")),
        compiled(part["weekday"]),
        tuple(name.casefold() for name in texts(data["weekdays"])),
        tuple((pattern, str(rest[0])) for pattern, rest in listed("recurrences")),
        re.compile(rf"(?<!\w)(?:{part['lead']})\s$"),
        re.compile(rf"^\s(?:{part['trail']})(?!\w)"),
        re.compile(str(part["joint"])),
        re.compile(rf"^(?:{part['edges']})(?!\w)|(?<!\w)(?:{part['tails']})$", re.IGNORECASE),
        re.compile(rf"^(?:{part['articles']})(?!\w)", re.IGNORECASE),
        str(part["place"]),
        compiled(part["all"]),
        compiled(part["cancel"]),
        re.compile(rf"^(?:{part['owners']})(?!\w)\s*", re.IGNORECASE),
        re.compile(rf"^\W*(?:{part['definite']})(?!\w)", re.IGNORECASE),
        re.compile(rf"^\W*(?:{part['remake']})(?!\w)", re.IGNORECASE),
        re.compile(rf"(?<!\w)(?:{part['hourless']})\W*$", re.IGNORECASE),
        re.compile(rf"^\W*(?:{part['another']})(?!\w)", re.IGNORECASE),
        re.compile(str(part["ordinal"]), re.IGNORECASE),
        re.compile(rf"^\W*(?:{part['not_to_forget']})(?!\w)", re.IGNORECASE),
        (str(part["minutes"]), str(part["seconds"])),
        tuple((kind, re.compile(str(words), re.IGNORECASE)) for kind, words in table(part["kinds"]).items()),
        re.compile(str(part["between_settings"]), re.IGNORECASE),
        re.compile(rf"\W*(?:{part['one_of_several']})(?!\w)", re.IGNORECASE),
        compiled(part["condition"]),
        tuple(
            NamedCommand(re.compile(str(row[0]), re.IGNORECASE), str(row[1]), NeededTime(str(row[2])))
            for row in _rows(part["named"])
        ),
        re.compile(rf"^(?:(?:{part['named_before']})\s+)+|(?:\s+(?:{part['named_after']}))+$", re.IGNORECASE),
    )


def _rows(part: Data) -> list[list[Data]]:
    assert isinstance(part, list)
    return [list(row) for row in part]
