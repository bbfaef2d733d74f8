"""Pure: converts moments to and from ISO 8601, with the offset of the person's wall clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from memory.core.errors import BadMoment
from memory.model.atoms import Moment

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
