"""Adapter: the recogniser by PocketSphinx (US English); its models are inside the package, nothing is downloaded.

Decoding streams: the first LEVEL_BYTES are kept, their mean is measured (see `sphinx_decoder.py`), and the decoding
then catches up, a few frames at a time. Without hints all 134,000 words of the dictionary may be heard; with hints, the
everyday ones and the terms (see `sphinx_hints.py`).
"""

from __future__ import annotations

from collections import deque
from functools import cached_property
from typing import Any

from device.audio.pronunciation_rules import Phones, term_words
from device.core.policy import CATCH_UP_FRAMES, MAX_DICTIONARY_READINGS, SPELLED_INSERTION
from device.core.ports import FRAME_BYTES, SAMPLES_PER_SECOND, HintBundle, TermDetail, Transcript
from device.engines.stt.pronouncer import Pronouncer
from device.engines.stt.sphinx_decoder import Sphinx
from device.engines.stt.sphinx_dictionary import SphinxDictionary
from device.engines.stt.sphinx_hints import HINTED, HintedSphinx, add_slots
from device.platform.language_files import command_words
from device.platform.unused_memory import return_unused_memory

LEVEL_BYTES = SAMPLES_PER_SECOND * 2 * 13 // 10
"""1.3 s of sound, enough for a mean that is as good as the whole utterance's (`bench/recognition.py`)."""
PLAIN = "plain"
SPELLED = "spelled"
_PLAIN_DETAIL = TermDetail()


