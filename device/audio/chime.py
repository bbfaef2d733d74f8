"""Pure: the chime of whatever rings, and the tones of an ear that opens and closes, in the one format of sound."""

from __future__ import annotations

from functools import cache

import numpy as np

from device.audio.policy import (
    CHIME_HZ,
    CHIME_LEVEL,
    CHIME_NOTE_MS,
    END_TONE_HZ,
    TONE_AFTER_WAKE_MS,
    TONE_LEVEL,
    TONE_NOTE_MS,
    WAKE_TONE_HZ,
)
from device.core.ports import FRAME_BYTES, SAMPLES_PER_SECOND

FULL_SCALE = 32_767


@cache
def chime() -> bytes:
    """Returns the chime as 16 kHz mono s16le PCM."""
    return _notes(CHIME_HZ, CHIME_NOTE_MS, CHIME_LEVEL)


@cache
def wake_tone() -> bytes:
    """Returns the tone that says: I listen."""
    return _notes(WAKE_TONE_HZ, TONE_NOTE_MS, TONE_LEVEL)


@cache
def end_tone() -> bytes:
    """Returns the tone that says: I heard you."""
    return _notes(END_TONE_HZ, TONE_NOTE_MS, TONE_LEVEL)


@cache
def tone_frames() -> frozenset[bytes]:
    """Returns the frames of both tones, by which a simulated room tells them from a reply."""
    tones = (wake_tone(), end_tone())
    return frozenset(
        tone[at : at + FRAME_BYTES].ljust(FRAME_BYTES, b"\0")
        for tone in tones
        for at in range(0, len(tone), FRAME_BYTES)
    )


def _notes(hertz: tuple[float, ...], note_ms: int, level: float) -> bytes:
    """Notes one after the other. Each fades, so that it begins and ends without a click."""
    times = np.arange(SAMPLES_PER_SECOND * note_ms // 1_000) / SAMPLES_PER_SECOND
    length = times[-1]
    envelope = np.minimum(1.0, times / (0.05 * length)) * (1.0 - times / length)
    notes = [np.sin(2.0 * np.pi * each * times) * envelope for each in hertz]
    return (np.concatenate(notes) * level * FULL_SCALE).astype("<i2").tobytes()


class ToneQueue:
    """The tone that is sounding or about to: one at a time, and never into a reply or a person's words."""

    def __init__(self) -> None:
        """Is silent."""
        self._left = b""
        self._listen_ms: int | None = None

    def listen(self, at_ms: int) -> None:
        """Sounds a little later, unless somebody speaks then."""
        self._left, self._listen_ms = b"", at_ms + TONE_AFTER_WAKE_MS

    def end(self) -> None:
        """Sounds now."""
        self._left, self._listen_ms = end_tone(), None

    def next_frame(self, at_ms: int, *, replying: bool, listens: bool) -> bytes | None:
        """Returns the next frame of the tone; a reply ends it."""
        if replying:
            self._left, self._listen_ms = b"", None
        if self._listen_ms is not None and at_ms >= self._listen_ms:
            self._left, self._listen_ms = wake_tone() if listens else b"", None
        frame, self._left = self._left[:FRAME_BYTES], self._left[FRAME_BYTES:]
        return frame.ljust(FRAME_BYTES, b"\0") if frame else None
