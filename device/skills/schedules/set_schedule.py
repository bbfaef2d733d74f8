"""Pure: sets a timer, an alarm or a reminder, or asks the one question that is missing: for when, for how long?"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date

from device.core.policy import MAX_LABEL_CHARS, MAX_SCHEDULES, MAX_TIMER_MS
from device.nlu.time_phrases import TimePhrase, TimeReader
from device.skills.schedules.due_time import DueTime, at_coming_minute, due_time
from device.skills.schedules.own_schedules import OwnSchedules, own_device, own_schedules
from device.skills.schedules.recurrence import counts_elapsed_time
from device.skills.schedules.schedule import ALARM, REMINDER, TIMER, Schedule
from device.skills.schedules.schedule_clock import local_time
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.changes import Question
from memory.model.ports import KnownDevice
from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import statements
from memory.reading.words.closed_words import has_reading
from memory.rules.clarification import new_question
from memory.text.dates import resolve_date, without_date

SCHEDULE_TIME = "SCHEDULE_TIME"
"""The reason of the question for a time."""
_KINDS = {"set_timer": TIMER, "set_alarm": ALARM, "set_reminder": REMINDER}
_INTENTS_OF_TIMES = ("statement", "question", "set_timer", "set_alarm", "change_schedule")
"""As what a time alone may be understood."""
_TIME_SLOTS = ("when", "span", "clock", "then", "place", "clocked", "minute")


def set_schedule(context: TurnContext) -> TurnOutcome:
    """Sets what was asked for; without a time asks for it."""
    label = context.understood.slot("label") or context.understood.slot("deed")
    said = _with_hour_read(context, *filter(None, (context.understood.slot(name) for name in _TIME_SLOTS)))
    said = _time_before_label(context) or said
    kind = _KINDS[context.understood.intent]
    if said and context.times.is_time(label) and context.times.read(label).recurrence:
        return set_new(context, kind, _with_hour_read(context, said, label))  # "a weekday alarm for seven"
    if said and label and not _names_hour(context, said) and _names_hour(context, label):
        return set_new(context, kind, f"{said} {label}")  # "every sunday remind me to water the plants at six"
    return set_new(context, kind, said, label) if said else set_new(context, kind, label)


def _with_hour_read(context: TurnContext, *said: str) -> str:
    """Returns words of a time in the order in which an hour is read in them: "sieben unter der woche"."""
    orders = (" ".join(said), " ".join(reversed(said)))
    return next((words for words in orders if _names_hour(context, words)), orders[0])


def _names_hour(context: TurnContext, words: str) -> bool:
    phrase = context.times.read(words)
    return phrase.minutes is not None or phrase.part_minutes is not None or bool(phrase.duration_s)


def _time_before_label(context: TurnContext) -> str:
    """Returns the words up to the label, where they name a time with a place: "before bed"."""
    if not context.understood.slot("place") or not context.understood.slot("label"):
        return ""
    said = context.turn.text[: context.understood.span("label")[0]]
    return said if context.times.has_time(said) else ""


def settle_schedule_time(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Reads the answer to "For when?"; None when it names no time."""
    if context.understood.intent in ("deny", "stop"):
        return TurnOutcome("deny", ("KEPT_BY_USER",))
    asked = json.loads(question.proposal)
    text = context.times.words.hedged_time.sub("", context.turn.text)
    bare = asked["kind"] == TIMER and context.times.is_number(text.strip(" .!?"))
    phrase = context.times.read(text)
    if asked["kind"] == REMINDER and not asked["label"] and (label := _label_alone(context, phrase)):
        return set_new(context, REMINDER, asked["said"], label)
    if asked["kind"] == REMINDER and not asked["label"] and _is_time_with_deed(context, phrase):
        return set_new(context, REMINDER, f"{asked['said']} {text}")
    known = context.understood.intent in _INTENTS_OF_TIMES or text != context.turn.text
    if not bare and (phrase.is_empty or not known or context.times.label(_without_date(context, phrase.rest))):
        return None
    said = f"{text} {context.times.words.units[0]}" if bare else text
    return set_new(context, asked["kind"], _answered_time(context, asked["said"], said), asked["label"])


def _without_date(context: TurnContext, words: str) -> str:
    found = resolve_date(words, context.turn.at, context.language, past=False)
    return without_date(words, context.language) if found else words


