"""Adapter: a microphone with several listeners, one after the other: first the greeting, then the loop."""

from __future__ import annotations

from collections.abc import Iterator

from device.core.ports import Microphone


class SharedMicrophone:
    """Any microphone as one stream of frames: each listener begins where the last one ended."""

    def __init__(self, microphone: Microphone) -> None:
        self.live = microphone.live
        self._microphone = microphone
        self._frames = microphone.frames()

    def frames(self) -> Iterator[bytes]:
        """Yields the frames that no listener has taken yet."""
        return self._frames

    def close(self) -> None:
        """Ends `frames`; safe in a signal handler."""
        self._microphone.close()

    def end(self) -> None:
        """Releases the device itself, after the last listener."""
        self._microphone.close()
        self._frames = iter(())
