"""Adapter: the features of sound on which Whisper was trained, and with it the models of the end of a turn after it."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from device.core.ports import SAMPLES_PER_SECOND

BANDS = 80
HOP_SAMPLES = 160
_WINDOW = 400
_LINEAR_HZ, _LINEAR_STEP_HZ, _LOG_STEP = 1_000.0, 200 / 3, np.log(6.4) / 27
"""Slaney's mel scale: even steps up to 1,000 Hz, and even ratios from there on."""
_FLOOR, _RANGE = 1e-10, 8.0


def log_mel_features(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns the features of sound as (bands, frames), one frame every 10 ms."""
    whole = samples.astype(np.float64)
    whole = (whole - whole.mean()) / np.sqrt(whole.var() + 1e-7)
    padded = np.pad(whole, _WINDOW // 2, mode="reflect")
    frames = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[:-1:HOP_SAMPLES]
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(_WINDOW) / _WINDOW)
    powers = np.abs(np.fft.rfft(frames * window)) ** 2
    logs = np.log10(np.maximum(powers @ _filters(), _FLOOR)).T
    found: NDArray[np.float32] = ((np.maximum(logs, logs.max() - _RANGE) + 4.0) / 4.0).astype(np.float32)
    return found


@cache
def _filters() -> NDArray[np.float64]:
    """The triangles of the bands, each of the same area, as (bins, bands)."""
    bins = np.fft.rfftfreq(_WINDOW, 1 / SAMPLES_PER_SECOND)
    edges = _hertz(np.linspace(0.0, _mel(SAMPLES_PER_SECOND / 2), BANDS + 2))
    rising = (bins[:, None] - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - bins[:, None]) / (edges[2:] - edges[1:-1])
    filters: NDArray[np.float64] = np.maximum(0.0, np.minimum(rising, falling)) * 2 / (edges[2:] - edges[:-2])
    return filters


def _mel(hertz: float) -> float:
    return float(_LINEAR_HZ / _LINEAR_STEP_HZ + np.log(hertz / _LINEAR_HZ) / _LOG_STEP)


def _hertz(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    knee = _LINEAR_HZ / _LINEAR_STEP_HZ
    ratios = _LINEAR_HZ * np.exp(_LOG_STEP * (np.maximum(mels, knee) - knee))
    found: NDArray[np.float64] = np.where(mels < knee, mels * _LINEAR_STEP_HZ, ratios)
    return found
