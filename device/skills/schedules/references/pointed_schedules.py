"""Pure: which schedule is pointed at after some were spoken of: "delete the second one", "cancel it"."""

from __future__ import annotations

from device.nlu.thing_names import names_same
from device.nlu.time_words import NeededTime, TimeWords
from device.skills.schedules.change_schedule import last_touched
from device.skills.schedules.own_schedules import OwnSchedules, of_kind
from device.skills.schedules.schedule import Schedule
from device.skills.turn_context import TurnContext


def pointed_schedules(context: TurnContext, said: str, own: OwnSchedules) -> tuple[Schedule, ...]:
    """Returns the schedule that the words point at; several where it is not clear, none where schedules were not spoken
    of.
    """
    words = context.times.words
    found = words.pointing.fullmatch(said.strip(" ?.!,"))
    if not found:
        return ()
    touched = _touched(context, own)
    listed = _listed_before(context, own, words)
    if found["nth"]:
        return _nth(touched if len(touched) > 1 else listed, found["nth"], words)
    return touched or listed


def schedules_spoken_of(context: TurnContext, own: OwnSchedules) -> tuple[Schedule, ...]:
    """Returns the open schedules that the last turn was about; none after a turn about something else."""
    return _touched(context, own) or _listed_before(context, own, context.times.words)


def _touched(context: TurnContext, own: OwnSchedules) -> tuple[Schedule, ...]:
    return tuple(one for one in last_touched(context, own) if one.is_open)


def _listed_before(context: TurnContext, own: OwnSchedules, words: TimeWords) -> tuple[Schedule, ...]:
    """Returns what the turn before was about, or the one before that where it only pointed too; none after a turn about
    something else: there "delete that" is for the memory.
    """
    points = [one.pattern for one in words.named if one.needs is NeededTime.POINTED]
    for text in reversed(context.said_before()):
        about = _spoken_of(text, own, words)
        if about or not any(pattern.fullmatch(text.strip(" ?.!,")) for pattern in points):
            return about
    return ()


def _spoken_of(text: str, own: OwnSchedules, words: TimeWords) -> tuple[Schedule, ...]:
    """Returns the schedules that a sentence was about: those that it names, else those of its kind."""
    named = tuple(one for one in own.open if one.label and names_same(one.label, text))
    found = words.spoken_of.search(text)
    if named or found is None:
        return named
    kinds = [kind for kind in ("timer", "alarm", "reminder") if found[kind]]
    return of_kind(own.open, kinds[0] if kinds else "")


def _nth(found: tuple[Schedule, ...], nth: str, words: TimeWords) -> tuple[Schedule, ...]:
    """Returns the one at this place, the next to ring being the first."""
    *places, last = words.nths
    if nth.casefold() in last:
        return found[-1:]
    place = next((at for at, said in enumerate(places) if nth.casefold() in said), len(found))
    return found[place : place + 1]
