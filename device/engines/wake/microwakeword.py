"""Adapter: the wake word by microWakeWord; its models are inside the package, nothing is downloaded."""

from __future__ import annotations

from typing import Any

from device.core.errors import BadUri
from device.core.policy import REARM_FRAMES

WORDS = ("okay_nabu", "hey_jarvis", "alexa", "hey_mycroft")


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
        self.phrase = word.replace("_", " ")

    def __del__(self) -> None:
        """Releases the feature extractor. Its destructor clears an exception that is being raised, which ends the
        process; Python keeps the exception for the time of a `__del__`, and for that of no other destructor.
        """
        self.__dict__.pop("_features", None)

    def hear(self, frame: bytes) -> bool:
        """Returns True once for each time the word is said: the engine stays above its threshold for a while after
        it.
        """
        above = [self._engine.process_streaming(features) for features in self._features.process_streaming(frame)]
        if not any(above):
            self._quiet_frames += 1
            return False
        rose, self._quiet_frames = self._quiet_frames >= REARM_FRAMES, 0
        return rose

    def reset(self) -> None:
        """Forget all sound so far; the engine reloads its model (0.2 ms)."""
        self._engine.reset()
        self._features.reset()
        self._quiet_frames = REARM_FRAMES