class PocketSphinx:
    """`pocketsphinx:`. Loads each decoder with the first utterance that needs it; one utterance at a time.

    The decoder of all words is let go while there are hints: it would take a quarter of the memory of a device that
    only listens.
    """

    def __init__(self) -> None:
        import pocketsphinx

        pocketsphinx.set_loglevel("FATAL")
        config = pocketsphinx.Config(lm=None)
        words = pocketsphinx.get_model_path("en-us/en-us.lm.bin")
        self._logmath: Any = pocketsphinx.LogMath(config["logbase"])
        self._model: Any = pocketsphinx.NGramModel(config, self._logmath, words)
        add_slots(self._model)
        self._words: str = config["dict"]
        self._dictionary = SphinxDictionary(self._words)
        self._pronouncer = Pronouncer(self._known)
        self._hints = HintBundle()
        self._ways: dict[str, tuple[Phones, ...]] = {}
        self._usable = False
        self._search = ""
        self._only: tuple[str, ...] = ()
        self._waiting: deque[bytes] = deque()
        self._frames: list[bytes] = []
        """The utterance so far: it is decoded again where it goes on after a close look."""
        self._looked = Transcript("")
        self._decoding = False

    def start(self, hints: HintBundle) -> None:
        """Begins an utterance; an unfinished one is abandoned. New hints cost `bench/hints.py`, the same ones nothing.

        A term that cannot be pronounced is ignored.
        """
        self.abandon()
        self._search = self._spelled(hints.only)
        if not hints.only and (hints.terms, hints.details) != (self._hints.terms, self._hints.details):
            self._usable = self._hint(hints)
            self._hints = hints
        if self._with_terms:
            self.__dict__.pop("_plain", None)
            self._only = ()

    def hear(self, frame: bytes) -> None:
        """Takes one frame, and decodes up to CATCH_UP_FRAMES of the waiting ones."""
        self._waiting.append(frame)
        self._frames.append(frame)
        if not self._decoding and len(self._waiting) * FRAME_BYTES >= LEVEL_BYTES:
            self._begin()
        if self._decoding:
            self._decode(CATCH_UP_FRAMES)

    def finish(self) -> Transcript:
        """Returns the words, empty without any."""
        if not self._decoding and not self._waiting:
            return Transcript("")
        if not self._decoding:
            self._begin()
        self._decode(len(self._waiting))
        heard = self._end()
        self._frames.clear()
        return Transcript(heard, words=() if self._search else self._sphinx.scored())

    def preview(self) -> Transcript:
        """Returns the words so far. What is too short for its level to be known is looked at closely."""
        if not self._decoding:
            return self.look_closely()
        self._decode(len(self._waiting))
        return Transcript(self._so_far())

    def look_closely(self) -> Transcript:
        """Decodes the utterance so far to its end, and once more when there is more of it."""
        kept = tuple(self._frames)
        self._looked = self.finish()
        self._frames, self._waiting = list(kept), deque(kept)
        return self._looked

    def finish_as_looked(self) -> Transcript:
        """Returns what the latest close look found."""
        self.abandon()
        return self._looked

    def abandon(self) -> None:
        """Drops the utterance."""
        if self._decoding:
            self._end()
        self._waiting.clear()
        self._frames.clear()

    @cached_property
    def _plain(self) -> Sphinx:
        """Loads the decoder of all words."""
        import pocketsphinx

        decoder: Any = pocketsphinx.Decoder(loglevel="FATAL", lm=None)
        decoder.add_lm(PLAIN, self._model)
        return Sphinx(decoder)

    @cached_property
    def _hinted(self) -> HintedSphinx:
        """Loads the decoder for hints with the first hint, since it is half of the loading time
        (`bench/startup.py`).
        """
        return HintedSphinx(self._model, self._words, self._logmath, command_words("en"))

    @property
    def _with_terms(self) -> bool:
        return self._usable and not self._search

    @property
    def _sphinx(self) -> Sphinx:
        return self._hinted.sphinx if self._with_terms else self._plain

    def _begin(self) -> None:
        search = self._search or (HINTED if self._usable else PLAIN)
        self._sphinx.begin(search, b"".join(self._waiting))
        self._decoding = True

    def _so_far(self) -> str:
        heard = self._sphinx.words()
        return self._hinted.spelt(heard) if self._with_terms else heard

    def _end(self) -> str:
        self._decoding = False
        heard = self._sphinx.end()
        return self._hinted.spelt(heard) if self._with_terms else heard

    def _decode(self, frames: int) -> None:
        for _ in range(min(frames, len(self._waiting))):
            self._sphinx.hear(self._waiting.popleft())

    def _hint(self, hints: HintBundle) -> bool:
        """Says whether any term can be pronounced. Terms that differ only in case are one.

        Pronunciations are kept from the previous bundle only.
        """
        once = {term_words(term): term for term in reversed(hints.terms)}
        terms = {term: hints.details.get(term, _PLAIN_DETAIL) for term in reversed(once.values())}
        said = self._hints.details
        stay = {one for one in terms if one in self._ways and terms[one] == said.get(one, _PLAIN_DETAIL)}
        new = self._pronouncer.pronounce({term: detail for term, detail in terms.items() if term not in stay})
        self._ways = {
            term: self._ways[term] if term in stay else new[term] for term in terms if term in stay or term in new
        }
        if self._ways:
            loads = "_hinted" not in self.__dict__
            self._hinted.swap(self._ways, {term: detail.weight for term, detail in hints.details.items()})
            if loads:
                return_unused_memory()
        return bool(self._ways)

    def _spelled(self, only: tuple[str, ...]) -> str:
        """Returns the search that hears only these words, in any order; empty when anything may be said."""
        if only and only != self._only:
            known = (phrase for phrase in only if all(self._known(word) for word in phrase.split()))
            grammar = f"#JSGF V1.0; grammar spelled; public <word> = ({' | '.join(known)})+;"
            decoder = self._plain.decoder
            usual, decoder.config["wip"] = decoder.config["wip"], SPELLED_INSERTION
            decoder.add_jsgf_string(SPELLED, grammar)
            decoder.config["wip"] = usual
            self._only = only
        return SPELLED if only else ""

    def _known(self, word: str) -> tuple[Phones, ...]:
        return self._dictionary.pronunciations(word, MAX_DICTIONARY_READINGS)
