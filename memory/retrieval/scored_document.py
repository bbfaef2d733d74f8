"""Pure: a candidate document with its score, and what the numbers of the index mean.

Without the library that does the arithmetic, which a command that searches nothing does not load.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from memory.core.policy import RELEVANCE_TIERS
from memory.model.ports import DocumentPlace

FIRST_ATOM_POS = 1 << 53
"""Positions from here on are atoms; they have no neighbours."""
REPLY, QUESTION, STANDING, TIME, NUMBER = 1, 2, 4, 8, 16


@dataclass(frozen=True, slots=True)
class ScoredDocument:
    """A document and its score for the question, in thousandths."""

    place: DocumentPlace
    score: int


def weight_of(docs: int, total: int) -> int:
    """Returns the weight of a stem in `docs` of `total` documents, in thousandths (BM25's idf)."""
    docs = min(docs, total)
    return round(1_000 * math.log(1 + (total - docs + 0.5) / (docs + 0.5)))


def tier_of(score: int, best: int) -> int:
    """Returns the distance of a score from the best in 20 steps; 0 is the best tier."""
    return (best - score) * RELEVANCE_TIERS // max(best, 1)
