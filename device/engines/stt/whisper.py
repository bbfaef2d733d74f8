"""Adapter: the recogniser by faster-whisper, for a device with the memory for it. Nothing is downloaded here.

Whisper is trained to give words to any sound: in silence it says "thank you", and it may repeat a word for ever. So
sound without a voice never reaches it, and what it says beside the voice, or over and over, is not heard.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from device.audio.framing import to_samples
from device.audio.policy import (
    AFTER_VOICE_MS,
    VOICE_BP,
    WHISPER_HINT_TOKENS,
    WHISPER_LEAST_TOKENS,
    WHISPER_MOST_TOKENS,
    WHISPER_NO_SPEECH,
    WHISPER_REPEATS,
    WHISPER_SURE,
    WHISPER_TOKENS_PER_S,
    WHISPER_WINDOW_S,
)
from device.core.errors import EngineUnavailable
from device.core.ports import FRAME_MS, SAMPLES_PER_SECOND, HeardWord, HintBundle, Transcript
from device.engines.vad.silero import Silero
from device.platform.optional_extras import engine_refused, extra_missing

_WINDOW_BYTES = WHISPER_WINDOW_S * SAMPLES_PER_SECOND * 2
_NEEDED = ("<|startoftranscript|>", "<|startofprev|>", "<|endoftext|>", "<|notimestamps|>")
"""Tokens without which a tokenizer is another model's."""
_AROUND = "\"'“”¿¡([{-.。,，!！?？:：)]}、 "
"""Punctuation that Whisper writes at a word; it is no part of the word."""


class Whisper:
    """`whisper:MODEL`, a folder or the name of a fetched model. Decodes when the utterance ends.

    DOOR_UNAVAILABLE when the extra `whisper` is not installed or the model is missing or damaged. Another thread may
    call `abandon` while it decodes: no word of that utterance is returned.
    """

    def __init__(self, model: str) -> None:
        try:
            from faster_whisper import WhisperModel
            from faster_whisper.utils import download_model
        except ImportError as error:
            raise extra_missing("faster-whisper", "whisper") from error
        try:
            folder = model if Path(model).is_dir() else download_model(model, local_files_only=True)
            if not (Path(folder) / "tokenizer.json").is_file():
                raise FileNotFoundError("tokenizer.json")  # the engine would fetch one from the network
            self._engine: Any = WhisperModel(folder, device="cpu", compute_type="int8", local_files_only=True)
            self._check(Path(folder))
        except Exception as error:  # the engine, its tokenizer and its hub share no narrower class
            raise engine_refused("faster-whisper", model) from error
        self._speech = Silero()
        self._hints = HintBundle()
        self._heard = bytearray()
        self._voice_ms: int | None = None
        """The end of the voice so far; None without any."""
        self._utterance = 0

    def start(self, hints: HintBundle) -> None:
        """Begins an utterance."""
        self.abandon()
        self._hints = hints

    def hear(self, frame: bytes) -> None:
        """Keeps one frame; the turn machine bounds their number."""
        self._heard += frame
        if self._speech.hear(frame) >= VOICE_BP:
            self._voice_ms = len(self._heard) // 2 * 1_000 // SAMPLES_PER_SECOND

    def finish(self) -> Transcript:
        """Returns the words with their probabilities, and the mean probability of a token as confidence.

        The probability of a word is the one that it has without hints.
        """
        sound, voice_ms, utterance = bytes(self._heard), self._voice_ms, self._utterance
        self.abandon()
        utterance += 1
        if voice_ms is None:
            return Transcript("")
        parts = list[tuple[Any, list[Any]]]()
        try:
            for at in range(0, len(sound), _WINDOW_BYTES):
                until_s = (voice_ms + AFTER_VOICE_MS) / 1_000 - at / 2 / SAMPLES_PER_SECOND
                parts += self._window(sound[at : at + _WINDOW_BYTES], until_s)
                if self._utterance != utterance:
                    return Transcript("")
        except (RuntimeError, ValueError) as error:
            raise EngineUnavailable("The recogniser failed on this sound. Say it again.") from error
        return _transcript(parts)

    def abandon(self) -> None:
        """Drops the utterance, also while it is decoded."""
        self._heard.clear()
        self._speech.reset()
        self._voice_ms = None
        self._utterance += 1

    def _check(self, folder: Path) -> None:
        """Raises ValueError for a model whose parts do not belong together, or which cannot tell its words apart."""
        if not json.loads((folder / "config.json").read_text("utf-8")).get("alignment_heads"):
            raise ValueError("no alignment of words")
        known = self._engine.hf_tokenizer.token_to_id
        if any(known(token) is None for token in _NEEDED):
            raise ValueError("another model's tokenizer")
        if self._engine.feature_extractor.mel_filters.shape[0] != self._engine.model.n_mels:
            raise ValueError("another model's features")

    def _window(self, sound: bytes, until_s: float) -> list[tuple[Any, list[Any]]]:
        """Returns the segment of one window with its words until the voice ended; none where none was spoken."""
        seconds = len(sound) / 2 / SAMPLES_PER_SECOND
        if until_s <= AFTER_VOICE_MS / 1_000 or seconds * 1_000 < FRAME_MS:
            return []
        segments, _ = self._engine.transcribe(
            to_samples(sound),
            language=self._hints.language,
            hotwords=self._hotwords() or None,
            # One temperature: the fallbacks sample, and the same sound must give the same words.
            temperature=0.0,
            condition_on_previous_text=False,
            without_timestamps=True,
            word_timestamps=True,
            max_new_tokens=min(WHISPER_LEAST_TOKENS + round(seconds * WHISPER_TOKENS_PER_S), WHISPER_MOST_TOKENS),
        )
        # Only the first segment: the engine would decode what follows the last word once more.
        segment = next(iter(segments), None)
        if segment is None or _is_invented(segment):
            return []
        words = [word for word in segment.words or () if word.start < until_s]
        return [(segment, words)] if words else []

    def _hotwords(self) -> str:
        """Returns the most important terms that fit; the engine would cut one in the middle."""
        encode, fitting = self._engine.hf_tokenizer.encode, ""
        for term in filter(_is_written, self._hints.only or self._hints.terms):
            longer = f"{fitting}, {term}" if fitting else term
            if len(encode(f" {longer}", add_special_tokens=False).ids) <= WHISPER_HINT_TOKENS:
                fitting = longer
        return fitting


def _is_written(term: str) -> bool:
    """Says whether a hint is text: half a character is none, and neither is one of the engine's own tokens."""
    return any(map(str.isalnum, term)) and "<|" not in term and term.isprintable()


def _is_invented(segment: Any) -> bool:
    """Says whether it is no speech: one thing over and over, or words that the engine itself takes for silence."""
    silent = segment.no_speech_prob > WHISPER_NO_SPEECH and math.exp(min(segment.avg_logprob, 0.0)) < WHISPER_SURE
    return silent or segment.compression_ratio > WHISPER_REPEATS


def _transcript(parts: list[tuple[Any, list[Any]]]) -> Transcript:
    text = " ".join("".join(word.word for _, words in parts for word in words).split())
    if not text:
        return Transcript("")
    sure = math.exp(min(sum(segment.avg_logprob for segment, _ in parts) / len(parts), 0.0))
    spoken = [(word.word.strip(_AROUND), word.probability) for _, words in parts for word in words]
    words = tuple(HeardWord(word, min(round(float(share) * 10_000), 10_000)) for word, share in spoken if word)
    return Transcript(text, round(10_000 * sure), words)
