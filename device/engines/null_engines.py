"""Adapter: the doors that lead nowhere: a loudspeaker nobody hears, a wake word nobody says, no echo canceller."""

from __future__ import annotations


class NullSpeaker:
    """`null:`. Plays into nothing."""

    acoustic = False

    def play(self, frame: bytes | None) -> None:
        """Nothing sounds."""

    def flush(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Nothing is open."""


class NeverWake:
    """`never:`. For a device that is woken by a button."""

    phrase = ""

    def hear(self, frame: bytes) -> bool:
        """Never."""
        return False

    def reset(self) -> None:
        """Nothing was heard."""


class NoEchoCanceller:
    """`none:`. What is heard stays as it is."""

    engaged = False

    def cancel(self, heard: bytes, played: bytes | None) -> bytes:
        """The frame as it came."""
        return heard
