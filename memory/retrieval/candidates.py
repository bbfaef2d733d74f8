"""Pure: finds candidate documents of a query in the index and scores them.

The rarest stems are read first and only `max_postings_read` postings in all, whatever the size of the memory; commoner
stems score only the documents that rarer ones found.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from memory.core.policy import LOOKALIKE_CHARS, MAX_LOOKALIKES, SYNONYM_MILLI, MemoryPolicy
from memory.model.ports import DocumentPlace, Gate, Search, StemCounts
from memory.retrieval.query import Query, QueryConcept
from memory.retrieval.rank import Numbers, best_places, concept_impact, score_documents, spread_gains
from memory.retrieval.scored_document import ScoredDocument, weight_of


@dataclass(frozen=True, slots=True)
class _StemGroup:
    """A concept, or its synonyms, as one group of stems to read, with its weight."""

    synonyms: bool
    count: int
    stems: tuple[str, ...]
    weight: int


def score_candidates(
    search: Search, gate: Gate, query: Query, policy: MemoryPolicy, asking: frozenset[int]
) -> list[ScoredDocument]:
    """Returns the best documents with their scores, best first; among equals the newest."""
    census, concepts = _count_stems(search, gate, query)
    groups = _stem_groups(concepts, census)
    read, common = _plan(groups, policy)
    hits = _hits(search, gate, read, policy)
    hits = hits[~np.isin(hits[:, 1] >> 9, np.array(sorted(asking), dtype=np.int64))] if asking else hits
    gained = dict(
        best_places(*spread_gains([group.weight for group in read], hits, census.sessions), policy.max_candidates)
    )
    places = search.places(gate, tuple(pos for pos in gained if pos not in asking))
    if not places:
        return []
    extra = _common_gains(search, gate, common, places)
    table = np.array(places, dtype=np.int64)
    gains = np.array([gained[place.pos] + extra[place.pos] for place in places], dtype=np.int64)
    whole = sum(group.weight for group in (*read, *common))
    scores = score_documents(gains, whole, table, query, _named_voices(search, gate, query))
    order = np.lexsort((-table[:, 0], -table[:, 1], -scores))
    points: list[int] = scores.tolist()
    return [ScoredDocument(places[at], points[at]) for at in order.tolist() if points[at] > 0]


def _count_stems(search: Search, gate: Gate, query: Query) -> tuple[StemCounts, tuple[QueryConcept, ...]]:
    """Counts all stems and completes the concepts: a word that nobody said gets stems with the same beginning."""
    census = search.census(gate, _stems_of(query.concepts))
    known = {stem for stem, _ in census.counts}
    concepts = tuple(
        concept
        if known.intersection(concept.forms) or len(concept.stem) <= LOOKALIKE_CHARS
        else replace(concept, forms=search.stems_like(gate, concept.stem[:LOOKALIKE_CHARS], MAX_LOOKALIKES))
        for concept in query.concepts
    )
    if concepts != query.concepts:
        census = search.census(gate, _stems_of(concepts))
    return census, concepts


def _forms(concept: QueryConcept) -> tuple[str, ...]:
    return concept.forms


def _concept_synonyms(concept: QueryConcept) -> tuple[str, ...]:
    return concept.synonyms


def _stems_of(concepts: tuple[QueryConcept, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stem for concept in concepts for stem in (*concept.forms, *concept.synonyms)))


def _stem_groups(concepts: tuple[QueryConcept, ...], census: StemCounts) -> list[_StemGroup]:
    """Returns the concepts, the rarest first, then their synonyms; synonyms that nobody used are left out."""
    counts = dict(census.counts)
    groups = []
    for synonyms, share, stems_of in ((False, 1_000, _forms), (True, SYNONYM_MILLI, _concept_synonyms)):
        for concept in concepts:
            known = tuple(stem for stem in stems_of(concept) if stem in counts)
            count = sum(counts[stem] for stem in known)
            if known or not synonyms:
                groups.append(_StemGroup(synonyms, count, known, weight_of(count, census.docs) * share // 1_000))
    return sorted(groups, key=lambda group: (group.synonyms, group.count, group.stems))


def _plan(groups: list[_StemGroup], policy: MemoryPolicy) -> tuple[list[_StemGroup], list[_StemGroup]]:
    """Chooses the groups to read, the rarest first, up to `max_postings_read`, and the concepts that are too common for
    it.
    """
    left, read, common = policy.max_postings_read, list[_StemGroup](), list[_StemGroup]()
    for group in groups:
        if group.count <= left or not (group.synonyms or any(other.count for other in read)):
            read.append(group)
            left = max(left - group.count, 0)
        elif not group.synonyms:
            common.append(group)
    return read, common


def _hits(search: Search, gate: Gate, read: list[_StemGroup], policy: MemoryPolicy) -> Numbers:
    """Reads the postings of the groups as `memory.retrieval.rank.spread_gains` takes them. A single group may be too
    common: then the newest only.
    """
    of_stem = [(number, stem) for number, group in enumerate(read) for stem in group.stems]
    if sum(group.count for group in read) <= policy.max_postings_read:
        found = [search.hits(gate, tuple(stem for _, stem in of_stem))]
        numbers = np.array([number for number, _ in of_stem] or [0], dtype=np.int64)
    else:
        found = [search.newest_hits(gate, stem, policy.max_postings_read) for _, stem in of_stem]
        found = [tuple((number, hit) for _, hit in hits) for (number, _), hits in zip(of_stem, found, strict=True)]
        numbers = np.arange(len(read), dtype=np.int64)
    table = np.fromiter(chain.from_iterable(chain.from_iterable(found)), dtype=np.int64).reshape(-1, 2)
    return np.column_stack((numbers[table[:, 0]], table[:, 1]))


def _common_gains(
    search: Search, gate: Gate, common: list[_StemGroup], places: tuple[DocumentPlace, ...]
) -> Counter[int]:
    """Returns what the candidates gain from concepts that are too common to be read as a whole."""
    gains: Counter[int] = Counter()
    for group in common:
        holding = search.holding(gate, group.stems, places)
        gains.update({place.pos: concept_impact(group.weight, place.words) for place in places if place.pos in holding})
    return gains


def _named_voices(search: Search, gate: Gate, query: Query) -> frozenset[int]:
    """Returns the voices that the question names; the owner's, when it says "I" and there are others."""
    voices = search.voices(gate)
    if len(voices) < 2:
        return frozenset()
    return frozenset(
        number
        for number, who in voices
        if (query.words.intersection(who.casefold().split()) if who else query.first_person)
    )
