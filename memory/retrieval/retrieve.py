"""Pure: retrieves one ranked list of atoms and archive lines for a question (2.11.2, 2.11.9; design.md 6).

The store applies the gate inside every query, so a hidden record is in no list here. Candidates come from full text and
from neighbours in a session, and with an encoder from what is near in meaning; a line gives its score to the atoms that
came from it. Scores are cut into relevance
tiers; inside a tier the order of 2.11.9 decides, and the id at the very end. No clock, float, hash or order of arrival
decides anything.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from memory.core.policy import (
    LATER_TIERS,
    LISTED_STEMS,
    MAX_EARLY_ATOMS_PER_TURN,
    MAX_NOTES,
    MIN_NOTE_STEMS,
    STEM_LEAD_CHARS,
    MemoryPolicy,
)
from memory.model.atoms import Moment
from memory.model.ports import DocumentPlace, FoundAtom, FoundLine, Gate, Search
from memory.nearness.policy import MAX_VECTORS_READ
from memory.retrieval.query import Query, parse_query
from memory.retrieval.scored_document import FIRST_ATOM_POS, REPLY, ScoredDocument, tier_of
from memory.rules.order import retrieval_order
from memory.text.stemming import stems

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class RankedItem:
    """One relevant atom or archive line."""

    ref: str
    """The atom id, or the line id."""
    kind: Literal["atom", "line"]
    turn_id: str
    tier: int
    """0 is the most relevant."""
    score_milli: int
    """About how much of the question's weight it covers, in thousandths."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """The results in final order."""

    items: tuple[RankedItem, ...] = ()


def retrieve(search: Search, gate: Gate, text: str, now: Moment, policy: MemoryPolicy, not_turn: str = "") -> Ranked:
    """Retrieves at most `max_ranked_items` results for `text`. None for an unidentified speaker.

    `not_turn` is the turn that asks: its lines are already archived and must neither be found nor make their neighbours
    relevant. `now` is part of the interface and decides nothing: age alone makes nothing less relevant.
    """
    query = parse_query(text)
    if not gate.identified or not query.concepts:
        return Ranked()
    from memory.retrieval.candidates import score_candidates  # its library takes long to load

    asking = frozenset(search.positions(gate, not_turn)) if not_turn else frozenset[int]()
    found = _with_nearness(search, gate, text, score_candidates(search, gate, query, policy, asking), asking)
    if query.subject:
        found = _newest_note_first(search, gate, query, found)
    return _listed(search, gate, found, policy)


def _with_nearness(
    search: Search, gate: Gate, text: str, scored: list[ScoredDocument], asking: frozenset[int]
) -> list[ScoredDocument]:
    """Adds to the scores how near in meaning each document is, and the nearest documents without a word of the
    question. Without an encoder the list stays as it is.
    """
    asked = search.encoded(text)
    if not asked:
        return scored
    from memory.nearness.near_documents import nearest_positions, nearness_by_position  # as above

    gains = nearness_by_position(asked, search.vectors(gate, MAX_VECTORS_READ), asking)
    others = nearest_positions(gains, (one.place.pos for one in scored))
    joined = [*scored, *(ScoredDocument(place, 0) for place in search.places(gate, others))]
    fused = (ScoredDocument(one.place, one.score + gains.get(one.place.pos, 0)) for one in joined)
    return sorted(fused, key=lambda one: (-one.score, -one.place.at_ms, -one.place.pos))


