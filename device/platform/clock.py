"""Adapter: the clock. The only file that may read the time.

Wall time is for the record, monotonic time for measuring and for pacing a tape; no rule reads either.
"""

from __future__ import annotations

import time

from memory.model.atoms import ClockReading, Moment

_RUNS_ON = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""The monotonic clock that also counts while the machine sleeps, where there is one."""
_STARTED_NS = time.clock_gettime_ns(_RUNS_ON)


class MachineClock:
    """The clock of this machine."""

    def now(self) -> Moment:
        """The present moment with the offset of the local wall clock in minutes, summer time included."""
        wall = self.wall()
        return Moment(wall.at_ms, wall.utc_offset_min, self.reading())

    def wall(self) -> Moment:
        """The same without the other clocks, for what only reads."""
        at_ns = time.time_ns()
        offset_s = time.localtime(at_ns // 1_000_000_000).tm_gmtoff
        return Moment(at_ns // 1_000_000, offset_s // 60)

    def reading(self) -> ClockReading:
        """Returns what the other clocks of this machine show now."""
        from device.platform.device_clocks import is_synchronised, read_boot_id, zone_name

        uptime_ns = time.clock_gettime_ns(_RUNS_ON)
        return ClockReading(
            zone_name(),
            read_boot_id(),
            uptime_ns // 1_000_000,
            (uptime_ns - _STARTED_NS) // 1_000_000,
            is_synchronised(),
        )


def monotonic_ns() -> int:
    """Returns nanoseconds since some fixed moment; only differences have a meaning."""
    return time.monotonic_ns()


def sleep_until(due_ns: int) -> None:
    """Wait until `monotonic_ns()` reaches `due_ns`; returns at once when that has passed."""
    left_ns = due_ns - time.monotonic_ns()
    if left_ns > 0:
        time.sleep(left_ns / 1e9)


def sleep_one_frame() -> None:
    """Wait as long as one frame of sound lasts."""
    from device.core.ports import FRAME_MS  # a command that only reads has no frames

    time.sleep(FRAME_MS / 1000)
