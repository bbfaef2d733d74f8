"""Pure: computes the mel filterbank of an utterance, as models of voiceprints expect it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from device.core.ports import SAMPLES_PER_SECOND

_WINDOW, _STEP, _SIZE = SAMPLES_PER_SECOND * 25 // 1_000, SAMPLES_PER_SECOND // 100, 512
_LOWEST_HZ, _EMPHASIS, _FULL = 20.0, 0.97, 32_768.0


def mel_filterbank(samples: NDArray[np.float32], bins: int) -> NDArray[np.float32]:
    """Returns the logarithms of mel bands by frames of 25 ms every 10 ms, each band without its mean: Kaldi's, with a
    Hamming window and without dither. No row for less than one frame.
    """
    if len(samples) < _WINDOW:
        return np.zeros((0, bins), np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(samples.astype(np.float64) * _FULL, _WINDOW)[::_STEP]
    frames = frames - frames.mean(axis=1, keepdims=True)
    before = np.concatenate([frames[:, :1], frames[:, :-1]], axis=1)
    powers = np.abs(np.fft.rfft((frames - _EMPHASIS * before) * np.hamming(_WINDOW), _SIZE)) ** 2
    bands = np.log(np.maximum(powers @ _triangles(bins).T, np.finfo(np.float32).eps))
    return np.asarray(bands - bands.mean(axis=0), np.float32)


def _triangles(bins: int) -> NDArray[np.float64]:
    """Returns the weights of the frequencies in each band: triangles of equal width on the mel scale."""
    edges = np.linspace(_mel(np.array(_LOWEST_HZ)), _mel(np.array(SAMPLES_PER_SECOND / 2)), bins + 2)
    at = _mel(np.arange(_SIZE // 2 + 1) * SAMPLES_PER_SECOND / _SIZE)
    left, middle, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    return np.maximum(0.0, np.minimum((at - left) / (middle - left), (right - at) / (right - middle)))


def _mel(hz: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1_127.0 * np.log(1.0 + hz / 700.0))