def _answered_time(context: TurnContext, before: str, said: str) -> str:
    """Returns what was said of a time with its answer; an hour that is one only alone gets its small word: "ten"."""
    at_hour = context.times.words.at_hour.format(said=said)
    orders = (f"{before} {said}", f"{before} {at_hour}", said)
    return next((words for words in orders if _names_hour(context, words)), orders[0])


def _is_time_with_deed(context: TurnContext, phrase: TimePhrase) -> bool:
    """Says whether the answer names the time and what to remind of: "in ten minutes to check the oven"."""
    text, intent = context.turn.text.strip(" .!?"), context.understood.intent
    told = intent in ("statement", "request") or intent.startswith("cannot_")  # "call dad at six"
    deed = context.times.words.deed_at_time.fullmatch(text) or not _tells_fact(text, context.language.code)
    return bool(told and not phrase.is_empty and deed)


def _label_alone(context: TurnContext, phrase: TimePhrase) -> str:
    """Returns what to remind of, where the answer to "For when?" says that instead: "to buy stamps"."""
    text, told = context.turn.text.strip(" .!?"), context.understood.intent in ("statement", "request")
    alone = phrase.is_empty and told and context.times.words.label_alone.fullmatch(text)
    return context.times.label(text) if alone else ""


def remind_of_thing(context: TurnContext) -> TurnOutcome | None:
    """Sets a reminder of "don't let me forget the milk", or asks for when; None where a fact is told in these words."""
    turn = context.turn
    found = context.times.words.not_to_forget.search(turn.text)
    if found is None or context.understood.intent != "statement":
        return None
    rest = turn.text[found.end() :]
    if not context.times.label(rest) or _tells_fact(rest, context.language.code):
        return None
    return set_new(context, REMINDER, rest)


def _tells_fact(text: str, language: str) -> bool:
    return has_reading(language) and any(keepable(text, one, language) for one in statements(text, language))


def decline_condition(context: TurnContext) -> TurnOutcome:
    """Sets nothing: what somebody does is no time. A part of the day is one, though it stands like a place: "in the
    morning".
    """
    place, label = context.understood.slot("place"), context.understood.slot("label")
    phrase = context.times.read(context.turn.text)
    if place and label and _names_hour(context, context.turn.text) and place not in phrase.rest:
        _, end = context.understood.span("place")
        return set_new(context, REMINDER, context.turn.text[:end], label)
    return TurnOutcome(context.understood.intent, ("NO_TIME_OR_PLACE",))


def read_due_time(
    context: TurnContext, said: str, kind: str, own: OwnSchedules
) -> tuple[TimePhrase, DueTime | None, str, date | None]:
    """Returns what was said of a time, the moment that it means, the other words, and a date that was named."""
    phrase = context.times.read(said)
    rest = " ".join(phrase.rest.split())
    named = None
    minute = _coming_minute(context, said) if kind != TIMER else None
    if minute is not None:
        return phrase, at_coming_minute(minute, own.clock), "", None
    if not phrase.names_one_day and not phrase.duration_s:
        found = resolve_date(rest, context.turn.at, context.language, past=False)
        named = local_time(found.from_ms, own.clock.zone).date() if found else None
        rest = without_date(rest, context.language) if named else rest
    return phrase, due_time(phrase, kind, own.clock, named), rest, named


def _coming_minute(context: TurnContext, said: str) -> int | None:
    """Returns the minute of "let me know when it's ten to"; None where an hour is named, or no minute."""
    words = context.times.words
    found = words.of_coming_hour.fullmatch(words.numbers.in_digits(said).text.strip(" .!?"))
    if found is None:
        return None
    minutes = int(found["m"] or 0) or (15 if found["quarter"] else 30)
    return (-minutes if found["to"] else minutes) % 60


