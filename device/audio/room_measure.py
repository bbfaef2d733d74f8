"""Pure: measures acoustics from what was played and heard: noise floor, level and delay of the echo, and its loss."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from device.audio.framing import level_db, to_pcm, to_samples
from device.audio.policy import MOST_ECHO_DELAY_MS, SWEEP_HZ, SWEEP_LEVEL, SWEEP_MS
from device.core.ports import FRAME_BYTES, SAMPLES_PER_SECOND


@dataclass(frozen=True, slots=True)
class RoomFigures:
    """What a microphone hears of its loudspeaker and of the place. Levels are dB of full scale."""

    noise_db: float
    echo_db: float
    """The level of the sweep at the microphone, counted from the level at which it was played."""
    delay_ms: int
    """From the frame that is played to its echo."""
    heard: bool
    """Whether the sweep rose above the noise at all."""


def sweep() -> bytes:
    """Returns a sine that rises from SWEEP_HZ's lower to its higher end in equal times an octave, as s16le."""
    low, high = SWEEP_HZ
    times = np.arange(SAMPLES_PER_SECOND * SWEEP_MS // 1_000) / SAMPLES_PER_SECOND
    length = SWEEP_MS / 1_000
    rate = np.log(high / low)
    phase = 2.0 * np.pi * low * length / rate * (np.exp(times / length * rate) - 1.0)
    fade = np.minimum(1.0, np.minimum(times, length - times) / 0.02)
    return to_pcm((SWEEP_LEVEL * np.sin(phase) * fade).astype(np.float32))


def frames_of(pcm: bytes) -> list[bytes]:
    """Cuts sound into frames, the last one filled up with silence."""
    return [pcm[at : at + FRAME_BYTES].ljust(FRAME_BYTES, b"\0") for at in range(0, len(pcm), FRAME_BYTES)]


def measure_room(silent: list[bytes], played: list[bytes], heard: list[bytes]) -> RoomFigures:
    """Measures from the frames of silence, and those that were played with what was heard in the frame after each."""
    noise_db = float(np.median([level_db(frame) for frame in silent]))
    sound, echo = to_samples(b"".join(played)), to_samples(b"".join(heard))
    lag = _lag(sound, echo)
    length = int(np.flatnonzero(sound)[-1]) + 1
    echo_db = level_db(to_pcm(echo[lag : lag + length]))
    return RoomFigures(
        round(noise_db, 1),
        round(echo_db - level_db(to_pcm(sound[:length])), 1),
        lag * 1_000 // SAMPLES_PER_SECOND,
        bool(echo_db > noise_db + 6.0),
    )


def _lag(sound: NDArray[np.float32], echo: NDArray[np.float32]) -> int:
    """Returns the lag in samples at which the two match best."""
    size = 1 << (2 * len(echo) - 1).bit_length()
    matched = np.fft.irfft(np.fft.rfft(echo, size) * np.fft.rfft(sound, size).conj(), size)
    return int(np.abs(matched[: MOST_ECHO_DELAY_MS * SAMPLES_PER_SECOND // 1_000]).argmax())
