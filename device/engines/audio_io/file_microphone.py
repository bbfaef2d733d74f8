"""Adapter: a microphone that plays a sound file, in real time or as fast as possible."""

from __future__ import annotations

from collections.abc import Iterator

from device.core.ports import FRAME_MS
from device.engines.audio_io.sound_file import SoundFile
from device.platform.clock import monotonic_ns, sleep_until

FRAME_NS = FRAME_MS * 1_000_000


class FileMicrophone:
    """`tape:FILE`. With `fast`, audio time is the only clock and `live` is False."""

    def __init__(self, path: str, *, fast: bool) -> None:
        self.live = not fast
        self._sound = SoundFile(path)
        self._closed = False

    def frames(self) -> Iterator[bytes]:
        """Yields every frame of the tape; in real time no frame comes before it would have been recorded."""
        started_ns = monotonic_ns()
        for number, frame in enumerate(self._sound.frames(), start=1):
            if self.live:
                sleep_until(started_ns + number * FRAME_NS)
            if self._closed:
                return
            yield frame

    def close(self) -> None:
        """Ends `frames` before its next frame."""
        self._closed = True
