"""Adapter: the wake word by microWakeWord; its models are inside the package, nothing is downloaded."""

from __future__ import annotations

from collections import deque
from typing import Any

from device.audio.policy import (
    REARM_FRAMES,
    WAKE_CANDIDATE,
    WAKE_EASE_BP,
    WAKE_LAG_MS,
    WAKE_LOOK_BACK_FRAMES,
    WAKE_LOOK_ON_FRAMES,
    WAKE_RISES_ON_FRAMES,
    WAKE_RISING,
)
from device.core.errors import BadUri
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_MS, WakeScores
from device.engines.wake.second_look import SecondLook

WORDS = tuple(WAKE_LAG_MS)


class MicroWakeWord:
    """`microwakeword:WORD`. BAD_URI for a word it has no model of.

    A first score makes a candidate. The mean of it and of a second look decides.
    """

    def __init__(self, word: str) -> None:
        from pymicro_wakeword import MicroWakeWord as Engine
        from pymicro_wakeword import MicroWakeWordFeatures, Model

        if word not in WORDS:
            raise BadUri(f"microwakeword:{word} is not a wake word it knows. Known: {', '.join(WORDS)}.")
        self._engine: Any = Engine.from_builtin(Model(word))
        self._features: Any = MicroWakeWordFeatures()
        self._second = SecondLook(word)
        self._half_way_ms, self._ease_bp = WAKE_LAG_MS[word], WAKE_EASE_BP[word]
        self.phrase = word.replace("_", " ")
        self.lag_ms = 0
        self.needed_bp = DevicePolicy().wake_quiet_bp
        self.near_miss: WakeScores | None = None
        self._quiet_frames, self._looking, self._rose_frames = REARM_FRAMES, 0, 0
        self._first = 0.0
        self._rising = _Rise()
        self._heard: deque[bytes] = deque(maxlen=WAKE_LOOK_BACK_FRAMES)

    def __del__(self) -> None:
        """Releases the feature extractor. Its destructor clears an exception that is being raised, which ends the
        process; Python keeps the exception for the time of a `__del__`, and for that of no other destructor.
        """
        self.__dict__.pop("_features", None)

    def hear(self, frame: bytes) -> bool:
        """Returns True once for each time the word is said: the engine stays above its threshold for a while after
        it.
        """
        self.near_miss = None
        scores = [self._engine.process_streaming_prob(each) for each in self._features.process_streaming(frame)]
        score = max(scores, default=0.0)
        self._rising.add(score)
        self._heard.append(frame)
        if self._looking:
            return self._look_again(frame, score)
        if score < WAKE_CANDIDATE:
            self._quiet_frames += 1
            return False
        rose, self._quiet_frames = self._quiet_frames >= REARM_FRAMES, 0
        if rose:
            self._looking, self._first, self._rose_frames = 1, score, self._rising.frames
            self._second.begin(b"".join(self._heard))
        return False

    def _look_again(self, frame: bytes, score: float) -> bool:
        """Takes a frame after a candidate. The word is heard as soon as the scores are enough, and is none when it
        is not in time.
        """
        second_bp = round(self._second.hear(frame) * 10_000)
        self._looking, self._first = self._looking + 1, max(self._first, score)
        scores = WakeScores(round(self._first * 10_000), second_bp, self.needed_bp - self._ease_bp)
        if scores.both_bp >= scores.needed_bp:
            self.lag_ms = (
                self._half_way_ms + (self._rose_frames // 2 + self._looking - 1 - WAKE_RISES_ON_FRAMES) * FRAME_MS
            )
            self._decided()
            return True
        if self._looking > WAKE_LOOK_ON_FRAMES:
            self.near_miss = scores
            self._decided()
        return False

    def _decided(self) -> None:
        self._looking = self._quiet_frames = 0
        self._second.end()

    def reset(self) -> None:
        """Forget all sound so far; the engine reloads its model (0.2 ms)."""
        self._engine.reset()
        self._features.reset()
        self._quiet_frames, self._looking, self._rose_frames = REARM_FRAMES, 0, 0
        self._first = 0.0
        self._rising = _Rise()
        self._heard.clear()
        self._second.end()


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
