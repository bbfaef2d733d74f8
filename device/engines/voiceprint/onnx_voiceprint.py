"""Adapter: voiceprints by a speaker model in ONNX, which the person brings. Nothing is downloaded."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from device.addressing.filterbank import mel_filterbank
from device.addressing.voiceprint import unit_vector
from device.audio.framing import to_samples
from device.core.errors import EngineUnavailable
from device.platform.optional_extras import engine_refused, extra_missing, onnx_refusals


class OnnxVoiceprint:
    """`onnx:PATH.onnx`. Its first input is the sound, as (batch, samples), or a mel filterbank, as (batch, frames,
    bands); its first output is one vector.

    DOOR_UNAVAILABLE when the extra `voiceprint` is not installed or the model is missing, damaged or of another kind.
    """

    def __init__(self, path: str) -> None:
        try:
            import onnxruntime
        except ImportError as error:
            raise extra_missing("The runtime of voiceprints", "voiceprint") from error
        try:
            content = Path(path).read_bytes()
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = options.inter_op_num_threads = 1
            options.log_severity_level = 4  # it would write to the terminal
            self._engine: Any = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
            first = self._engine.get_inputs()[0]
        except onnx_refusals() as error:
            raise engine_refused("The runtime of voiceprints", path) from error
        self._input, shape = first.name, first.shape
        bands = shape[-1] if len(shape) == 3 else 0
        if len(shape) not in (2, 3) or not isinstance(bands, int):
            raise engine_refused("The runtime of voiceprints", path)
        self._bands = bands
        self.model = f"onnx:{blake2b(content, digest_size=8).hexdigest()}"

    def embed(self, sound: bytes) -> tuple[float, ...]:
        """See `VoiceprintEngine`."""
        samples = to_samples(sound)
        given = mel_filterbank(samples, self._bands) if self._bands else samples
        if not len(given):
            return ()
        try:
            found = np.asarray(self._engine.run(None, {self._input: given[None].astype(np.float32)})[0])
        except onnx_refusals() as error:
            raise EngineUnavailable("The voiceprint of an utterance could not be made.") from error
        return unit_vector([float(one) for one in found.reshape(-1)])
