"""Promise: a moment of this machine carries its other clocks: zone, monotonic clock, and the run of the machine."""

from __future__ import annotations

from device.platform.clock import MachineClock
from device.platform.device_clocks import read_boot_id, zone_name
from device.skills.schedules.schedule_clock import ScheduleClock
from memory.model.atoms import Moment


def test_the_monotonic_clock_goes_on_in_one_run_of_the_machine() -> None:
    clock = MachineClock()
    first, second = clock.reading(), clock.reading()
    assert second.uptime_ms >= first.uptime_ms >= (first.since_start_ms or 0) >= 0
    assert first.boot_id == second.boot_id == read_boot_id()
    assert first.zone == zone_name()


def test_two_moments_of_one_time_are_equal_whatever_the_other_clocks_show() -> None:
    now = MachineClock().now()
    assert now == Moment(now.at_ms, now.utc_offset_min)


def test_a_moment_that_was_only_told_has_a_wall_clock_with_its_offset() -> None:
    clock = ScheduleClock.of(Moment(1_772_366_400_000, -150))
    assert (clock.zone, clock.boot_id, clock.started_ms, clock.is_trusted) == ("UTC-02:30", "", None, True)
