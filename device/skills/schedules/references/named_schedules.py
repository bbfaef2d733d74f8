"""Pure: what is said of a schedule by its name alone: "two more minutes for the rice", "is the pasta done"."""

from __future__ import annotations

from device.nlu.time_phrases import TimePhrase, TimeReader
from device.nlu.time_words import NamedCommand, NeededTime
from device.skills.schedules import change_schedule as change
from device.skills.schedules.own_schedules import OwnSchedules, own_schedules
from device.skills.schedules.pause import switch_timers
from device.skills.schedules.references.pointed_schedules import pointed_schedules
from device.skills.schedules.schedule import Schedule, schedules_of
from device.skills.turn_context import TurnContext, TurnOutcome


def follow_named(context: TurnContext) -> TurnOutcome | None:
    """Does what is said of a schedule by its name; None where the words name none."""
    if context.understood.slot("schedule_kind") or context.understood.intent.startswith("set_"):
        return None
    if not schedules_of(context.reader, context.turn.user_id):
        return None  # most people have none, and every turn asks
    text, own = context.turn.text.strip(" ?.!,"), own_schedules(context)
    for command in context.times.words.named if own.open else ():
        found = command.pattern.fullmatch(text)
        if found is None:
            continue
        if command.needs is NeededTime.POINTED:
            named = pointed_schedules(context, found["said"], own)
            done = not context.times.words.pointed.search(found["said"])  # "cancel that", not "cancel that one"
            if len(named) == 1 and command.intent == "cancel_schedule" and done:
                return change.take_back(context, named, own)
        else:
            named = _named(found["said"], command, context.times, own)
        if named:
            return _done(context, command.intent, named, found.groupdict().get("time") or found["said"], own)
    return None


def _named(said: str, command: NamedCommand, times: TimeReader, own: OwnSchedules) -> tuple[Schedule, ...]:
    """Returns the schedules that the words name, where they also have the time that the command needs."""
    phrase = times.read(said)
    rest = times.label(times.words.pointed.sub("", phrase.rest), named=True)
    name = times.label(times.words.named_around.sub("", rest), named=True)
    if not name and command.needs is NeededTime.NONE and times.words.pointed.search(said):
        return own.meant("", "", phrase) if not phrase.is_empty else ()
    found = own.meant("", name) if name and _has(phrase, command.needs) else ()
    return found or (_each_named(name, times, own) if command.intent == "cancel_schedule" else ())


def _each_named(names: str, times: TimeReader, own: OwnSchedules) -> tuple[Schedule, ...]:
    """Returns the schedules of several names, "the eggs and the rice"; none where one of them names none or several."""
    parts = [times.label(part, named=True) for part in times.words.between_settings.split(names)]
    found = [own.meant("", part) if part else () for part in parts]
    return tuple(each[0] for each in found) if len(found) > 1 and all(len(each) == 1 for each in found) else ()


def _has(phrase: TimePhrase, needs: NeededTime) -> bool:
    if needs is NeededTime.NONE:
        return phrase.is_empty
    return phrase.is_empty is False and phrase.is_duration is (needs is NeededTime.DURATION)


def _done(context: TurnContext, intent: str, named: tuple[Schedule, ...], said: str, own: OwnSchedules) -> TurnOutcome:
    """Returns what the command changes; a question changes nothing."""
    if intent == "time_left":
        return TurnOutcome(intent)
    if intent == "cancel_schedule" and context.times.words.between_settings.search(said):
        return change.cancel_these(context, named, own)
    if len(named) > 1:
        return change.none_or_several(intent, named)
    if intent in ("more_time", "less_time"):
        return change.moved_by(context, named[0], said, 1 if intent == "more_time" else -1, own)
    if intent == "change_schedule":
        return change.set_to(context, named[0], said, own)
    if intent == "cancel_schedule":
        return change.cancel_these(context, named, own)
    return switch_timers(context, intent, named, own)
