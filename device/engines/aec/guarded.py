"""Adapter: a canceller that is taken out of the way of the sound when it fails or is late, and is not asked again."""

from __future__ import annotations

from collections.abc import Callable

from device.audio.policy import LATE_CANCELLER_FRAMES
from device.core.errors import DeviceError
from device.core.ports import FRAME_BYTES, FRAME_MS, EchoCanceller, Heard

_FRAME_NS = FRAME_MS * 1_000_000
_REFUSALS = (DeviceError, RuntimeError, ValueError, ArithmeticError, OSError, MemoryError)
"""What the engines of cancellers raise; a defect of another kind is one of Selene."""


class GuardedCanceller:
    """`engaged` is False once the canceller failed, gave frames of another length, or was too slow."""

    def __init__(self, canceller: EchoCanceller, nanoseconds: Callable[[], int]) -> None:
        """Guards this canceller. `nanoseconds` is constant where time is virtual: there nothing is late."""
        self._canceller, self._nanoseconds = canceller, nanoseconds
        self._late = 0
        self._out = False

    @property
    def engaged(self) -> bool:
        """Says whether the echo is taken out."""
        return self._canceller.engaged and not self._out

    def cancel(self, heard: bytes, played: bytes | None) -> Heard:
        """Returns what the canceller makes of a frame, or the frame as it came."""
        if self._out:
            return Heard(heard, heard)
        began = self._nanoseconds()
        try:
            out = self._canceller.cancel(heard, played)
        except _REFUSALS:
            out = Heard(b"", b"")
        late = self._nanoseconds() - began > _FRAME_NS
        self._late = self._late + 1 if late else 0
        self._out = len(out.clean) != FRAME_BYTES or len(out.linear) != FRAME_BYTES
        whole, self._out = not self._out, self._out or self._late >= LATE_CANCELLER_FRAMES
        return out if whole else Heard(heard, heard)
