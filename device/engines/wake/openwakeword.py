"""Adapter: the wake word by openWakeWord's models, for a word that was trained at home. Nothing is downloaded here.

Its own package needs a runtime that has no wheel from Python 3.12 on, and fills its buffers with noise from a die; so
the three models are run here. Two that every word shares lie beside the word's: `melspectrogram` and `embedding_model`.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from device.audio.policy import (
    OPENWAKEWORD_LAG_MS,
    WAKE_BANDS,
    WAKE_FEATURES,
    WAKE_OVERLAP_SAMPLES,
    WAKE_STEP_SAMPLES,
    WAKE_THRESHOLD,
    WAKE_VERIFY_FROM,
    WAKE_WARM_STEPS,
    WAKE_WINDOW_ROWS,
)
from device.core.errors import EngineUnavailable
from device.engines.wake.wake_model import FAILED, WHAT, Matrix, open_wake_model
from device.platform.optional_extras import engine_refused
from packages.core.errors import PackageError
from packages.core.policy import PackagePolicy
from packages.documents.wake_verifier import WakeVerifier, read_wake_verifier

_KEY = re.compile(r"(?P<path>.+)#(?P<key>[0-9a-f]{64})")
_HEARD_BYTES = (WAKE_STEP_SAMPLES + WAKE_OVERLAP_SAMPLES) * 2


class OpenWakeWord:
    """`openwakeword:PATH.onnx`, `openwakeword:PATH.tflite`; with `#KEY` verified by `PATH.verifier.json`.

    DOOR_UNAVAILABLE when the extra `openwakeword` (or `litert`) is not installed, a model is missing, damaged or of
    another kind, or the verifier is not signed by the key.
    """

    lag_ms = OPENWAKEWORD_LAG_MS

    def __init__(self, rest: str) -> None:
        keyed = _KEY.fullmatch(rest)
        path = Path(keyed["path"] if keyed else rest)
        self._bands = open_wake_model(path.with_name(f"melspectrogram{path.suffix}"), (1, _HEARD_BYTES // 2))
        self._embedding = open_wake_model(path.with_name(f"embedding_model{path.suffix}"))
        self._word = open_wake_model(path)
        self._rows = self._rows_of_features(path)
        self._verifier = _read_verifier(
            path, keyed["key"] if keyed else "", self._word.digest, self._rows * WAKE_FEATURES
        )
        self.phrase = path.stem.replace("_", " ")
        self._above = False
        self._quiet = self._features_of_silence(path)
        self.reset()

    def hear(self, frame: bytes) -> bool:
        """Returns True once for each time the word is said; decides every fourth frame."""
        self._held += frame
        if len(self._held) < WAKE_STEP_SAMPLES * 2:
            return False
        step = bytes(self._held[: WAKE_STEP_SAMPLES * 2])
        del self._held[: WAKE_STEP_SAMPLES * 2]
        above = self._score(step) >= WAKE_THRESHOLD
        rose = above and not self._above
        self._above = above
        return rose

    def reset(self) -> None:
        """Forgets all sound so far."""
        self._held = bytearray()
        self._heard = bytes(_HEARD_BYTES)
        self._spectrum = np.ones((WAKE_WINDOW_ROWS, WAKE_BANDS), np.float32)
        self._features = self._quiet
        self._steps, self._above = 0, False

    def _score(self, step: bytes) -> float:
        """Takes 80 ms of sound; returns how surely the word ended in it."""
        self._features = np.vstack([self._features, self._embedded(step)])[-self._rows :]
        self._steps += 1
        if self._steps <= WAKE_WARM_STEPS:
            return 0.0  # what it hears first after a silence of its own looks like nothing
        score = float(np.max(self._word.run_batch(self._features[None], FAILED)))
        if self._verifier is None or score < WAKE_VERIFY_FROM:
            return score
        return _verified(self._verifier, self._features)

    def _embedded(self, step: bytes) -> Matrix:
        """Returns the features of the last three quarters of a second."""
        self._heard = (self._heard + step)[-_HEARD_BYTES:]
        samples = np.frombuffer(self._heard, "<i2").astype(np.float32)
        rows = self._bands.run_batch(samples[None], FAILED).reshape(-1, WAKE_BANDS)
        # The scale on which the embedding was trained, as openWakeWord has it.
        self._spectrum = np.vstack([self._spectrum, rows / 10 + 2])[-WAKE_WINDOW_ROWS:]
        return self._embedding.run_batch(self._spectrum[None, :, :, None], FAILED).reshape(1, -1)

    def _rows_of_features(self, path: Path) -> int:
        rows = self._word.shape[1] if len(self._word.shape) == 3 else None
        if not isinstance(rows, int) or rows < 1 or self._word.shape[2] != WAKE_FEATURES:
            raise engine_refused(WHAT, str(path))
        return rows

    def _features_of_silence(self, path: Path) -> Matrix:
        """Returns what the buffer holds before any sound, and finds out whether the models fit each other."""
        self._quiet = np.zeros((self._rows, WAKE_FEATURES), np.float32)
        self.reset()
        try:
            for _ in range(self._rows + WAKE_WARM_STEPS):
                score = self._score(bytes(WAKE_STEP_SAMPLES * 2))
        except (EngineUnavailable, ValueError) as error:
            raise engine_refused(WHAT, str(path)) from error
        if not 0 <= score <= 1:
            raise engine_refused(WHAT, str(path))
        return self._features


def _read_verifier(path: Path, key: str, digest: str, weights: int) -> WakeVerifier | None:
    """Reads the verifier beside a model. One without a key to check it by is refused, as is a key without one."""
    beside = path.with_suffix(".verifier.json")
    if not key and not beside.exists():
        return None
    if not key:
        raise EngineUnavailable(
            f"Beside the wake word lies a verifier, {beside}. Name the public key of who signed it, as {path}#KEY, or "
            "take it away."
        )
    try:
        verifier = read_wake_verifier(beside.read_bytes(), bytes.fromhex(key), PackagePolicy())
    except OSError as error:
        raise EngineUnavailable(f"The verifier {beside} cannot be read. Put it there and start again.") from error
    except PackageError as error:
        raise EngineUnavailable(str(error)) from error
    if verifier.model != digest or len(verifier.weights) != weights:
        raise EngineUnavailable(f"The verifier {beside} is of another wake word's model. Fetch the one of this model.")
    return verifier


def _verified(verifier: WakeVerifier, features: NDArray[np.float32]) -> float:
    """Returns how surely the word was said by the voice of the verifier."""
    weights = np.array(verifier.weights, np.float64) / 1e9
    values = features.astype(np.float64).reshape(-1)
    return float(1 / (1 + np.exp(-np.clip(values @ weights + verifier.bias / 1e9, -60, 60))))
