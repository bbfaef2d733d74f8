"""Adapter: the second PocketSphinx decoder, which knows hinted terms (2.14).

A decoder for all words needs 0.2 s to take new ones, so this one knows only everyday words, the words of commands, and
the terms. The language model holds numbered slots, each as likely as a term of its weight should be; the dictionary
alone says which slot sounds like which term, and it is read anew for every bundle. So nothing of one bundle is left in
the next, and the engine never sees the spelling of a term. The dictionary is a file in memory, not on disk.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from device.audio.pronunciation_rules import Phones, term_words
from device.core.policy import EVERYDAY_LIKELIHOOD, HINT_SLOTS, HINT_WEIGHT, UNPLAIN_HINT_SLOTS
from device.engines.stt.sphinx_decoder import Sphinx
from packages.documents.terms import PLAIN_WEIGHT

HINTED = "hinted"
LIGHT, HEAVY = HINT_WEIGHT / 3, HINT_WEIGHT * 3
"""For a term whose package gives it less than half the default weight, or at least twice as much. More would replace
words that were said.
"""


class HintedSphinx:
    """Everyday words and the terms of one bundle."""

    def __init__(self, model: Any, dictionary: str, likelihood: Any, always: AbstractSet[str] = frozenset()) -> None:
        """Loads the decoder. `model` has the slots; `likelihood` is the engine's table of logarithms; `always` are
        words that are known with every hint, however unlikely they are.
        """
        import pocketsphinx

        self._everyday = _everyday_dictionary(model, dictionary, likelihood, always)
        with _memory_file(self._everyday) as path:
            self.sphinx = Sphinx(pocketsphinx.Decoder(loglevel="FATAL", lm=None, dict=path))
            self.sphinx.decoder.add_lm(HINTED, model)
        self._terms: dict[str, str] = {}

    def swap(self, terms: Mapping[str, tuple[Phones, ...]], weights: Mapping[str, int]) -> None:
        """Replaces the terms, each with all its pronunciations; a term without a weight has the default."""
        slots = _slots(terms, weights)
        entries = [
            (slot + (f"({number})" if number > 1 else ""), " ".join(said))
            for slot, term in slots.items()
            for number, said in enumerate(terms[term], 1)
        ]
        if hasattr(os, "memfd_create"):
            lines = "".join(f"{name} {said}\n" for name, said in entries)
            with _memory_file(self._everyday + lines.encode("ascii")) as path:
                self.sphinx.decoder.load_dict(path)
        else:
            self._swap_slowly(entries)
        self._terms = {slot: " ".join(term_words(term)) for slot, term in slots.items()}

    def spelt(self, heard: str) -> str:
        """Returns the heard words, with terms in place of their slots."""
        return " ".join(self._terms.get(word, word) for word in heard.split())

    def _swap_slowly(self, entries: list[tuple[str, str]]) -> None:
        """Replaces the terms without files in memory: one by one, building the search twice."""
        decoder = self.sphinx.decoder
        with _memory_file(self._everyday) as path:
            decoder.load_dict(path)
        for number, (name, said) in enumerate(entries, 1):
            decoder.add_word(name, said, number == len(entries))


_PLAIN = tuple(f"_{number}" for number in range(HINT_SLOTS))
_LIGHT = tuple(f"_light{number}" for number in range(UNPLAIN_HINT_SLOTS))
_HEAVY = tuple(f"_heavy{number}" for number in range(UNPLAIN_HINT_SLOTS))
_SLOTS = {**dict.fromkeys(_PLAIN, HINT_WEIGHT), **dict.fromkeys(_LIGHT, LIGHT), **dict.fromkeys(_HEAVY, HEAVY)}
"""No word of the engine begins with an underscore."""


def add_slots(model: Any) -> None:
    """Adds the slots once, before the first utterance: they change a little what the plain decoder hears."""
    for slot, weight in _SLOTS.items():
        model.add_word(slot, weight)


def _slots(terms: Iterable[str], weights: Mapping[str, int]) -> dict[str, str]:
    """Assigns each term a slot of its weight, as long as there are any."""
    free = {LIGHT: iter(_LIGHT), HINT_WEIGHT: iter(_PLAIN), HEAVY: iter(_HEAVY)}
    taken = ((next(free[_likelihood(weights.get(term, PLAIN_WEIGHT))], ""), term) for term in terms)
    return {slot: term for slot, term in taken if slot}


def _likelihood(weight: int) -> float:
    if weight * 2 < PLAIN_WEIGHT:
        return LIGHT
    return HEAVY if weight >= 2 * PLAIN_WEIGHT else HINT_WEIGHT


def _everyday_dictionary(model: Any, dictionary: str, likelihood: Any, always: AbstractSet[str]) -> bytes:
    """Returns the dictionary lines of the words that the language model finds likely, in their order.

    They are read one by one, since lists of all of them would enlarge the process for good.
    """
    least, everyday, last, likely = likelihood.log(EVERYDAY_LIKELIHOOD), bytearray(), "", False
    with Path(dictionary).open(encoding="utf-8") as lines:
        for line in lines:
            word = line.partition(" ")[0].partition("(")[0]
            if word != last:
                last, likely = word, bool(word) and (word in always or model.prob([word]) >= least)
            if likely:
                everyday += line.encode()
    return bytes(everyday)


@contextmanager
def _memory_file(content: bytes) -> Iterator[str]:
    """Makes a path that the engine can open while the context lasts; on disk only where there are no files in
    memory.
    """
    if not hasattr(os, "memfd_create"):
        with tempfile.NamedTemporaryFile() as file:
            file.write(content)
            file.flush()
            yield file.name
        return
    descriptor = os.memfd_create("dictionary")
    try:
        with open(descriptor, "wb", closefd=False) as file:
            file.write(content)
        yield f"/proc/self/fd/{descriptor}"
    finally:
        os.close(descriptor)
