"""Adapter: reads the events of a Wyoming client, each within limits, and what Selene needs of them.

The library reads as many bytes as a client claims to send; here every length is checked before it is read.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, TypeVar

import msgspec
from wyoming.event import Event

from device.core.policy import (
    MAX_CHANNELS,
    MAX_RATE_HZ,
    MAX_WYOMING_DATA_BYTES,
    MAX_WYOMING_PAYLOAD_BYTES,
    MIN_RATE_HZ,
)

StructT = TypeVar("StructT", bound=msgspec.Struct)


class BadWyomingEvent(Exception):
    """A client sent what is no event, or none that may come now. `str()` is a sentence for it."""

    code = "BAD_EVENT"


class EventHeader(msgspec.Struct, frozen=True):
    """The first line of an event."""

    type: str
    data: dict[str, Any] | None = None
    data_length: Annotated[int, msgspec.Meta(ge=0, le=MAX_WYOMING_DATA_BYTES)] | None = None
    payload_length: Annotated[int, msgspec.Meta(ge=0, le=MAX_WYOMING_PAYLOAD_BYTES)] | None = None


class TextData(msgspec.Struct, frozen=True):
    """The data of `transcript` and `synthesize`."""

    text: str
    context: dict[str, Any] | None = None


class SoundData(msgspec.Struct, frozen=True):
    """The data of `audio-start` and `audio-chunk`."""

    rate: Annotated[int, msgspec.Meta(ge=MIN_RATE_HZ, le=MAX_RATE_HZ)]
    width: Annotated[int, msgspec.Meta(ge=1, le=4)]
    channels: Annotated[int, msgspec.Meta(ge=1, le=MAX_CHANNELS)]


async def read_bounded_event(reader: asyncio.StreamReader) -> Event | None:
    """Returns the next event; None when the client has hung up between two. Raises BadWyomingEvent."""
    try:
        line = await reader.readline()
        if not line:
            return None
        if not line.endswith(b"\n"):
            raise BadWyomingEvent("The event ended in the middle.")
        header = msgspec.json.decode(line, type=EventHeader)
        data = dict(header.data or {})
        if header.data_length:
            data |= msgspec.json.decode(await reader.readexactly(header.data_length), type=dict[str, Any])
        payload = await reader.readexactly(header.payload_length) if header.payload_length else None
    except (EOFError, ConnectionError) as error:
        raise BadWyomingEvent("The event ended in the middle.") from error
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:  # ValueError: a line above the limit
        raise BadWyomingEvent("This is no event of the Wyoming protocol, or too long a one.") from error
    return Event(header.type, data, payload)


def event_data(event: Event, expected: type[StructT]) -> StructT:
    """Returns the data of an event, checked. Raises BadWyomingEvent."""
    try:
        return msgspec.convert(event.data, expected)
    except msgspec.ValidationError as error:
        raise BadWyomingEvent(f"The data of {event.type!r} are incomplete or out of range.") from error
