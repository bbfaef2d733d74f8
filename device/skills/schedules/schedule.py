"""Pure: the `Schedule`: a timer, an alarm or a reminder, as a record of the vault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from memory.model.changes import Record
from memory.model.ports import MemoryReader
from protos.canonical_json import Plain

TYPE = "schedule"
"""The name of the record type."""
TIMER, ALARM, REMINDER = "timer", "alarm", "reminder"
SET, SNOOZED, PAUSED, RANG, MISSED, CANCELLED = "set", "snoozed", "paused", "rang", "missed", "cancelled"


@dataclass(frozen=True, slots=True)
class Schedule:
    """A timer, an alarm or a reminder. Its fields are those of `ScheduleSchema`, in any order."""

    schedule_id: str
    user_id: str
    kind: str
    label: str
    due_ms: int
    device_id: str
    set_on: str
    set_ms: int
    zone: str
    state: str = SET
    guest: int = 0
    duration_ms: int = 0
    recurrence: str = ""
    first_local: str = ""
    snooze_ms: int = 0
    rang_ms: int = 0
    stopped_ms: int = 0
    boot_id: str = ""
    uptime_ms: int = 0
    turn_id: str = ""

    @property
    def is_open(self) -> bool:
        """Says whether it will still ring; a paused one when it goes on."""
        return self.state in (SET, SNOOZED, PAUSED)

    @property
    def next_ms(self) -> int:
        """Returns the moment at which it rings next, on the wall clock."""
        return self.snooze_ms if self.state == SNOOZED else self.due_ms

    def record(self) -> Record:
        """Returns it as a record of the vault."""
        return Record(TYPE, asdict(self))


def schedule_from(content: Mapping[str, Plain]) -> Schedule:
    """Returns the schedule that a record holds."""
    told: dict[str, Any] = {each.name: content[each.name] for each in fields(Schedule) if each.name in content}
    return Schedule(**told)


def schedules_of(reader: MemoryReader, user_id: str) -> tuple[Schedule, ...]:
    """Returns all schedules of a person, those that rang too; the next one first."""
    found = (schedule_from(one.content) for one in reader.records(user_id, TYPE))
    return tuple(sorted(found, key=lambda one: (one.next_ms, one.schedule_id)))
