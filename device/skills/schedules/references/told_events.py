"""Pure: a reminder before something whose day was told: "remind me about the dentist the day before".

Where nothing is named, "remind me an hour before", what was spoken of last is meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from device.core.policy import DAY_BEFORE_HOUR, EVENING_BEFORE_HOUR, MAX_HELD_ATOMS, MAX_LABEL_CHARS
from device.skills.schedules.due_time import DueTime
from device.skills.schedules.own_schedules import own_device, own_schedules
from device.skills.schedules.schedule import REMINDER
from device.skills.schedules.schedule_clock import local_time, wall_moment_ms
from device.skills.schedules.set_schedule import new_schedule, set_new
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.core.policy import DAY_MS
from memory.model.atoms import Atom
from memory.reading.rendering import render_within_sentence
from memory.rules.mention_target import PASSING, last_mentioned
from memory.text.stemming import split_words, stem

_DAY_S = DAY_MS // 1000


@dataclass(frozen=True, slots=True)
class _Before:
    """What was asked for: the thing, what to say of it, and how long before."""

    thing: str
    """Empty for what was spoken of last."""
    deed: str
    ahead: str
    hour: int | None
    """The hour of the day before; None for a time that is counted from the moment of the thing."""


def remind_before_event(context: TurnContext) -> TurnOutcome | None:
    """Sets a reminder some time before what was told with its day; None for other words, or where nothing is known."""
    asked = _asked(context)
    if asked is None or not context.turn.identified:
        return None
    event = _event(context, asked.thing) if asked.thing else _spoken_of(context)
    if event is None:
        if not asked.thing:
            return TurnOutcome("set_reminder", ("NO_TIME_OR_PLACE",))
        unread = context.understood.intent in ("recall_about", "statement", "question")
        return set_new(context, REMINDER, "", asked.deed or asked.thing) if unread else None
    own = own_schedules(context)
    due_ms = _due_ms(context, asked, event, own.clock.zone)
    if due_ms is None:
        return None
    if due_ms <= own.clock.wall_ms:
        return TurnOutcome("set_reminder", ("TIME_PASSED",))
    if asked.deed or asked.thing:
        label = context.times.label(asked.deed or asked.thing, named=not asked.deed)
    else:
        label = render_within_sentence(event.text, context.language.code) or event.text
    new = new_schedule(context, REMINDER, label[:MAX_LABEL_CHARS], DueTime(due_ms), own_device(own), own)
    return TurnOutcome("set_reminder", ("SCHEDULE_SET",), records=(new.record(),))


def _due_ms(context: TurnContext, asked: _Before, event: Atom, zone: str) -> int | None:
    """Returns when to remind; None for hours before something whose hour is not known."""
    assert event.valid_from_ms is not None
    begins, before_s = local_time(event.valid_from_ms, zone), context.times.read(asked.ahead).duration_s or 0
    whole_day = not (begins.hour or begins.minute)
    if asked.hour is None and not whole_day:
        return event.valid_from_ms - round(before_s * 1000)
    days, rest = (1, 0) if asked.hour is not None else divmod(before_s, _DAY_S)
    if rest:
        return None
    hour = DAY_BEFORE_HOUR if asked.hour is None else asked.hour
    return wall_moment_ms(begins.replace(hour=hour, minute=0, second=0) - timedelta(days=days), zone)


def _asked(context: TurnContext) -> _Before | None:
    """Returns what the words ask for."""
    for pattern in context.times.words.before_event:
        found = pattern.search(context.turn.text.strip(" .!?"))
        if found is None:
            continue
        parts = found.groupdict()
        hour = (
            EVENING_BEFORE_HOUR if parts.get("evening") else DAY_BEFORE_HOUR if parts.get("day") is not None else None
        )
        ahead = parts.get("span") or ""
        if hour is not None or context.times.is_duration(ahead):
            return _Before(parts.get("thing") or "", parts.get("deed") or "", ahead, hour)
    return None


def _event(context: TurnContext, thing: str) -> Atom | None:
    """Returns the next thing of these words that has a day to come."""
    small = context.list_words.no_thing
    stems = tuple(
        stem(word) for word in split_words(context.times.label(thing, named=True)) if small.fullmatch(word) is None
    )
    if not stems:
        return None
    held = context.queries.visible_holding(context.control, stems, MAX_HELD_ATOMS)
    return _next_of(context, held)


def _spoken_of(context: TurnContext) -> Atom | None:
    """Returns the next thing with a day to come of those that were spoken of before any reminder of them."""
    turn = context.turn
    said = last_mentioned(context.queries, turn.user_id, turn.session_id, PASSING | {"set_reminder"})
    return _next_of(context, said.atoms)


def _next_of(context: TurnContext, atoms: Iterable[Atom]) -> Atom | None:
    coming = (one for one in atoms if (one.valid_from_ms or 0) > context.turn.at.at_ms)
    return min(coming, key=lambda one: (one.valid_from_ms or 0, one.atom_id), default=None)
