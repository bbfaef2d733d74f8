"""Adapter: one PocketSphinx decoder, made to give the same words for the same sound whatever it heard before.

The engine measures sound against the mean of the utterance, which it can only guess while the utterance lasts; so the
mean of the beginning is measured first, in a search that costs almost nothing.
"""

from __future__ import annotations

import math
from typing import Any

from device.core.errors import DoorUnavailable

LEVEL = "level"


class Sphinx:
    """A decoder with its searches. `decoder` is the engine's own."""

    def __init__(self, decoder: Any) -> None:
        self.decoder = decoder
        # A search for one word: the cheapest that runs the engine's front end.
        decoder.add_keyphrase(LEVEL, "yes")
        self._first_mean: str = decoder.get_cmn(False)

    def begin(self, search: str, beginning: bytes) -> None:
        """Begin an utterance that sounds like this; nothing of it is decoded yet."""
        mean = self._level(beginning)
        self.decoder.activate_search(search)
        self.decoder.start_utt()
        self.decoder.set_cmn(mean)

    def hear(self, pcm: bytes, *, whole: bool = False) -> None:
        """Decode. DOOR_UNAVAILABLE when the engine refuses the sound."""
        try:
            self.decoder.process_raw(pcm, full_utt=whole)
        except RuntimeError as error:
            raise DoorUnavailable("The recogniser failed on this sound. Say it again.") from error

    def end(self) -> str:
        """End the utterance; its words, or nothing."""
        self.decoder.end_utt()
        heard = self.decoder.hyp()
        return heard.hypstr if heard else ""

    def _level(self, pcm: bytes) -> str:
        """The cepstral mean of this sound, or the engine's first guess for digital silence, which has none.

        The front end keeps its estimate of the room's noise from one utterance to the next unless made anew. Made anew
        here, it has heard the beginning of this utterance, and nothing else, when the decoding starts.
        """
        self.decoder.activate_search(LEVEL)
        self.decoder.reinit_feat()
        self.decoder.start_utt()
        self.hear(pcm, whole=True)
        self.decoder.end_utt()
        mean: str = self.decoder.get_cmn(True)
        return mean if all(math.isfinite(float(part)) for part in mean.split(",")) else self._first_mean