def set_new(context: TurnContext, kind: str, said: str, label: str = "", number: int = 0) -> TurnOutcome:
    """Sets a schedule by what was said of its time, beside which stands its label unless that is given. `number` is its
    place among those of the turn.
    """
    own, intent = own_schedules(context), f"set_{kind}"
    said, device_id = _device_named(context, said, own.devices)
    phrase, due, rest, named = read_due_time(context, said, kind, own)
    label = _label(context, label or rest, kind)[:MAX_LABEL_CHARS]
    label = label if kind == REMINDER else context.times.words.owners.sub("", label)
    label = "" if context.times.words.ordinal.fullmatch(label) else label
    if kind == TIMER and label and _is_numbers(label, context.times):
        return TurnOutcome(intent, ("NOT_ALL_SET",))
    if context.times.words.beside.search(context.times.words.numbers.in_digits(said).text):
        return TurnOutcome(intent, ("NO_TIME_OR_PLACE",))
    if context.times.words.several_times.search(context.times.words.numbers.in_digits(said).text):
        return TurnOutcome(intent, ("NOT_ALL_SET",))
    if due is None:
        return _ask(context, kind, said, label, phrase.names_day or named is not None)
    if due.due_ms <= own.clock.wall_ms:
        return TurnOutcome(intent, ("TIME_PASSED",))
    if kind == TIMER and due.duration_ms > MAX_TIMER_MS:
        return TurnOutcome(intent, ("TIMER_TOO_LONG",))
    if len(own.open) >= MAX_SCHEDULES:
        return TurnOutcome(intent, ("TOO_MANY_SCHEDULES",))
    schedule = new_schedule(context, kind, label, due, device_id or own_device(own), own)
    number = number or len(context.turn.text) - len(context.turn.text.lstrip())  # a later part of the turn
    if number:
        schedule = replace(schedule, schedule_id=f"{schedule.schedule_id}-{number}")
    if any(one.schedule_id == schedule.schedule_id for one in own.every):
        return TurnOutcome(intent, ("REPLAYED_TURN",))
    return TurnOutcome(intent, ("SCHEDULE_SET",), records=(schedule.record(),))


def _label(context: TurnContext, said: str, kind: str) -> str:
    """Returns the name without small words; a reminder keeps the word for a kind at its end: "test the smoke alarm"."""
    label = context.times.label(said)
    cut = said[said.rfind(label) + len(label) :].strip()
    named = kind == REMINDER and label and any(words.fullmatch(cut) for _, words in context.times.words.kinds)
    return f"{label} {cut}" if named else label


def _is_numbers(label: str, times: TimeReader) -> bool:
    """Says whether a name is the times of further timers: the "one two" of "for one two and three minutes"."""
    return times.words.numbers.in_digits(label).text.replace(" ", "").isdecimal()


def new_schedule(
    context: TurnContext, kind: str, label: str, due: DueTime, device_id: str, own: OwnSchedules
) -> Schedule:
    """Returns a schedule of the speaker that this turn sets."""
    turn, clock = context.turn, own.clock
    counts = bool(due.duration_ms and clock.boot_id)
    return Schedule(
        f"schedule-{turn.turn_id}",
        turn.user_id,
        kind,
        label,
        due.due_ms,
        device_id,
        own_device(own),
        clock.wall_ms,
        "UTC" if due.recurrence and counts_elapsed_time(due.recurrence) else clock.zone,
        guest=int(not turn.identified),
        duration_ms=due.duration_ms,
        recurrence=due.recurrence,
        first_local=due.first_local,
        boot_id=clock.boot_id if counts else "",
        uptime_ms=clock.monotonic_ms + due.duration_ms if counts else 0,
        turn_id=turn.turn_id,
    )


def _ask(context: TurnContext, kind: str, said: str, label: str, names_day: bool) -> TurnOutcome:
    """Asks for the time, or for the hour of a named day; a guest is told how to say it: nothing of theirs is kept."""
    intent = f"set_{kind}"
    if not context.turn.identified:
        return TurnOutcome(intent, ("SCHEDULE_TIME_MISSING",))
    proposal = json.dumps({"kind": kind, "said": said, "label": label, "day": names_day}, ensure_ascii=False)
    question = new_question(context.turn, SCHEDULE_TIME.lower(), SCHEDULE_TIME, (), proposal)
    return TurnOutcome(intent, (SCHEDULE_TIME,)).with_question(question)


def _device_named(context: TurnContext, said: str, devices: tuple[KnownDevice, ...]) -> tuple[str, str]:
    """Takes out "on the kitchen speaker", where that is the name of a device, and returns its id."""
    words = context.times.words
    for device in devices:
        if not (device.name and device.active):
            continue
        place = rf"(?:^(?:{words.articles.pattern.removeprefix('^')}\s+)?|(?<!\w)(?:{words.place}) )"
        found = re.search(rf"{place}{re.escape(device.name)}(?!\w)", said, re.IGNORECASE)
        if found is not None:
            return f"{said[: found.start()]} {said[found.end() :]}".strip(), device.device_id
    return said, ""
