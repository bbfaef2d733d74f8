"""Rules: a new vocabulary on trial, from the pointer flip to commit or rollback (V24, V25).

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


class Verdict(StrEnum):
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
        return self in (Verdict.HEALTHY, Verdict.RESTARTED)


@dataclass(frozen=True, slots=True)
class Pointers:
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
class Step:
    """What the pointers are, and how the trial ended, if it did."""

    pointers: Pointers
    verdict: Verdict | None = None


def flipped(pointers: Pointers, digest: str) -> Pointers:
    """Another vocabulary is in use, on trial unless it is the committed one."""
    return Pointers(digest, pointers.committed)


def started(pointers: Pointers, policy: PackagePolicy) -> Step:
    """Selene is about to give the active vocabulary to the recogniser."""
    if not pointers.on_trial:
        return Step(pointers)
    if pointers.hearing:
        return _over(pointers, Verdict.HEALTH_FAILED)
    if pointers.ended:
        return _over(pointers, Verdict.RESTARTED)
    if pointers.starts >= policy.max_failed_starts:
        return _over(pointers, Verdict.FAILED_STARTS)
    return Step(replace(pointers, starts=pointers.starts + 1))


def hearing(pointers: Pointers) -> Step:
    """The recogniser is about to be given sound."""
    return Step(replace(pointers, hearing=True) if pointers.on_trial else pointers)


def quiet(pointers: Pointers) -> Step:
    """The recogniser came back from an utterance without words, or was let off."""
    return Step(replace(pointers, hearing=False) if pointers.on_trial else pointers)


def recognised(pointers: Pointers, policy: PackagePolicy) -> Step:
    """An utterance had words in it: this start did not fail."""
    if not pointers.on_trial:
        return Step(pointers)
    if pointers.heard + 1 >= policy.health_utterances:
        return _over(pointers, Verdict.HEALTHY)
    return Step(replace(pointers, heard=pointers.heard + 1, starts=0, hearing=False))


def failed(pointers: Pointers) -> Step:
    """The recogniser failed."""
    return _over(pointers, Verdict.HEALTH_FAILED) if pointers.on_trial else Step(pointers)


def ended(pointers: Pointers) -> Step:
    """The talk ended in good order."""
    return Step(replace(pointers, starts=0, ended=True, hearing=False) if pointers.on_trial else pointers)


def settled(pointers: Pointers, verdict: Verdict) -> Pointers:
    """Committed, or back to what was committed before."""
    chosen = pointers.active if verdict.good else pointers.committed
    return Pointers(chosen, chosen)


def _over(pointers: Pointers, verdict: Verdict) -> Step:
    return Step(settled(pointers, verdict), verdict)
