"""Composition: the time of a command: the clock's, or the one that was given with `--now`. It imports little: many
commands that only read begin with it.
"""

from __future__ import annotations

from dataclasses import replace

from memory.core.errors import BadMoment
from memory.model.atoms import ClockReading, Moment
from memory.model.timestamps import from_iso


def moment_of(now: str | None) -> Moment:
    """Returns the given time, or the clock's. Raises BadMoment."""
    from device.platform.clock import MachineClock

    return told_moment(now) if now else MachineClock().now()


def told_moment(text: str) -> Moment:
    """Reads ISO 8601, with the name of the zone after it where there is one: `2026-03-03T16:30+01:00[Europe/Berlin]`.
    Raises BadMoment.
    """
    told, bracket, zone = text.removesuffix("]").partition("[")
    moment = from_iso(told)
    if not bracket:
        return moment
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(zone)
    except (LookupError, ValueError, OSError) as error:
        raise BadMoment(f"{zone[:40]!r} is no time zone such as Europe/Berlin.") from error
    return replace(moment, clock=ClockReading(zone, since_start_ms=None))
