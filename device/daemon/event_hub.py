"""Composition: passes the events of every conversation on to whoever follows them. Nothing is kept for later.

Event lines contain what was heard and said; only the owner's clients get them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, Full, Queue
from threading import Lock

from device.core.policy import MAX_FOLLOWED_EVENTS
from device.session.event_log import EventLine, EventListener

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


@dataclass(frozen=True, slots=True, eq=False)
class _Listening:
    listener: EventListener
    user_id: str
    """Empty for everybody's."""


class EventHub:
    """Whoever follows a daemon's events: all of them, or those of one person's conversations."""

    def __init__(self) -> None:
        """Begins without followers."""
        self._lock = Lock()
        self._listeners: list[_Listening] = []
        self._ready = False

    def set_ready(self) -> None:
        """Reports that Selene can be spoken to; a later follower is told at once."""
        self._ready = True
        self.publish(dict(_READY))

    def followed_by(self, user_id: str) -> bool:
        """Whether anybody follows the conversations of this person."""
        return any(listening.user_id in ("", user_id) for listening in tuple(self._listeners))

    def followed_people(self) -> frozenset[str]:
        """Returns whose conversations are followed; the empty id is of who follows everybody's."""
        return frozenset(listening.user_id for listening in tuple(self._listeners))

    def listener(self, user_id: str) -> EventListener:
        """Returns a listener for the event log of a person's conversation."""
        return lambda line: self.publish({**line, "user_id": user_id})

    def publish(self, line: EventLine) -> None:
        """Gives an event to whoever follows all, or the person whom it names as `user_id`; from any thread."""
        for listening in tuple(self._listeners):
            if listening.user_id in ("", line.get("user_id")):
                listening.listener(line)

    @contextmanager
    def subscribe(self, listener: EventListener, user_id: str = "") -> Iterator[None]:
        """Calls `listener` for each event, of one person when given, until the end of the block."""
        listening = _Listening(listener, user_id)
        if self._ready:
            listener(dict(_READY))
        with self._lock:
            self._listeners = [*self._listeners, listening]
        try:
            yield
        finally:
            with self._lock:
                self._listeners = [one for one in self._listeners if one is not listening]

    @contextmanager
    def follow(self) -> Iterator[EventFollower]:
        """Follows every event until the end of the block."""
        follower = EventFollower()
        with self.subscribe(follower.put):
            yield follower
