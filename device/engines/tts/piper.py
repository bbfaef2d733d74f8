"""Adapter: the voice by Piper. Nothing is downloaded here.

She speaks a reply sentence by sentence, so that the first one sounds while the others are made.
"""

from __future__ import annotations

import logging
from typing import Any

import numpy as np

from device.audio.framing import to_pcm
from device.core.errors import EngineUnavailable
from device.core.policy import MAX_RATE_HZ, MAX_SPOKEN_CHARS, MIN_RATE_HZ, USUAL_PERCENT
from device.core.ports import SAMPLES_PER_SECOND
from device.platform.optional_extras import engine_refused, extra_missing, onnx_refusals

_INPUTS = frozenset({"input", "input_lengths", "scales"})
"""What a voice takes; one of several speakers takes `sid` as well."""


class Piper:
    """`piper:PATH.onnx`, with `PATH.onnx.json` in the same folder.

    DOOR_UNAVAILABLE when the extra `piper` is not installed or the voice is missing, damaged or another model.
    """

    def __init__(self, path: str) -> None:
        try:
            from piper import PiperVoice, SynthesisConfig
        except ImportError as error:
            raise extra_missing("Piper", "piper") from error
        # It writes the text it speaks to its debug log, and each phoneme that a voice does not have as a warning.
        logging.getLogger("piper").setLevel(logging.ERROR)
        refusals: tuple[type[Exception], ...] = (AttributeError, TypeError, *onnx_refusals())
        try:
            self._engine: Any = PiperVoice.load(path)
            self._check()
        except refusals as error:
            raise engine_refused("Piper", path) from error
        usual = self._engine.config.length_scale
        # No noise: the same text gives the same sound.
        self._longer: Any = lambda share: SynthesisConfig(
            noise_scale=0.0, noise_w_scale=0.0, length_scale=usual * share
        )

    def speak(self, text: str) -> bytes:
        """16 kHz mono s16le; empty for text without a word."""
        return self.speak_at(text, USUAL_PERCENT)

    def speak_at(self, text: str, percent: int) -> bytes:
        """See `PacedVoice`."""
        return self.speak_in(text, percent, USUAL_PERCENT)

    def speak_in(self, text: str, percent: int, pitch_percent: int) -> bytes:
        """See `PitchedVoice`. The engine has no pitch: it speaks longer by as much, and is played faster."""
        import soxr

        words = "".join(char if char.isprintable() else " " for char in text[:MAX_SPOKEN_CHARS]).strip()
        if not any(map(str.isalnum, words)):
            return b""
        try:
            # What stands in double brackets would be spoken as phonemes.
            share = pitch_percent / percent
            chunks = list(self._engine.synthesize(words.replace("[[", "[ ["), self._longer(share)))
        except onnx_refusals() as error:
            raise EngineUnavailable("The voice failed on a sentence. The reply was kept as text.") from error
        rate = self._engine.config.sample_rate * pitch_percent / USUAL_PERCENT
        samples = np.concatenate([np.zeros(0, np.float32), *(chunk.audio_float_array for chunk in chunks)])
        return to_pcm(soxr.resample(samples.astype(np.float32), rate, SAMPLES_PER_SECOND))

    def _check(self) -> None:
        """Raises ValueError for a model that is no voice, or whose file of settings is another's."""
        config, inputs = self._engine.config, {one.name for one in self._engine.session.get_inputs()}
        if inputs != _INPUTS | ({"sid"} if config.num_speakers > 1 else set()):
            raise ValueError("no voice")
        if not MIN_RATE_HZ <= config.sample_rate <= MAX_RATE_HZ or not config.length_scale > 0:
            raise ValueError("no settings of a voice")
