"""Adapter: the voice by Piper. Nothing is downloaded here."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np

from device.audio.framing import to_pcm
from device.core.errors import EngineUnavailable
from device.core.policy import MAX_SPOKEN_CHARS, USUAL_PERCENT
from device.core.ports import SAMPLES_PER_SECOND
from device.platform.optional_extras import engine_refused, extra_missing, onnx_refusals


class Piper:
    """`piper:PATH.onnx`, with `PATH.onnx.json` in the same folder.

    DOOR_UNAVAILABLE when the extra `piper` is not installed or the voice is missing or damaged.
    """

    def __init__(self, path: str) -> None:
        try:
            from piper import PiperVoice, SynthesisConfig
        except ImportError as error:
            raise extra_missing("Piper", "piper") from error
        # It writes the text it speaks to its debug log.
        logging.getLogger("piper").setLevel(logging.WARNING)
        try:
            self._engine: Any = PiperVoice.load(path)
        except onnx_refusals() as error:
            raise engine_refused("Piper", path) from error
        # No noise: the same text gives the same sound.
        self._at_pace: Any = lambda scale: SynthesisConfig(noise_scale=0.0, noise_w_scale=0.0, length_scale=scale)

    def speak(self, text: str) -> bytes:
        """16 kHz mono s16le; empty for text without a word."""
        return self.speak_at(text, USUAL_PERCENT)

    def speak_at(self, text: str, percent: int) -> bytes:
        """See `PacedVoice`."""
        import soxr

        words = "".join(char if char.isprintable() else " " for char in text[:MAX_SPOKEN_CHARS]).strip()
        if not words:
            return b""
        try:
            # Without a scale the voice speaks as it was made to.
            scale = None if percent == USUAL_PERCENT else 100 / percent
            chunks = list(self._engine.synthesize(words, self._at_pace(scale)))
        except onnx_refusals() as error:
            raise EngineUnavailable("The voice failed on a sentence. The reply was kept as text.") from error
        rate = self._engine.config.sample_rate
        samples = np.concatenate([np.zeros(0, np.float32), *(chunk.audio_float_array for chunk in chunks)])
        return to_pcm(soxr.resample(samples.astype(np.float32), rate, SAMPLES_PER_SECOND))
