"""Composition: tests a new vocabulary (2.4.4) with spoken commands through the real recogniser, before its use.

A vocabulary that makes Selene hear one of her own commands worse than with the one in use is not taken. What is spoken
lies beside the code, in two voices: device/spoken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import as_file, files

from device.core.ports import HintBundle, Recogniser
from device.nlu.word_error_rate import transcript_words, word_errors
from device.vocabulary.hint_evaluation import Utterance, read_manifest, recognise_utterance
from memory.core.policy import MemoryPolicy
from memory.retrieval.hint_bundle import bounded_terms


@dataclass(frozen=True, slots=True)
class SelfTestResult:
    """How many commands were spoken, and how many of them are heard worse than before."""

    commands: int
    worse: int

    @property
    def passed(self) -> bool:
        """Whether nothing became worse."""
        return self.worse == 0


SelfTest = Callable[[tuple[str, ...], tuple[str, ...]], SelfTestResult]
"""Takes the words in use and the new ones. Raises whatever the recogniser raises."""


def self_test(recogniser: Recogniser, policy: MemoryPolicy) -> SelfTest:
    """A self-test with this recogniser; of each vocabulary it is given as many words as a bundle has."""

    def test(before: tuple[str, ...], after: tuple[str, ...]) -> SelfTestResult:
        worse = list(compare_commands(recogniser, policy, before, after))
        return SelfTestResult(len(worse), sum(worse))

    return test


def compare_commands(
    recogniser: Recogniser, policy: MemoryPolicy, before: tuple[str, ...], after: tuple[str, ...]
) -> Iterator[bool]:
    """Whether a command is heard worse than before, one command after another."""
    new, old = (HintBundle("en", bounded_terms(words, policy)) for words in (after, before))
    with as_file(files("device.vocabulary.spoken")) as folder:
        for one in read_manifest(folder):
            errors = _count_errors(recogniser, one, new)
            yield errors > 0 and errors > _count_errors(recogniser, one, old)


def _count_errors(recogniser: Recogniser, utterance: Utterance, hints: HintBundle) -> int:
    return word_errors(transcript_words(utterance.text), recognise_utterance(recogniser, utterance, hints))
