"""Pure: the schedules of one speaker in one turn, and which of them is meant by kind, name or time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from device.nlu.thing_names import names_same
from device.nlu.time_phrases import TimePhrase, TimeReader
from device.skills.reply_context import ReplyContext
from device.skills.schedules.recurrence import rule_of
from device.skills.schedules.ringing import is_ringing, rings_here
from device.skills.schedules.schedule import Schedule, schedules_of
from device.skills.schedules.schedule_clock import ScheduleClock, local_time
from device.skills.turn_context import TurnContext
from memory.model.ports import KnownDevice

_HALF_DAY = 12 * 60


@dataclass(frozen=True, slots=True)
class OwnSchedules:
    """All schedules that a speaker may hear of: a guest those of guests."""

    every: tuple[Schedule, ...]
    clock: ScheduleClock
    devices: tuple[KnownDevice, ...]
    here: tuple[Schedule, ...]
    """Those that ring on this device, whoever set them: anybody may stop what sounds."""

    @property
    def open(self) -> tuple[Schedule, ...]:
        """Returns those that will still ring, the next first."""
        return tuple(one for one in self.every if one.is_open)

    @property
    def ringing(self) -> tuple[Schedule, ...]:
        """Returns those that sound on this device now, the latest first."""
        sounding = (one for one in self.here if is_ringing(one, self.clock))
        return tuple(sorted(sounding, key=lambda one: -one.rang_ms))

    def touched_in(self, turn_id: str) -> tuple[Schedule, ...]:
        """Returns those that a turn changed."""
        seen = {one.schedule_id: one for one in (*self.every, *self.here)}
        return tuple(one for one in seen.values() if turn_id and one.turn_id == turn_id)

    def meant(self, kind: str = "", label: str = "", time: TimePhrase | None = None) -> tuple[Schedule, ...]:
        """Returns the open ones of a kind, with a name, at a time."""
        found = of_kind(self.open, kind)
        found = tuple(one for one in found if not label or names_same(label, one.label))
        return tuple(one for one in found if time is None or time.is_empty or self._is_at(one, time))

    def _is_at(self, schedule: Schedule, time: TimePhrase) -> bool:
        """Says whether it rings at the time of day, on the day, or after the duration that was named."""
        local = local_time(schedule.next_ms, schedule.zone)
        today = local_time(self.clock.wall_ms, self.clock.zone).date()
        minutes = (local.hour * 60 + local.minute) % _HALF_DAY
        return (
            (time.minutes is None or minutes == time.minutes % _HALF_DAY)
            and (time.days_ahead is None or (local.date() - today).days == time.days_ahead)
            and (time.weekday is None or local.weekday() == time.weekday)
            and (time.month_day is None or local.day == time.month_day)
            and (not time.duration_s or schedule.duration_ms == round(time.duration_s * 1000))
            and (not time.recurrence or rule_of(schedule.recurrence) == time.recurrence)
        )


def of_kind(schedules: Iterable[Schedule], kind: str) -> tuple[Schedule, ...]:
    """Returns those of a kind; all without one."""
    return tuple(one for one in schedules if not kind or one.kind == kind)


def own_schedules(context: TurnContext) -> OwnSchedules:
    """Reads the schedules of the speaker of a turn that is being decided."""
    every, turn = schedules_of(context.reader, context.turn.user_id), context.turn
    return _seen(every, ScheduleClock.of(turn.at), context.queries.devices(), identified=turn.identified)


def own_device(own: OwnSchedules) -> str:
    """Returns the id of this device; empty without one."""
    return next((each.device_id for each in own.devices if each.own), "")


def told_schedules(view: ReplyContext) -> OwnSchedules:
    """Reads the schedules of the speaker of a turn that is being answered."""
    turn = view.heard.turn
    every = schedules_of(view.memory.reader, turn.user_id)
    return _seen(every, ScheduleClock.of(turn.at), view.memory.queries.devices(), identified=turn.identified)


def _seen(
    every: tuple[Schedule, ...], clock: ScheduleClock, devices: tuple[KnownDevice, ...], *, identified: bool
) -> OwnSchedules:
    here = tuple(one for one in every if rings_here(one, devices))
    return OwnSchedules(tuple(one for one in every if identified or one.guest), clock, devices, here)


def named_label(context: TurnContext, times: TimeReader) -> str:
    """Returns the name by which a turn calls a schedule: "the pasta timer" is the pasta."""
    return times.label(context.understood.slot("label"), named=True)
