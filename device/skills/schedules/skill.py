"""Pure: the skill of timers, alarms and reminders."""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.core.messages import Announcement
from device.nlu.intent_matcher import IntentMatch, Slot
from device.skills.memory.memory_controls import correct_mentioned
from device.skills.schedules import change_schedule as change
from device.skills.schedules.answers import ScheduleSpeaker, answer_change, answer_list, answer_time_left
from device.skills.schedules.own_schedules import own_schedules
from device.skills.schedules.pause import hold_timers, pause_timers, restart_timers, resume_timers, switch_last
from device.skills.schedules.references.afterthoughts import follow_afterthought
from device.skills.schedules.references.named_schedules import follow_named
from device.skills.schedules.references.set_instead import forget_reminder, instead_of_set
from device.skills.schedules.references.told_events import remind_before_event
from device.skills.schedules.references.usual_times import shift_usual
from device.skills.schedules.ringing import DueSchedule, after_ringing, due_schedules, is_ringing, realigned, rings_here
from device.skills.schedules.schedule import ALARM, MISSED, Schedule, schedules_of
from device.skills.schedules.schedule_clock import ScheduleClock
from device.skills.schedules.set_schedule import remind_of_thing
from device.skills.schedules.set_several import set_reminders
from device.skills.schedules.skip_occurrence import cancel_or_skip, skip_schedules
from device.skills.skill import AnswerRule, DecideRule, DueContext, Intent, IntentSkill
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.atoms import Turn
from memory.model.changes import Change, Scope
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import Gap
from memory.reading.words.closed_words import has_reading
from memory.retrieval.context_builder import MemoryAccess

_AGAIN = "again"
"""Ends the key of an announcement that sounded before."""


@dataclass(frozen=True)
class ScheduleSkill(IntentSkill):
    """Keeps timers, alarms and reminders as records of the vault, and says them when they are due."""

    def follow_up(self, context: TurnContext) -> TurnOutcome | None:
        """Sets one more of what was just set, asks when to remind of what must not be forgotten, or does what is said
        of one by its name.
        """
        known = (
            forget_reminder(context)
            or shift_usual(context)
            or remind_before_event(context)
            or follow_afterthought(context)
        )
        moved = known or change.move_to_part_of_hour(context)
        further = change.set_another(context) or change.cancel_both(context) or change.revise_rather(context)
        return moved or further or switch_last(context) or remind_of_thing(context) or follow_named(context)

    def due(self, context: DueContext) -> tuple[Announcement, ...]:
        """Says each that is due on this device, what was missed, and again what rings until it is stopped."""
        clock = ScheduleClock.of(context.now)
        devices = context.memory.queries.devices()
        every = schedules_of(context.memory.reader, context.user_id)
        speaker = ScheduleSpeaker(context.replies, clock, context.memory.reader.rules(context.user_id))
        return (
            *(self._first(one, speaker) for one in due_schedules(every, clock, devices)),
            *(self._again(one, speaker) for one in every if rings_here(one, devices) and is_ringing(one, clock)),
        )

    def _first(self, due: DueSchedule, speaker: ScheduleSpeaker) -> Announcement:
        key = f"{due.key}@{MISSED}" if due.missed else due.key
        return Announcement(self.name, key, speaker.due(due), rings=not due.missed)

    def _again(self, schedule: Schedule, speaker: ScheduleSpeaker) -> Announcement:
        text = speaker.due(DueSchedule(schedule, speaker.clock.wall_ms, missed=False))
        return Announcement(self.name, f"{schedule.schedule_id}@{_AGAIN}", text, rings=True, again=True)

    def announced(self, announcement: Announcement, turn: Turn, memory: MemoryAccess) -> Change | None:
        """Commits that it rang or was told as missed, and sets the next time. What changed meanwhile stays."""
        if announcement.again:
            return None
        schedule_id, due, *missed = announcement.key.split("@")
        clock = ScheduleClock.of(turn.at)
        found = (one for one in schedules_of(memory.reader, turn.user_id) if one.schedule_id == schedule_id)
        schedule = next((realigned(one, clock) for one in found), None)
        if schedule is None or not schedule.is_open or schedule.next_ms != int(due):
            return None
        after = replace(after_ringing(schedule, int(due), clock, missed=bool(missed)), turn_id=turn.turn_id)
        return Change(Scope(turn.user_id, turn.session_id, turn.turn_id, turn.at.at_ms), records=(after.record(),))


def _control(name: str, decide: DecideRule, answer: AnswerRule = answer_change) -> Intent:
    """Declares a command that a guest may give as well."""
    return Intent(name, decide, answer, for_guests=True)


def _change(context: TurnContext) -> TurnOutcome:
    """Reads "make it seven": a schedule, or a memory when that was mentioned and nothing was set."""
    outcome = change.change_schedule(context)
    clock = context.understood.slot("clock")
    if outcome.records or context.understood.slot("schedule_kind") or not context.mentioned().atoms:
        return outcome
    start, end = context.understood.span("clock")
    meant = IntentMatch("correct", (Slot("meant", clock, start, end),))
    return correct_mentioned(replace(context, understood=meant))


def _ask_memory(context: TurnContext) -> TurnOutcome | None:
    """Reads "when do I have to get up" as a question for the memory where no alarm is set."""
    code = context.language.code
    asked = statements(context.turn.text, code) if has_reading(code) else ()
    for_the_day = any(one.clause.asks is Gap.WHEN and one.about_speaker and not one.others for one in asked)
    if not for_the_day or not context.turn.identified or own_schedules(context).meant(ALARM):
        return None
    return TurnOutcome("question")


SCHEDULES = ScheduleSkill(
    "schedules",
    (
        _control("set_timer", instead_of_set(change.set_or_change)),
        Intent("set_alarm", instead_of_set(change.set_or_change), answer_change),
        Intent("set_reminder", instead_of_set(set_reminders), answer_change),
        Intent("decline_condition", set_reminders, answer_change),
        Intent("time_left", _ask_memory, answer_time_left, asks=True, for_guests=True),
        Intent("list_schedules", answer=answer_list, asks=True, for_guests=True),
        _control("change_schedule", _change),
        _control("more_time", change.add_time),
        _control("less_time", change.take_time_off),
        _control("cancel_schedule", cancel_or_skip),
        Intent("snooze", change.snooze_schedules, answer_change),
        _control("stop_ringing", change.stop_or_say),
        Intent("skip_schedule", skip_schedules, answer_change),
        _control("pause_schedule", pause_timers),
        _control("hold_schedule", hold_timers),
        _control("resume_schedule", resume_timers),
        _control("restart_timer", restart_timers),
    ),
)
