"""Pure: the trial of a new vocabulary, from the change of the pointers to commit or rollback (V24, V25).

`active` is the vocabulary in use, `committed` the one to fall back to; they differ while the active one is on trial.
Each event of the recogniser gives the next pointers and, at the end of the trial, a verdict. The pointers are stored
durably before anything that could fail is done, so a start that kills the process is counted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from packages.core.policy import PackagePolicy

NONE = "none"
"""The digest of an empty vocabulary."""


class HealthVerdict(StrEnum):
    """The end of a trial, as the reason code of its ledger event."""

    HEALTHY = "HEALTHY"
    """Enough utterances were recognised."""
    RESTARTED = "RESTARTED"
    """A talk ended cleanly, and Selene started again."""
    SELF_TEST_FAILED = "SELF_TEST_FAILED"
    HEALTH_FAILED = "HEALTH_FAILED"
    """The recogniser failed during the trial, or ended the whole process."""
    FAILED_STARTS = "FAILED_STARTS"

    @property
    def good(self) -> bool:
        """Whether the vocabulary stays."""
        return self in (HealthVerdict.HEALTHY, HealthVerdict.RESTARTED)


@dataclass(frozen=True, slots=True)
class ActivationPointers:
    """The vocabulary in use and the state of its trial."""

    active: str = NONE
    committed: str = NONE
    starts: int = 0
    """Consecutive starts on trial without a recognised utterance and without a clean end."""
    heard: int = 0
    """Utterances recognised on trial."""
    ended: bool = False
    """Whether the latest start on trial ended cleanly."""
    hearing: bool = False
    """Whether the recogniser is working on an utterance; when set at a start, the recogniser ended the process."""

    @property
    def on_trial(self) -> bool:
        """Whether the active vocabulary is not committed yet."""
        return self.active != self.committed


@dataclass(frozen=True, slots=True)
class ActivationStep:
    """The new pointers, and the verdict when the trial ended."""

    pointers: ActivationPointers
    verdict: HealthVerdict | None = None


def activate_vocabulary(pointers: ActivationPointers, digest: str) -> ActivationPointers:
    """Makes another vocabulary active, on trial unless it is the committed one."""
    return ActivationPointers(digest, pointers.committed)


def record_start(pointers: ActivationPointers, policy: PackagePolicy) -> ActivationStep:
    """Records that the active vocabulary is about to be given to the recogniser."""
    if not pointers.on_trial:
        return ActivationStep(pointers)
    if pointers.hearing:
        return _end_health_window(pointers, HealthVerdict.HEALTH_FAILED)
    if pointers.ended:
        return _end_health_window(pointers, HealthVerdict.RESTARTED)
    if pointers.starts >= policy.max_failed_starts:
        return _end_health_window(pointers, HealthVerdict.FAILED_STARTS)
    return ActivationStep(replace(pointers, starts=pointers.starts + 1))


def record_listening(pointers: ActivationPointers) -> ActivationStep:
    """Records that the recogniser is about to be given sound."""
    return ActivationStep(replace(pointers, hearing=True) if pointers.on_trial else pointers)


def record_silence(pointers: ActivationPointers) -> ActivationStep:
    """Records that the recogniser returned from an utterance without words, or was stopped."""
    return ActivationStep(replace(pointers, hearing=False) if pointers.on_trial else pointers)


def record_recognition(pointers: ActivationPointers, policy: PackagePolicy) -> ActivationStep:
    """Records an utterance with words: this start did not fail."""
    if not pointers.on_trial:
        return ActivationStep(pointers)
    if pointers.heard + 1 >= policy.health_utterances:
        return _end_health_window(pointers, HealthVerdict.HEALTHY)
    return ActivationStep(replace(pointers, heard=pointers.heard + 1, starts=0, hearing=False))


def record_failure(pointers: ActivationPointers) -> ActivationStep:
    """Records a failure of the recogniser."""
    return _end_health_window(pointers, HealthVerdict.HEALTH_FAILED) if pointers.on_trial else ActivationStep(pointers)


def record_clean_end(pointers: ActivationPointers) -> ActivationStep:
    """Records that a talk ended cleanly."""
    return ActivationStep(replace(pointers, starts=0, ended=True, hearing=False) if pointers.on_trial else pointers)


def apply_verdict(pointers: ActivationPointers, verdict: HealthVerdict) -> ActivationPointers:
    """Commits the active vocabulary, or makes the committed one active again."""
    chosen = pointers.active if verdict.good else pointers.committed
    return ActivationPointers(chosen, chosen)


def _end_health_window(pointers: ActivationPointers, verdict: HealthVerdict) -> ActivationStep:
    return ActivationStep(apply_verdict(pointers, verdict), verdict)
