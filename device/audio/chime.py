"""Pure: the chime of whatever rings: three soft notes, rising, in the one format of sound."""

from __future__ import annotations

from functools import cache

import numpy as np

from device.audio.policy import CHIME_HZ, CHIME_LEVEL, CHIME_NOTE_MS
from device.core.ports import SAMPLES_PER_SECOND

FULL_SCALE = 32_767


@cache
def chime() -> bytes:
    """Returns the chime as 16 kHz mono s16le PCM. Each note fades, so that it begins and ends without a click."""
    times = np.arange(SAMPLES_PER_SECOND * CHIME_NOTE_MS // 1_000) / SAMPLES_PER_SECOND
    length = times[-1]
    envelope = np.minimum(1.0, times / (0.05 * length)) * (1.0 - times / length)
    notes = [np.sin(2.0 * np.pi * hertz * times) * envelope for hertz in CHIME_HZ]
    return (np.concatenate(notes) * CHIME_LEVEL * FULL_SCALE).astype("<i2").tobytes()
