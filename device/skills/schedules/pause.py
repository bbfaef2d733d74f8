"""Pure: pauses timers and lets them go on. Alarms and reminders follow the clock and are not paused."""

from __future__ import annotations

from collections.abc import Callable

from device.skills.schedules.change_schedule import changed_outcome, last_touched, meant_schedules, none_or_several
from device.skills.schedules.own_schedules import OwnSchedules, own_schedules
from device.skills.schedules.ringing import paused, resumed, running_for
from device.skills.schedules.schedule import PAUSED, TIMER, Schedule
from device.skills.schedules.schedule_clock import ScheduleClock
from device.skills.turn_context import TurnContext, TurnOutcome


def pause_timers(context: TurnContext) -> TurnOutcome:
    """Pauses the timer that is meant: by its name, the one spoken of, or the only one that runs."""
    return _switched(context, "pause_schedule", "SCHEDULE_PAUSED", paused)


def hold_timers(context: TurnContext) -> TurnOutcome:
    """Pauses the timer that is meant by "put that on hold"; where none runs, the words put something else off."""
    outcome = pause_timers(context)
    return TurnOutcome("put_off", ("PUT_OFF",)) if outcome.reasons == ("NO_SCHEDULE",) else outcome


def resume_timers(context: TurnContext) -> TurnOutcome:
    """Lets the paused timer that is meant go on."""
    return _switched(context, "resume_schedule", "SCHEDULE_RESUMED", resumed)


def restart_timers(context: TurnContext) -> TurnOutcome:
    """Lets the timer that is meant run from its beginning again, whether it runs or stands still."""
    own = own_schedules(context)
    found = tuple(one for one in meant_schedules(context, own) if one.kind == TIMER and one.duration_ms)
    if len(found) != 1:
        return none_or_several("restart_timer", found)
    again = running_for(found[0], found[0].duration_ms, own.clock)
    return changed_outcome(context, "restart_timer", "SCHEDULE_CHANGED", again)


def switch_last(context: TurnContext) -> TurnOutcome | None:
    """Reads "pause" and "carry on" right after a timer was spoken of."""
    text, words = context.turn.text.strip(" .!?,"), context.times.words
    pauses = words.pause_words.fullmatch(text) is not None
    if not pauses and words.resume_words.fullmatch(text) is None:
        return None
    own = own_schedules(context)
    spoken_of = tuple(one for one in last_touched(context, own) if one.kind == TIMER and one.is_open)
    running = spoken_of or (own.meant(TIMER) if pauses else ())
    if own.ringing or not running:
        return None
    return switch_timers(context, "pause_schedule" if pauses else "resume_schedule", running, own)


def _switched(
    context: TurnContext, intent: str, reason: str, switch: Callable[[Schedule, ScheduleClock], Schedule]
) -> TurnOutcome:
    own, kind = own_schedules(context), context.understood.slot("schedule_kind")
    if kind and kind != TIMER:
        return TurnOutcome(intent, ("CANNOT_PAUSE",))
    found = _that_could_be(context, own, standing=intent == "resume_schedule")
    if len(found) != 1:
        return none_or_several(intent, found)
    return changed_outcome(context, intent, reason, switch(found[0], own.clock))


def switch_timers(context: TurnContext, intent: str, named: tuple[Schedule, ...], own: OwnSchedules) -> TurnOutcome:
    """Pauses or resumes the one timer of these that runs, or stands still."""
    pauses = intent == "pause_schedule"
    if any(one.kind != TIMER for one in named):
        return TurnOutcome(intent, ("CANNOT_PAUSE",))
    found = tuple(one for one in named if (one.state == PAUSED) != pauses)
    if len(found) != 1:
        return none_or_several(intent, found)
    reason, switch = ("SCHEDULE_PAUSED", paused) if pauses else ("SCHEDULE_RESUMED", resumed)
    return changed_outcome(context, intent, reason, switch(found[0], own.clock))


def _that_could_be(context: TurnContext, own: OwnSchedules, *, standing: bool) -> tuple[Schedule, ...]:
    """Returns the timers that stand still, or those that run, which kind and name fit; of several the last one spoken
    of.
    """
    named = meant_schedules(context, own) if context.understood.slot("schedule_kind") else own.meant(TIMER)
    fitting = tuple(one for one in named if one.kind == TIMER and (one.state == PAUSED) == standing)
    spoken_of = tuple(one for one in last_touched(context, own) if one in fitting)
    return spoken_of if len(spoken_of) == 1 else fitting
