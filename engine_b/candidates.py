"""Doors: candidates for retrieval, from the index of migrations/0002_retrieval.sql. Answers `memory.ports.Search`.

Gates before scores (design.md section 6): every query here carries the user and the gate in its WHERE, as the bits
that the index keeps of engine_b/gates.py (`bar`). Atoms pass through engine_b/gates.py itself once more before they
leave for the list, and so does a line when its words are read.
"""

from __future__ import annotations

import json

from engine_b.database import Database
from engine_b.gates import REPLACED, mask, visible_atoms, visible_lines
from memory.ports import Census, FoundAtom, FoundLine, Gate, Place

_USER = "(SELECT u.user_no FROM stem_user u WHERE u.user_id = ?)"


def census(database: Database, gate: Gate, stems: tuple[str, ...]) -> Census:
    """How often each stem stands in the user's lines and atoms."""
    user = database.row("SELECT docs, sessions FROM stem_user WHERE user_id = ?", (gate.user_id,))
    if not gate.identified or user is None:
        return Census(0, 0, ())
    rows = database.rows(
        f"SELECT s.stem, s.docs FROM json_each(?) j CROSS JOIN stem s WHERE s.user_no = {_USER} AND s.stem = j.value",
        (json.dumps(stems), gate.user_id),
    )
    return Census(user[0], user[1], tuple((row[0], row[1]) for row in rows))


def stems_like(database: Database, gate: Gate, beginning: str, limit: int) -> tuple[str, ...]:
    """The user's stems that begin so."""
    if not gate.identified or not beginning:
        return ()
    rows = database.rows(
        f"SELECT s.stem FROM stem s WHERE s.user_no = {_USER} AND s.stem >= ? AND s.stem < ? ORDER BY s.stem LIMIT ?",
        (gate.user_id, beginning, beginning + "\U0010ffff", limit),
    )
    return tuple(row[0] for row in rows)


