"""Rules: retrieval: from a question to one ranked list of atoms and archive lines (2.11.2, 2.11.9; design.md 6).

The store applies the gates inside every query, so what may not be seen is in no list here at any stage. Candidates
come from full text and from the neighbourhood in a session; a line gives its score to the atoms that came from it.
Scores are cut into relevance tiers; inside a tier the order of 2.11.9 decides, and the id at the very end. The same
question to the same memory gives the same list: no clock, float, hash or order of arrival decides anything.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from memory.policy import MemoryPolicy
from memory.ports import Census, FoundAtom, FoundLine, Gate, Place, Search
from memory.query import Concept, Query, understand
from memory.rank import (
    FIRST_ATOM_POS,
    REPLY,
    Numbers,
    atom_order,
    best_places,
    impact,
    judge,
    spread,
    tier_of,
    weight_of,
)
from memory.records import Moment
from memory.words import stems

_WORD = re.compile(r"[^\W_]+")
_LEAD = 2
"""Letters of a word that its stem keeps."""
_KIN_SHARE = 300
"""What near kin of a word weighs against the word itself, in thousandths."""
_LOOKALIKE_CHARS, _LOOKALIKES = 5, 8
"""A word nobody said is taken for the first 8 stems that share its first 5 letters."""
_NOTE_WORDS = 40
"""A line of so many distinct stems is a note: it can stand for its subject alone, and a newer one replaces it."""
_NOTES = 20
_ATOMS_OF_A_TURN = 2
"""More atoms of one turn come after those of other turns."""
_LATER_TIERS = 10


@dataclass(frozen=True, slots=True)
class RankedItem:
    """One atom or archive line, found relevant."""

    ref: str
    """The atom id, or the line id."""
    kind: Literal["atom", "line"]
    turn_id: str
    tier: int
    """0 is the most relevant."""
    score_milli: int
    """About how much of the question's weight it carries, in thousandths."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """What was found, in final order."""

    items: tuple[RankedItem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Scored:
    place: Place
    score: int


def retrieve(
    recollection: Search, gate: Gate, text: str, now: Moment, policy: MemoryPolicy, not_turn: str = ""
) -> Ranked:
    """What the memory has to say to `text`, at most `max_ranked_items`. Nothing for an unidentified speaker.

    `not_turn` is the turn that asks: its lines are already archived, and must not be found, nor make what was said
    just before seem relevant. `now` is part of the contract of a turn and decides nothing here: age alone makes
    nothing less relevant.
    """
    query = understand(text)
    if not gate.identified or not query.concepts:
        return Ranked()
    asking = frozenset(recollection.positions(gate, not_turn)) if not_turn else frozenset[int]()
    scored = _scored(recollection, gate, query, policy, asking)
    if query.subject:
        scored = _newest_note_first(recollection, gate, query, scored)
    return _listed(recollection, gate, scored, policy)


def excerpt(text: str, terms: frozenset[str], max_chars: int) -> str:
    """The piece of `text`, at most `max_chars`, that holds most of the stems `terms`; the earliest of several.

    Cut between words where there are any; `…` marks a cut and is counted.
    """
    if len(text) <= max_chars:
        return text
    room = max(max_chars - 2, 0)
    begin = _busiest(_mentions(text, terms), room)
    begin = text.rfind(" ", 0, begin) + 1 if begin else 0
    piece = text[begin : begin + room]
    cut = begin + room < len(text)
    if cut and " " in piece:
        piece = piece[: piece.rfind(" ")]
    return (("…" if begin else "") + piece.strip() + ("…" if cut else ""))[:max_chars]


def question_stems(text: str) -> frozenset[str]:
    """The stems that `text` asks for, for choosing an `excerpt`."""
    return frozenset(form for concept in understand(text).concepts for form in concept.forms)


def _mentions(text: str, terms: frozenset[str]) -> list[tuple[int, str]]:
    """Where which of the terms stand; only words that begin like a term are stemmed."""
    beginnings = {term[:_LEAD] for term in terms}
    return [
        (match.start(), stem)
        for match in _WORD.finditer(text)
        if match.group().casefold()[:_LEAD] in beginnings
        for stem in stems(match.group())
        if stem in terms
    ]


def _busiest(mentions: list[tuple[int, str]], room: int) -> int:
    """Where a window of `room` characters begins that holds most different terms, a quarter before the first."""
    best, begin, first = 0, 0, 0
    inside: Counter[str] = Counter()
    for at, term in mentions:
        inside[term] += 1
        while at - mentions[first][0] > room // 2:
            inside[mentions[first][1]] -= 1
            first += 1
        if (many := len(+inside)) > best:
            best, begin = many, max(mentions[first][0] - room // 4, 0)
    return begin


@dataclass(frozen=True, slots=True)
class _Way:
    """A concept, or its kin, as it is read: the stems that do for it, and what it weighs."""

    kin: bool
    count: int
    stems: tuple[str, ...]
    weight: int


def _scored(
    recollection: Search, gate: Gate, query: Query, policy: MemoryPolicy, asking: frozenset[int]
) -> list[_Scored]:
    """The best documents with their scores, best first; of equals the newest."""
    census, concepts = _counted(recollection, gate, query)
    ways = _ways(concepts, census)
    read, common = _plan(ways, policy)
    hits = _hits(recollection, gate, read, policy)
    hits = hits[~np.isin(hits[:, 1] >> 9, np.array(sorted(asking), dtype=np.int64))] if asking else hits
    gained = dict(best_places(*spread([way.weight for way in read], hits, census.sessions), policy.max_candidates))
    places = recollection.places(gate, tuple(pos for pos in gained if pos not in asking))
    if not places:
        return []
    extra = _common_gains(recollection, gate, common, places)
    table = np.array(places, dtype=np.int64)
    gains = np.array([gained[place.pos] + extra[place.pos] for place in places], dtype=np.int64)
    whole = sum(way.weight for way in (*read, *common))
    scores = judge(gains, whole, table, query, _named_voices(recollection, gate, query))
    order = np.lexsort((-table[:, 0], -table[:, 1], -scores))
    return [_Scored(places[at], int(scores[at])) for at in order if scores[at] > 0]


def _counted(recollection: Search, gate: Gate, query: Query) -> tuple[Census, tuple[Concept, ...]]:
    """The counts of all stems, and the concepts: one whose word nobody ever said gets stems that begin like it."""
    census = recollection.census(gate, _stems_of(query.concepts))
    known = {stem for stem, _ in census.counts}
    concepts = tuple(
        concept
        if known.intersection(concept.forms) or len(concept.stem) <= _LOOKALIKE_CHARS
        else replace(concept, forms=recollection.stems_like(gate, concept.stem[:_LOOKALIKE_CHARS], _LOOKALIKES))
        for concept in query.concepts
    )
    if concepts != query.concepts:
        census = recollection.census(gate, _stems_of(concepts))
    return census, concepts


def _forms(concept: Concept) -> tuple[str, ...]:
    return concept.forms


def _kin(concept: Concept) -> tuple[str, ...]:
    return concept.kin


def _stems_of(concepts: tuple[Concept, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(stem for concept in concepts for stem in (*concept.forms, *concept.kin)))


def _ways(concepts: tuple[Concept, ...], census: Census) -> list[_Way]:
    """The concepts, the rarest first, then their kin; kin that nobody spoke of is left out."""
    counts = dict(census.counts)
    ways = []
    for kin, share, stems_of in ((False, 1_000, _forms), (True, _KIN_SHARE, _kin)):
        for concept in concepts:
            known = tuple(stem for stem in stems_of(concept) if stem in counts)
            count = sum(counts[stem] for stem in known)
            if known or not kin:
                ways.append(_Way(kin, count, known, weight_of(count, census.docs) * share // 1_000))
    return sorted(ways, key=lambda way: (way.kin, way.count, way.stems))


def _plan(ways: list[_Way], policy: MemoryPolicy) -> tuple[list[_Way], list[_Way]]:
    """What is read, the rarest first, as far as `max_postings_read` goes; and the concepts too common for that."""
    left, read, common = policy.max_postings_read, list[_Way](), list[_Way]()
    for way in ways:
        if way.count <= left or not (way.kin or any(other.count for other in read)):
            read.append(way)
            left = max(left - way.count, 0)
        elif not way.kin:
            common.append(way)
    return read, common


def _hits(recollection: Search, gate: Gate, read: list[_Way], policy: MemoryPolicy) -> Numbers:
    """Which way leads to which documents, as `rank.spread` takes it. One way alone may be too common: newest only."""
    of_stem = [(number, stem) for number, way in enumerate(read) for stem in way.stems]
    if sum(way.count for way in read) <= policy.max_postings_read:
        found = [recollection.hits(gate, tuple(stem for _, stem in of_stem))]
        numbers = np.array([number for number, _ in of_stem] or [0], dtype=np.int64)
    else:
        found = [recollection.newest_hits(gate, stem, policy.max_postings_read) for _, stem in of_stem]
        found = [tuple((number, hit) for _, hit in hits) for (number, _), hits in zip(of_stem, found, strict=True)]
        numbers = np.arange(len(read), dtype=np.int64)
    table = np.array([hit for hits in found for hit in hits], dtype=np.int64).reshape(-1, 2)
    return np.column_stack((numbers[table[:, 0]], table[:, 1]))


def _common_gains(recollection: Search, gate: Gate, common: list[_Way], places: tuple[Place, ...]) -> Counter[int]:
    """What the candidates themselves gain from concepts too common to be read as a whole."""
    gains: Counter[int] = Counter()
    for way in common:
        holding = recollection.holding(gate, way.stems, places)
        gains.update({place.pos: impact(way.weight, place.words) for place in places if place.pos in holding})
    return gains


def _named_voices(recollection: Search, gate: Gate, query: Query) -> frozenset[int]:
    """The voices that the question names; the owner's, when it says "I" and there are others."""
    voices = recollection.voices(gate)
    if len(voices) < 2:
        return frozenset()
    return frozenset(
        number
        for number, who in voices
        if (query.words.intersection(who.casefold().split()) if who else query.first_person)
    )


def _newest_note_first(recollection: Search, gate: Gate, query: Query, scored: list[_Scored]) -> list[_Scored]:
    """Asked about the present of a named subject, a note that names it is worth at least what an older one is."""
    lines = [s for s in scored if s.place.pos < FIRST_ATOM_POS and not s.place.traits & REPLY]
    notes = [s for s in lines[:_NOTES] if s.place.words >= _NOTE_WORDS]
    notes = [s for s in notes if query.subject <= recollection.line_stems(gate, s.place.doc_no)]
    raised: dict[int, int] = {}
    most = 0
    for note in sorted(notes, key=lambda s: (s.place.at_ms, s.place.pos)):
        most = max(note.score, most + 1)
        raised[note.place.pos] = most
    changed = (_Scored(s.place, raised.get(s.place.pos, s.score)) for s in scored)
    return sorted(changed, key=lambda s: (-s.score, -s.place.at_ms, -s.place.pos))


def _listed(recollection: Search, gate: Gate, scored: list[_Scored], policy: MemoryPolicy) -> Ranked:
    """Names, tiers and final order: by tier; in a tier atoms by 2.11.9, then lines by score, age and id."""
    found = {s.place.doc_no: s for s in scored[: policy.max_ranked_documents]}
    best = scored[0].score if scored else 0
    lines = sorted(recollection.found_lines(gate, tuple(found)), key=lambda line: _line_order(line, found))
    turns: dict[str, int] = {}
    for line in lines:
        turns.setdefault(line.turn_id, found[line.doc_no].score)
    atoms = recollection.found_atoms(gate, tuple(found), tuple(turns))
    scores = {doc_no: s.score for doc_no, s in found.items()}
    items = _atom_items(atoms, scores, turns, best)
    items += [
        RankedItem(x.line_id, "line", x.turn_id, tier_of(scores[x.doc_no], best), scores[x.doc_no]) for x in lines
    ]
    return Ranked(tuple(sorted(items, key=lambda item: (item.tier, item.kind))[: policy.max_ranked_items]))


def _atom_items(
    atoms: tuple[FoundAtom, ...], scores: dict[int, int], turns: dict[str, int], best: int
) -> list[RankedItem]:
    """Each atom once, in the order of 2.11.9, with the better of its own score and that of a turn it came from."""
    items: list[RankedItem] = []
    of_turn: Counter[str] = Counter()
    chosen: dict[str, tuple[int, FoundAtom]] = {}
    for atom in sorted(atoms, key=lambda a: a.turn_id):
        score = max(scores.get(atom.doc_no, 0), turns.get(atom.turn_id, 0))
        if score > chosen.get(atom.atom_id, (0, atom))[0]:
            chosen[atom.atom_id] = (score, atom)
    for score, atom in sorted(chosen.values(), key=lambda pair: (tier_of(pair[0], best), atom_order(pair[1]))):
        of_turn[atom.turn_id] += 1
        later = _LATER_TIERS if of_turn[atom.turn_id] > _ATOMS_OF_A_TURN else 0
        items.append(RankedItem(atom.atom_id, "atom", atom.turn_id, tier_of(score, best) + later, score))
    return items


def _line_order(line: FoundLine, found: dict[int, _Scored]) -> tuple[int, int, str]:
    """Best first; of equals the newest, then the id."""
    scored = found[line.doc_no]
    return -scored.score, -scored.place.at_ms, line.line_id
