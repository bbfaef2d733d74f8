"""Promise: in a year of alarms, over changes of the clocks, restarts and jumps, each rings once, at its time.

The oracle is `dateutil` alone: its rules, its zones, its way with times that a change of the clocks skips.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from dateutil import tz
from dateutil.rrule import rrulestr

from device.core.policy import CLOCK_TRUSTED_AFTER_MS, MAX_RINGING_MS
from device.skills.schedules.recurrence import counts_elapsed_time, next_occurrence
from device.skills.schedules.schedule import Schedule
from tests.budgets import VIRTUAL_ALARMS
from tests.device.skills.schedules.virtual_device import Told, VirtualDevice, alarm

HOUR, DAY = 3_600_000, 86_400_000
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
BEGIN_MS = int(BEGIN.timestamp()) * 1000
YEAR_END_MS = BEGIN_MS + 365 * DAY
ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Santiago", "UTC")
RULES = (
    "FREQ=DAILY",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "FREQ=WEEKLY;BYDAY=SA,SU",
    "FREQ=WEEKLY;BYDAY=TU",
    "FREQ=DAILY;INTERVAL=2",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH",
    "FREQ=MONTHLY",
    "FREQ=YEARLY",
    "FREQ=HOURLY;INTERVAL=11",
)
TIMES = ((2, 30), (2, 0), (1, 30), (0, 0), (3, 0), (6, 30), (7, 0), (12, 0), (23, 45), (2, 15))
ALARMS_A_YEAR = 130
"""About as many as one of these has in a year."""


def _oracle(rule: str, first: datetime, zone: str) -> list[int]:
    """The moments of a year, by `dateutil`."""
    found = rrulestr(rule, dtstart=first).between(first - timedelta(days=1), first + timedelta(days=380))
    wall = tz.UTC if counts_elapsed_time(rule) else tz.gettz(zone)
    moments = (tz.resolve_imaginary(local.replace(tzinfo=wall, fold=0)) for local in found)
    return sorted({round(moment.timestamp() * 1000) for moment in moments})


def _alarms(chance: Random, count: int) -> Iterator[tuple[Schedule, list[int]]]:
    """Recurring alarms and single ones, each with its moments."""
    for number in range(count):
        zone, rule, (hour, minute) = chance.choice(ZONES), chance.choice(RULES), chance.choice(TIMES)
        first = datetime(2026, 1, 1, hour, minute) + timedelta(days=chance.randrange(200))  # noqa: DTZ001
        zone = "UTC" if counts_elapsed_time(rule) else zone
        moments = _oracle(rule, first, zone)
        if number % 3 == 0:
            moments = [chance.choice([each for each in moments if each > BEGIN_MS])]
            yield alarm(f"schedule-{number}", moments[0], zone), moments
            continue
        found = next_occurrence(rule, first.isoformat(), zone, BEGIN_MS)
        assert found is not None
        base = alarm(f"schedule-{number}", found[0], zone)
        yield replace(base, recurrence=rule, first_local=found[1]), moments


def _live_a_year(device: VirtualDevice, chance: Random) -> None:
    """A year with a disturbance every few days."""
    while device.true_ms < YEAR_END_MS:
        device.run_until(device.true_ms + chance.randrange(HOUR, 6 * DAY))
        match chance.randrange(6):
            case 0:
                device.restart(chance.randrange(0, 2 * DAY))
            case 1:
                device.lose_power(chance.randrange(HOUR, 3 * DAY))
            case 2:
                device.lose_power(chance.randrange(HOUR, DAY), wall_error_ms=-chance.randrange(HOUR, 9 * DAY))
                device.run_until(device.true_ms + chance.randrange(CLOCK_TRUSTED_AFTER_MS))
                device.set_clock()
            case 3:
                device.set_clock(chance.randrange(-2 * HOUR, 2 * HOUR))
            case 4:
                device.set_clock()
            case _:
                device.restart()
        device.look()
    device.set_clock()
    device.run_until(YEAR_END_MS + 3 * DAY)
    device.look()  # what is due at this very moment


def _check(schedule_id: str, moments: list[int], told: list[Told], now_ms: int) -> int:
    """Each moment was told once, or passed together with an earlier one that was told; none before its time."""
    dues = [each.due_ms for each in told]
    assert dues == sorted(set(dues)), (schedule_id, "told twice")
    assert set(dues) <= set(moments), (schedule_id, "at no time of its own")
    assert all(each.wall_ms >= each.due_ms for each in told), (schedule_id, "before its time")
    assert all(each.missed or each.wall_ms - each.due_ms < MAX_RINGING_MS for each in told), (schedule_id, "too late")
    passed = [each for each in moments if BEGIN_MS < each <= now_ms and each not in dues]
    together = [each for each in passed if any(one.due_ms < each <= one.wall_ms for one in told)]
    assert passed == together, (schedule_id, "never told")
    return len(told)


def test_each_alarm_of_a_year_rings_once() -> None:
    chance, rung = Random("a year"), 0
    for _ in range(max(1, VIRTUAL_ALARMS.now // (ALARMS_A_YEAR * 10))):
        device = VirtualDevice(BEGIN_MS)
        alarms = list(_alarms(chance, 10))
        device.keep(each for each, _ in alarms)
        _live_a_year(device, chance)
        now_ms = device.clock().wall_ms
        for schedule, moments in alarms:
            told = [each for each in device.told if each.schedule_id == schedule.schedule_id]
            rung += _check(schedule.schedule_id, moments, told, now_ms)
    assert rung >= VIRTUAL_ALARMS.now // 2
