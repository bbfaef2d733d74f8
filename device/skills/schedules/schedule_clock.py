"""Pure: the clocks that a schedule is compared with, and the zone of its wall clock.

A timer counts on the monotonic clock of the run of the device in which it was set, so that a wall clock that is set
anew does not change it. An alarm follows the wall clock, once that can be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from device.core.policy import CLOCK_TRUSTED_AFTER_MS
from memory.model.atoms import Moment
from memory.model.timestamps import find_zone, to_iso

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ScheduleClock:
    """What the clocks of a device show at one instant."""

    wall_ms: int
    monotonic_ms: int = 0
    """Since the device was started."""
    synchronised: bool = True
    boot_id: str = ""
    """The run in which `monotonic_ms` counts; empty when there is only a wall clock."""
    since_start_ms: int | None = None
    """How long this process has been running; None when nobody knows."""
    zone: str = "UTC"

    @classmethod
    def of(cls, moment: Moment) -> ScheduleClock:
        """Reads the clocks of a moment. One that was only told has a wall clock with its offset."""
        seen = moment.clock
        offset = f"UTC{to_iso(moment)[-6:]}"
        if seen is None:
            return cls(moment.at_ms, zone=offset)
        return cls(
            moment.at_ms,
            seen.uptime_ms,
            seen.synchronised,
            seen.boot_id,
            seen.since_start_ms,
            seen.zone or offset,
        )

    @property
    def is_trusted(self) -> bool:
        """Says whether alarms may ring: the clock was set by a server, or the device has run long enough to wait no
        longer for one.
        """
        return self.synchronised or self.monotonic_ms >= CLOCK_TRUSTED_AFTER_MS

    @property
    def started_ms(self) -> int | None:
        """Returns when this process began, by the wall clock of now."""
        return None if self.since_start_ms is None else self.wall_ms - self.since_start_ms


def local_time(at_ms: int, zone: str) -> datetime:
    """Returns the time that a wall clock in the zone shows, without its zone."""
    return (_EPOCH + timedelta(milliseconds=at_ms)).astimezone(find_zone(zone)).replace(tzinfo=None, fold=0)


def wall_moment_ms(local: datetime, zone: str) -> int:
    """Returns the moment at which a wall clock in the zone shows a time.

    A time that does not exist, because the clocks go forward over it, is as much later as they go forward: 2:30 is
    3:30. Of a time that exists twice, because the clocks go back, it is the first.
    """
    aware = local.replace(tzinfo=find_zone(zone), fold=0)
    return (aware - _EPOCH) // timedelta(milliseconds=1)
