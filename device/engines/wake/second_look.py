"""Adapter: scores the last moments of sound again, at other paces.

A word that was called is one at each of them; what only sounds like it is not.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from device.audio.policy import WAKE_PACES
from device.core.ports import SAMPLES_PER_SECOND


class SecondLook:
    """One verification at a time: `begin`, then `hear` for each frame; the first frames take up the sound before."""

    def __init__(self, word: str) -> None:
        self._scores: list[_PaceScore] = [_PaceScore(word, pace) for pace in WAKE_PACES]
        self._before, self._begun = b"", 0

    def __del__(self) -> None:
        """Releases the feature extractors; see `MicroWakeWord`."""
        self.__dict__.pop("_scores", None)

    def begin(self, before: bytes) -> None:
        """Takes the sound before, which is scored in the next frames, one pace in each: a frame must stay short."""
        self._before, self._begun = before, 0

    def end(self) -> None:
        """Lets go of the sound and the resamplers, which complain when the interpreter ends before them."""
        self._before, self._begun = b"", 0
        for score in self._scores:
            score.end()

    def hear(self, frame: bytes) -> float:
        """Takes one frame; returns the mean of the best score of each pace so far, 0 until all have one."""
        if self._begun < len(self._scores):
            self._scores[self._begun].begin(self._before)
            self._begun += 1
        self._before += frame
        for score in self._scores[: self._begun]:
            score.hear(self._before)
        return (
            sum(score.best for score in self._scores) / len(self._scores) if self._begun == len(self._scores) else 0.0
        )


class _PaceScore:
    """The score at one pace."""

    def __init__(self, word: str, pace: float) -> None:
        from pymicro_wakeword import MicroWakeWord as Engine
        from pymicro_wakeword import MicroWakeWordFeatures, Model

        self._engine: Any = Engine.from_builtin(Model(word))
        self._features: Any = MicroWakeWordFeatures()
        self._pace, self._taken = pace, 0
        self._stream: Any = None
        self.best = 0.0

    def __del__(self) -> None:
        self.__dict__.pop("_features", None)

    def begin(self, before: bytes) -> None:
        """Forgets the last verification."""
        import soxr

        self._engine.reset()
        self._features.reset()
        self._stream = soxr.ResampleStream(
            SAMPLES_PER_SECOND, SAMPLES_PER_SECOND * self._pace, 1, dtype="int16", quality="LQ"
        )
        self._taken, self.best = 0, 0.0

    def end(self) -> None:
        """Lets go of the resampler."""
        self._stream = None

    def hear(self, sound: bytes) -> None:
        """Takes what is new of the sound."""
        new = np.frombuffer(sound[self._taken :], "<i2")
        self._taken = len(sound)
        slower = self._stream.resample_chunk(new).tobytes()
        scores = (self._engine.process_streaming_prob(each) for each in self._features.process_streaming(slower))
        self.best = max(self.best, max(scores, default=0.0))
