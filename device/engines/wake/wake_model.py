"""Adapter: the three models of a wake word by openWakeWord, in ONNX or for LiteRT; each gives features to the next."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from device.core.errors import EngineUnavailable
from device.engines.onnx_model import OnnxModel
from device.platform.optional_extras import engine_refused, extra_missing

Matrix = NDArray[np.float32]
WHAT, FAILED = "openWakeWord", "The wake word's model failed. Choose another one, and start again."


class WakeModel(Protocol):
    """One of the models."""

    digest: str
    """Tells one model from another."""
    shape: list[int | str | None]
    """The sizes of the input; a name or None where any size fits."""

    def run_batch(self, given: Matrix, sentence: str) -> Matrix:
        """Returns the output as the model shapes it. Raises EngineUnavailable with the sentence."""
        ...


def open_wake_model(path: Path, sizes: tuple[int, ...] | None = None) -> WakeModel:
    """Opens `*.onnx` or `*.tflite`; the input of the latter gets these sizes. Raises EngineUnavailable."""
    if path.suffix == ".tflite":
        return LiteRtModel(path, sizes)
    return OnnxModel(WHAT, str(path), "openwakeword")


class LiteRtModel:
    """A model for LiteRT, which has wheels where the runtime that it replaced has none."""

    def __init__(self, path: Path, sizes: tuple[int, ...] | None) -> None:
        try:
            from ai_edge_litert.interpreter import Interpreter
        except ImportError as error:
            raise extra_missing("LiteRT", "litert") from error
        try:
            content = path.read_bytes()
            self._engine: Any = Interpreter(model_content=content, num_threads=1)
            given, found = self._engine.get_input_details()[0], self._engine.get_output_details()[0]
            if sizes is not None:
                self._engine.resize_tensor_input(given["index"], sizes, strict=False)
            self._engine.allocate_tensors()
        except (RuntimeError, ValueError, OSError, LookupError) as error:
            raise engine_refused(WHAT, str(path)) from error
        self.digest = blake2b(content, digest_size=8).hexdigest()
        self._input, self._output = given["index"], found["index"]
        self.shape: list[int | str | None] = [int(size) for size in given["shape"]]

    def run_batch(self, given: Matrix, sentence: str) -> Matrix:
        """See `WakeModel`."""
        try:
            self._engine.set_tensor(self._input, given.astype(np.float32))
            self._engine.invoke()
            return np.array(self._engine.get_tensor(self._output))
        except (RuntimeError, ValueError) as error:
            raise EngineUnavailable(sentence) from error
