"""Pure: what a schedule does as time passes: it is due, it rings, it is snoozed, stopped, or was missed.

A schedule is committed as rung when the first sample of it was played. What was due before this process began, or so
long ago that nobody waits for it any more, is told as missed: once, and it does not ring.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from device.core.policy import CLOCK_WAS_WRONG_MS, MAX_RINGING_MS, SNOOZE_MS
from device.skills.schedules.recurrence import counts_elapsed_time, days_left_out, next_occurrence, with_day
from device.skills.schedules.schedule import CANCELLED, MISSED, PAUSED, RANG, REMINDER, SET, SNOOZED, Schedule
from device.skills.schedules.schedule_clock import ScheduleClock, local_time, wall_moment_ms
from memory.model.ports import KnownDevice


@dataclass(frozen=True, slots=True)
class DueSchedule:
    """A schedule whose time has come."""

    schedule: Schedule
    due_ms: int
    missed: bool
    """Whether it is only told: nobody was there when it was due."""

    @property
    def key(self) -> str:
        """Returns what tells this ringing from the others of the schedule."""
        return f"{self.schedule.schedule_id}@{self.due_ms}"


def due_schedules(
    schedules: Iterable[Schedule], clock: ScheduleClock, devices: tuple[KnownDevice, ...]
) -> Iterator[DueSchedule]:
    """Yields what this device has to say now, in their order."""
    for one in (realigned(each, clock) for each in schedules):
        if one.is_open and rings_here(one, devices) and is_due(one, clock):
            yield DueSchedule(one, one.next_ms, _was_missed(one, clock))


def realigned(schedule: Schedule, clock: ScheduleClock) -> Schedule:
    """Returns a recurring schedule at its next time, when it was last handled by a wall clock that was days ahead."""
    handled = max(schedule.rang_ms, schedule.stopped_ms)
    if not (schedule.recurrence and clock.is_trusted and handled - clock.wall_ms >= CLOCK_WAS_WRONG_MS):
        return schedule
    first = (local_time(clock.wall_ms, schedule.zone) - timedelta(days=1)).date()
    at = datetime.fromisoformat(schedule.first_local).time()
    begin = datetime.combine(first, at).isoformat()
    found = next_occurrence(schedule.recurrence, begin, schedule.zone, clock.wall_ms - MAX_RINGING_MS)
    return replace(schedule, due_ms=found[0], first_local=found[1]) if found else schedule


def is_due(schedule: Schedule, clock: ScheduleClock) -> bool:
    """Says whether its time has come. Without a clock that can be trusted only timers of this run are due, and a paused
    one never is.
    """
    if schedule.state == PAUSED:
        return False
    left = _left_on_monotonic_clock(schedule, clock)
    if left is not None:
        return left <= 0
    return clock.is_trusted and schedule.next_ms <= clock.wall_ms


def left_ms(schedule: Schedule, clock: ScheduleClock) -> int:
    """Returns the time until it rings; 0 when it is due. The time of a paused one stands still."""
    if schedule.state == PAUSED:
        return schedule.uptime_ms
    left = _left_on_monotonic_clock(schedule, clock)
    return max(0, schedule.next_ms - clock.wall_ms if left is None else left)


def rings_here(schedule: Schedule, devices: tuple[KnownDevice, ...]) -> bool:
    """Says whether this device rings for it: it is the device of the schedule, or that was revoked and this is the
    first of those that are left.
    """
    own = next((each.device_id for each in devices if each.own), "")
    living = [each.device_id for each in devices if each.active]
    if schedule.device_id == own or schedule.device_id in living:
        return schedule.device_id == own
    return own == min(living, default=own)


def is_ringing(schedule: Schedule, clock: ScheduleClock) -> bool:
    """Says whether it sounds now: from its first sample until it is stopped or snoozed, 10 minutes at most."""
    if schedule.kind == REMINDER or not schedule.rang_ms or schedule.state in (CANCELLED, SNOOZED):
        return False
    return schedule.rang_ms > schedule.stopped_ms and 0 <= clock.wall_ms - schedule.rang_ms < MAX_RINGING_MS


def after_ringing(schedule: Schedule, due_ms: int, clock: ScheduleClock, *, missed: bool = False) -> Schedule:
    """Returns the schedule after its first sample was played, or it was told as missed: done, or set to the next
    time.
    """
    done = replace(schedule, snooze_ms=0, boot_id="", uptime_ms=0)
    now = clock.wall_ms
    if missed:
        done = replace(done, stopped_ms=now, rang_ms=min(schedule.rang_ms, now))
    else:
        done = replace(done, rang_ms=now, stopped_ms=min(schedule.stopped_ms, now - 1))
    if schedule.state == SNOOZED and schedule.recurrence and schedule.due_ms > max(due_ms, clock.wall_ms):
        return replace(done, state=SET)
    after = max(due_ms, schedule.due_ms, clock.wall_ms if clock.is_trusted else 0)
    following = (
        next_occurrence(schedule.recurrence, schedule.first_local, schedule.zone, after)
        if schedule.recurrence
        else None
    )
    if following is None:
        return replace(done, state=MISSED if missed else RANG)
    return replace(done, state=SET, due_ms=following[0], first_local=following[1])


def stopped(schedule: Schedule, clock: ScheduleClock) -> Schedule:
    """Returns a ringing schedule that was told to stop."""
    return replace(schedule, stopped_ms=max(clock.wall_ms, schedule.rang_ms))


def snoozed(schedule: Schedule, clock: ScheduleClock, for_ms: int = SNOOZE_MS) -> Schedule:
    """Returns a schedule that rings again after a while."""
    quiet = stopped(schedule, clock)
    return replace(
        quiet,
        state=SNOOZED,
        snooze_ms=clock.wall_ms + for_ms,
        boot_id=clock.boot_id,
        uptime_ms=clock.monotonic_ms + for_ms if clock.boot_id else 0,
    )


def cancelled(schedule: Schedule, clock: ScheduleClock) -> Schedule:
    """Returns a schedule that never rings again."""
    return replace(stopped(schedule, clock), state=CANCELLED, snooze_ms=0)


def ringing_again(schedule: Schedule, clock: ScheduleClock, day: date | None = None) -> Schedule | None:
    """Returns a recurring schedule that rings on a day again that was left out, on the next such day without one; None
    where it rings on that day anyway, or never.
    """
    if not schedule.recurrence or counts_elapsed_time(schedule.recurrence):
        return None
    today, due = (local_time(at, schedule.zone).date() for at in (clock.wall_ms, schedule.due_ms))
    before = [today + timedelta(days=at) for at in range((due - today).days)]
    for each in [day] if day else [*before, *(gone for gone in days_left_out(schedule.recurrence) if gone > today)]:
        recurrence, local = with_day(schedule.recurrence, schedule.first_local, each)
        at_ms = wall_moment_ms(datetime.fromisoformat(local), schedule.zone) if local else 0
        if at_ms <= clock.wall_ms or (recurrence == schedule.recurrence and at_ms >= schedule.due_ms):
            continue
        sooner = at_ms < schedule.due_ms
        due_ms, first = (at_ms, local) if sooner else (schedule.due_ms, schedule.first_local)
        return replace(schedule, recurrence=recurrence, due_ms=due_ms, first_local=first)
    return None


def running_for(schedule: Schedule, duration_ms: int, clock: ScheduleClock) -> Schedule:
    """Returns a schedule that is due so long from now."""
    return replace(
        schedule,
        state=SET,
        due_ms=clock.wall_ms + duration_ms,
        duration_ms=duration_ms,
        snooze_ms=0,
        stopped_ms=max(schedule.stopped_ms, schedule.rang_ms),
        boot_id=clock.boot_id,
        uptime_ms=clock.monotonic_ms + duration_ms if clock.boot_id else 0,
    )


def paused(schedule: Schedule, clock: ScheduleClock) -> Schedule:
    """Returns a timer whose time stands still."""
    return replace(schedule, state=PAUSED, boot_id="", uptime_ms=max(1, left_ms(schedule, clock)))


def resumed(schedule: Schedule, clock: ScheduleClock) -> Schedule:
    """Returns a paused timer that goes on with the time that was left."""
    return replace(running_for(schedule, left_ms(schedule, clock), clock), duration_ms=schedule.duration_ms)


def _left_on_monotonic_clock(schedule: Schedule, clock: ScheduleClock) -> int | None:
    """Returns the time left on the monotonic clock; None for what follows the wall clock, or counted in another run of
    the device.
    """
    if not schedule.uptime_ms or not schedule.boot_id or schedule.boot_id != clock.boot_id:
        return None
    return schedule.uptime_ms - clock.monotonic_ms


def _was_missed(schedule: Schedule, clock: ScheduleClock) -> bool:
    """Says whether it was due before this process began, or longer ago than anything rings."""
    left = _left_on_monotonic_clock(schedule, clock)
    late = clock.wall_ms - schedule.next_ms if left is None else -left
    since_start = clock.since_start_ms
    return late >= MAX_RINGING_MS or (since_start is not None and late > since_start)
