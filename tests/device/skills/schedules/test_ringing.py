"""Promise: a schedule rings at its time on the clock that it follows, until it is stopped, and is never lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import pytest

from device.core.policy import CLOCK_TRUSTED_AFTER_MS, MAX_RINGING_MS, SNOOZE_MS
from device.skills.schedules.own_schedules import OwnSchedules
from device.skills.schedules.recurrence import next_occurrence, with_day
from device.skills.schedules.ringing import (
    due_schedules,
    is_ringing,
    left_ms,
    ringing_again,
    rings_here,
    snoozed,
    stopped,
)
from device.skills.schedules.schedule_clock import local_time, wall_moment_ms
from device.skills.schedules.skip_occurrence import without_ringing
from memory.model.ports import KnownDevice
from memory.model.timestamps import find_zone, from_iso
from tests.device.skills.schedules.virtual_device import HERE, VirtualDevice, alarm, timer

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
NOON = from_iso("2026-03-02T12:00:00+01:00").at_ms


def _device() -> VirtualDevice:
    device = VirtualDevice(NOON - HOUR)
    device.true_ms = NOON
    return device


def _moment(text: str, zone: str = "Europe/Berlin") -> str:
    local = datetime.fromisoformat(text)
    return local_time(wall_moment_ms(local, zone), "UTC").isoformat()


def test_a_time_that_the_clocks_skip_is_as_much_later() -> None:
    assert _moment("2026-03-29T02:30") == "2026-03-29T01:30:00"
    assert local_time(wall_moment_ms(datetime(2026, 3, 29, 2, 30), "Europe/Berlin"), "Europe/Berlin").hour == 3  # noqa: DTZ001


def test_a_time_that_comes_twice_is_the_first() -> None:
    assert _moment("2026-10-25T02:30") == "2026-10-25T00:30:00"


def test_seven_stays_seven_when_the_clocks_change() -> None:
    before = wall_moment_ms(datetime(2026, 3, 28, 7), "Europe/Berlin")  # noqa: DTZ001
    found = next_occurrence("FREQ=DAILY", "2026-03-28T07:00:00", "Europe/Berlin", before)
    assert found is not None
    assert (found[0] - before, found[1]) == (23 * HOUR, "2026-03-29T07:00:00")


def test_a_skipped_time_still_comes_when_the_clocks_have_gone_past_it() -> None:
    ten_past_three = wall_moment_ms(datetime(2026, 3, 29, 3, 10), "Europe/Berlin")  # noqa: DTZ001
    found = next_occurrence("FREQ=DAILY", "2026-03-28T02:30:00", "Europe/Berlin", ten_past_three)
    assert found == (ten_past_three + 20 * MINUTE, "2026-03-29T02:30:00")


def test_hours_are_counted_as_they_pass() -> None:
    before = wall_moment_ms(datetime(2026, 3, 29, 1), "UTC") - 2 * HOUR  # noqa: DTZ001
    first = local_time(before, "UTC").isoformat()
    found = next_occurrence("FREQ=HOURLY;INTERVAL=2", first, "UTC", before)
    assert found is not None
    assert found[0] - before == 2 * HOUR


@pytest.mark.parametrize(("name", "hours"), [("UTC+05:30", 5.5), ("UTC-03:00", -3.0), ("UTC", 0.0), ("No/Where", 0.0)])
def test_a_zone_may_be_an_offset_and_an_unknown_one_is_utc(name: str, hours: float) -> None:
    offset = find_zone(name).utcoffset(datetime(2026, 3, 2))  # noqa: DTZ001
    assert offset is not None
    assert offset.total_seconds() == hours * 3600


@pytest.mark.parametrize("jump", [-2 * HOUR, 2 * HOUR, 40 * 365 * DAY])
def test_a_running_timer_does_not_follow_a_clock_that_is_set_anew(jump: int) -> None:
    device = _device()
    device.keep([timer("schedule-t", device, 12 * MINUTE)])
    device.true_ms += 5 * MINUTE
    device.set_clock(jump)
    assert left_ms(device.schedules["schedule-t"], device.clock()) == 7 * MINUTE
    device.true_ms += 7 * MINUTE - 1
    device.look()
    assert device.told == []
    device.true_ms += 1
    device.look()
    assert [each.missed for each in device.told] == [False]


def test_a_timer_counts_on_over_a_restart_of_the_process() -> None:
    device = _device()
    device.keep([timer("schedule-t", device, 12 * MINUTE)])
    device.restart(off_ms=MINUTE)
    device.set_clock(-HOUR)
    assert left_ms(device.schedules["schedule-t"], device.clock()) == 11 * MINUTE


def test_a_timer_that_ended_without_power_is_told_as_missed_once() -> None:
    device = _device()
    device.keep([timer("schedule-t", device, 12 * MINUTE)])
    device.lose_power(20 * MINUTE)
    device.look()
    device.look()
    assert [(each.schedule_id, each.missed) for each in device.told] == [("schedule-t", True)]
    assert device.schedules["schedule-t"].state == "missed"


def test_an_alarm_waits_for_a_clock_that_can_be_trusted() -> None:
    device = _device()
    device.keep([alarm("schedule-a", NOON + HOUR)])
    device.lose_power(MINUTE, wall_error_ms=5 * HOUR)
    device.look()
    assert device.told == [], "the clock is five hours ahead, and nobody has set it yet"
    device.set_clock()
    device.run_until(NOON + 2 * HOUR)
    assert [(each.due_ms, each.missed) for each in device.told] == [(NOON + HOUR, False)]


def test_after_five_minutes_without_a_time_server_alarms_ring_by_the_clock_there_is() -> None:
    device = _device()
    device.keep([alarm("schedule-a", NOON + 3 * MINUTE)])
    device.lose_power(MINUTE, wall_error_ms=MINUTE)
    device.true_ms = device.booted_ms + CLOCK_TRUSTED_AFTER_MS - 1
    device.look()
    assert device.told == []
    device.true_ms += 1
    device.look()
    assert len(device.told) == 1


def test_it_rings_until_it_is_stopped_and_ten_minutes_at_most() -> None:
    device = _device()
    device.keep([alarm("schedule-a", NOON)])
    device.look()
    rang = device.schedules["schedule-a"]
    assert is_ringing(rang, device.clock())
    assert not is_ringing(stopped(rang, device.clock()), device.clock())
    device.true_ms += MAX_RINGING_MS - 1
    assert is_ringing(rang, device.clock())
    device.true_ms += 1
    assert not is_ringing(rang, device.clock())


def test_a_snoozed_alarm_rings_again_and_keeps_its_days() -> None:
    device = _device()
    device.keep([replace(alarm("schedule-a", NOON), recurrence="FREQ=DAILY", first_local="2026-03-02T12:00:00")])
    device.look()
    after = snoozed(device.schedules["schedule-a"], device.clock())
    assert not is_ringing(after, device.clock())
    device.keep([after])
    device.run_until(NOON + SNOOZE_MS + 1)
    device.run_until(NOON + DAY + 1)
    assert [each.due_ms - NOON for each in device.told] == [0, SNOOZE_MS, DAY]


def test_a_day_that_is_skipped_while_it_is_snoozed_does_not_ring() -> None:
    device = _device()
    device.keep([replace(alarm("schedule-a", NOON), recurrence="FREQ=DAILY", first_local="2026-03-02T12:00:00")])
    device.look()
    after = snoozed(device.schedules["schedule-a"], device.clock())
    own = OwnSchedules((after,), device.clock(), HERE, (after,))
    device.keep([without_ringing(after, date(2026, 3, 3), own)])
    device.run_until(NOON + 2 * DAY + 1)
    assert [each.due_ms - NOON for each in device.told] == [0, SNOOZE_MS, 2 * DAY]


def test_a_skipped_day_rings_again_when_that_is_taken_back() -> None:
    device = _device()
    daily = replace(alarm("schedule-a", NOON + DAY), recurrence="FREQ=DAILY", first_local="2026-03-03T12:00:00")
    own = OwnSchedules((daily,), device.clock(), HERE, (daily,))
    for days in (1, 3):
        skipped = without_ringing(daily, date(2026, 3, 2 + days), own)
        assert skipped != daily
        assert ringing_again(skipped, device.clock()) == daily
        assert ringing_again(skipped, device.clock(), date(2026, 3, 2 + days)) == daily
    assert ringing_again(daily, device.clock()) is None


@pytest.mark.parametrize("rule", ["FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY"])
def test_a_rule_that_names_no_day_is_not_moved_to_another(rule: str) -> None:
    assert with_day(rule, "2026-03-09T07:00:00", date(2026, 3, 3)) == ("", "")


def test_what_was_due_while_she_was_off_is_told_once_and_the_next_rings() -> None:
    device = _device()
    device.keep([replace(alarm("schedule-a", NOON), recurrence="FREQ=DAILY", first_local="2026-03-02T12:00:00")])
    device.lose_power(3 * DAY + HOUR)
    device.look()
    device.run_until(NOON + 4 * DAY + 1)
    assert [(each.due_ms, each.missed) for each in device.told] == [(NOON, True), (NOON + 4 * DAY, False)]


def test_killed_between_the_first_sample_and_the_commit_it_is_told_again_and_only_then_twice() -> None:
    device = _device()
    device.keep([alarm("schedule-a", NOON), alarm("schedule-b", NOON + HOUR)])
    device.look(killed=True)
    device.restart(off_ms=MINUTE)
    device.run_until(NOON + 2 * HOUR)
    device.look()
    assert device.sounded == [("schedule-a", NOON), ("schedule-a", NOON), ("schedule-b", NOON + HOUR)]
    assert [(each.schedule_id, each.missed) for each in device.told] == [("schedule-a", True), ("schedule-b", False)]


def test_a_clock_that_was_years_ahead_loses_no_recurring_alarm() -> None:
    device = _device()
    device.keep([replace(alarm("schedule-a", NOON + HOUR), recurrence="FREQ=DAILY", first_local="2026-03-02T13:00:00")])
    device.set_clock(10 * 365 * DAY)
    device.look()
    device.set_clock()
    device.run_until(NOON + DAY)
    assert [(each.due_ms, each.missed) for each in device.told] == [(NOON + HOUR, True), (NOON + HOUR, False)]


def test_a_clock_that_goes_back_an_hour_rings_nothing_again() -> None:
    device = _device()
    device.keep([
        alarm("schedule-a", NOON),
        replace(alarm("schedule-b", NOON), recurrence="FREQ=DAILY", first_local="2026-03-02T12:00:00"),
    ])  # fmt: skip
    device.look()
    device.set_clock(-HOUR)
    device.run_until(NOON + 20 * HOUR)
    assert len(device.told) == 2


def test_it_rings_where_it_was_set_and_after_a_revocation_on_the_first_that_is_left() -> None:
    here, there, gone = (KnownDevice(name, own=name == "b") for name in ("b", "a", "c"))
    mine, theirs = alarm("schedule-1", 0), replace(alarm("schedule-2", 0), device_id="c")
    assert rings_here(replace(mine, device_id="b"), (here, there))
    assert not rings_here(replace(mine, device_id="a"), (here, there))
    assert not rings_here(theirs, (here, there, gone))
    assert not rings_here(theirs, (here, there, replace(gone, active=False)))
    assert rings_here(theirs, (here, replace(gone, active=False)))
    assert rings_here(theirs, HERE)


def test_nothing_that_was_cancelled_or_rang_is_due() -> None:
    clock = _device().clock()
    closed = [replace(alarm("schedule-1", 0), state=state) for state in ("rang", "missed", "cancelled")]
    assert list(due_schedules(closed, clock, HERE)) == []
