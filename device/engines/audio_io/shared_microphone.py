"""Adapter: a microphone that goes on where the last listener left it: first the one who greets, then the loop."""

from __future__ import annotations

from collections.abc import Iterator

from device.core.ports import Microphone


class SharedMicrophone:
    """Any microphone, as one stream of frames."""

    def __init__(self, microphone: Microphone) -> None:
        self.live = microphone.live
        self._microphone = microphone
        self._frames = microphone.frames()

    def frames(self) -> Iterator[bytes]:
        """The frames that nobody has taken yet."""
        return self._frames

    def close(self) -> None:
        """Ends `frames`; safe in a signal handler."""
        self._microphone.close()

    def end(self) -> None:
        """Release the device itself, when nobody listens any more."""
        self._microphone.close()
        self._frames = iter(())
