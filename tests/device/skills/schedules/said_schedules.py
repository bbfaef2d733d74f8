"""Says one thing on a fresh person's vault, and sums up what was set of it, for the tables of what people say."""

from __future__ import annotations

from device.assistant.assistant import Assistant
from device.session.session import Session
from device.skills.schedules.schedule import Schedule, schedules_of
from device.skills.schedules.schedule_clock import local_time
from memory.model import ids
from memory.model.atoms import ClockReading, Moment
from memory.model.timestamps import from_iso

MONDAY = Moment(
    from_iso("2026-03-02T10:00:00+01:00").at_ms,
    60,
    ClockReading("Europe/Berlin", "boot-1", 10_000_000, 9_000_000),
)
"""A Monday morning in Berlin, before the clocks go forward."""


def sum_up(assistant: Assistant, words: str, number: int) -> str:
    """Returns the schedule that the words set, else the intent and the facts that were stored."""
    user_id = ids.user_id(f"person {number}")
    heard, answer = Session(assistant, user_id, "s").say(words, MONDAY)
    made = schedules_of(assistant.vault.reader, user_id)
    if made:
        return " ".join(filter(None, map(_summary, made)))
    asked = " ?" if answer.question else ""
    stored = f" +{len(heard.created)}" if heard.created else ""
    return f"{heard.intent}{asked}{stored}"


def _summary(schedule: Schedule) -> str:
    when = f"{schedule.duration_ms // 1000}s" if schedule.duration_ms else ""
    when = when or local_time(schedule.due_ms, "Europe/Berlin").strftime("%a %d.%m %H:%M")
    parts = (
        schedule.kind,
        when,
        schedule.recurrence.replace("FREQ=", ""),
        f"'{schedule.label}'" * bool(schedule.label),
    )
    return " ".join(filter(None, parts))
