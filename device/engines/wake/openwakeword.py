"""Adapter: the wake word by openWakeWord, for a word that was trained at home.

`openwakeword:PATH.onnx` expects the two models that every word shares, `melspectrogram.onnx` and
`embedding_model.onnx`, in the same folder. Nothing is downloaded here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from device.audio.policy import OPENWAKEWORD_LAG_MS, WAKE_THRESHOLD
from device.core.errors import EngineUnavailable
from device.platform.optional_extras import engine_refused, extra_missing, onnx_refusals

STEP_BYTES = 1280 * 2
"""The engine works in steps of 80 ms."""


class OpenWakeWord:
    """DOOR_UNAVAILABLE when the extra `openwakeword` is not installed or a model is missing or damaged."""

    lag_ms = OPENWAKEWORD_LAG_MS

    def __init__(self, path: str) -> None:
        model = Path(path)
        shared = [model.parent / name for name in ("melspectrogram.onnx", "embedding_model.onnx")]
        try:
            from openwakeword.model import Model
        except ImportError as error:
            raise extra_missing("openWakeWord", "openwakeword") from error
        for needed in (model, *shared):
            if not needed.is_file():
                raise EngineUnavailable(f"The wake word model {needed} is missing. Put it there and start again.")
        try:
            self._engine: Any = Model(
                wakeword_models=[str(model)],
                inference_framework="onnx",
                melspec_model_path=str(shared[0]),
                embedding_model_path=str(shared[1]),
            )
        except onnx_refusals() as error:
            raise engine_refused("openWakeWord", path) from error
        self._held = bytearray()
        self._above = False
        self.phrase = model.stem.replace("_", " ")

    def hear(self, frame: bytes) -> bool:
        """True once for each time the word is said; decided every fourth frame."""
        self._held += frame
        if len(self._held) < STEP_BYTES:
            return False
        samples = np.frombuffer(bytes(self._held[:STEP_BYTES]), dtype="<i2")
        del self._held[:STEP_BYTES]
        above = max(self._engine.predict(samples).values()) >= WAKE_THRESHOLD
        rose, self._above = above and not self._above, above
        return rose

    def reset(self) -> None:
        """Forget all sound so far."""
        self._engine.reset()
        self._held.clear()
        self._above = False
