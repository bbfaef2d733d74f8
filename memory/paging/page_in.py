"""Pure: pages in what an answer about past talks needs (2.20): digests first, then at most two excerpts by pointer.

The archive is never walked: only lines that the digests point at are read, and of these no more than the cap of a
bundle. The same threads and words page in the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.continuity.thread import Thread
from memory.continuity.thread_words import ReadThread, read_threads
from memory.core.policy import MAX_PAGED_DIGESTS
from memory.model.atoms import ArchivedLine
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess, quotable_lines
from memory.text.stemming import stems


@dataclass(frozen=True, slots=True)
class Page:
    """What was paged in."""

    digests: tuple[ReadThread, ...] = ()
    excerpts: tuple[ArchivedLine, ...] = ()
    """At most `max_bundle_excerpts`, none of them told by a digest already."""


def page_in(memory: MemoryAccess, gate: Gate, threads: Sequence[Thread], wanted: frozenset[str]) -> Page:
    """Returns the digests of threads in their order and, where these have too few words of what is wanted, the excerpts
    that have most of them: by shared stems, the newest, then the id.
    """
    digests = read_threads(memory, gate, threads[:MAX_PAGED_DIGESTS])
    told = frozenset(turn_id for one in digests for turn_id in one.quotes)
    held = frozenset(stems(" ".join(text for one in digests for _, text in one.bullets)))
    missing = wanted - held
    if not digests or not missing:
        return Page(digests)
    pointed = dict.fromkeys(pointer.turn_id for one in digests for pointer in one.thread.evidence)
    lines = memory.reader.lines_by_id(gate, tuple(turn_id for turn_id in pointed if turn_id not in told))
    ranked = sorted(lines, key=lambda line: (-len(missing & frozenset(stems(line.text))), -line.at.at_ms, line.line_id))
    fitting = tuple(line for line in ranked if missing & frozenset(stems(line.text)))
    return Page(digests, quotable_lines(memory, gate, fitting)[: memory.policy.max_bundle_excerpts])
