"""Pure: says what was set, what is left, what is due. Labels are said in the second person."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from device.languages.reply_templates import ReplyTemplates, quote_text
from device.nlu.spoken_numbers import number_word
from device.skills.reply_context import Reply, ReplyContext
from device.skills.schedules.own_schedules import OwnSchedules, of_kind, told_schedules
from device.skills.schedules.recurrence import rule_of
from device.skills.schedules.ringing import DueSchedule, left_ms
from device.skills.schedules.schedule import REMINDER, SNOOZED, TIMER, Schedule
from device.skills.schedules.schedule_clock import ScheduleClock, local_time
from device.skills.schedules.set_schedule import SCHEDULE_TIME
from device.skills.schedules.spoken_label import label_to_person
from device.skills.skill import SkillReply
from memory.model.atoms import Channel
from memory.model.changes import Rule
from memory.rules.controls import is_unmentionable

_ONE_SENTENCE = {
    "TIME_PASSED": "time_passed",
    "TIMER_TOO_LONG": "timer_too_long",
    "NOT_ALL_SET": "not_all_set",
    "TOO_MANY_SCHEDULES": "too_many_schedules",
    "SCHEDULE_TIME_MISSING": "say_schedule_time",
    "NO_TIME_OR_PLACE": "no_time_or_place",
    "NO_USUAL_TIME": "no_usual_time",
    "NOTHING_RINGS": "nothing_rings",
    "REPLAYED_TURN": "schedule_known",
    "CANNOT_PAUSE": "cannot_pause",
    "NOTHING_THEN": "nothing_then",
}


def answer_change(view: ReplyContext) -> SkillReply:
    """Says what this turn set, changed, cancelled or stopped, or asks for what is missing."""
    heard = view.heard
    reason = heard.reason_codes[0] if heard.reason_codes else ""
    own, found = told_schedules(view), view.look_up("")
    if reason == SCHEDULE_TIME:
        return _time_question(view), found
    if reason in _ONE_SENTENCE:
        return Reply(view.say(_ONE_SENTENCE[reason]), heard.reason_codes), found
    speaker = _speaker(view, own)
    kind = dict(heard.slots).get("schedule_kind", "")
    if reason in ("NO_SCHEDULE", "WHICH_SCHEDULE"):
        text = speaker.none(kind) if reason == "NO_SCHEDULE" else speaker.which(of_kind(own.open, kind))
        return Reply(text, heard.reason_codes), found
    if reason == "RINGING_STOPPED" and heard.turn.channel is Channel.VOICE:
        return Reply("", heard.reason_codes), found
    return Reply(speaker.changed(reason, own.touched_in(heard.turn.turn_id)), heard.reason_codes), found


def answer_time_left(view: ReplyContext) -> SkillReply:
    """Says how long the timers still run, or when an alarm rings."""
    own = told_schedules(view)
    if view.heard.reason_codes:
        return answer_change(view)
    slots = dict(view.heard.slots)
    label = slots.get("label", "")
    kind = slots.get("schedule_kind", "") or ("" if label else _kind_in_words(view))
    speaker = _speaker(view, own)
    found = _asked_about(own, label, kind) if label or kind else _named_in(own, view)
    text = speaker.left(found) if found else speaker.none(kind or TIMER)
    return Reply(text, ("SCHEDULES_TOLD",)), view.look_up("")


def answer_list(view: ReplyContext) -> SkillReply:
    """Lists what is set, of a kind when one was named."""
    own = told_schedules(view)
    kind = dict(view.heard.slots).get("schedule_kind", "") or _kind_in_words(view)
    speaker = _speaker(view, own)
    found = of_kind(own.open, kind)
    return Reply(speaker.listed(found) if found else speaker.none(kind), ("SCHEDULES_TOLD",)), view.look_up("")


def say_reminders(view: ReplyContext, from_ms: int, until_ms: int) -> str:
    """Lists the reminders of a period, which somebody asks for who asks what is to be done; empty without one."""
    own = told_schedules(view)
    found = tuple(one for one in of_kind(own.open, REMINDER) if from_ms <= one.next_ms < until_ms)
    return _speaker(view, own).listed(found) if found else ""


def _speaker(view: ReplyContext, own: OwnSchedules) -> ScheduleSpeaker:
    return ScheduleSpeaker(view.replies, own.clock, view.memory.reader.rules(view.gate.user_id))


@dataclass(frozen=True, slots=True)
class ScheduleSpeaker:
    """Phrases schedules in one language, as seen from now."""

    replies: ReplyTemplates
    clock: ScheduleClock
    rules: tuple[Rule, ...] = ()
    """A label that they silence is not said."""

    def changed(self, reason: str, found: Sequence[Schedule]) -> str:
        """Says what was done with these."""
        left = [one for one in found if one.is_open] if reason == "SCHEDULE_CANCELLED" else []
        if left and len(left) < len(found):
            gone = [one for one in found if not one.is_open]
            return " ".join((self.changed(reason, gone), *map(self._set, left)))
        if reason == "SCHEDULE_CANCELLED" and len(found) > 1:
            if len(found) == 2:
                return self.replies.say("schedules_cancelled_both")
            return self.replies.say("schedules_cancelled", count=number_word(self.replies.language, len(found)))
        return " ".join(self._changed(reason, one) for one in found)

    def left(self, found: Sequence[Schedule]) -> str:
        """Says how long timers run, and when the others are due."""
        return " ".join(self._left(one) for one in found)

    def listed(self, found: Sequence[Schedule]) -> str:
        """Lists them, the next first."""
        items = self.replies.say("join").join(self._item(one) for one in found)
        return self.replies.say("schedules_listed", items=items)

    def which(self, found: Sequence[Schedule]) -> str:
        """Asks which of them is meant."""
        return self.replies.say("which_schedule", items=self.replies.say("join").join(map(self._item, found)))

    def none(self, kind: str) -> str:
        """Says that none of the kind is set."""
        return self.replies.say(f"no_{kind}" if kind else "no_schedule")

    def due(self, due: DueSchedule) -> str:
        """Says that one is due, or was."""
        one = due.schedule
        name = f"{one.kind}_{'missed' if due.missed else 'due'}"
        return self._say(name, one, moment=self._moment(due.due_ms, one), clock=self._clock(due.due_ms, one))

    def _changed(self, reason: str, one: Schedule) -> str:
        if reason in ("SCHEDULE_SET", "SCHEDULE_CHANGED"):
            return self._set(one)
        if reason == "SCHEDULE_LEFT":
            return self._left(one)
        if reason == "SCHEDULE_TOLD":
            return self._say(f"{one.kind}_set_at", one, moment=self._when(one))
        if reason == "SCHEDULE_SNOOZED":
            duration = self.replies.times.exact_duration(left_ms(one, self.clock), after=True)
            return self._say("schedule_snoozed", one, duration=duration)
        if reason in ("SCHEDULE_PAUSED", "SCHEDULE_RESUMED"):
            duration = self.replies.times.exact_duration(left_ms(one, self.clock))
            return self._say("timer_paused" if reason == "SCHEDULE_PAUSED" else "timer_resumed", one, duration=duration)
        if reason == "RINGING_STOPPED":
            return self.replies.say("ringing_stopped")
        if reason == "SCHEDULE_SKIPPED" and one.is_open:
            return self._say("schedule_skipped", one, moment=self._moment(one.next_ms, one))
        return self._say(f"{one.kind}_cancelled", one, moment=self._when(one))

    def _set(self, one: Schedule) -> str:
        if one.duration_ms and not one.recurrence:
            left = left_ms(one, self.clock)
            name, duration = f"{one.kind}_set_in", self.replies.times.exact_duration(left, after=one.kind != TIMER)
            return self._say(name, one, duration=self._in_words(duration))
        return self._say(f"{one.kind}_set_at", one, moment=self._when(one))

    def _left(self, one: Schedule) -> str:
        if one.kind == TIMER:
            return self._say("timer_left", one, duration=self.replies.times.duration(left_ms(one, self.clock)))
        return self._say(f"{one.kind}_set_at", one, moment=self._when(one))

    def _item(self, one: Schedule) -> str:
        duration = self.replies.times.duration(left_ms(one, self.clock))
        return self._say(f"{one.kind}_item", one, moment=self._when(one), duration=duration).strip()

    def _when(self, one: Schedule) -> str:
        """Says the next moment, or the recurrence with its time."""
        if not one.recurrence or one.state == SNOOZED:
            return self._moment(one.next_ms, one)
        said = self.replies.times.recurrence(rule_of(one.recurrence))
        if one.zone == "UTC" and "LY" in one.recurrence and one.recurrence.startswith(("FREQ=HOUR", "FREQ=MINUTE")):
            return said
        return f"{said} {self.replies.times.at(local_time(one.due_ms, one.zone))}"

    def _moment(self, at_ms: int, one: Schedule) -> str:
        zone = self.clock.zone
        return self.replies.times.moment(local_time(at_ms, zone), local_time(self.clock.wall_ms, zone))

    def _clock(self, at_ms: int, one: Schedule) -> str:
        return self.replies.times.clock(local_time(at_ms, self.clock.zone))

    def _say(self, name: str, one: Schedule, **words: str) -> str:
        """Renders the sentence, with its label or the one for none."""
        told = bool(one.label) and not is_unmentionable(one.label, self.rules)
        named = f"{name}_for" if told and self.replies.has(f"{name}_for") else name
        label = label_to_person(one.label, self.replies.language, self.replies.times.carriers())
        text = self.replies.say(named, label=quote_text(label), **words)
        return text if name.endswith("_item") else text[:1].upper() + text[1:]

    def _in_words(self, duration: str) -> str:
        """Writes a number at the beginning as a word: "Twelve minutes"."""
        number, _, unit = duration.partition(" ")
        return f"{number_word(self.replies.language, int(number))} {unit}" if number.isdecimal() else duration


def _asked_about(own: OwnSchedules, label: str, kind: str) -> tuple[Schedule, ...]:
    """Returns the timers, or those of a name, or the next of another kind."""
    bare = _without_kind(label)
    if bare:
        return own.meant(kind, bare) or own.meant("", bare)
    found = of_kind(own.open, kind or TIMER)
    return found if not kind or kind == TIMER else found[:1]


def _named_in(own: OwnSchedules, view: ReplyContext) -> tuple[Schedule, ...]:
    """Returns those whose name stands in the turn; all timers when it names none. Small words are no name."""
    words = view.heard.turn.text.casefold().strip(" ?.!").split()
    said = [word for word in words if view.list_words.no_thing.fullmatch(word) is None]
    parts = (said[at : at + count] for count in range(len(said), 0, -1) for at in range(len(said) - count + 1))
    named = (own.meant("", " ".join(part)) for part in parts)
    timers = of_kind(own.open, TIMER)
    place = view.replies.times.place_in(words)
    pointed = timers[place:][:1] if place is not None else ()
    return next((found for found in named if found), pointed or timers)


def _without_kind(label: str) -> str:
    words = [word for word in label.split() if word.casefold() not in _NO_NAMES]
    return " ".join(words)


_NO_NAMES = frozenset(
    {"the", "my", "timer", "alarm", "that", "this", "it"}
    | {"der", "die", "das", "den", "dem", "mein", "wecker", "meinem", "es", "ihn"}
)


def _kind_in_words(view: ReplyContext) -> str:
    """Returns the kind that the words name without a slot: "list my reminders"."""
    words = view.heard.turn.text.casefold()
    kinds = table_of_kinds(view.replies)
    return next((kind for kind, names in kinds if any(name in words for name in names)), "")


def table_of_kinds(replies: ReplyTemplates) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Returns the words of each kind, from the replies of the language."""
    return tuple(
        (kind, tuple(one.replace("_", " ") for one in replies.say(f"{kind}_words").split()))
        for kind in (TIMER, "alarm", REMINDER)
    )


def _time_question(view: ReplyContext) -> Reply:
    heard = view.heard
    question = next((one for one in view.questions if one.question_id == heard.question_id), None)
    names_day = question is not None and json.loads(question.proposal)["day"]
    asked = "ask_how_long" if heard.intent == "set_timer" else "ask_hour" if names_day else "ask_when"
    text = view.say(asked)
    return Reply(text, heard.reason_codes, question=question, relied=False)
