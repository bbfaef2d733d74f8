"""Pure: how an utterance sounded: its level, the pitch of its voice and the colour of its spectrum.

These say whether two utterances may be of one talker at one place. They are no identification: two people may sound
alike, and one person sounds different with a cold, so that they may only lower trust.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from device.addressing.policy import BANDS


@dataclass(frozen=True, slots=True)
class SoundProfile:
    """How the voiced part of an utterance sounded."""

    level_db: float
    """The mean level of its louder half, of full scale."""
    pitch_hz: float
    bands_db: tuple[float, ...]
    """The spectrum without its level, by bands from low to high."""
    voiced_ms: int
    """How long it sounded, without its pauses."""

    def pitch_distance(self, other: SoundProfile) -> float:
        """Returns how far the middle pitches are apart, in semitones."""
        return abs(12.0 * math.log2(self.pitch_hz / other.pitch_hz))

    def band_distance(self, other: SoundProfile) -> float:
        """Returns how different the colours are, in dB."""
        return math.sqrt(sum((a - b) ** 2 for a, b in zip(self.bands_db, other.bands_db, strict=True)) / BANDS)
