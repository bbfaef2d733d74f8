"""Composition: tests a new vocabulary (2.4.4) with spoken commands through the real recogniser, before its use.

A vocabulary with which one of Selene's own commands is recognised worse than before is refused. The spoken commands are
in device/vocabulary/spoken, in two voices.
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
    """How many commands were spoken, and how many of them are recognised worse than before."""

    commands: int
    worse: int

    @property
    def passed(self) -> bool:
        """Says whether no command became worse."""
        return self.worse == 0


SelfTest = Callable[[tuple[str, ...], tuple[str, ...]], SelfTestResult]
"""Takes the words in use and the new ones. Raises what the recogniser raises."""


def self_test(recogniser: Recogniser, policy: MemoryPolicy) -> SelfTest:
    """Returns a self-test with this recogniser; it gets as many words of each vocabulary as a bundle has."""

    def test(before: tuple[str, ...], after: tuple[str, ...]) -> SelfTestResult:
        worse = list(compare_commands(recogniser, policy, before, after))
        return SelfTestResult(len(worse), sum(worse))

    return test


def compare_commands(
    recogniser: Recogniser, policy: MemoryPolicy, before: tuple[str, ...], after: tuple[str, ...]
) -> Iterator[bool]:
    """Yields, command by command, whether it is recognised worse than before."""
    new, old = (HintBundle("en", bounded_terms(words, policy)) for words in (after, before))
    with as_file(files("device.vocabulary.spoken")) as folder:
        for one in read_manifest(folder):
            errors = _count_errors(recogniser, one, new)
            yield errors > 0 and errors > _count_errors(recogniser, one, old)


def _count_errors(recogniser: Recogniser, utterance: Utterance, hints: HintBundle) -> int:
    return word_errors(transcript_words(utterance.text), recognise_utterance(recogniser, utterance, hints))
