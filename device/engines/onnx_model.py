"""Adapter: models in ONNX, which the person brings. Nothing is downloaded."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from device.core.errors import EngineUnavailable
from device.platform.optional_extras import engine_refused, extra_missing, onnx_refusals


def open_session(what: str, path: str, extra: str) -> tuple[Any, str]:
    """Returns a session of a model, which runs in one thread, and the digest of its file. Raises as `OnnxModel`."""
    try:
        import onnxruntime
    except ImportError as error:
        raise extra_missing(what, extra) from error
    try:
        content = Path(path).read_bytes()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4  # it would write to the terminal
        session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    except onnx_refusals() as error:
        raise engine_refused(what, path) from error
    return session, blake2b(content, digest_size=8).hexdigest()


class OnnxModel:
    """A model with one input and one output that count: its first ones. It runs in one thread.

    DOOR_UNAVAILABLE when the extra is not installed or the model is missing, damaged or of another kind.
    """

    def __init__(self, what: str, path: str, extra: str) -> None:
        """`what` is what a person calls the runtime, as "The runtime of voiceprints"."""
        self._engine, self.digest = open_session(what, path, extra)
        """The digest tells one model from another."""
        first = next(iter(self._engine.get_inputs()), None)
        if first is None:
            raise engine_refused(what, path)
        self._input = first.name
        self.shape: list[int | str | None] = list(first.shape)
        """The sizes of the input; a name or None where any size fits."""

    def run(self, given: NDArray[np.float32], sentence: str) -> NDArray[np.float64]:
        """Returns the output for one example as a row. Raises EngineUnavailable with the sentence."""
        return self.run_batch(given[None], sentence).astype(np.float64).reshape(-1)

    def run_batch(self, given: NDArray[np.float32], sentence: str) -> NDArray[np.float32]:
        """Returns the output for examples as the model shapes it. Raises EngineUnavailable with the sentence."""
        try:
            return np.asarray(self._engine.run(None, {self._input: given.astype(np.float32)})[0])
        except onnx_refusals() as error:
            raise EngineUnavailable(sentence) from error
