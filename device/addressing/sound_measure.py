"""Pure: measures the frames of an utterance: how loud they are, how high the voice is, and its spectrum."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from device.addressing.policy import (
    BANDS,
    HIGHEST_PITCH_HZ,
    LOWEST_PITCH_HZ,
    MIN_DIP,
    MIN_PERIODICITY,
    MIN_PITCHED_FRAMES,
    TALKER_BELOW_DB,
)
from device.addressing.sound_profile import SoundProfile
from device.audio.framing import to_samples
from device.core.ports import FRAME_BYTES, FRAME_MS, SAMPLES_PER_SECOND

Samples = NDArray[np.float32]
_FRAME = FRAME_BYTES // 2
_WINDOW = 2 * _FRAME
"""40 ms: two periods of the lowest voice."""
_SIZE = 1 << (2 * _WINDOW - 1).bit_length()


def measure_sound(frames: Sequence[bytes]) -> SoundProfile | None:
    """Measures the frames of an utterance; None where they hold no voice: silence, noise, whispering. Softer frames are
    left out: they are pauses, noise, or somebody behind the talker.
    """
    samples = to_samples(b"".join(frames))
    whole = len(samples) // _FRAME
    if whole < 3:
        return None
    powers = (samples[: whole * _FRAME].reshape(whole, _FRAME).astype(np.float64) ** 2).mean(axis=1)
    loudest = float(np.sort(powers)[-max(1, whole // 20) :].mean())
    if loudest <= 1e-9:
        return None
    chosen = [at for at in range(whole - 1) if powers[at] > loudest * 10 ** (-TALKER_BELOW_DB / 10)]
    if not chosen:
        return None
    loud = np.sort(powers[chosen])[len(chosen) // 2 :]
    spectra = _spectra(samples, chosen)
    pitch_hz = _pitch(spectra)
    level_db = 10 * math.log10(float(loud.mean()))
    return SoundProfile(round(level_db, 2), pitch_hz, _bands(spectra), len(chosen) * FRAME_MS) if pitch_hz else None


def _spectra(samples: Samples, chosen: Sequence[int]) -> NDArray[np.float64]:
    """Returns the power spectra of the windows that begin at these frames."""
    windows = np.stack([samples[at * _FRAME : at * _FRAME + _WINDOW] for at in chosen]).astype(np.float64)
    return np.abs(np.fft.rfft(windows * np.hanning(_WINDOW), _SIZE)) ** 2


def _pitch(spectra: NDArray[np.float64]) -> float:
    """Returns the median pitch by autocorrelation; 0 where too little of it has one."""
    window = np.fft.irfft(np.abs(np.fft.rfft(np.hanning(_WINDOW), _SIZE)) ** 2)
    shortest, longest = int(SAMPLES_PER_SECOND / HIGHEST_PITCH_HZ), int(SAMPLES_PER_SECOND / LOWEST_PITCH_HZ)
    lags = np.fft.irfft(spectra, axis=1)[:, :longest]
    like = lags / np.maximum(lags[:, :1], 1e-12) / (window[:longest] / window[0])
    best = like[:, shortest:].max(axis=1)
    # The first lag that is nearly as good as the best: twice the period correlates as well.
    first = np.argmax(like[:, shortest:] > 0.9 * best[:, None], axis=1) + shortest
    places = first + np.array([int(np.argmax(row[at : at + 20])) for row, at in zip(like, first, strict=True)])
    # Low noise is like itself a moment ago, but falls from there on; a period comes after a dip.
    dips = np.array([float(row[:at].min()) for row, at in zip(like, places, strict=True)])
    pitched = (best > MIN_PERIODICITY) & (best - dips > MIN_DIP)
    if int(pitched.sum()) < MIN_PITCHED_FRAMES:
        return 0.0
    return round(float(np.median(SAMPLES_PER_SECOND / places[pitched])), 1)


def _bands(spectra: NDArray[np.float64]) -> tuple[float, ...]:
    """Returns the mean level in bands that are equally wide on the mel scale, without their own mean."""
    mel = np.linspace(_mel(120.0), _mel(7_000.0), BANDS + 1)
    edges = np.round((700 * (10 ** (mel / 2595) - 1)) * _SIZE / SAMPLES_PER_SECOND).astype(int)
    mean = spectra.mean(axis=0)
    levels = [10 * math.log10(float(mean[low:high].mean()) + 1e-12) for low, high in pairwise(edges)]
    middle = sum(levels) / BANDS
    return tuple(round(level - middle, 1) for level in levels)


def _mel(hz: float) -> float:
    return 2595 * math.log10(1 + hz / 700)
