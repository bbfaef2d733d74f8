"""Pure: the words for time of one language: how durations, times of day, days and recurrences are said.

They stand in the part `times` of a language file. Patterns see small letters, numbers as digits and one space between
words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from device.nlu.spoken_numbers import SpokenNumbers, ordinal_words
from memory.text.language_file import Data, table, texts
from memory.text.lazy_pattern import lazy_pattern

_MACRO = re.compile(r"(?<!\?P)<(\w+)>")


class NeededTime(Enum):
    """What a command about a schedule must say of a time beside its name."""

    NONE = "none"
    DURATION = "duration"
    MOMENT = "moment"
    """A time of day or a day."""
    POINTED = "pointed"
    """No name: what points at one that was spoken of."""


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
    nth_weekday: re.Pattern[str]
    """A day of the week of each month: "the first Monday of every month", in the groups `nth` and `day`."""
    month_day: re.Pattern[str]
    """A day of the month alone: "on the tenth", in the group `nth`; the group `next` says that of the next month."""
    ordinals: Mapping[str, int]
    nths: tuple[tuple[str, ...], ...]
    """The words for first to fourth and last."""
    several_times: re.Pattern[str]
    """More than one time in a day or a week, which one schedule cannot have."""
    excepts: re.Pattern[str]
    """Days on which a daily one does not ring: "except Sundays", the days in `days`."""
    beside: re.Pattern[str]
    """A duration before or after something else, which is no time by itself: "ten minutes before my train"."""
    pause_words: re.Pattern[str]
    """What pauses the timer that was just spoken of."""
    resume_words: re.Pattern[str]
    """What lets it go on."""
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
    at_hour: str
    """An hour in `said` behind a day: "at ten"."""
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
    of_coming_hour: re.Pattern[str]
    """A minute of the hour that runs or comes, as the whole of what is said of a time: "ten to"; `to` is there when it
    is before the hour.
    """
    hourless: re.Pattern[str]
    """A time without its hour: "make it half past"; `to` is there when it is before the hour."""
    another: re.Pattern[str]
    """The beginning of "and a second one for ..."."""
    ordinal: re.Pattern[str]
    """What is no name of one: "a second timer"."""
    none: re.Pattern[str]
    """Words that mean none of several: "no alarm tomorrow"."""
    pointed: re.Pattern[str]
    """What points at one by its time alone: "the Saturday one"."""
    label_alone: re.Pattern[str]
    """What says what to remind of, and no time: "to buy stamps"."""
    deed_at_time: re.Pattern[str]
    """A time and what to remind of, which could be read as a fact: "um sechs Mama anrufen"."""
    hedged_time: re.Pattern[str]
    """What stands before the time of an answer and names nothing: the "let's say" of "let's say at four"."""
    pointing: re.Pattern[str]
    """What points at one of those that were spoken of: "the second one", its place in `nth`; "it"."""
    spoken_of: re.Pattern[str]
    """What shows that a sentence was about schedules; a group for each kind."""
    goes_on: re.Pattern[str]
    """The beginning of one more of the same kind: "and ten for the peas"."""
    rather: re.Pattern[str]
    """The beginning of another time for what was just set: "no, rather seven"."""
    in_place: re.Pattern[str]
    """What says that a schedule is set in the place of another: "wake me at seven instead"."""
    softly_instead: re.Pattern[str]
    """The same right after the other was set; else it only asks politely: the "doch" of "weck mich doch um sieben"."""
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
    than_usual: re.Pattern[str]
    """Sooner or later, in `sooner`, than something usually is, in `usual`."""
    nearly_done: re.Pattern[str]
    """What asks how long it still takes: "is it nearly done"."""
    once_more: re.Pattern[str]
    """What stands for the name of the one before: "and again in the evening"."""
    once_more_first: re.Pattern[str]
    """The same before a time."""
    further_of_several: re.Pattern[str]
    """One of several timers without its kind: "twenty for the chicken"."""
    before_event: tuple[re.Pattern[str], ...]
    """A request to be reminded before a `thing`: the `day` or the `evening` before it, or a `span`; `deed` is what to
    say then.
    """
    but_not: tuple[re.Pattern[str], ...]
    """What leaves out a day of what was just set, the day in `said`: "not tomorrow though"."""
    until_when: re.Pattern[str]
    """What asks when the one that was spoken of is due."""
    named: tuple[NamedCommand, ...]
    """Commands about a schedule by its name alone."""
    named_around: re.Pattern[str]
    """Words around that name."""


_WHOLE = (
    "of_coming_hour",
    "ordinal",
    "pause_words",
    "resume_words",
    "pointed",
    "pointing",
    "label_alone",
    "deed_at_time",
    "hedged_time",
    "spoken_of",
    "between_settings",
    "than_usual",
    "until_when",
    "nearly_done",
    "once_more",
    "further_of_several",
    "in_place",
    "softly_instead",
)
"""Parts that are compiled as they stand, for a whole text or any place in it."""
_BEGINS = ("definite", "remake", "another", "not_to_forget")
"""Parts that begin a sentence."""
_AMONG = (
    "weekday",
    "nth_weekday",
    "month_day",
    "several_times",
    "excepts",
    "beside",
    "all",
    "cancel",
    "none",
    "condition",
)
"""Parts that stand among other words."""
_AROUND = {
    "once_more_first": r"^\W*(?:{once_more})\s+",
    "hourless": r"(?<!\w)(?:{hourless})\W*$",
    "articles": r"^(?:{articles})(?!\w)",
    "owners": r"^(?:{owners})(?!\w)\s*",
    "edges": r"^(?:{edges})(?!\w)|(?<!\w)(?:{tails})$",
    "goes_on": r"^\W*(?:{goes_on})(?!\s)",
    "rather": r"^\W*(?:{rather})(?!\s)",
    "one_of_several": r"\W*(?:{one_of_several})(?!\w)",
    "named_around": r"^(?:(?:{named_before})\s+)+|(?:\s+(?:{named_after}))+$",
}
"""Patterns that are built around their parts."""


def time_words(data: Mapping[str, Data]) -> TimeWords:
    """Reads the words of a language file. Its patterns are compiled when they are first used."""
    part = table(data["times"])
    macros = {name: str(text) for name, text in table(part["macros"]).items()}
    ordinals = ordinal_words(str(data["language"]))
    macros["ordinal"] = "|".join(word for word in ordinals if "-" not in word)

    def compiled(text: Data) -> re.Pattern[str]:
        pattern = _MACRO.sub(lambda found: f"(?:{macros[found[1]]})", str(text))
        return lazy_pattern(rf"(?<!\w)(?:{pattern})(?!\w)", re.NOFLAG)

    def listed(name: str) -> list[tuple[re.Pattern[str], list[Data]]]:
        return [(compiled(row[0]), row[1:]) for row in _rows(part[name])]

    patterns: dict[str, Any] = {
        **{name: lazy_pattern(str(part[name])) for name in _WHOLE},
        **{name: lazy_pattern(rf"^\W*(?:{part[name]})(?!\w)") for name in _BEGINS},
        **{name: compiled(part[name]) for name in _AMONG},
        **{name: lazy_pattern(form.format(**part)) for name, form in _AROUND.items()},
        "lead": lazy_pattern(rf"(?<!\w)(?:{part['lead']})\s$", re.NOFLAG),
        "trail": lazy_pattern(rf"^\s(?:{part['trail']})(?!\w)", re.NOFLAG),
        "joint": lazy_pattern(str(part["joint"]), re.NOFLAG),
    }
    extra = {word: int(str(number)) for word, number in table(part["numbers"]).items()}
    return TimeWords(
        numbers=SpokenNumbers(str(data["language"]), extra),
        durations=tuple((pattern, int(str(rest[0]))) for pattern, rest in listed("durations")),
        clocks=tuple((pattern, int(str(rest[0]))) for pattern, rest in listed("clocks")),
        parts=tuple((pattern, int(str(rest[0])), int(str(rest[1]))) for pattern, rest in listed("parts")),
        days=tuple((pattern, int(str(rest[0]))) for pattern, rest in listed("days")),
        weekdays=tuple(name.casefold() for name in texts(data["weekdays"])),
        recurrences=tuple((pattern, str(rest[0])) for pattern, rest in listed("recurrences")),
        nths=tuple(tuple(words.split()) for words in texts(part["nths"])),
        ordinals=ordinals,
        at_hour=str(part["at_hour"]),
        place=str(part["place"]),
        but_not=tuple(lazy_pattern(text) for text in texts(part["but_not"])),
        before_event=tuple(lazy_pattern(text) for text in texts(part["before_event"])),
        units=(str(part["minutes"]), str(part["seconds"])),
        kinds=tuple((kind, lazy_pattern(str(words))) for kind, words in table(part["kinds"]).items()),
        named=tuple(
            NamedCommand(lazy_pattern(str(row[0])), str(row[1]), NeededTime(str(row[2])))
            for row in _rows(part["named"])
        ),
        **patterns,
    )


def _rows(part: Data) -> list[list[Data]]:
    assert isinstance(part, list)
    return [list(row) for row in part]
