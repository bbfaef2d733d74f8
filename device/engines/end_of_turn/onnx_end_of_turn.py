"""Adapter: a model of the end of a turn in ONNX, such as Smart Turn, which the person brings."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from device.audio.framing import to_samples
from device.core.errors import EngineUnavailable
from device.core.ports import SAMPLES_PER_SECOND
from device.engines.end_of_turn.whisper_features import BANDS, HOP_SAMPLES, log_mel_features
from device.engines.onnx_model import OnnxModel
from device.platform.optional_extras import engine_refused

_RUNTIME = "The runtime of the end of a turn"
_FAILED = "Whether a turn is complete could not be judged."


class OnnxEndOfTurn:
    """`onnx:PATH.onnx`. Its first input is the sound of the last seconds, as (batch, samples), or their features, as
    (batch, 80 bands, frames of 10 ms); its first output is the probability that the turn is complete.

    DOOR_UNAVAILABLE when the extra `eot` is not installed or the model is missing, damaged or of another kind.
    """

    def __init__(self, path: str) -> None:
        self._model = OnnxModel(_RUNTIME, path, "eot")
        shape = self._model.shape
        length = shape[-1] if shape else None
        self._bands = shape[1] if len(shape) == 3 else 0
        if len(shape) not in (2, 3) or self._bands not in (0, BANDS) or not isinstance(length, int) or length < 1:
            raise engine_refused(_RUNTIME, path)
        self._samples = length * HOP_SAMPLES if self._bands else length

    def completeness(self, sound: bytes) -> int:
        """See `EndOfTurnModel`. A shorter utterance gets silence before it."""
        samples = to_samples(sound)[-self._samples :]
        whole = np.pad(samples, (self._samples - len(samples), 0)).astype(np.float32)
        given: NDArray[np.float32] = log_mel_features(whole) if self._bands else whole
        found = self._model.run(given, _FAILED)
        if len(found) != 1 or not math.isfinite(found[0]) or not 0 <= found[0] <= 1:
            raise EngineUnavailable(_FAILED)
        return round(float(found[0]) * 10_000)


assert HOP_SAMPLES * 100 == SAMPLES_PER_SECOND