def hits(database: Database, gate: Gate, stems: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """The index of a stem and the spot of a visible document that holds it, for all such pairs."""
    if not gate.identified:
        return ()
    rows = database.rows(
        "SELECT j.key, q.spot FROM json_each(?) j CROSS JOIN stem s CROSS JOIN posting q"
        f" WHERE s.user_no = {_USER} AND s.stem = j.value AND q.stem_no = s.stem_no AND q.bar & ? = 0",
        (json.dumps(stems), gate.user_id, mask(gate) | REPLACED),
    )
    return tuple(rows)


def newest_hits(database: Database, gate: Gate, stem: str, limit: int) -> tuple[tuple[int, int], ...]:
    """The same of one stem, newest first."""
    if not gate.identified:
        return ()
    rows = database.rows(
        f"SELECT 0, q.spot FROM posting q WHERE q.stem_no = (SELECT s.stem_no FROM stem s WHERE s.user_no = {_USER}"
        " AND s.stem = ?) AND q.bar & ? = 0 ORDER BY q.at_ms DESC, q.doc_no DESC LIMIT ?",
        (gate.user_id, stem, mask(gate) | REPLACED, limit),
    )
    return tuple(rows)


def holding(database: Database, gate: Gate, stems: tuple[str, ...], among: tuple[Place, ...]) -> frozenset[int]:
    """The positions of those documents that hold any of the stems."""
    if not gate.identified:
        return frozenset()
    rows = database.rows(
        "SELECT q.spot >> 9 FROM json_each(?) w CROSS JOIN stem s CROSS JOIN json_each(?) j CROSS JOIN posting q"
        f" WHERE s.user_no = {_USER} AND s.stem = w.value AND q.stem_no = s.stem_no"
        " AND q.at_ms = j.value ->> 0 AND q.doc_no = j.value ->> 1 AND q.bar & ? = 0",
        (json.dumps(stems), json.dumps([(p.at_ms, p.doc_no) for p in among]), gate.user_id, mask(gate) | REPLACED),
    )
    return frozenset(row[0] for row in rows)


def places(database: Database, gate: Gate, positions: tuple[int, ...]) -> tuple[Place, ...]:
    """The visible documents at these positions."""
    if not gate.identified:
        return ()
    rows = database.rows(
        "SELECT p.pos, p.at_ms, p.words, p.traits, p.voice_no, p.doc_no"
        f" FROM json_each(?) j CROSS JOIN place p WHERE p.pos = j.value AND p.user_no = {_USER} AND p.bar & ? = 0",
        (json.dumps(positions), gate.user_id, mask(gate) | REPLACED),
    )
    return tuple(map(Place._make, rows))


def positions(database: Database, gate: Gate, turn_id: str) -> tuple[int, ...]:
    """Where the visible lines of a turn stand."""
    if not gate.identified:
        return ()
    rows = database.rows(
        "SELECT p.pos FROM archive l CROSS JOIN place p WHERE l.turn_id = ? AND p.doc_no = 2 * l.line_no"
        f" AND p.user_no = {_USER} AND p.bar & ? = 0",
        (turn_id, gate.user_id, mask(gate) | REPLACED),
    )
    return tuple(row[0] for row in rows)


def voices(database: Database, gate: Gate) -> tuple[tuple[int, str], ...]:
    """The voices of the user's archive."""
    if not gate.identified:
        return ()
    sql = f"SELECT v.voice_no, v.who FROM voice v WHERE v.user_no = {_USER} ORDER BY v.who"
    return tuple((row[0], row[1]) for row in database.rows(sql, (gate.user_id,)))


def found_lines(database: Database, gate: Gate, doc_nos: tuple[int, ...]) -> tuple[FoundLine, ...]:
    """The visible ones of these lines."""
    if not gate.identified:
        return ()
    rows = database.rows(
        "SELECT p.doc_no, l.line_id, l.turn_id FROM json_each(?) j CROSS JOIN place p CROSS JOIN archive l"
        f" WHERE p.doc_no = j.value AND p.user_no = {_USER} AND p.bar & ? = 0"
        " AND l.line_no = p.doc_no >> 1 AND l.user_id = ? AND l.dnm = 0",
        (
            json.dumps([doc_no for doc_no in doc_nos if not doc_no & 1]),
            gate.user_id,
            mask(gate) | REPLACED,
            gate.user_id,
        ),
    )
    return tuple(map(FoundLine._make, rows))


def found_atoms(
    database: Database, gate: Gate, doc_nos: tuple[int, ...], turn_ids: tuple[str, ...]
) -> tuple[FoundAtom, ...]:
    """The visible ones of these atoms and of the atoms from these turns."""
    gated, params = visible_atoms(gate)
    signals = "a.pinned, a.provenance, a.confidence_bp, ifnull(a.last_used_at_ms, 0), a.use_count"
    rows = database.rows(
        f"SELECT 2 * a.atom_no + 1, a.atom_id, s.turn_id, {signals} FROM json_each(?) j CROSS JOIN atom_source s"
        f" CROSS JOIN atom a WHERE s.turn_id = j.value AND a.atom_id = s.atom_id AND {gated}"
        f" UNION ALL SELECT 2 * a.atom_no + 1, a.atom_id, s.turn_id, {signals} FROM json_each(?) j CROSS JOIN atom a"
        f" CROSS JOIN atom_source s WHERE a.atom_no = j.value >> 1 AND s.atom_id = a.atom_id"
        f" AND {gated}",
        (json.dumps(turn_ids), *params, json.dumps([doc_no for doc_no in doc_nos if doc_no & 1]), *params),
    )
    return tuple(map(FoundAtom._make, rows))


def line_stems(database: Database, gate: Gate, doc_no: int) -> frozenset[str]:
    """The stems of one visible line."""
    gated, params = visible_lines(gate)
    row = database.row(f"SELECT l.stems FROM archive l WHERE l.line_no = ? AND {gated}", (doc_no >> 1, *params))
    return frozenset(row[0].split()) if row else frozenset()
