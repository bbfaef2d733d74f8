"""Composition: finds the critical words that were not heard surely, and reads the answer to "did you say ...?".

Critical are words that destroy or spend ("delete", "unlock", "pay"), and amounts: heard wrong, they do harm before
anybody notices. Other doubtful words are taken as they were heard: asking about each would be worse.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from device.addressing.policy import MIN_CRITICAL_BP, MIN_CRITICAL_WORD_BP
from device.core.ports import Transcript
from device.nlu.spoken_numbers import SpokenNumbers
from memory.text.language_file import Data, table, texts

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class DoubtfulWords:
    """The words of one language; without any, nothing is doubted."""

    critical: frozenset[str] = frozenset()
    agreeing: frozenset[str] = frozenset()
    """Words that an answer which agrees begins with."""
    refusing: frozenset[str] = frozenset()
    numbers: SpokenNumbers | None = field(default=None, repr=False)
    asking: str = "{words}?"
    """What she asks."""
    refused: str = ""
    """What she says when the words were heard wrong."""

    def is_doubtful(self, heard: Transcript) -> bool:
        """Says whether a critical word was not heard surely: by its own confidence, or by that of all where the
        recogniser gives none of single words.
        """
        if heard.words:
            return any(one.confidence_bp < MIN_CRITICAL_WORD_BP and self._is_critical(one.word) for one in heard.words)
        sure = heard.confidence_bp is None or heard.confidence_bp >= MIN_CRITICAL_BP
        return not sure and any(self._is_critical(word) for word in _WORD.findall(heard.text))

    def is_guessed(self, heard: Transcript) -> bool:
        """Says whether not one word was heard surely, and none is critical: she asks about those."""
        unsure = all(one.confidence_bp < MIN_CRITICAL_WORD_BP for one in heard.words)
        return bool(heard.words) and unsure and not self.is_doubtful(heard)

    def agrees(self, text: str) -> bool | None:
        """Says whether an answer agrees or refuses; None for something else, which is a turn of its own."""
        said = _WORD.findall(text.casefold())
        known = self.agreeing | self.refusing
        if not said or not all(word in known for word in said):
            return None
        return said[0] in self.agreeing

    def _is_critical(self, word: str) -> bool:
        """Says whether a word is critical by itself. "One" is seldom an amount: "the one on the left"."""
        folded = word.casefold()
        amount = self.numbers.in_digits(folded).text if self.numbers else ""
        return folded in self.critical or (amount[:1].isdigit() and amount != "1")


def doubtful_words(language: str, data: Data) -> DoubtfulWords:
    """Reads the section `doubtful_words` of a language file."""
    section = table(data)
    return DoubtfulWords(
        frozenset(texts(section["critical"])),
        frozenset(texts(section["agreeing"])),
        frozenset(texts(section["refusing"])),
        SpokenNumbers(language, {}),
        str(section["asking"]),
        str(section["refused"]),
    )
