"""Adapter: the recogniser by faster-whisper, for a device with the memory for it. Nothing is downloaded here."""

from __future__ import annotations

import math
from typing import Any

from device.audio.framing import to_samples
from device.core.errors import EngineUnavailable
from device.core.ports import HintBundle, Transcript
from device.platform.optional_extras import engine_refused, extra_missing


class Whisper:
    """`whisper:MODEL`, a folder or the name of a fetched model. Decodes when the utterance ends.

    DOOR_UNAVAILABLE when the extra `whisper` is not installed or the model is missing or damaged.
    """

    def __init__(self, model: str) -> None:
        try:
            from faster_whisper import WhisperModel
        except ImportError as error:
            raise extra_missing("faster-whisper", "whisper") from error
        try:
            self._engine: Any = WhisperModel(model, device="cpu", compute_type="int8", local_files_only=True)
        except Exception as error:  # the engine, its tokenizer and its hub share no narrower class
            raise engine_refused("faster-whisper", model) from error
        self._hints = HintBundle()
        self._heard = bytearray()

    def start(self, hints: HintBundle) -> None:
        """Begin an utterance."""
        self._hints = hints
        self._heard.clear()

    def hear(self, frame: bytes) -> None:
        """Keeps one frame; the turn machine bounds their number."""
        self._heard += frame

    def finish(self) -> Transcript:
        """Returns the words, with the mean probability of a token as confidence."""
        if not self._heard:
            return Transcript("")
        try:
            segments = list(self._segments())
        except RuntimeError as error:
            raise EngineUnavailable("The recogniser failed on this sound. Say it again.") from error
        finally:
            self._heard.clear()
        text = " ".join(" ".join(segment.text for segment in segments).split())
        return Transcript(text, _confidence_bp(segments) if text else None)

    def abandon(self) -> None:
        """Drops the utterance."""
        self._heard.clear()

    def _segments(self) -> Any:
        segments, _ = self._engine.transcribe(
            to_samples(bytes(self._heard)),
            language=self._hints.language,
            hotwords=", ".join(self._hints.terms) or None,
            # One temperature: the fallbacks sample, and the same sound must give the same words.
            temperature=0.0,
            condition_on_previous_text=False,
            without_timestamps=True,
        )
        return segments


def _confidence_bp(segments: list[Any]) -> int:
    mean = sum(segment.avg_logprob for segment in segments) / len(segments)
    return round(10_000 * math.exp(min(mean, 0.0)))
