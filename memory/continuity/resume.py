"""Pure: builds the Resume Bundle of a session that opens (2.21): ranked threads with their digests and pointers.

It is built at every session open of a known person. The tier of its top candidate says how that may come up; what does
not come up stays inside.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.continuity.kept_threads import resume_candidates
from memory.continuity.thread_words import ReadThread, read_summaries
from memory.continuity.tiers import Tier, resume_tier
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess


@dataclass(frozen=True, slots=True)
class ResumeBundle:
    """The candidates of a session open, the top one first, and how that may come up unasked."""

    candidates: tuple[ReadThread, ...] = ()
    tier: Tier = Tier.COLD

    @property
    def top(self) -> ReadThread | None:
        """The thread that may come up; None when everything stays silent."""
        return self.candidates[0] if self.candidates and self.tier is not Tier.COLD else None


def build_resume_bundle(memory: MemoryAccess, gate: Gate, now_ms: int) -> ResumeBundle:
    """Returns the bundle of a session open; an empty one for who is not identified.

    A thread that is cold, that the person has put aside, or of which nothing is decided, open or to come, is no
    candidate: pinning ranks it, and surfaces nothing.
    """
    if not gate.identified:
        return ResumeBundle()
    ranked = resume_candidates(memory.reader, gate.user_id, now_ms)
    read = read_summaries(memory, gate, ranked)
    return ResumeBundle(read, resume_tier(read[0].thread, now_ms)) if read else ResumeBundle()
