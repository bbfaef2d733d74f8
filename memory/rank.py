"""Rules: scores of candidates. Whole numbers in, whole numbers out; nothing is looked up here.

A document that holds what is asked for scores as in BM25: a rare word tells more than a common one, a short document
more than a long one (with a fixed length of comparison, so that a score does not move when others are added). Each
concept then reaches over to the neighbouring lines of the session, weaker with each turn, and counts in a line once,
with its strongest reach: in talk, the answer seldom repeats the words of the question.

Scores are in thousandths of what the whole question weighs. Every step is integer arithmetic, so that no machine,
library or order of addition can decide between two documents.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from memory.ports import FoundAtom, Place
from memory.query import Query

Numbers: TypeAlias = NDArray[np.int64]

FIRST_ATOM_POS = 1 << 53
"""Positions from here on are atoms; they have no neighbours."""
REPLY, QUESTION, STANDING, TIME, NUMBER = 1, 2, 4, 8, 16

_REACH = ((1, 500), (-1, 500), (2, 350), (-2, 350), (3, 250), (-3, 250))
"""By distance in turns, in thousandths."""
_ANSWER = 700
"""To the turn after a question."""
_SESSION = 100
"""To all of a session in which the concept occurs."""
_SATURATION, _LENGTH_SHARE, _USUAL_WORDS = 1_200, 650, 30
"""BM25's k1 and b in thousandths, and the length that is neither short nor long, in distinct stems."""
_NAMED_VOICE = 200
"""Added when the question names who spoke."""
_TIERS = 20


@dataclass(frozen=True, slots=True)
class Asked:
    """One concept with the packed positions of the documents that hold it (see `memory.ports.Search.hits`)."""

    weight: int
    """How much it tells, in thousandths."""
    hits: tuple[int, ...]


def weight_of(docs: int, total: int) -> int:
    """The weight of something that stands in `docs` of `total` documents, in thousandths (BM25's idf)."""
    docs = min(docs, total)
    return round(1_000 * math.log(1 + (total - docs + 0.5) / (docs + 0.5)))


def impact(weight: int, words: int) -> int:
    """What a concept of this weight gives to a document of so many distinct stems that holds it."""
    return weight * _length_factor(words) // 1_000


def spread(asked: Sequence[Asked], sessions: int) -> tuple[Numbers, Numbers]:
    """All positions that any concept reaches, ascending, and what they gain from all concepts together."""
    rows = [np.unique(np.array(concept.hits, dtype=np.int64)) for concept in asked]
    places = np.unique(np.concatenate([_reached(row >> 9) for row in rows] or [np.zeros(0, np.int64)]))
    gains = np.zeros(len(places), dtype=np.int64)
    for concept, row in zip(asked, rows, strict=True):
        gains += _gain(places, concept.weight, row)
        gains += _session_gain(places, row >> 9, sessions)
    return places, gains


def best_places(places: Numbers, gains: Numbers, limit: int) -> list[tuple[int, int]]:
    """The `limit` positions with the greatest gains, with their gains; among equals the later position."""
    order = np.lexsort((-places, -gains))[:limit]
    return [(int(places[at]), int(gains[at])) for at in order]


def judge(gain: int, whole: int, place: Place, query: Query, named: frozenset[int]) -> int:
    """The score of a document from its gain, its kind of turn and who spoke. `whole` is the question's weight."""
    score = gain * 1_000 // max(whole, 1)
    if score > 0 and place.voice_no in named and not place.traits & REPLY:
        score += _NAMED_VOICE
    for applies, factor in (
        (place.traits & REPLY, 500),
        (place.traits & QUESTION, 900),
        (place.traits & STANDING, 1_300),
        (place.traits & TIME and query.asks_time, 1_150),
        (place.traits & NUMBER and query.asks_amount, 1_150),
    ):
        if applies:
            score = score * factor // 1_000
    return score


def tier_of(score: int, best: int) -> int:
    """How far below the best a score is, in 20 steps; 0 is the best tier."""
    return (best - score) * _TIERS // max(best, 1)


def atom_order(atom: FoundAtom) -> tuple[int, int, int, int, int, str]:
    """The order of 2.11.9 inside a tier, smallest first."""
    return (
        -atom.pinned, -atom.provenance, -atom.confidence_bp, -atom.last_used_at_ms, -atom.use_count, atom.atom_id,
    )  # fmt: skip


def _length_factor(words: int) -> int:
    crowd = _SATURATION * (1_000 - _LENGTH_SHARE + _LENGTH_SHARE * words // _USUAL_WORDS) // 1_000
    return (1_000 + _SATURATION) * 1_000 // (1_000 + crowd)


_LENGTH_FACTORS = np.array([_length_factor(words) for words in range(256)], dtype=np.int64)


def _reached(positions: Numbers) -> Numbers:
    """These positions and, of lines, the neighbouring ones."""
    lines = positions[positions < FIRST_ATOM_POS]
    return np.concatenate([positions, *(lines + step for step, _ in _REACH)])


def _gain(places: Numbers, weight: int, row: Numbers) -> Numbers:
    """What one concept gives to each place: the strongest of its reaches."""
    impacts = weight * _LENGTH_FACTORS[row & 255] // 1_000
    gain = np.zeros(len(places), dtype=np.int64)
    gain[np.searchsorted(places, row >> 9)] = impacts
    is_line = row >> 9 < FIRST_ATOM_POS
    positions, questions, impacts = row[is_line] >> 9, row[is_line] >> 8 & 1, impacts[is_line]
    for step, share in _REACH:
        shares = np.where(questions == 1, _ANSWER, share) if step == 1 else share
        at = np.searchsorted(places, positions + step)
        gain[at] = np.maximum(gain[at], impacts * shares // 1_000)
    return gain


def _session_gain(places: Numbers, positions: Numbers, sessions: int) -> Numbers:
    """What a concept gives to everything said in the sessions where it occurs: little, and less when it is in many."""
    where = np.unique(positions[positions < FIRST_ATOM_POS] >> 20)
    inside = np.isin(places >> 20, where) & (places < FIRST_ATOM_POS)
    return inside * (weight_of(len(where), max(sessions, len(where))) * _SESSION // 1_000)
