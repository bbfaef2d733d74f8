"""Adapter: what became of the engines of a running Selene: news for the person, and what is in use now."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from device.core.ladder.rungs import Ladder, Trouble


@dataclass(frozen=True, slots=True)
class EngineChange:
    """One engine took the place of another."""

    kind: str
    """The registry's name of the kind."""
    before: str
    """The URI of the one that was in use, or was to be."""
    after: str
    trouble: Trouble = Trouble.NONE
    """What was wrong with the former; nothing where the latter works again."""
    phrase: str = ""
    """The wake word that counts now."""
    place: str = ""
    """Where words go now that are given to a mind; empty where they stay."""


@dataclass(frozen=True, slots=True)
class EngineInUse:
    """What is in use of a kind, and why it is not the chosen one."""

    kind: str
    uri: str
    chosen: str
    trouble: Trouble
    again_s: int | None
    """How soon the chosen one is tried again; None where it is in use."""


class EngineBook:
    """Notes changes, from any thread."""

    def __init__(self, nanoseconds: Callable[[], int]) -> None:
        """`nanoseconds` is the clock of the ladders."""
        self.nanoseconds = nanoseconds
        self.listeners: list[Callable[[EngineChange], None]] = []
        """They are told of every change that is news, in the thread in which it happens."""
        self._ladders: dict[str, Ladder] = {}
        self._news: deque[EngineChange] = deque()

    def known_ladder(self, kind: str, ladder: Ladder) -> Ladder:
        """Returns what is known of the engines of a ladder, so that the next conversation tries none in vain."""
        known = self._ladders.get(kind, ladder)
        alike = [rung.uri for rung in known.rungs] == [rung.uri for rung in ladder.rungs]
        return known if alike else ladder

    def note_ladder(self, kind: str, ladder: Ladder) -> None:
        """Notes how the ladder of a kind stands."""
        self._ladders[kind] = ladder

    def note_change(self, change: EngineChange) -> None:
        """Notes news."""
        self._news.append(change)
        for listener in tuple(self.listeners):
            listener(change)

    def take_news(self) -> tuple[EngineChange, ...]:
        """Returns the changes that nobody was told of yet, once."""
        if not self._news:  # asked at each frame of sound
            return ()
        return tuple(self._news.popleft() for _ in range(len(self._news)))

    def in_use(self) -> tuple[EngineInUse, ...]:
        """Returns what is in use of each kind, in the order in which they were opened."""
        now_ms = self.nanoseconds() // 1_000_000
        return tuple(_in_use(kind, ladder, now_ms) for kind, ladder in tuple(self._ladders.items()))


def _in_use(kind: str, ladder: Ladder, now_ms: int) -> EngineInUse:
    chosen = ladder.rungs[0]
    if ladder.at == 0:
        return EngineInUse(kind, chosen.uri, chosen.uri, Trouble.NONE, None)
    again_s = max(0, -(-(chosen.again_ms - now_ms) // 1_000))
    return EngineInUse(kind, ladder.in_use.uri, chosen.uri, chosen.trouble, again_s)
