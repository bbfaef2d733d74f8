"""Adapter: engines that do nothing: a silent loudspeaker, no wake word, no echo canceller."""

from __future__ import annotations

from device.core.ports import Heard


class NullSpeaker:
    """`null:`. Discards what is played."""

    acoustic = False

    def play(self, frame: bytes | None) -> None:
        """Discards the frame."""

    def flush(self) -> None:
        """Does nothing: no frame waits."""

    def close(self) -> None:
        """Does nothing: nothing is open."""


class NeverWake:
    """`never:`. For a device that is woken by a button."""

    phrase = ""
    lag_ms = 0

    def hear(self, frame: bytes) -> bool:
        """Returns False."""
        return False

    def reset(self) -> None:
        """Does nothing: no sound is kept."""


class NoEchoCanceller:
    """`none:`. Passes the heard sound on."""

    engaged = False

    def cancel(self, heard: bytes, played: bytes | None) -> Heard:
        """Returns the frame as it came."""
        return Heard(heard, heard)
