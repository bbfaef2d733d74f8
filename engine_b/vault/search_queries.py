"""Adapter: candidates for retrieval, from the index of migrations/0002_retrieval.sql. Implements
`memory.model.ports.Search`.

Documents without postings (migrations/0007_waiting.sql) are read too, with the same results.

Gates before scores (design.md section 6): every query here has the user and the gate in its WHERE, as the bits of `bar`
that the index stores (engine_b/storage/visibility_sql.py). Atoms pass the conditions of that module once more before
they are returned, and so does a line when its words are read.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

from engine_b.storage.database import Database, Row
from engine_b.storage.visibility_sql import REPLACED, gate_mask, visible_atoms, visible_lines
from memory.model.ports import DocumentPlace, FoundAtom, FoundLine, Gate, StemCounts

_USER = "(SELECT u.user_no FROM stem_user u WHERE u.user_id = ?1)"
COUNTED = (
    "SELECT s.stem, s.docs FROM json_each(?2) j CROSS JOIN stem s"
    f" WHERE s.user_no = {_USER} AND s.stem = j.value UNION ALL SELECT w.stem, 1 FROM waiting_word w"
    f" WHERE w.user_no = {_USER} AND w.stem IN (SELECT j.value FROM json_each(?2) j)"
)
"""SQL for the stems of the list ?2 and the documents of user ?1 with each; `docs` of a stem are to be added up."""

_PLACE: Callable[[Row], DocumentPlace] = partial(tuple.__new__, DocumentPlace)
_LINE: Callable[[Row], FoundLine] = partial(tuple.__new__, FoundLine)
_ATOM: Callable[[Row], FoundAtom] = partial(tuple.__new__, FoundAtom)
"""Make of a row what its query has selected, without a call of Python for each of hundreds."""


class SearchQueries:
    """Implements `Search` on the index of a vault."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def census(self, gate: Gate, stems: tuple[str, ...]) -> StemCounts:
        """Counts the user's lines and atoms with each stem."""
        user = self._database.row("SELECT docs, sessions FROM stem_user WHERE user_id = ?", (gate.user_id,))
        if not gate.identified or user is None:
            return StemCounts(0, 0, ())
        rows = self._database.rows(
            f"SELECT c.stem, sum(c.docs) FROM ({COUNTED}) c GROUP BY c.stem", (gate.user_id, json.dumps(stems))
        )
        return StemCounts(user[0], user[1], tuple((row[0], row[1]) for row in rows))

    def stems_like(self, gate: Gate, beginning: str, limit: int) -> tuple[str, ...]:
        """Returns the user's stems with this beginning."""
        if not gate.identified or not beginning:
            return ()
        rows = self._database.rows(
            f"SELECT s.stem FROM stem s WHERE s.user_no = {_USER} AND s.stem >= ?2 AND s.stem < ?3"
            f" UNION SELECT w.stem FROM waiting_word w WHERE w.user_no = {_USER} AND w.stem >= ?2 AND w.stem < ?3"
            " ORDER BY 1 LIMIT ?4",
            (gate.user_id, beginning, beginning + "\U0010ffff", limit),
        )
        return tuple(row[0] for row in rows)

    def hits(self, gate: Gate, stems: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
        """Returns all pairs of a stem's index and the position of a visible document with it."""
        if not gate.identified:
            return ()
        rows = self._database.rows(
            "SELECT j.key, q.spot FROM json_each(?2) j CROSS JOIN stem s CROSS JOIN posting q"
            f" WHERE s.user_no = {_USER} AND s.stem = j.value AND q.stem_no = s.stem_no AND q.bar & ?3 = 0"
            " UNION ALL SELECT j.key, w.spot FROM waiting_word w CROSS JOIN json_each(?2) j"
            f" WHERE w.user_no = {_USER} AND j.value = w.stem AND w.bar & ?3 = 0",
            (gate.user_id, json.dumps(stems), gate_mask(gate) | REPLACED),
        )
        return tuple(rows)

    def newest_hits(self, gate: Gate, stem: str, limit: int) -> tuple[tuple[int, int], ...]:
        """Returns the same for one stem, newest first."""
        if not gate.identified:
            return ()
        rows = self._database.rows(
            "SELECT 0, q.spot, q.at_ms, q.doc_no FROM posting q WHERE q.bar & ?3 = 0 AND q.stem_no ="
            f" (SELECT s.stem_no FROM stem s WHERE s.user_no = {_USER} AND s.stem = ?2)"
            " UNION ALL SELECT 0, w.spot, w.at_ms, w.doc_no FROM waiting_word w"
            f" WHERE w.user_no = {_USER} AND w.stem = ?2 AND w.bar & ?3 = 0 ORDER BY 3 DESC, 4 DESC LIMIT ?4",
            (gate.user_id, stem, gate_mask(gate) | REPLACED, limit),
        )
        return tuple((row[0], row[1]) for row in rows)

    def newest_documents(self, gate: Gate, stems: tuple[str, ...], limit: int) -> frozenset[int]:
        """Returns the positions of visible documents that hold any of the stems: of each stem the newest `limit`.

        Stems with fewer documents are read at once, and the words that no index has yet once for all stems.
        """
        if not gate.identified:
            return frozenset()
        barred = gate_mask(gate) | REPLACED
        listed = json.dumps(stems)
        known = self._database.rows(
            "SELECT s.stem_no, s.docs FROM json_each(?2) j CROSS JOIN stem s"
            f" WHERE s.user_no = {_USER} AND s.stem = j.value",
            (gate.user_id, listed),
        )
        whole = json.dumps([stem_no for stem_no, docs in known if docs <= limit])
        rows = self._database.rows(
            "SELECT q.spot >> 9 FROM json_each(?4) n CROSS JOIN posting q WHERE q.stem_no = n.value AND q.bar & ?3 = 0"
            f" UNION ALL SELECT w.spot >> 9 FROM waiting_word w WHERE w.user_no = {_USER} AND w.bar & ?3 = 0"
            " AND w.stem IN (SELECT j.value FROM json_each(?2) j)",
            (gate.user_id, listed, barred, whole),
        )
        for stem_no in (stem_no for stem_no, docs in known if docs > limit):
            rows += self._database.rows(
                "SELECT q.spot >> 9 FROM posting q WHERE q.stem_no = ? AND q.bar & ? = 0"
                " ORDER BY q.at_ms DESC, q.doc_no DESC LIMIT ?",
                (stem_no, barred, limit),
            )
        return frozenset(row[0] for row in rows)

    def holding(self, gate: Gate, stems: tuple[str, ...], places: tuple[DocumentPlace, ...]) -> frozenset[int]:
        """Returns the positions of those documents that hold any of the stems."""
        if not gate.identified:
            return frozenset()
        rows = self._database.rows(
            "SELECT q.spot >> 9 FROM json_each(?2) j CROSS JOIN stem s CROSS JOIN json_each(?3) d CROSS JOIN posting q"
            f" WHERE s.user_no = {_USER} AND s.stem = j.value AND q.stem_no = s.stem_no"
            " AND q.at_ms = d.value ->> 0 AND q.doc_no = d.value ->> 1 AND q.bar & ?4 = 0"
            " UNION SELECT w.spot >> 9 FROM waiting_word w CROSS JOIN json_each(?2) j CROSS JOIN json_each(?3) d"
            f" WHERE w.user_no = {_USER} AND j.value = w.stem AND d.value ->> 1 = w.doc_no AND w.bar & ?4 = 0",
            (
                gate.user_id,
                json.dumps(stems),
                json.dumps([(p.at_ms, p.doc_no) for p in places]),
                gate_mask(gate) | REPLACED,
            ),
        )
        return frozenset(row[0] for row in rows)

    def places(self, gate: Gate, positions: tuple[int, ...]) -> tuple[DocumentPlace, ...]:
        """Returns the visible documents at these positions."""
        if not gate.identified:
            return ()
        rows = self._database.rows(
            "SELECT p.pos, p.at_ms, p.words, p.traits, p.voice_no, p.doc_no"
            " FROM json_each(?2) j CROSS JOIN place p"
            f" WHERE p.pos = j.value AND p.user_no = {_USER} AND p.bar & ?3 = 0",
            (gate.user_id, json.dumps(positions), gate_mask(gate) | REPLACED),
        )
        return tuple(map(_PLACE, rows))

    def positions(self, gate: Gate, turn_id: str) -> tuple[int, ...]:
        """Returns the positions of the visible lines of a turn."""
        if not gate.identified:
            return ()
        rows = self._database.rows(
            "SELECT p.pos FROM archive l CROSS JOIN place p WHERE l.turn_id = ?2 AND p.doc_no = 2 * l.line_no"
            f" AND p.user_no = {_USER} AND p.bar & ?3 = 0",
            (gate.user_id, turn_id, gate_mask(gate) | REPLACED),
        )
        return tuple(row[0] for row in rows)

    def voices(self, gate: Gate) -> tuple[tuple[int, str], ...]:
        """Returns the voices of the user's archive."""
        if not gate.identified:
            return ()
        sql = f"SELECT v.voice_no, v.who FROM voice v WHERE v.user_no = {_USER} ORDER BY v.who"
        return tuple((row[0], row[1]) for row in self._database.rows(sql, (gate.user_id,)))

    def found_lines(self, gate: Gate, doc_nos: tuple[int, ...]) -> tuple[FoundLine, ...]:
        """Returns the visible ones of these lines."""
        if not gate.identified:
            return ()
        rows = self._database.rows(
            "SELECT p.doc_no, l.line_id, l.turn_id FROM json_each(?2) j CROSS JOIN place p CROSS JOIN archive l"
            f" WHERE p.doc_no = j.value AND p.user_no = {_USER} AND p.bar & ?3 = 0"
            " AND l.line_no = p.doc_no >> 1 AND l.user_id = ?1 AND l.dnm = 0",
            (gate.user_id, json.dumps([doc_no for doc_no in doc_nos if not doc_no & 1]), gate_mask(gate) | REPLACED),
        )
        return tuple(map(_LINE, rows))

    def found_atoms(self, gate: Gate, doc_nos: tuple[int, ...], turn_ids: tuple[str, ...]) -> tuple[FoundAtom, ...]:
        """Returns the visible ones of these atoms and of the atoms from these turns.

        A name that was only said in a turn is left out: it is in the push slot anyway.
        """
        gated, params = visible_atoms(gate)
        signals = "a.pinned, a.provenance, a.confidence_bp, a.last_used_at_ms, a.use_count"
        rows = self._database.rows(
            f"SELECT 2 * a.atom_no + 1, a.atom_id, s.turn_id, {signals} FROM json_each(?) j CROSS JOIN atom_source s"
            f" CROSS JOIN atom a WHERE s.turn_id = j.value AND a.atom_id = s.atom_id AND a.key <> 'name' AND {gated}"
            f" UNION ALL SELECT 2 * a.atom_no + 1, a.atom_id, s.turn_id, {signals} FROM json_each(?) j"
            f" CROSS JOIN atom a CROSS JOIN atom_source s WHERE a.atom_no = j.value >> 1 AND s.atom_id = a.atom_id"
            f" AND {gated}",
            (json.dumps(turn_ids), *params, json.dumps([doc_no for doc_no in doc_nos if doc_no & 1]), *params),
        )
        return tuple(map(_ATOM, rows))

    def line_stems(self, gate: Gate, doc_no: int) -> frozenset[str]:
        """Returns the stems of one visible line."""
        gated, params = visible_lines(gate)
        row = self._database.row(
            f"SELECT l.stems FROM archive l WHERE l.line_no = ? AND {gated}", (doc_no >> 1, *params)
        )
        return frozenset(row[0].split()) if row else frozenset()
