"""Composition: passes the events of every conversation on to whoever follows them. Nothing is kept for later.

Event lines contain what was heard and said; only the owner's clients get them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, Full, Queue
from threading import Lock

from device.core.policy import MAX_FOLLOWED_EVENTS
from device.session.event_log import EventLine

_READY: EventLine = {"type": "ready", "reason": "CLIENTS_REACHABLE"}


class EventFollower:
    """The events since it began to follow. One that reads too slowly loses the newest, and is told how many."""

    def __init__(self) -> None:
        """Begins empty."""
        self._lines: Queue[EventLine] = Queue(MAX_FOLLOWED_EVENTS)
        self._lost = 0

    def put(self, line: EventLine) -> None:
        """Adds an event; from any thread, and never waits."""
        try:
            self._lines.put_nowait(line)
        except Full:
            self._lost += 1

    def next(self, timeout_s: float) -> EventLine | None:
        """Returns the next event; None when there was none in this time."""
        try:
            return self._lines.get(timeout=timeout_s)
        except Empty:
            if not self._lost:
                return None
        lost, self._lost = self._lost, 0
        return {"type": "events_lost", "reason": "SLOW_READER", "count": lost}


class EventHub:
    """The followers of a daemon's events. `publish` is a listener of an event log."""

    def __init__(self) -> None:
        """Begins without followers."""
        self._lock = Lock()
        self._followers: list[EventFollower] = []
        self._ready = False

    def set_ready(self) -> None:
        """Reports that Selene can be spoken to; a later follower is told at once."""
        self._ready = True
        self.publish(dict(_READY))

    @property
    def followed(self) -> bool:
        """Whether anybody follows."""
        return bool(self._followers)

    def publish(self, line: EventLine) -> None:
        """Gives an event to every follower; from any thread."""
        for follower in tuple(self._followers):
            follower.put(line)

    @contextmanager
    def follow(self) -> Iterator[EventFollower]:
        """Follows until the end of the block."""
        follower = EventFollower()
        if self._ready:
            follower.put(dict(_READY))
        with self._lock:
            self._followers = [*self._followers, follower]
        try:
            yield follower
        finally:
            with self._lock:
                self._followers = [one for one in self._followers if one is not follower]
