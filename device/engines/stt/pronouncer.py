"""Adapter: pronounces terms, by the recogniser's dictionary, by eSpeak NG and by the letters of their spelling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files

from device.audio.pronunciation_rules import (
    Phones,
    all_readings,
    listed_reading,
    parse_letters,
    plain_letters,
    sayable_parts,
    term_readings,
    word_readings,
)
from device.core.policy import MAX_HEARD_READINGS
from device.core.ports import TermDetail
from device.engines.tts.espeak import Espeak

Lookup = Callable[[str], tuple[Phones, ...]]
"""A word in lower case to every pronunciation in the dictionary; empty for an unknown word."""


class Pronouncer:
    """Pronounces terms by their spelling alone; a person does not type phonemes. Stores nothing."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self._espeak = Espeak("")
        self._letters = parse_letters(
            files("device.engines.stt.pronunciations").joinpath("letters_en.txt").read_text("utf-8")
        )

    def pronounce(self, terms: Mapping[str, TermDetail]) -> dict[str, tuple[Phones, ...]]:
        """Returns at most four readings a term, the likeliest first. Leaves out a term that cannot be pronounced."""
        heard = {term: detail.heard[:MAX_HEARD_READINGS] for term, detail in terms.items()}
        spelt = self._spelt([*terms, *(form for forms in heard.values() for form in forms)])
        ways = {
            term: all_readings(
                [listed_reading(phones) for phones in detail.pronunciations],
                spelt.get(term, ()),
                [spelt[form][0] for form in heard[term] if form in spelt],
            )
            for term, detail in terms.items()
        }
        return {term: said for term, said in ways.items() if said}

    def _spelt(self, terms: Sequence[str]) -> dict[str, tuple[Phones, ...]]:
        """Reads spellings, the likeliest reading first."""
        parts = {term: sayable_parts(term) for term in terms}
        words = list(dict.fromkeys(part for said in parts.values() for part in said))
        known = {word: self._known(word) for word in words}
        unknown = [word for word in words if not known[word]]
        for word, said in zip(unknown, self._espeak.phonemes(unknown) if unknown else (), strict=True):
            known[word] = word_readings(word, said, self._letters)
        ways = {term: term_readings([known[part] for part in said]) for term, said in parts.items() if said}
        return {term: said for term, said in ways.items() if said}

    def _known(self, word: str) -> tuple[Phones, ...]:
        return self._lookup(word.lower()) or self._lookup(plain_letters(word))
