"""Adapter: voiceprints by a speaker model in ONNX, which the person brings. Nothing is downloaded."""

from __future__ import annotations

from device.addressing.filterbank import mel_filterbank
from device.addressing.voiceprint import unit_vector
from device.audio.framing import to_samples
from device.engines.onnx_model import OnnxModel
from device.platform.optional_extras import engine_refused

_RUNTIME = "The runtime of voiceprints"


class OnnxVoiceprint:
    """`onnx:PATH.onnx`. Its first input is the sound, as (batch, samples), or a mel filterbank, as (batch, frames,
    bands); its first output is one vector.

    DOOR_UNAVAILABLE when the extra `voiceprint` is not installed or the model is missing, damaged or of another kind.
    """

    def __init__(self, path: str) -> None:
        self._model = OnnxModel(_RUNTIME, path, "voiceprint")
        shape = self._model.shape
        bands = shape[-1] if len(shape) == 3 else 0
        if len(shape) not in (2, 3) or not isinstance(bands, int):
            raise engine_refused(_RUNTIME, path)
        self._bands = bands
        self.model = f"onnx:{self._model.digest}"

    def embed(self, sound: bytes) -> tuple[float, ...]:
        """See `VoiceprintEngine`."""
        samples = to_samples(sound)
        given = mel_filterbank(samples, self._bands) if self._bands else samples
        if not len(given):
            return ()
        return unit_vector(self._model.run(given, "The voiceprint of an utterance could not be made.").tolist())
