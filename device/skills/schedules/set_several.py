"""Pure: sets several timers and alarms that one sentence names: "a six minute egg timer and one for the rice"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from device.nlu.time_phrases import TimeReader
from device.skills.schedules.schedule import REMINDER, TIMER
from device.skills.schedules.set_schedule import decline_condition, set_new, set_schedule
from device.skills.turn_context import TurnContext, TurnOutcome

_BARE_NUMBER = re.compile(r"\b\d+\W*$")
_LEADING_NUMBER = re.compile(r"^\W*\d+(?= )")
_COUNTED = re.compile(r"\b\d+[\s-]+([^\W\d]+)")


@dataclass(frozen=True, slots=True)
class NamedSetting:
    """One of several: its kind, and what was said of its time and name."""

    kind: str
    said: str


def set_several(context: TurnContext) -> TurnOutcome | None:
    """Sets each; None when the sentence names one. When one of them cannot be set, none is."""
    timers = TIMER if context.understood.intent == "set_timer" else ""
    found = named_settings(context.turn.text, context.times, timers)
    if len(found) < 2:
        return None
    outcomes = [set_new(context, one.kind, one.said, number=number) for number, one in enumerate(found)]
    refused = next((one for one in outcomes if not one.records), None)
    if refused is not None:
        return TurnOutcome(refused.intent, ("NOT_ALL_SET",))
    records = tuple(record for one in outcomes for record in one.records)
    return TurnOutcome(outcomes[0].intent, outcomes[0].reasons, records=records)


def set_reminders(context: TurnContext) -> TurnOutcome:
    """Sets a reminder, or both of "in the evening to call my nan and in the morning to feed the cat"."""
    both = _two_reminders(context)
    if both is None:
        alone = decline_condition if context.understood.intent == "decline_condition" else set_schedule
        return alone(context)
    outcomes = [set_new(context, REMINDER, said, label, at) for said, label, at in both]
    refused = next((one for one in outcomes if not one.records), None)
    if refused is not None:
        return TurnOutcome(refused.intent, ("NOT_ALL_SET",))
    return TurnOutcome("set_reminder", outcomes[0].reasons, records=tuple(one.records[0] for one in outcomes))


def _two_reminders(context: TurnContext) -> tuple[tuple[str, str, int], ...] | None:
    """Returns of two reminders the time, the name and the place in the turn; None where the turn names one."""
    text, times, places = context.turn.text, context.times, [slot.start for slot in context.understood.slots]
    if not places:
        return None
    start = min(places)
    if context.understood.slot("place"):
        start = text[:start].rstrip().rfind(" ") + 1  # the "in" of "in the evening"
    for joint in times.words.between_settings.finditer(text, start):
        first, second = text[start : joint.start()], times.words.once_more_first.sub("", text[joint.end() :])
        one, other = times.read(first), times.read(second)
        hours = all(each.minutes is not None or each.part_minutes is not None for each in (one, other))
        label = times.label(one.rest)
        if hours and label and times.begins_with_time(second):
            return (first, label, 0), (second, times.label(other.rest) or label, joint.end())
    return None


def named_settings(text: str, times: TimeReader, kind: str = "") -> tuple[NamedSetting, ...]:
    """Returns what a sentence sets, in order. A kind or a unit that is not said again is that of the one before: "and
    one for the rice for ten"; `kind` is that of the first.
    """
    found: list[NamedSetting] = []
    unit = ""
    first, *rest = _pieces(text, times)
    if rest and times.read(first).is_duration:  # "a ten minute and a twenty minute timer"
        named = next((named for _, words in times.words.kinds if (named := words.search(rest[0]))), None)
        first = f"{first} {named[0]}" if named else first
    for piece in (first, *rest):
        kind, said = _kind_and_rest(piece, kind, times)
        plain = times.words.numbers.in_digits(said).text
        if kind == TIMER and unit and _BARE_NUMBER.search(plain):
            said = f"{said} {unit}"
        elif kind == TIMER and unit and found and not times.read(said).duration_s:
            said = times.label(times.words.another.sub("", said))  # "another ten for the toast"
            plain = times.words.numbers.in_digits(said).text
            leading = _LEADING_NUMBER.search(plain)
            said = f"{leading[0]} {unit}{plain[leading.end() :]}" if leading else said
        counted = _COUNTED.search(times.words.numbers.in_digits(said).text)
        unit = counted[1] if counted and times.read(said).is_duration else unit
        if kind and (found or times.has_time(said)):
            found.append(NamedSetting(kind, said.strip()))
    return tuple(found)


def _kind_and_rest(piece: str, before: str, times: TimeReader) -> tuple[str, str]:
    """Returns the kind, and the words without those for the kind and for "set a"."""
    kind = next((kind for kind, words in times.words.kinds if words.search(piece)), before)
    begins = times.words.one_of_several.match(piece)
    said = piece[begins.end() :] if begins else piece
    for _, words in times.words.kinds:
        said = words.sub(" ", said, count=1)
    return kind, said


def _pieces(text: str, times: TimeReader) -> Iterator[str]:
    """Cuts before each further timer or alarm, and before "one for ..."."""
    start = 0
    for joint in times.words.between_settings.finditer(text):
        begins = times.words.one_of_several.match(text, joint.end()) or _is_on_other_days(text, start, joint, times)
        begins = begins or _is_further(text, start, joint, times)
        if begins and joint.start() >= start:
            yield text[start : joint.start()]
            start = joint.end()
    yield text[start:]


def _is_on_other_days(text: str, start: int, joint: re.Match[str], times: TimeReader) -> bool:
    """Says whether a joint stands between two recurrences with a time each: "at seven on weekdays and nine on
    Saturdays".
    """
    before, after = times.read(text[start : joint.start()]), times.read(text[joint.end() :])
    alone = times.is_time(text[joint.end() :])
    return alone and all(each.recurrence and each.minutes is not None for each in (before, after))


def _is_further(text: str, start: int, joint: re.Match[str], times: TimeReader) -> bool:
    """Says whether a joint stands between two durations with a name each: "ten for the rice, twenty for the peas"."""
    plain, words = times.words.numbers.in_digits, times.words
    before, after = plain(text[start : joint.start()]).text, plain(text[joint.end() :]).text
    named = times.has_time(text[: joint.start()]) and words.further_of_several.search(before)
    return bool(named and words.further_of_several.match(after))
