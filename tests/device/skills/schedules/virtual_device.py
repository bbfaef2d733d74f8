"""A device in virtual time: its schedules, its clocks, and what it says; it can lose power and have its clock moved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from device.skills.schedules.ringing import after_ringing, due_schedules, realigned
from device.skills.schedules.schedule import Schedule
from device.skills.schedules.schedule_clock import ScheduleClock
from memory.model.ports import KnownDevice

HERE = (KnownDevice("here", "kitchen", active=True, own=True),)


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that was said: which schedule, when it was due, when it was said, and whether as missed."""

    schedule_id: str
    due_ms: int
    wall_ms: int
    monotonic_ms: int
    missed: bool


@dataclass(slots=True)
class VirtualDevice:
    """`true_ms` is the time that passes; the wall clock shows `wall_error_ms` more."""

    true_ms: int
    wall_error_ms: int = 0
    booted_ms: int = 0
    started_ms: int = 0
    boots: int = 1
    synchronised: bool = True
    schedules: dict[str, Schedule] = field(default_factory=dict)
    told: list[Told] = field(default_factory=list)
    sounded: list[tuple[str, int]] = field(default_factory=list)
    """What had a first sample, committed or not."""

    def __post_init__(self) -> None:
        self.booted_ms = self.started_ms = self.true_ms

    def clock(self) -> ScheduleClock:
        """What the clocks show now."""
        return ScheduleClock(
            self.true_ms + self.wall_error_ms,
            self.true_ms - self.booted_ms,
            self.synchronised,
            f"boot-{self.boots}",
            self.true_ms - self.started_ms,
            "Europe/Berlin",
        )

    def keep(self, schedules: Iterable[Schedule]) -> None:
        """Adds schedules."""
        self.schedules.update({one.schedule_id: one for one in schedules})

    def look(self, *, killed: bool = False) -> None:
        """Says what is due. `killed` between the first sample and the commit, nothing of it is kept."""
        clock = self.clock()
        for due in list(due_schedules(self.schedules.values(), clock, HERE)):
            self.sounded.append((due.schedule.schedule_id, due.due_ms))
            if killed:
                continue
            after = after_ringing(due.schedule, due.due_ms, clock, missed=due.missed)
            self.schedules[due.schedule.schedule_id] = after
            self.told.append(Told(after.schedule_id, due.due_ms, clock.wall_ms, clock.monotonic_ms, due.missed))

    def next_ms(self) -> int | None:
        """When something is due next by the wall clock, in true time."""
        clock = self.clock()
        dues = (realigned(one, clock).next_ms for one in self.schedules.values() if one.is_open)
        nearest = min(dues, default=None)
        return None if nearest is None else max(nearest - self.wall_error_ms, self.true_ms)

    def run_until(self, end_ms: int) -> None:
        """Lets time pass, and looks whenever something is due."""
        while (due := self.next_ms()) is not None and due < end_ms:
            self.true_ms = max(due, self.true_ms + 1)
            trusted = self.clock().is_trusted
            self.look()
            if not trusted:
                self.true_ms += 1_000
        self.true_ms = max(self.true_ms, end_ms)

    def restart(self, off_ms: int = 0) -> None:
        """The process ends and begins again later."""
        self.true_ms += off_ms
        self.started_ms = self.true_ms

    def lose_power(self, off_ms: int, *, wall_error_ms: int = 0) -> None:
        """The machine is off for a while; its wall clock may be wrong until a server sets it."""
        self.true_ms += off_ms
        self.booted_ms = self.started_ms = self.true_ms
        self.boots += 1
        self.wall_error_ms, self.synchronised = wall_error_ms, not wall_error_ms

    def set_clock(self, wall_error_ms: int = 0) -> None:
        """A time server, or a person, sets the wall clock."""
        self.wall_error_ms, self.synchronised = wall_error_ms, True


def timer(schedule_id: str, device: VirtualDevice, duration_ms: int) -> Schedule:
    """A timer that is set now."""
    clock = device.clock()
    return replace(
        alarm(schedule_id, clock.wall_ms + duration_ms),
        kind="timer",
        duration_ms=duration_ms,
        boot_id=clock.boot_id,
        uptime_ms=clock.monotonic_ms + duration_ms,
    )


def alarm(schedule_id: str, due_ms: int, zone: str = "Europe/Berlin") -> Schedule:
    """An alarm for one moment."""
    return Schedule(schedule_id, "u-ana", "alarm", "", due_ms, "here", "here", 0, zone)
