"""Doors: the recogniser by PocketSphinx (US English); its models are inside the package, nothing is downloaded.

Decoding streams. The engine measures sound against the mean of the utterance, which it can only guess while the
utterance lasts; so the first LEVEL_BYTES are kept, their mean is measured in a search that costs almost nothing, and
the decoding then catches up, a few frames at a time. Every utterance starts from the same state: the same sound gives
the same words, whatever was heard before.
"""

from __future__ import annotations

import math
import re
from collections import deque
from typing import Any

from device.errors import DoorUnavailable
from device.ports import FRAME_BYTES, SAMPLES_PER_SECOND, HintBundle, Transcript

LEVEL_BYTES = SAMPLES_PER_SECOND * 2 * 13 // 10
"""1.3 s of sound, enough for a mean that is as good as the whole utterance's (`bench/hearing.py`)."""
CATCH_UP_FRAMES = 3
"""Frames decoded for each one heard: bounds the work in one frame."""
HINT_WEIGHT = 100.0
"""How much likelier than an average word a hinted term is. At 10 few terms are recovered; at 1000 twenty terms that
were not said begin to be heard; at 100 neither, even with a hundred."""
MAX_TERMS = 100
MAX_TERM_WORDS = 8
LEVEL, HINTED = "level", "hinted"
WORD = re.compile(r"[a-z']+")


class PocketSphinx:
    """`pocketsphinx:`. Loads once; one utterance at a time."""

    def __init__(self) -> None:
        import pocketsphinx

        pocketsphinx.set_loglevel("FATAL")
        self._decoder: Any = pocketsphinx.Decoder(loglevel="FATAL")
        self._plain: str = self._decoder.current_search()
        # A search for one word: the cheapest that runs the engine's front end.
        self._decoder.add_keyphrase(LEVEL, "yes")
        self._first_mean: str = self._decoder.get_cmn(False)
        self._pronounced: set[str] = set()
        self._terms: tuple[str, ...] = ()
        self._waiting: deque[bytes] = deque()
        self._decoding = False

    def start(self, hints: HintBundle) -> None:
        """Begin an utterance; an unfinished one is abandoned. New hints cost about 0.1 s, the same ones nothing."""
        self.abandon()
        self._hint(self._usable(hints))

    def hear(self, frame: bytes) -> None:
        """Take one frame, and decode up to CATCH_UP_FRAMES of those that wait."""
        self._waiting.append(frame)
        if not self._decoding and len(self._waiting) * FRAME_BYTES >= LEVEL_BYTES:
            self._begin()
        if self._decoding:
            self._decode(CATCH_UP_FRAMES)

    def finish(self) -> Transcript:
        """The words, or none."""
        if not self._decoding and not self._waiting:
            return Transcript("")
        if not self._decoding:
            self._begin()
        self._decode(len(self._waiting))
        self._end()
        heard = self._decoder.hyp()
        return Transcript(" ".join(heard.hypstr.replace("_", " ").split()) if heard else "")

    def abandon(self) -> None:
        """Throw the utterance away."""
        if self._decoding:
            self._end()
        self._waiting.clear()

    def _begin(self) -> None:
        mean = self._level(b"".join(self._waiting))
        self._decoder.activate_search(HINTED if self._terms else self._plain)
        self._decoder.start_utt()
        self._decoder.set_cmn(mean)
        self._decoding = True

    def _end(self) -> None:
        self._decoder.end_utt()
        self._decoding = False

    def _decode(self, frames: int) -> None:
        for _ in range(min(frames, len(self._waiting))):
            self._process(self._waiting.popleft())

    def _process(self, pcm: bytes, *, whole: bool = False) -> None:
        try:
            self._decoder.process_raw(pcm, full_utt=whole)
        except RuntimeError as error:
            raise DoorUnavailable("The recogniser failed on this sound. Say it again.") from error

    def _level(self, pcm: bytes) -> str:
        """The cepstral mean of this sound, or the engine's first guess for digital silence, which has none.

        The front end keeps its estimate of the room's noise from one utterance to the next unless made anew. Made anew
        here, it has heard the beginning of this utterance, and nothing else, when the decoding starts.
        """
        self._decoder.activate_search(LEVEL)
        self._decoder.reinit_feat()
        self._decoder.start_utt()
        self._process(pcm, whole=True)
        self._decoder.end_utt()
        mean: str = self._decoder.get_cmn(True)
        return mean if all(math.isfinite(float(part)) for part in mean.split(",")) else self._first_mean

    def _usable(self, hints: HintBundle) -> tuple[str, ...]:
        """Terms whose every word the engine can pronounce, each once, in the order given."""
        terms = (tuple(term.lower().split()) for term in hints.terms[:MAX_TERMS])
        return tuple(dict.fromkeys(" ".join(words) for words in terms if self._pronounceable(words)))

    def _pronounceable(self, words: tuple[str, ...]) -> bool:
        if not 0 < len(words) <= MAX_TERM_WORDS:
            return False
        return all(WORD.fullmatch(word) and self._decoder.lookup_word(word) for word in words)

    def _hint(self, terms: tuple[str, ...]) -> None:
        if terms and terms != self._terms:
            self._decoder.add_lm(HINTED, self._model(terms))
        self._terms = terms

    def _model(self, terms: tuple[str, ...]) -> Any:
        """A term becomes one word of the language model, likelier than others, beside its parts."""
        import pocketsphinx

        model = pocketsphinx.NGramModel(self._decoder.config, self._decoder.logmath, self._decoder.config["lm"])
        for term in terms:
            self._pronounce(term)
            model.add_word(_joined(term), HINT_WEIGHT)
        return model

    def _pronounce(self, term: str) -> None:
        if term not in self._pronounced:
            sounds = " ".join(self._decoder.lookup_word(word) for word in term.split())
            self._decoder.add_word(_joined(term), sounds, False)
            self._pronounced.add(term)


def _joined(term: str) -> str:
    """The name of a hinted term among the engine's words; none of its own begins with an underscore."""
    return "_" + term.replace(" ", "_")
