"""Pure: converts moments to and from ISO 8601, and tells what the person's wall clock shows then."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo

from memory.core.errors import BadMoment
from memory.model.atoms import ClockReading, Moment

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_MS = int((datetime(9999, 12, 30, tzinfo=UTC) - _EPOCH) / timedelta(milliseconds=1))


def to_iso(moment: Moment) -> str:
    """Formats a moment: `2026-03-03T16:30:00.000+01:00`."""
    return local_datetime(moment).isoformat(timespec="milliseconds")


def local_datetime(moment: Moment) -> datetime:
    """Returns the moment on the person's own wall clock, as an aware datetime."""
    zone = timezone(timedelta(minutes=moment.utc_offset_min))
    return (_EPOCH + timedelta(milliseconds=moment.at_ms)).astimezone(zone)


def from_iso(text: str) -> Moment:
    """Reads ISO 8601; without an offset it is UTC. Raises `BadMoment` outside 1970 to 9999 or for other text."""
    try:
        when = datetime.fromisoformat(text)
    except ValueError as error:
        raise BadMoment(f"{text[:40]!r} is not a date and time such as 2026-03-03T16:30:00+01:00.") from error
    return from_datetime(when if when.tzinfo else when.replace(tzinfo=UTC))


def from_datetime(when: datetime) -> Moment:
    """Converts an aware datetime to a Moment. Raises `BadMoment` outside 1970 to 9999."""
    at_ms = (when - _EPOCH) // timedelta(milliseconds=1)
    if not 0 <= at_ms <= _LAST_MS:
        raise BadMoment("That time lies outside the years 1970 to 9999.")
    offset = when.utcoffset() or timedelta()
    return Moment(at_ms, int(offset.total_seconds()) // 60)


@cache
def find_zone(name: str) -> tzinfo:
    """Returns the zone of an IANA name or of an offset, `UTC+01:00`; UTC for a name that is not known here."""
    if name.startswith("UTC") and len(name) > 3:
        sign = -1 if name[3] == "-" else 1
        hours, _, minutes = name[4:].partition(":")
        return timezone(sign * timedelta(hours=int(hours), minutes=int(minutes or 0)))
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return UTC


def zone_of(moment: Moment) -> tzinfo:
    """Returns the zone of the person's wall clock; its offset at that moment where the zone is not known.

    Summer time begins and ends in a zone: what is at nine in november is at nine although it was told in july.
    """
    if moment.clock is not None and moment.clock.zone:
        return find_zone(moment.clock.zone)
    return timezone(timedelta(minutes=moment.utc_offset_min))


def on_wall_clock(at_ms: int, now: Moment) -> Moment:
    """Returns another instant as the wall clock of `now` shows it then: with the offset of that day."""
    shown = (_EPOCH + timedelta(milliseconds=at_ms)).astimezone(zone_of(now))
    clock = ClockReading(zone=now.clock.zone) if now.clock is not None else None
    return Moment(at_ms, int((shown.utcoffset() or timedelta()).total_seconds()) // 60, clock)
