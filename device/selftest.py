"""Wiring: the self-test of a new vocabulary (2.4.4): spoken commands through the real recogniser, before it is used.

A vocabulary that makes Selene hear one of her own commands worse than with the one in use is not taken. What is spoken
is in the package, in two voices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import as_file, files

from device.hearing import word_errors, words_of
from device.ports import HintBundle, Recogniser
from device.vocabulary import Utterance, hear, read_manifest
from memory.hints import bounded_terms
from memory.policy import MemoryPolicy


@dataclass(frozen=True, slots=True)
class Tested:
    """Words heard wrong in the spoken commands, with the vocabulary in use and with the new one."""

    utterances: int
    wrong_before: int
    wrong_after: int

    @property
    def passed(self) -> bool:
        """Whether nothing became worse."""
        return self.wrong_after <= self.wrong_before


SelfTest = Callable[[tuple[str, ...], tuple[str, ...]], Tested]
"""Takes the words in use and the new ones. Raises whatever the recogniser raises."""


def self_test(recogniser: Recogniser, policy: MemoryPolicy) -> SelfTest:
    """A self-test with this recogniser; of each vocabulary it is given as many words as a bundle has."""

    def test(before: tuple[str, ...], after: tuple[str, ...]) -> Tested:
        with as_file(files("device.spoken")) as folder:
            utterances = read_manifest(folder)
            wrong = [_wrong(recogniser, utterances, bounded_terms(terms, policy)) for terms in (before, after)]
        return Tested(len(utterances), *wrong)

    return test


def _wrong(recogniser: Recogniser, utterances: tuple[Utterance, ...], terms: tuple[str, ...]) -> int:
    hints = HintBundle("en", terms)
    return sum(word_errors(words_of(one.text), hear(recogniser, one, hints)) for one in utterances)
