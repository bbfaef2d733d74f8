"""Doors: the wake word by microWakeWord; its models are inside the package, nothing is downloaded."""

from __future__ import annotations

from typing import Any

from device.errors import BadUri

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
        self._above = False
        self.phrase = word.replace("_", " ")

    def hear(self, frame: bytes) -> bool:
        """True once for each time the word is said: when the probability rises above the model's threshold."""
        rose = False
        for features in self._features.process_streaming(frame):
            above = bool(self._engine.process_streaming(features))
            rose = rose or (above and not self._above)
            self._above = above
        return rose

    def reset(self) -> None:
        """Forget all sound so far; the engine reloads its model (0.2 ms)."""
        self._engine.reset()
        self._features.reset()
        self._above = False
