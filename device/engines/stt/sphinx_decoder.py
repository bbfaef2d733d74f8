"""Adapter: one PocketSphinx decoder that gives equal words for equal sound, whatever it heard before.

The engine normalises sound by the mean of the utterance, which it can only estimate while the utterance lasts; so the
mean of the beginning is measured first, in a search that costs almost nothing.
"""

from __future__ import annotations

import math
import re
from typing import Any

from device.core.errors import EngineUnavailable
from device.core.ports import HeardWord

LEVEL = "level"
_READING = re.compile(r"\(\d+\)$")
"""Which pronunciation of a word it was: "to(3)"."""
_NO_WORD = ("<", "[", "+", "_")
"""How silence, noises and the places of hinted terms begin."""


class Sphinx:
    """A decoder with its searches. `decoder` is the engine's own."""

    def __init__(self, decoder: Any) -> None:
        self.decoder = decoder
        # A search for one word: the cheapest one that runs the engine's front end.
        decoder.add_keyphrase(LEVEL, "yes")
        self._first_mean: str = decoder.get_cmn(False)

    def begin(self, search: str, beginning: bytes) -> None:
        """Begins an utterance with this beginning; nothing of it is decoded yet."""
        mean = self._level(beginning)
        self.decoder.activate_search(search)
        self.decoder.start_utt()
        self.decoder.set_cmn(mean)

    def hear(self, pcm: bytes, *, whole: bool = False) -> None:
        """Decodes sound. DOOR_UNAVAILABLE when the engine refuses it."""
        try:
            self.decoder.process_raw(pcm, full_utt=whole)
        except RuntimeError as error:
            raise EngineUnavailable("The recogniser failed on this sound. Say it again.") from error

    def end(self) -> str:
        """Ends the utterance; returns its words, or nothing."""
        self.decoder.end_utt()
        return self.words()

    def words(self) -> str:
        """Returns the words of the utterance so far, or nothing."""
        heard = self.decoder.hyp()
        return heard.hypstr if heard else ""

    def scored(self) -> tuple[HeardWord, ...]:
        """Returns the words of the ended utterance, each with its share among what else may have been said there."""
        if self.decoder.hyp() is None:
            return ()
        found = ((_READING.sub("", part.word), part.prob) for part in self.decoder.seg())
        return tuple(
            HeardWord(word, min(round(share * 10_000), 10_000)) for word, share in found if word[:1] not in _NO_WORD
        )

    def _level(self, pcm: bytes) -> str:
        """Returns the cepstral mean of this sound, or the engine's first guess for digital silence, which has none.

        The front end keeps its noise estimate between utterances unless it is made anew. Made anew here, it has heard
        only the beginning of this utterance when the decoding starts.
        """
        self.decoder.activate_search(LEVEL)
        self.decoder.reinit_feat()
        self.decoder.start_utt()
        self.hear(pcm, whole=True)
        self.decoder.end_utt()
        mean: str = self.decoder.get_cmn(True)
        return mean if all(math.isfinite(float(part)) for part in mean.split(",")) else self._first_mean
