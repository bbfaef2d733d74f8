"""Pure: a bounded buffer of recent sound, so that words spoken before speech was confirmed are not lost."""

from __future__ import annotations

from collections import deque

from device.core.ports import FRAME_MS


class RingBuffer:
    """The latest frames, each with the audio time at which it began."""

    def __init__(self, keep_ms: int) -> None:
        """Keep at least `keep_ms` of sound."""
        self._frames: deque[tuple[int, bytes]] = deque(maxlen=-(-keep_ms // FRAME_MS))

    def add(self, begins_ms: int, frame: bytes) -> None:
        """Adds a frame and drops the oldest one."""
        self._frames.append((begins_ms, frame))

    def since(self, from_ms: int) -> tuple[bytes, ...]:
        """Returns the kept frames that begin at `from_ms` or later, oldest first."""
        return tuple(frame for begins_ms, frame in self._frames if begins_ms >= from_ms)
