"""Pure: a new vocabulary on trial, from the pointer flip to commit or rollback (V24, V25).

    pointers -> started | hearing | quiet | recognised | failed | ended -> what they are then, and a verdict if any

`active` is the vocabulary in use, `committed` the one to fall back to; they differ while the active one is on trial.
The pointers are durable before anything that could go wrong is done, so a start that kills the process is counted.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from packages.core.policy import PackagePolicy

NONE = "none"
"""The digest of no vocabulary."""


class HealthVerdict(StrEnum):
    """How a trial ended, as the reason code of its ledger event."""

    HEALTHY = "HEALTHY"
    """Enough utterances were recognised."""
    RESTARTED = "RESTARTED"
    """A talk ended in good order, and Selene started again."""
    SELF_TEST_FAILED = "SELF_TEST_FAILED"
    HEALTH_FAILED = "HEALTH_FAILED"
    """The recogniser failed while the vocabulary was on trial, or took the whole process with it."""
    FAILED_STARTS = "FAILED_STARTS"

    @property
    def good(self) -> bool:
        """Whether the vocabulary stays."""
        return self in (HealthVerdict.HEALTHY, HealthVerdict.RESTARTED)


@dataclass(frozen=True, slots=True)
class ActivationPointers:
    """Which vocabulary is in use, and how its trial stands."""

    active: str = NONE
    committed: str = NONE
    starts: int = 0
    """Starts on trial, one after another, that neither recognised anything nor ended in good order."""
    heard: int = 0
    """Utterances recognised on trial."""
    ended: bool = False
    """Whether the latest start on trial ended in good order."""
    hearing: bool = False
    """Whether an utterance is with the recogniser: found so at a start, it never came back from one."""

    @property
    def on_trial(self) -> bool:
        """Whether the active vocabulary still has to prove itself."""
        return self.active != self.committed


@dataclass(frozen=True, slots=True)
class ActivationStep:
    """What the pointers are, and how the trial ended, if it did."""

    pointers: ActivationPointers
    verdict: HealthVerdict | None = None


def activate_vocabulary(pointers: ActivationPointers, digest: str) -> ActivationPointers:
    """Another vocabulary is in use, on trial unless it is the committed one."""
    return ActivationPointers(digest, pointers.committed)


def record_start(pointers: ActivationPointers, policy: PackagePolicy) -> ActivationStep:
    """Selene is about to give the active vocabulary to the recogniser."""
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
    """The recogniser is about to be given sound."""
    return ActivationStep(replace(pointers, hearing=True) if pointers.on_trial else pointers)


def record_silence(pointers: ActivationPointers) -> ActivationStep:
    """The recogniser came back from an utterance without words, or was let off."""
    return ActivationStep(replace(pointers, hearing=False) if pointers.on_trial else pointers)


def record_recognition(pointers: ActivationPointers, policy: PackagePolicy) -> ActivationStep:
    """An utterance had words in it: this start did not fail."""
    if not pointers.on_trial:
        return ActivationStep(pointers)
    if pointers.heard + 1 >= policy.health_utterances:
        return _end_health_window(pointers, HealthVerdict.HEALTHY)
    return ActivationStep(replace(pointers, heard=pointers.heard + 1, starts=0, hearing=False))


def record_failure(pointers: ActivationPointers) -> ActivationStep:
    """The recogniser failed."""
    return _end_health_window(pointers, HealthVerdict.HEALTH_FAILED) if pointers.on_trial else ActivationStep(pointers)


def record_clean_end(pointers: ActivationPointers) -> ActivationStep:
    """The talk ended in good order."""
    return ActivationStep(replace(pointers, starts=0, ended=True, hearing=False) if pointers.on_trial else pointers)


def apply_verdict(pointers: ActivationPointers, verdict: HealthVerdict) -> ActivationPointers:
    """Committed, or back to what was committed before."""
    chosen = pointers.active if verdict.good else pointers.committed
    return ActivationPointers(chosen, chosen)


def _end_health_window(pointers: ActivationPointers, verdict: HealthVerdict) -> ActivationStep:
    return ActivationStep(apply_verdict(pointers, verdict), verdict)
