"""Adapter: a toy recogniser, `reciting:WORDS`: whatever is said, it hears these words."""

from __future__ import annotations

from dataclasses import replace

from device.core.ports import HintBundle, Transcript
from device.engines.factory import BUILT_IN


class RecitingRecogniser:
    """Hears the same words in every utterance that has any sound."""

    def __init__(self, words: str) -> None:
        self._words = words
        self._frames = 0

    def start(self, hints: HintBundle) -> None:
        self._frames = 0

    def hear(self, frame: bytes) -> None:
        self._frames += 1

    def finish(self) -> Transcript:
        return Transcript(self._words if self._frames else "")

    def abandon(self) -> None:
        self._frames = 0


WITH_RECITING = replace(BUILT_IN, recognisers={**BUILT_IN.recognisers, "reciting": RecitingRecogniser})
