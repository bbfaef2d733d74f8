"""Pure: moves confidence by a fixed delta for each reason code, and by nothing else (Q13)."""

from __future__ import annotations

from dataclasses import replace

from memory.core.policy import MemoryPolicy
from memory.model.atoms import Atom


def adjust_confidence(confidence_bp: int, reason_code: str, policy: MemoryPolicy) -> int:
    """Returns the confidence after `reason_code`, between 0 and 10 000 basis points."""
    return max(0, min(10_000, confidence_bp + policy.confidence_deltas_bp[reason_code]))


def next_version(atom: Atom, reason_code: str, policy: MemoryPolicy) -> Atom:
    """Returns the next version of an atom: version one higher, the reason code kept, confidence moved by it."""
    confidence_bp = adjust_confidence(atom.confidence_bp, reason_code, policy)
    return replace(atom, version=atom.version + 1, confidence_bp=confidence_bp, reason_code=reason_code)


def next_version_same_confidence(atom: Atom, reason_code: str) -> Atom:
    """Returns the next version for a reason that does not concern truth: pinning, exposure, recall."""
    return replace(atom, version=atom.version + 1, reason_code=reason_code)
