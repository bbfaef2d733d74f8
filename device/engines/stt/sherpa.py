"""Adapter: the streaming recogniser by sherpa-onnx, for a device that is too small for Whisper. Nothing is downloaded.

It decodes while a person talks, a third of a second at a time, and its decoder takes the hints: `docs/adr/0031`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from device.audio.framing import to_samples
from device.audio.policy import (
    SHERPA_HINT_SCORE,
    SHERPA_MOST_HINT_SCORE,
    SHERPA_TAIL_MS,
    SHERPA_THREADS,
    SHERPA_TRIAL_S,
)
from device.core.errors import EngineUnavailable
from device.core.policy import CATCH_UP_FRAMES
from device.core.ports import SAMPLES_PER_SECOND, HeardWord, HintBundle, TermDetail, Transcript
from device.engines.stt.sherpa_model import PIECES, is_loadable, load_transducer
from device.platform.optional_extras import engine_refused, extra_missing

_BOUNDARY = "▁"
"""How a piece begins that begins a word."""
_PLAIN = TermDetail()


class Sherpa:
    """`sherpa:FOLDER`, with the encoder, decoder and joiner of a streaming transducer, and `tokens.txt`.

    Hints need `bpe.vocab` beside them. DOOR_UNAVAILABLE when the extra `sherpa` is not installed or the model is
    missing, damaged or of another kind.
    """

    def __init__(self, folder: str) -> None:
        try:
            import sherpa_onnx  # noqa: F401
        except ImportError as error:
            raise extra_missing("sherpa-onnx", "sherpa") from error
        if not is_loadable(Path(folder), SHERPA_TRIAL_S):
            raise engine_refused("sherpa-onnx", folder)
        try:
            self._engine: Any = load_transducer(Path(folder), SHERPA_THREADS)
            self._pieces = _Pieces(Path(folder))
        except (RuntimeError, OSError, ValueError) as error:
            raise engine_refused("sherpa-onnx", folder) from error
        self._hints = ""
        self._stream: Any = None
        self._frames: list[bytes] = []
        """The utterance so far: it is decoded again where it goes on after a close look."""
        self._fed = 0
        self._looked = Transcript("")

    def start(self, hints: HintBundle) -> None:
        """Begins an utterance; an unfinished one is abandoned."""
        self.abandon()
        self._hints = self._pieces.hotwords(hints)

    def hear(self, frame: bytes) -> None:
        """Takes one frame; decodes what is ready, a few steps at most."""
        self._frames.append(frame)
        self._feed()
        self._decode(CATCH_UP_FRAMES)

    def finish(self) -> Transcript:
        """Returns the words, each with its probability, and their mean; empty without any."""
        if not self._frames:
            return Transcript("")
        heard = self._to_the_end()
        self.abandon()
        return heard

    def preview(self) -> Transcript:
        """Returns the words so far; a word of the last third of a second may be missing."""
        if self._frames:
            self._feed()
            self._decode()
        return self._words() if self._stream else Transcript("")

    def look_closely(self) -> Transcript:
        """Decodes the utterance so far to its end, and once more when there is more of it."""
        self._looked = self._to_the_end() if self._frames else Transcript("")
        return self._looked

    def finish_as_looked(self) -> Transcript:
        """Returns what the latest close look found."""
        self.abandon()
        return self._looked

    def abandon(self) -> None:
        """Drops the utterance."""
        self._frames.clear()
        self._stream, self._fed = None, 0

    def _feed(self) -> None:
        """Gives the engine the frames that it has not had."""
        if self._stream is None:
            self._stream = self._engine.create_stream(self._hints or None)
        sound = b"".join(self._frames[self._fed :])
        self._fed = len(self._frames)
        if sound:
            self._stream.accept_waveform(SAMPLES_PER_SECOND, to_samples(sound))

    def _decode(self, steps: int | None = None) -> None:
        """Decodes so many steps of what is ready, or all of it."""
        try:
            while steps != 0 and self._engine.is_ready(self._stream):
                self._engine.decode_stream(self._stream)
                steps = None if steps is None else steps - 1
        except RuntimeError as error:
            raise EngineUnavailable("The recogniser failed on this sound. Say it again.") from error

    def _to_the_end(self) -> Transcript:
        """Decodes all frames with some silence after them, without which the last word stays in the engine."""
        self._feed()
        self._stream.accept_waveform(
            SAMPLES_PER_SECOND, np.zeros(SHERPA_TAIL_MS * SAMPLES_PER_SECOND // 1_000, np.float32)
        )
        self._stream.input_finished()
        self._decode()
        heard = self._words()
        self._stream, self._fed = None, 0
        return heard

    def _words(self) -> Transcript:
        found = self._engine.get_result_all(self._stream)
        text = self._pieces.as_spoken(" ".join(found.text.split()))
        sure = list(found.ys_probs)
        if not text or len(sure) != len(found.tokens):
            return Transcript(text)
        words = list[tuple[str, list[float]]]()
        for token, log in zip(found.tokens, sure, strict=True):
            if token.startswith(" ") or not words:
                words.append(("", []))
            words[-1] = (words[-1][0] + token, [*words[-1][1], log])
        said = [HeardWord(self._pieces.as_spoken(word.strip()), _mean_bp(logs)) for word, logs in words if word.strip()]
        return Transcript(text, _mean_bp(sure), tuple(said))


class _Pieces:
    """The pieces of words that a model knows. The engine prints a hint that has another, so none is given to it."""

    def __init__(self, folder: Path) -> None:
        lines = (folder / "tokens.txt").read_text("utf-8").splitlines()
        known = {line.split()[0] for line in lines if line.strip()}
        path = folder / PIECES
        listed = {line.split("\t")[0] for line in path.read_text("utf-8").splitlines()} if path.is_file() else set()
        self._letters = {piece for piece in listed if len(piece) == 1} if listed <= known else set()
        letters = {piece for piece in known if not piece.startswith("<")}
        self._upper = any(one != one.lower() for one in letters) and not any(one != one.upper() for one in letters)
        self._lower = not any(one != one.lower() for one in letters)

    def as_spoken(self, text: str) -> str:
        """Returns text of a model that knows only capitals in small letters."""
        return text.lower() if self._upper else text

    def hotwords(self, hints: HintBundle) -> str:
        """Returns the hints as the engine takes them, the heavier ones scored higher. The rest is left out."""
        if _BOUNDARY not in self._letters:
            return ""
        terms = hints.only or hints.terms
        return "/".join(f"{written} :{self._score(hints, term)}" for term in terms for written in self._written(term))

    def _written(self, term: str) -> Iterable[str]:
        """Yields the term in the letters of the model, where it has all of them."""
        words = (term.upper() if self._upper else term.lower() if self._lower else term).split()
        if words and all(letter in self._letters for word in words for letter in word):
            yield " ".join(words)

    def _score(self, hints: HintBundle, term: str) -> float:
        score = SHERPA_HINT_SCORE * hints.details.get(term, _PLAIN).weight / _PLAIN.weight
        return round(min(score, SHERPA_MOST_HINT_SCORE), 2)


def _mean_bp(logs: list[float]) -> int:
    return min(round(10_000 * math.exp(sum(logs) / len(logs))), 10_000)
