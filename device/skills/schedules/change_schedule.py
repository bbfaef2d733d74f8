"""Pure: changes, extends, cancels, snoozes and stops schedules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from device.core.policy import MAX_THING_WORDS, SNOOZE_MS
from device.skills.schedules.due_time import DueTime, at_other_time, on_other_day
from device.skills.schedules.own_schedules import OwnSchedules, named_label, of_kind, own_schedules
from device.skills.schedules.recurrence import days_left_out
from device.skills.schedules.ringing import cancelled, is_ringing, left_ms, ringing_again, running_for, snoozed, stopped
from device.skills.schedules.schedule import ALARM, RANG, REMINDER, SET, TIMER, Schedule, schedule_from, schedules_of
from device.skills.schedules.schedule_clock import ScheduleClock, local_time
from device.skills.schedules.set_schedule import read_due_time, set_new, set_schedule
from device.skills.schedules.set_several import set_several
from device.skills.turn_context import TurnContext, TurnOutcome

_NUMBER_AT_EDGE = re.compile(r"^\d+(?=\s|$)|(?<=\s)\d+$")


def changed_outcome(context: TurnContext, intent: str, reason: str, *schedules: Schedule) -> TurnOutcome:
    """Returns the outcome of a turn that changed these schedules."""
    records = tuple(replace(one, turn_id=context.turn.turn_id).record() for one in schedules)
    return TurnOutcome(intent, (reason,), records=records)


def change_schedule(context: TurnContext) -> TurnOutcome:
    """Sets a schedule to another time: the one that was set last, or the only one, when no kind is named. A timer or an
    alarm that is not there yet is set anew.
    """
    own = own_schedules(context)
    words = context.understood.slot("when") or context.understood.slot("clock")
    kind = context.understood.slot("schedule_kind")
    found = (
        meant_schedules(context, own) if kind else last_touched(context, own) or _that_could_change(context, own, words)
    )
    if not found and kind in (TIMER, ALARM):
        return set_several(context) or set_new(context, kind, words, context.understood.slot("label"))
    if len(found) != 1:
        return none_or_several("change_schedule", found)
    return set_to(context, found[0], words, own)


def set_or_change(context: TurnContext) -> TurnOutcome:
    """Sets what was asked for; "make the pasta timer fifteen minutes" changes the one of that name, if there is one."""
    outcome = move_to_part_of_hour(context) or set_several(context)
    if outcome is not None:
        return outcome
    outcome = set_schedule(context)
    words = context.times.words
    if len(outcome.records) != 1 or not words.definite.search(context.turn.text):
        return outcome
    new, own = schedule_from(outcome.records[0].content), own_schedules(context)
    known = own.meant(new.kind, context.times.label(new.label, named=True))
    if not known or not (new.label or words.remake.search(context.turn.text)):
        return outcome
    if len(known) > 1:
        return none_or_several("change_schedule", known)
    return changed_outcome(context, "change_schedule", "SCHEDULE_CHANGED", timed_as(known[0], new))


def timed_as(schedule: Schedule, new: Schedule) -> Schedule:
    """Returns a schedule that is due when another one is."""
    return replace(
        schedule,
        state=SET,
        due_ms=new.due_ms,
        duration_ms=new.duration_ms,
        recurrence=new.recurrence,
        first_local=new.first_local,
        zone=new.zone,
        snooze_ms=0,
        stopped_ms=max(schedule.stopped_ms, schedule.rang_ms),
        boot_id=new.boot_id,
        uptime_ms=new.uptime_ms,
    )


def set_another(context: TurnContext) -> TurnOutcome | None:
    """Sets one more of the kind that the last turn was about: "and a second one for the eggs, six minutes"."""
    times, text = context.times, context.turn.text
    found = times.words.another.search(text) or times.words.goes_on.search(text)
    lengthens = context.understood.intent == "more_time" and times.words.another.match(text) is not None
    if (
        found is None
        or times.words.in_place.search(text)
        or not (lengthens or context.understood.intent in ("statement", "request", "question"))
    ):
        return None
    touched = [one for one in last_touched(context, own_schedules(context)) if one.is_open]
    rest = _with_counted_unit(context, touched[0], text[found.end() :]) if touched else ""
    if not times.has_time(rest) or not _only_names(context, rest):
        return None
    name = context.times.label(context.times.read(rest).rest)
    again = context.times.words.once_more.fullmatch(name) or (not name and context.times.words.once_more.search(rest))
    return set_new(context, touched[0].kind, rest, touched[0].label if again else "")


def _with_counted_unit(context: TurnContext, schedule: Schedule, words: str) -> str:
    """Returns the words; to the number at their beginning or end the unit of a timer: "ten for the peas"."""
    found = _NUMBER_AT_EDGE.search(context.times.words.numbers.in_digits(words).text)
    if schedule.kind != TIMER or found is None or context.times.read(words).is_duration:
        return words
    minutes, seconds = context.times.words.units
    unit = seconds if schedule.duration_ms < 60_000 else minutes
    plain = found.string
    return f"{plain[: found.end()]} {unit} {plain[found.end() :]}".strip()


def _only_names(context: TurnContext, words: str) -> bool:
    """Says whether words beside a time are at most the name of a thing, and no sentence."""
    name = context.times.label(context.times.read(words).rest, named=True)
    return len(name.split()) <= MAX_THING_WORDS and context.list_words.no_thing.search(name) is None


def revise_rather(context: TurnContext) -> TurnOutcome | None:
    """Reads "no, rather at seven" right after a schedule was set."""
    text, times = context.turn.text, context.times
    talks = context.understood.intent in ("statement", "request", "question")
    if not talks or not schedules_of(context.reader, context.turn.user_id):
        return None
    found = times.words.rather.search(text)
    alone = times.is_time(text) and times.read(text).names_only_a_time
    if not (found or alone):
        return None
    return revise_last_schedule(context, text[found.end() if found else 0 :])


def revise_last_schedule(context: TurnContext, words: str) -> TurnOutcome | None:
    """Reads "no, fifteen minutes" after a schedule was set; None when the last turn was about something else."""
    timely = context.times.is_time(words)
    counted = not timely and context.times.is_number(words.strip(" ?.!,"))
    if not (counted or timely or context.times.words.hourless.search(words)):
        return None
    own = own_schedules(context)
    touched = last_touched(context, own)
    if counted and not (touched and all(one.kind == TIMER for one in touched)):
        return None  # "twenty five" are the minutes of a timer alone
    touched = touched or _spoken_of_before(context, own) or (() if counted or timely else own.meant(ALARM))
    return set_to(context, touched[0], words, own) if len(touched) == 1 else None


def _spoken_of_before(context: TurnContext, own: OwnSchedules) -> tuple[Schedule, ...]:
    """Returns the one schedule that the last turn asked about: "what time's my alarm", and then "no make it six"."""
    found = context.times.words.spoken_of.search(" ".join(context.said_before()[-1:]))
    kinds = [kind for kind in (TIMER, ALARM, REMINDER) if found and found[kind]]
    known = own.meant(kinds[0]) if kinds else ()
    return known if len(known) == 1 else ()


def move_to_part_of_hour(context: TurnContext) -> TurnOutcome | None:
    """Moves the alarm or reminder that is named: "make the seven o'clock alarm half past"; None for other words."""
    text, words = context.turn.text, context.times.words
    found = words.hourless.search(text)
    if found is None or not words.remake.search(text):
        return None
    own, before = own_schedules(context), text[: found.start()]
    kind = next((kind for kind, pattern in words.kinds if pattern.search(before)), "")
    known = own.meant(kind, "", context.times.read(before)) if kind else ()
    return set_to(context, known[0], found[0], own) if len(known) == 1 else None


def undo_last_schedule(context: TurnContext) -> TurnOutcome | None:
    """Cancels what the last turn set; None when it set nothing."""
    own = own_schedules(context)
    touched = [one for one in last_touched(context, own) if one.is_open]
    if not touched and context.times.words.cancel.search(context.turn.text) and not context.mentioned().atoms:
        alone = next((found for found in (own.meant(TIMER), own.open) if len(found) == 1), ())
        touched = list(alone)  # after "how long has it got"
    return take_back(context, touched, own) if touched else None


def take_back(context: TurnContext, touched: Sequence[Schedule], own: OwnSchedules) -> TurnOutcome:
    """Takes back what the last turn did to these: a day that was left out rings again, what was set is cancelled.

    With an alarm that the last turn set in place of the usual one goes the gap in which it stands. Any other gap stays,
    as does a day before the usual one begins: no record tells who made it.
    """
    last = context.queries.recent_turns(context.turn.user_id, context.turn.session_id, 1)
    skipped = "cancel_schedule" in context.queries.intents(last).values()
    again = [found for one in touched if skipped and (found := ringing_again(one, own.clock))]
    if again:
        return changed_outcome(context, "change_schedule", "SCHEDULE_CHANGED", *again)
    days = {local_time(one.due_ms, one.zone).date() for one in touched if one.kind == ALARM and not one.recurrence}
    stood_in = context.times.words.than_usual.search(" ".join(context.said_before()[-1:]).casefold())
    usual = [
        found
        for one in (own.meant(ALARM) if stood_in else ())
        for day in sorted(days.intersection(days_left_out(one.recurrence)))
        if (found := ringing_again(one, own.clock, day))
    ]
    gone = (cancelled(one, own.clock) for one in touched)
    return changed_outcome(context, "cancel_schedule", "SCHEDULE_CANCELLED", *gone, *usual)


def add_time(context: TurnContext) -> TurnOutcome:
    """Lets a timer run longer, or what rings now ring again later."""
    return _by(context, 1)


def take_time_off(context: TurnContext) -> TurnOutcome:
    """Lets a timer end sooner."""
    return _by(context, -1)


def cancel_schedules(context: TurnContext) -> TurnOutcome:
    """Cancels what is meant. What rings now is stopped; an alarm that recurs rings again the next time."""
    own, understood = own_schedules(context), context.understood
    kinds = tuple(slot.text for slot in understood.slots if slot.name == "schedule_kind")
    if len(kinds) > 1:
        return _cancel_kinds(context, own, kinds)
    sounding = of_kind(own.ringing, understood.slot("schedule_kind"))
    named = named_label(context, context.times) or understood.slot("about")
    if sounding and not named and not _says_all(context):
        return stop_schedules(context, sounding, own.clock)
    found = meant_schedules(context, own)
    if not found or (len(found) > 1 and not _says_all(context)):
        return none_or_several("cancel_schedule", found)
    return cancel_these(context, found, own)


def cancel_these(context: TurnContext, found: Iterable[Schedule], own: OwnSchedules) -> TurnOutcome:
    """Cancels these schedules; one that recurs is off once."""
    return changed_outcome(
        context, "cancel_schedule", "SCHEDULE_CANCELLED", *(cancelled(one, own.clock) for one in found)
    )


def cancel_both(context: TurnContext) -> TurnOutcome | None:
    """Cancels the two that run, right after one of them was set: "delete both" is no order to forget then."""
    if context.understood.intent != "forget_both":
        return None
    own = own_schedules(context)
    touched = [one for one in last_touched(context, own) if one.is_open]
    if not touched:
        return None
    found = own.meant(touched[0].kind)
    return cancel_these(context, found, own) if len(found[1:]) == 1 else None


def _cancel_kinds(context: TurnContext, own: OwnSchedules, kinds: tuple[str, ...]) -> TurnOutcome:
    """Cancels all of several kinds: "cancel my timers and alarms". What rings now is one of them."""
    found = dict.fromkeys(one for kind in kinds for one in own.meant(kind))
    return cancel_these(context, found, own) if found else none_or_several("cancel_schedule", ())


def snooze_schedules(context: TurnContext) -> TurnOutcome:
    """Lets what rings now, or what was just said, ring again after a while."""
    own = own_schedules(context)
    span = context.times.read(context.understood.slot("span") or context.turn.text)
    for_ms = round(span.duration_s * 1000) if span.duration_s else SNOOZE_MS
    found = own.ringing or _rang_just_now(own)
    if not found:
        return TurnOutcome("snooze", ("NOTHING_RINGS",))
    return changed_outcome(context, "snooze", "SCHEDULE_SNOOZED", *(snoozed(one, own.clock, for_ms) for one in found))


def stop_ringing(context: TurnContext) -> TurnOutcome | None:
    """Stops what rings on this device; None when nothing does."""
    own = own_schedules(context)
    return stop_schedules(context, own.ringing, own.clock) if own.ringing else None


def stop_or_say(context: TurnContext) -> TurnOutcome:
    """Stops what rings, or says that nothing does."""
    return stop_ringing(context) or TurnOutcome("stop_ringing", ("NOTHING_RINGS",))


def stop_schedules(context: TurnContext, found: tuple[Schedule, ...], clock: ScheduleClock) -> TurnOutcome:
    """Returns the outcome that stops what sounds."""
    return changed_outcome(context, "stop_ringing", "RINGING_STOPPED", *(stopped(one, clock) for one in found))


def last_touched(context: TurnContext, own: OwnSchedules) -> tuple[Schedule, ...]:
    """Returns the schedules that the last turn of this session was about."""
    turn = context.turn
    last = context.queries.recent_turns(turn.user_id, turn.session_id, 1)
    return tuple(one for one in own.every if last and one.turn_id == last[0])


def meant_schedules(context: TurnContext, own: OwnSchedules) -> tuple[Schedule, ...]:
    """Returns the open schedules that kind, name and time of the turn fit."""
    understood, times = context.understood, context.times
    kind, label = understood.slot("schedule_kind"), named_label(context, times)
    about = times.read(f"{understood.slot('about')} {understood.slot('clock') if kind else ''}")
    name = label or times.label(about.rest, named=True)
    by_time = times.read(label) if label else about
    if label and not by_time.is_empty and not times.label(by_time.rest, named=True):
        return own.meant(kind, "", by_time)
    return own.meant(kind, name, about)


def _that_could_change(context: TurnContext, own: OwnSchedules, words: str) -> tuple[Schedule, ...]:
    """Returns the timers for a duration, else the alarms, else the reminders."""
    if context.times.is_duration(words):
        return own.meant(TIMER)
    return own.meant(ALARM) or own.meant(REMINDER)


def _says_all(context: TurnContext) -> bool:
    """Says whether "all" is meant: by the word, or because nothing tells which."""
    return context.times.words.all.search(context.turn.text.casefold()) is not None


def none_or_several(intent: str, found: tuple[Schedule, ...]) -> TurnOutcome:
    """Returns the outcome that changes nothing: no schedule fits, or it is not clear which one."""
    return TurnOutcome(intent, ("WHICH_SCHEDULE" if found else "NO_SCHEDULE",))


def set_to(context: TurnContext, schedule: Schedule, words: str, own: OwnSchedules) -> TurnOutcome:
    """Sets a schedule to the time that the words name."""
    words = _with_hour(context, schedule, _with_unit(context, schedule, words))
    phrase, due, _, named = read_due_time(context, words, schedule.kind, own)
    names_day = phrase.names_one_day or named is not None
    if due is None and names_day and schedule.kind != TIMER and not schedule.recurrence:
        due = on_other_day(schedule, phrase, own.clock, named)
    if phrase.names_only_a_time and named is None and schedule.kind != TIMER:
        due = at_other_time(schedule, phrase, own.clock) or due
    if due is None or due.due_ms <= own.clock.wall_ms:
        return TurnOutcome("change_schedule", ("TIME_PASSED" if due else "SCHEDULE_TIME_MISSING",))
    after = running_for(schedule, due.duration_ms, own.clock) if due.duration_ms else _at(schedule, due)
    return changed_outcome(context, "change_schedule", "SCHEDULE_CHANGED", after)


def _with_unit(context: TurnContext, schedule: Schedule, words: str) -> str:
    """Returns the words; to a number alone the unit in which a timer was set: "change it to ten"."""
    plain = context.times.words.numbers.in_digits(context.times.label(words)).text
    if schedule.kind != TIMER or not schedule.duration_ms or not plain.isdecimal():
        return words
    minutes, seconds = context.times.words.units
    return f"{plain} {seconds if schedule.duration_ms < 60_000 else minutes}"


def _with_hour(context: TurnContext, schedule: Schedule, words: str) -> str:
    """Returns the words; to "half past" or "quarter to" alone the hour at which an alarm or a reminder is set."""
    found = context.times.words.hourless.search(words)
    if found is None or schedule.kind == TIMER:
        return words
    hour = (local_time(schedule.due_ms, schedule.zone).hour - 1) % 12 + 1
    return f"{words.rstrip(' ?.!,')} {hour}"


def _at(schedule: Schedule, due: DueTime) -> Schedule:
    return replace(
        schedule,
        state=SET,
        due_ms=due.due_ms,
        duration_ms=0,
        recurrence=due.recurrence,
        first_local=due.first_local,
        snooze_ms=0,
        boot_id="",
        uptime_ms=0,
    )


def _by(context: TurnContext, sign: int) -> TurnOutcome:
    own, understood = own_schedules(context), context.understood
    span = context.times.read(understood.slot("span") or context.turn.text)
    if sign > 0 and own.ringing and not understood.slot("schedule_kind"):
        return snooze_schedules(context)
    kind = understood.slot("schedule_kind")
    found = meant_schedules(context, own) if kind else last_touched(context, own) or own.meant(TIMER) or own.open
    found = tuple(one for one in found if one.is_open)
    if len(found) != 1 or not span.duration_s:
        return none_or_several("more_time", found)
    return moved_by(context, found[0], understood.slot("span") or context.turn.text, sign, own)


def moved_by(context: TurnContext, schedule: Schedule, span: str, sign: int, own: OwnSchedules) -> TurnOutcome:
    """Moves a schedule by the duration that the words name: later for 1, sooner for -1."""
    by_ms = round((context.times.read(span).duration_s or 0) * 1000)
    return changed_outcome(context, "more_time", "SCHEDULE_CHANGED", _longer(schedule, sign * by_ms, own.clock))


def _longer(schedule: Schedule, by_ms: int, clock: ScheduleClock) -> Schedule:
    """Moves the next ringing by a time, not to before now."""
    left = max(1, left_ms(schedule, clock) + by_ms)
    moved = running_for(schedule, left, clock)
    if schedule.kind == TIMER and schedule.duration_ms:
        return replace(moved, duration_ms=max(1, schedule.duration_ms + by_ms))
    return replace(moved, duration_ms=schedule.duration_ms)


def _rang_just_now(own: OwnSchedules) -> tuple[Schedule, ...]:
    """Returns the reminder that was said last, if it was said just now."""
    said = [one for one in own.every if one.kind == REMINDER and one.state == RANG and _is_recent(one, own.clock)]
    return tuple(sorted(said, key=lambda one: -one.rang_ms)[:1])


def _is_recent(schedule: Schedule, clock: ScheduleClock) -> bool:
    return 0 <= clock.wall_ms - schedule.rang_ms < SNOOZE_MS and not is_ringing(schedule, clock)
