"""Adapter: the wake word by microWakeWord; its models are inside the package, nothing is downloaded."""

from __future__ import annotations

from typing import Any

from device.audio.policy import REARM_FRAMES, WAKE_LAG_MS, WAKE_RISING
from device.core.errors import BadUri
from device.core.ports import FRAME_MS

WORDS = tuple(WAKE_LAG_MS)


class MicroWakeWord:
    """`microwakeword:WORD`. BAD_URI for a word it has no model of."""

    def __init__(self, word: str) -> None:
        from pymicro_wakeword import MicroWakeWord as Engine
        from pymicro_wakeword import MicroWakeWordFeatures, Model

        if word not in WORDS:
            raise BadUri(f"microwakeword:{word} is not a wake word it knows. Known: {', '.join(WORDS)}.")
        self._engine: Any = Engine.from_builtin(Model(word))
        self._features: Any = MicroWakeWordFeatures()
        self._quiet_frames = REARM_FRAMES
        self._rising = _Rise()
        self._half_way_ms = WAKE_LAG_MS[word]
        self.phrase = word.replace("_", " ")
        self.lag_ms = 0

    def __del__(self) -> None:
        """Releases the feature extractor. Its destructor clears an exception that is being raised, which ends the
        process; Python keeps the exception for the time of a `__del__`, and for that of no other destructor.
        """
        self.__dict__.pop("_features", None)

    def hear(self, frame: bytes) -> bool:
        """Returns True once for each time the word is said: the engine stays above its threshold for a while after
        it.
        """
        scores = [self._engine.process_streaming_prob(each) for each in self._features.process_streaming(frame)]
        score = max(scores, default=0.0)
        self._rising.add(score)
        if score <= self._engine.probability_cutoff:
            self._quiet_frames += 1
            return False
        rose, self._quiet_frames = self._quiet_frames >= REARM_FRAMES, 0
        if rose:
            self.lag_ms = self._half_way_ms + self._rising.frames * FRAME_MS // 2
        return rose

    def reset(self) -> None:
        """Forget all sound so far; the engine reloads its model (0.2 ms)."""
        self._engine.reset()
        self._features.reset()
        self._quiet_frames = REARM_FRAMES
        self._rising = _Rise()


class _Rise:
    """Counts the frames since the score began to rise. The engine scores every third step of 10 ms, so that one frame
    of 20 ms may have no score.
    """

    def __init__(self) -> None:
        self.frames = 0
        self._without = 0

    def add(self, score: float) -> None:
        """Takes the score of one frame."""
        self._without = 0 if score >= WAKE_RISING else self._without + 1
        self.frames = self.frames + 1 if self._without < 2 and (self.frames or not self._without) else 0
