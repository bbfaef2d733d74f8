"""Rules: retrieval: from a question to one ranked list of atoms and archive lines (2.11.2, 2.11.9; design.md 6).

The store applies the gates inside every query, so what may not be seen is in no list here at any stage. Candidates
come from full text and from the neighbourhood in a session; a line gives its score to the atoms that came from it.
Scores are cut into relevance tiers; inside a tier the order of 2.11.9 decides, and the id at the very end. The same
question to the same memory gives the same list: no clock, float, hash or order of arrival decides anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from memory.policy import MemoryPolicy
from memory.ports import Census, FoundAtom, FoundLine, Gate, Place, Search
from memory.query import Concept, Query, understand
from memory.rank import (
    FIRST_ATOM_POS,
    REPLY,
    Asked,
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
_KIN_SHARE = 200
"""What near kin of a word weighs against the word itself, in thousandths."""
_LOOKALIKE_CHARS = 5
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


def retrieve(recollection: Search, gate: Gate, text: str, now: Moment, policy: MemoryPolicy) -> Ranked:
    """What the memory has to say to `text`, at most `max_ranked_items`. Nothing for an unidentified speaker.

    `now` is part of the contract of a turn and decides nothing here: age alone makes nothing less relevant.
    """
    query = understand(text)
    if not gate.identified or not query.concepts:
        return Ranked()
    scored = _scored(recollection, gate, query, policy)
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


def _scored(recollection: Search, gate: Gate, query: Query, policy: MemoryPolicy) -> list[_Scored]:
    """The best places with their scores."""
    concepts = _spelled(recollection, gate, query.concepts)
    asked_stems = tuple(dict.fromkeys(s for c in concepts for s in (*c.forms, *c.kin)))
    census = recollection.census(gate, asked_stems)
    read, common = _reading(recollection, gate, concepts, census, policy)
    whole = sum(asked.weight for asked in read) + sum(weight for weight, _ in common)
    gains = best_places(*spread(read, census.sessions), policy.max_candidates)
    places = {place.pos: place for place in recollection.places(gate, tuple(pos for pos, _ in gains))}
    extra = _common_gains(recollection, gate, common, places.values())
    named = _named_voices(recollection, gate, query)
    return [
        _Scored(places[pos], judge(gain + extra[pos], whole, places[pos], query, named))
        for pos, gain in gains
        if pos in places
    ]


def _spelled(recollection: Search, gate: Gate, concepts: tuple[Concept, ...]) -> list[Concept]:
    """The concepts; one whose word nobody ever said gets the stems that begin like it."""
    known = {stem for stem, _ in recollection.census(gate, tuple(f for c in concepts for f in c.forms)).counts}
    return [
        concept
        if known.intersection(concept.forms) or len(concept.stem) <= _LOOKALIKE_CHARS
        else replace(concept, forms=recollection.stems_like(gate, concept.stem[:_LOOKALIKE_CHARS], 8))
        for concept in concepts
    ]


def _reading(
    recollection: Search, gate: Gate, concepts: list[Concept], census: Census, policy: MemoryPolicy
) -> tuple[list[Asked], list[tuple[int, tuple[str, ...]]]]:
    """Read the rarest concepts, then kin, as far as `max_postings_read` goes; name the ones too common to be read."""
    counts = dict(census.counts)
    ways = [(0, concept.forms) for concept in concepts] + [(1, concept.kin) for concept in concepts]
    wanted = sorted((kin, sum(counts.get(stem, 0) for stem in way), way) for kin, way in ways)
    left, read, common = policy.max_postings_read, list[Asked](), list[tuple[int, tuple[str, ...]]]()
    for kin, count, way in wanted:
        known = tuple(stem for stem in way if stem in counts)
        if count > left and (kin or read):
            common += [] if kin else [(weight_of(count, census.docs), known)]
            continue
        found = tuple(hit for stem in known for hit in recollection.hits(gate, stem, left))
        left = max(left - count, 0)
        weight = weight_of(count, census.docs)
        if not kin or found:
            read.append(Asked(weight * _KIN_SHARE // 1_000 if kin else weight, found))
    return read, common


def _common_gains(
    recollection: Search, gate: Gate, common: list[tuple[int, tuple[str, ...]]], places: Iterable[Place]
) -> Counter[int]:
    """What the candidates themselves gain from concepts too common to be read as a whole."""
    gains: Counter[int] = Counter()
    candidates = tuple(places)
    for weight, way in common:
        holding = recollection.holding(gate, way, candidates)
        for place in candidates:
            if place.pos in holding:
                gains[place.pos] += impact(weight, place.words)
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
    lines = [s for s in scored if s.score > 0 and s.place.pos < FIRST_ATOM_POS and not s.place.traits & REPLY]
    notes = [s for s in sorted(lines, key=_by_score)[:_NOTES] if s.place.words >= _NOTE_WORDS]
    notes = [s for s in notes if query.subject <= recollection.line_stems(gate, s.place.doc_no)]
    raised: dict[int, int] = {}
    most = 0
    for note in sorted(notes, key=lambda s: (s.place.at_ms, s.place.pos)):
        most = max(note.score, most + 1)
        raised[note.place.pos] = most
    return [_Scored(s.place, raised.get(s.place.pos, s.score)) for s in scored]


def _listed(recollection: Search, gate: Gate, scored: list[_Scored], policy: MemoryPolicy) -> Ranked:
    """Names, tiers and final order: by tier; in a tier atoms by 2.11.9, then lines by score, age and id."""
    found = {s.place.doc_no: s for s in sorted(scored, key=_by_score)[: policy.max_ranked_items] if s.score > 0}
    best = max((s.score for s in found.values()), default=0)
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


def _by_score(scored: _Scored) -> tuple[int, int, int]:
    """Best first; of equals the newest."""
    return -scored.score, -scored.place.at_ms, -scored.place.pos
