"""Adapter: a linear echo canceller in numpy: a partitioned frequency-domain Kalman filter (Enzner and Vary, 2006).

It learns how the loudspeaker sounds at the microphone and subtracts that. Its step is large where it is uncertain and
small where a person speaks too, so that it needs no detector of double talk. It is deterministic, and cuts nothing of
the person away; what a loudspeaker distorts remains.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from device.audio.framing import to_pcm, to_samples
from device.audio.policy import ECHO_DOUBT, ECHO_FORGETTING, ECHO_PARTITIONS, ERLE_FRAMES, QUIET_POWER
from device.core.errors import BadUri
from device.core.ports import FRAME_BYTES, FRAME_MS, Heard

Spectrum = NDArray[np.complex128]
Samples = NDArray[np.float64]
FRAME = FRAME_BYTES // 2
BINS = FRAME + 1


class LinearCanceller:
    """`linear:`. BAD_URI when something follows the colon."""

    engaged = True

    def __init__(self, rest: str = "") -> None:
        """Begins without knowing the path of the echo."""
        if rest:
            raise BadUri(f"linear:{rest} is no echo canceller Selene knows. It has no options: linear:")
        self._filter = KalmanFilter(ECHO_PARTITIONS)
        self._heard_power = self._left_power = 0.0
        self._reduced_db = self._erle_db()

    def cancel(self, heard: bytes, played: bytes | None) -> Heard:
        """Subtracts the echo of what was played so far from one frame. While nothing sounds there is none."""
        if played is None and not self._filter.active:
            return Heard(heard, heard, self._reduced_db, self._filter.delay_partitions * FRAME_MS)
        microphone = to_samples(heard).astype(np.float64)
        reference = np.zeros(FRAME) if played is None else to_samples(played).astype(np.float64)
        left = self._filter.subtract(reference, microphone)
        pcm = to_pcm(left.astype(np.float32)) if self._filter.active else heard
        self._measure(microphone, left)
        self._reduced_db = self._erle_db()
        return Heard(pcm, pcm, self._reduced_db, self._filter.delay_partitions * FRAME_MS)

    def _measure(self, microphone: Samples, left: Samples) -> None:
        """Follows the power before and after, while something of the echo is heard."""
        if self._filter.active:
            keep = 1.0 - 1.0 / ERLE_FRAMES
            self._heard_power = keep * self._heard_power + float((microphone**2).mean())
            self._left_power = keep * self._left_power + float((left**2).mean())

    def _erle_db(self) -> float:
        return round(10.0 * float(np.log10((self._heard_power + QUIET_POWER) / (self._left_power + QUIET_POWER))), 1)


class KalmanFilter:
    """The path from the loudspeaker to the microphone, in partitions of one frame each."""

    def __init__(self, partitions: int) -> None:
        self._played = np.zeros((partitions, BINS), np.complex128)
        self._path = np.zeros((partitions, BINS), np.complex128)
        self._doubt = np.full((partitions, BINS), ECHO_DOUBT)
        self._before = np.zeros(FRAME)
        self._sounds = False
        self._noise = np.full(BINS, QUIET_POWER * FRAME)
        self.delay_partitions = 0
        """The partition in which most of the echo arrives."""

    @property
    def active(self) -> bool:
        """Says whether anything that was played can still be heard."""
        return self._sounds

    def subtract(self, reference: Samples, microphone: Samples) -> Samples:
        """Takes a frame of both; returns the microphone's without the echo. While nothing sounds it does nothing."""
        if not self._sounds and not reference.any():
            return microphone
        spectrum = np.fft.rfft(np.concatenate([self._before, reference]))
        self._before = reference
        self._played = np.concatenate([spectrum[None], self._played[:-1]])
        self._sounds = bool(self._played.any())
        if not self._sounds:
            return microphone
        left: Samples = microphone - np.fft.irfft((self._path * self._played).sum(axis=0))[FRAME:]
        self._learn(np.fft.rfft(np.concatenate([np.zeros(FRAME), left])))
        return left

    def _learn(self, error: Spectrum) -> None:
        """One step of the filter: the gain is the share of the error that the doubt about the path explains."""
        power = np.abs(self._played) ** 2
        self._noise = 0.9 * self._noise + 0.1 * np.abs(error) ** 2
        step = self._doubt / ((self._doubt * power).sum(axis=0) + self._noise + QUIET_POWER)
        self._doubt *= 1.0 - 0.5 * step * power
        change = np.fft.irfft(step * self._played.conj() * error, axis=1)
        change[:, FRAME:] = 0.0
        self._path += np.fft.rfft(change, axis=1)
        strength = np.abs(self._path) ** 2
        self._doubt = ECHO_FORGETTING**2 * self._doubt + (1.0 - ECHO_FORGETTING**2) * strength
        self.delay_partitions = int(strength.sum(axis=1).argmax())
