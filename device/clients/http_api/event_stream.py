"""Adapter: the events of one person's conversations as server-sent events, until the client leaves or is revoked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec

from device.clients.client_tokens import ClientGrant, ClientTokens
from device.clients.http_api.household import EventSource
from device.core.policy import FOLLOW_S, MAX_FOLLOWED_EVENTS
from device.session.event_log import EventLine

_STILL_HERE = b": still here\n\n"


class EventInbox:
    """Events on their way from any thread into the event loop. Of a reader that is too slow the newest are lost."""

    def __init__(self) -> None:
        """Must be made in the event loop."""
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[EventLine] = asyncio.Queue(MAX_FOLLOWED_EVENTS)
        self._lost = 0

    def put(self, line: EventLine) -> None:
        """Adds an event; from any thread, and never waits."""
        self._loop.call_soon_threadsafe(self._put, line)

    async def next(self, seconds: float) -> EventLine | None:
        """Returns the next event; None when there was none in this time."""
        if self._lost and self._lines.empty():
            lost, self._lost = self._lost, 0
            return {"type": "events_lost", "reason": "SLOW_READER", "count": lost}
        try:
            async with asyncio.timeout(seconds):
                return await self._lines.get()
        except TimeoutError:
            return None

    def _put(self, line: EventLine) -> None:
        try:
            self._lines.put_nowait(line)
        except asyncio.QueueFull:
            self._lost += 1


async def stream_events(
    hub: EventSource, tokens: ClientTokens, grant: ClientGrant, idle_s: float
) -> AsyncIterator[bytes]:
    """Yields the events as they happen, and a comment when there are none for a while."""
    inbox, quiet_s = EventInbox(), 0.0
    with hub.subscribe(inbox.put, grant.user_id):
        yield _STILL_HERE
        while tokens.holds(grant):
            line = await inbox.next(FOLLOW_S)
            quiet_s = quiet_s + FOLLOW_S if line is None else 0
            if line is not None and tokens.holds(grant):
                yield b"data: " + msgspec.json.encode(line) + b"\n\n"
            elif quiet_s >= idle_s:
                quiet_s = 0
                yield _STILL_HERE
