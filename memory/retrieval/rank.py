"""Pure: scores candidates with integer arithmetic only. Nothing is looked up here.

A document is scored as in BM25: a rare word weighs more than a common one, a short document more than a long one
(against a fixed length, so that a score does not change when documents are added). Each concept then reaches over to
the neighbouring lines of the session, weaker with each turn, and counts once a line, with its strongest reach: an
answer seldom repeats the words of the question.

Scores are in thousandths of the weight of the whole question. With integers, no machine, library or order of addition
can decide between two documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from memory.core.policy import (
    ANSWER_REACH_MILLI,
    LENGTH_SHARE_MILLI,
    MAX_MERE_QUESTION_STEMS,
    NAMED_VOICE_MILLI,
    REACH_MILLI,
    SATURATION_MILLI,
    SESSION_REACH_MILLI,
    USUAL_STEMS,
)
from memory.retrieval.query import Query
from memory.retrieval.scored_document import FIRST_ATOM_POS, NUMBER, QUESTION, REPLY, STANDING, TIME, weight_of

Numbers: TypeAlias = NDArray[np.int64]

_FACTORS = ((REPLY, 500), (QUESTION, 850), (STANDING, 1_600), (TIME, 1_150), (NUMBER, 1_150))
"""For each kind of turn, in thousandths; see `_is_relevant_trait`."""


def concept_impact(weight: int, words: int) -> int:
    """Returns what a concept of this weight gives to a document with so many distinct stems that holds it."""
    return weight * _length_factor(words) // 1_000


def spread_gains(weights: Sequence[int], hits: Numbers, sessions: int) -> tuple[Numbers, Numbers]:
    """Returns all positions that any concept reaches, ascending, with their gains from all concepts together.

    `hits` has two columns: the index of a concept in `weights`, and a packed position
    (`memory.model.ports.Search.hits`).
    """
    reaches = [(hits[:, 0], hits[:, 1] >> 9, _impacts(weights, hits))]
    lines = hits[hits[:, 1] >> 9 < FIRST_ATOM_POS]
    concepts, positions, impacts = lines[:, 0], lines[:, 1] >> 9, _impacts(weights, lines)
    answers = np.where(lines[:, 1] >> 8 & 1 == 1, ANSWER_REACH_MILLI, 0)
    for step, share in REACH_MILLI:
        shares = np.maximum(answers, share) if step == 1 else share
        reaches.append((concepts, positions + step, impacts * shares // 1_000))
    places, at = np.unique(np.concatenate([reach[1] for reach in reaches]), return_inverse=True)
    grid = np.zeros((len(weights), len(places)), dtype=np.int64)
    np.maximum.at(grid, (np.concatenate([reach[0] for reach in reaches]), at), np.concatenate([r[2] for r in reaches]))
    return places, grid.sum(axis=0) + _session_gains(places, concepts, positions, len(weights), sessions)


def best_places(places: Numbers, gains: Numbers, limit: int) -> list[tuple[int, int]]:
    """Returns the `limit` positions with the greatest gains, with their gains; among equals the later position."""
    order = np.lexsort((-places, -gains))[:limit]
    return list(zip(places[order].tolist(), gains[order].tolist(), strict=True))


def score_documents(gains: Numbers, whole: int, table: Numbers, query: Query, named: frozenset[int]) -> Numbers:
    """Returns the scores of documents from their gains, their kind of turn and their voice. `whole` is the weight of
    the question.

    `table` has a row of `memory.model.ports.DocumentPlace` for each gain.
    """
    traits, voices = np.where(table[:, 2] > MAX_MERE_QUESTION_STEMS, table[:, 3] & ~QUESTION, table[:, 3]), table[:, 4]
    scores = gains * 1_000 // max(whole, 1)
    spoke = np.isin(voices, np.array(sorted(named), dtype=np.int64)) & (traits & REPLY == 0) & (scores > 0)
    scores = scores + NAMED_VOICE_MILLI * spoke
    for trait, factor in _FACTORS:
        if _is_relevant_trait(trait, query):
            scores = np.where(traits & trait != 0, scores * factor // 1_000, scores)
    return np.asarray(scores, dtype=np.int64)


def _is_relevant_trait(trait: int, query: Query) -> bool:
    """Says whether a kind of turn matters for this question."""
    wanted = {REPLY: not query.asks_replies, TIME: query.asks_time, NUMBER: query.asks_amount}
    return wanted.get(trait, True)


def _length_factor(words: int) -> int:
    crowd = SATURATION_MILLI * (1_000 - LENGTH_SHARE_MILLI + LENGTH_SHARE_MILLI * words // USUAL_STEMS) // 1_000
    return (1_000 + SATURATION_MILLI) * 1_000 // (1_000 + crowd)


_LENGTH_FACTORS = np.array([_length_factor(words) for words in range(256)], dtype=np.int64)


def _impacts(weights: Sequence[int], hits: Numbers) -> Numbers:
    """Returns what each posting gives to its document."""
    found: Numbers = np.array(weights, dtype=np.int64)[hits[:, 0]] * _LENGTH_FACTORS[hits[:, 1] & 255] // 1_000
    return found


def _session_gains(places: Numbers, concepts: Numbers, positions: Numbers, many: int, sessions: int) -> Numbers:
    """Returns what concepts give to every line of the sessions in which they occur; less when there are many lines."""
    numbers, inside = np.unique(places >> 20, return_inverse=True)
    present = np.zeros((many, len(numbers)), dtype=np.int64)
    present[concepts, np.searchsorted(numbers, positions >> 20)] = 1
    weights = [
        weight_of(int(count), max(sessions, int(count))) * SESSION_REACH_MILLI // 1_000 for count in present.sum(axis=1)
    ]
    gains: Numbers = (np.array(weights, dtype=np.int64) @ present)[inside]
    return gains