def atoms_by_stems(search: Search, gate: Gate, terms: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Returns the ids of the visible atoms that hold any of these stems, at most `most`, in the order of 2.11.9.

    The same atoms as those of `retrieve_by_stems`, for who asks of no line.
    """
    doc_nos = tuple(place.doc_no for place in _newest_places(search, gate, terms, most))
    found = {atom.atom_id: atom for atom in search.found_atoms(gate, doc_nos, ())}
    return tuple(atom.atom_id for atom in sorted(found.values(), key=retrieval_order)[:most])


def _newest_places(search: Search, gate: Gate, terms: tuple[str, ...], most: int) -> list[DocumentPlace]:
    hits = search.newest_documents(gate, terms, most) if terms else frozenset[int]()
    places = sorted(search.places(gate, tuple(sorted(hits))), key=lambda place: (-place.at_ms, -place.doc_no))
    return places[: LISTED_STEMS * most]


def retrieve_by_stems(search: Search, gate: Gate, terms: tuple[str, ...], most: int) -> Ranked:
    """Returns the visible atoms that hold any of these stems, in the order of 2.11.9, then such lines, newest first.

    The newest `most` postings of each stem are read, and a few times as many in all, whatever the size of the memory.
    """
    places = _newest_places(search, gate, terms, most)
    doc_nos = tuple(place.doc_no for place in places)
    found = {atom.atom_id: atom for atom in search.found_atoms(gate, doc_nos, ())}
    lines = {line.doc_no: line for line in search.found_lines(gate, doc_nos)}
    atoms = sorted(found.values(), key=retrieval_order)
    items = [RankedItem(atom.atom_id, "atom", atom.turn_id, 0, 1_000) for atom in atoms]
    told = (lines[place.doc_no] for place in places if place.doc_no in lines)
    return Ranked((*items, *(RankedItem(line.line_id, "line", line.turn_id, 0, 1_000) for line in told)))


def cut_excerpt(text: str, terms: frozenset[str], max_chars: int) -> str:
    """Cuts the piece of `text`, at most `max_chars`, that holds most of the stems `terms`; the earliest of several.

    It cuts between words where there are any; `…` marks a cut and is counted.
    """
    if len(text) <= max_chars:
        return text
    room = max(max_chars - 2, 0)
    begin = _densest_window(_mentions(text, terms), room)
    begin = text.rfind(" ", 0, begin) + 1 if begin else 0
    piece = text[begin : begin + room]
    cut = begin + room < len(text)
    if cut and " " in piece:
        piece = piece[: piece.rfind(" ")]
    return (("…" if begin else "") + piece.strip() + ("…" if cut else ""))[:max_chars]


def question_stems(text: str) -> frozenset[str]:
    """Returns the stems that `text` asks for, as terms for `cut_excerpt`."""
    return frozenset(form for concept in parse_query(text).concepts for form in concept.forms)


def _mentions(text: str, terms: frozenset[str]) -> list[tuple[int, str]]:
    """Returns the positions of the terms in the text; only words that begin like a term are stemmed."""
    beginnings = {term[:STEM_LEAD_CHARS] for term in terms}
    return [
        (match.start(), stem)
        for match in _WORD.finditer(text)
        if match.group().casefold()[:STEM_LEAD_CHARS] in beginnings
        for stem in stems(match.group())
        if stem in terms
    ]


def _densest_window(mentions: list[tuple[int, str]], room: int) -> int:
    """Returns where a window of `room` characters begins that holds most different terms, a quarter before the
    first.
    """
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


def _newest_note_first(search: Search, gate: Gate, query: Query, scored: list[ScoredDocument]) -> list[ScoredDocument]:
    """Gives the newest note about a named subject at least the score of an older one, when asked about the present."""
    lines = [s for s in scored if s.place.pos < FIRST_ATOM_POS and not s.place.traits & REPLY]
    notes = [s for s in lines[:MAX_NOTES] if s.place.words >= MIN_NOTE_STEMS]
    notes = [s for s in notes if query.subject <= search.line_stems(gate, s.place.doc_no)]
    raised: dict[int, int] = {}
    most = 0
    for note in sorted(notes, key=lambda s: (s.place.at_ms, s.place.pos)):
        most = max(note.score, most + 1)
        raised[note.place.pos] = most
    changed = (ScoredDocument(s.place, raised.get(s.place.pos, s.score)) for s in scored)
    return sorted(changed, key=lambda s: (-s.score, -s.place.at_ms, -s.place.pos))


def _listed(search: Search, gate: Gate, scored: list[ScoredDocument], policy: MemoryPolicy) -> Ranked:
    """Loads the results and orders them: by tier; in a tier atoms by 2.11.9, then lines by score, age and id."""
    found = {s.place.doc_no: s for s in scored[: policy.max_ranked_documents]}
    best = scored[0].score if scored else 0
    lines = sorted(search.found_lines(gate, tuple(found)), key=lambda line: _line_order(line, found))
    turns: dict[str, int] = {}
    for line in lines:
        turns.setdefault(line.turn_id, found[line.doc_no].score)
    atoms = search.found_atoms(gate, tuple(found), tuple(turns))
    scores = {doc_no: s.score for doc_no, s in found.items()}
    items = _atom_items(atoms, scores, turns, best)
    items += [
        RankedItem(x.line_id, "line", x.turn_id, tier_of(scores[x.doc_no], best), scores[x.doc_no]) for x in lines
    ]
    return Ranked(tuple(sorted(items, key=lambda item: (item.tier, item.kind))[: policy.max_ranked_items]))


def _atom_items(
    atoms: tuple[FoundAtom, ...], scores: dict[int, int], turns: dict[str, int], best: int
) -> list[RankedItem]:
    """Returns each atom once, in the order of 2.11.9, with the better of its own score and that of a turn it came
    from.
    """
    items: list[RankedItem] = []
    of_turn: Counter[str] = Counter()
    closest = _best_scores_by_turn(atoms, scores)
    chosen: dict[str, tuple[int, FoundAtom]] = {}
    for atom in sorted(atoms, key=lambda a: a.turn_id):
        own = scores.get(atom.doc_no, 0)
        shared = turns.get(atom.turn_id, 0) if own == closest[atom.turn_id] else 0
        score = max(own, shared)
        if score > chosen.get(atom.atom_id, (0, atom))[0]:
            chosen[atom.atom_id] = (score, atom)
    for score, atom in sorted(chosen.values(), key=lambda pair: (tier_of(pair[0], best), retrieval_order(pair[1]))):
        of_turn[atom.turn_id] += 1
        later = LATER_TIERS if of_turn[atom.turn_id] > MAX_EARLY_ATOMS_PER_TURN else 0
        items.append(RankedItem(atom.atom_id, "atom", atom.turn_id, tier_of(score, best) + later, score))
    return items


def _best_scores_by_turn(atoms: tuple[FoundAtom, ...], scores: dict[int, int]) -> dict[str, int]:
    """Returns for each turn the best own score of its atoms, so that a turn with two facts counts for the one asked
    for.
    """
    closest: dict[str, int] = {}
    for atom in atoms:
        closest[atom.turn_id] = max(closest.get(atom.turn_id, 0), scores.get(atom.doc_no, 0))
    return closest


def _line_order(line: FoundLine, found: dict[int, ScoredDocument]) -> tuple[int, int, str]:
    """Returns the sort key of a line: best first; of equals the newest, then the id."""
    scored = found[line.doc_no]
    return -scored.score, -scored.place.at_ms, line.line_id
