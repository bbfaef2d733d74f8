"""Adapter: what the memory reads of a vault: `memory.model.ports.MemoryReader`.

Every query has the gate inside its SQL. Nothing here writes, and no query orders by chance.
"""

from __future__ import annotations

import json

from engine_b.core.policy import MAX_ALIKE_IDS
from engine_b.protocol.record_types import RecordTypes
from engine_b.protocol.row_mapping import (
    ATOM_COLUMNS,
    FLAG_COLUMNS,
    LINE_COLUMNS,
    QUESTION_COLUMNS,
    RULE_COLUMNS,
    flag_from_row,
    line_from_row,
    question_from_row,
    rule_from_row,
    select_columns,
)
from engine_b.storage.database import Database
from engine_b.storage.queries import SELECT_ATOMS, read_atoms
from engine_b.storage.record_contents import user_record, user_records
from engine_b.storage.thread_rows import open_questions, resumable_threads, threads_between
from engine_b.storage.visibility_sql import visible_atoms, visible_lines
from engine_b.vault.graph_rows import linked_atoms, linked_decisions
from engine_b.vault.search_queries import SearchQueries
from engine_b.vault.vector_rows import gated_vectors, may_be_read
from memory.model.atoms import ArchivedLine, Atom
from memory.model.changes import Flag, Question, Record, Rule
from memory.model.encoder import Encoder
from memory.model.ports import Gate
from memory.rules.order import CONFLICT_ORDER_SQL, RETRIEVAL_ORDER_SQL

_EACH_ATOM = f"SELECT {select_columns(ATOM_COLUMNS, 'a')} FROM json_each(?) j CROSS JOIN atom a"
"""A look-up by id or key for each: a user has many."""


class VaultReader(SearchQueries):
    """Implements `MemoryReader` on the database of a vault."""

    def __init__(self, database: Database, types: RecordTypes) -> None:
        """Takes the record types that the vault was opened with."""
        super().__init__(database)
        self._types = types
        self.encoder: Encoder | None = None
        """What makes vectors of words; None where nothing does."""

    def atoms_with_key(self, gate: Gate, key: str) -> tuple[Atom, ...]:
        """Returns visible atoms with exactly this key, in the order of 2.11.10."""
        gated, params = visible_atoms(gate)
        sql = f"{SELECT_ATOMS}{gated} AND a.key = ? ORDER BY {CONFLICT_ORDER_SQL}"
        return read_atoms(self._database, sql, (*params, key))

    def atoms_with_keys(self, gate: Gate, keys: tuple[str, ...]) -> dict[str, tuple[Atom, ...]]:
        """Returns for each key its visible atoms, in the order of 2.11.10."""
        found: dict[str, list[Atom]] = {key: [] for key in keys}
        gated, params = visible_atoms(gate)
        sql = f"{_EACH_ATOM} WHERE a.key = j.value AND {gated} ORDER BY {CONFLICT_ORDER_SQL}"
        for atom in read_atoms(self._database, sql, (json.dumps(list(found)), *params)) if found else ():
            found[atom.key].append(atom)
        return {key: tuple(atoms) for key, atoms in found.items()}

    def atoms(self, gate: Gate, limit: int) -> tuple[Atom, ...]:
        """Returns visible atoms in the order of 2.11.9."""
        gated, params = visible_atoms(gate)
        return read_atoms(
            self._database, f"{SELECT_ATOMS}{gated} ORDER BY {RETRIEVAL_ORDER_SQL} LIMIT ?", (*params, limit)
        )

    def atoms_by_id(self, gate: Gate, ids: tuple[str, ...]) -> tuple[Atom, ...]:
        """Returns the visible ones of these atoms, in the order of `ids`."""
        if not ids:
            return ()
        gated, params = visible_atoms(gate)
        sql = f"{_EACH_ATOM} WHERE a.atom_id = j.value AND {gated}"
        found = {atom.atom_id: atom for atom in read_atoms(self._database, sql, (json.dumps(ids), *params))}
        return tuple(found[atom_id] for atom_id in dict.fromkeys(ids) if atom_id in found)

    def atoms_beginning(self, gate: Gate, prefix: str) -> tuple[Atom, ...]:
        """Returns the first few visible atoms whose id begins with `prefix`."""
        gated, params = visible_atoms(gate)
        sql = f"{SELECT_ATOMS}{gated} AND a.atom_id >= ? AND a.atom_id < ? ORDER BY a.atom_id LIMIT {MAX_ALIKE_IDS}"
        return read_atoms(self._database, sql, (*params, prefix, f"{prefix}\U0010ffff"))

    def atom_for_control(self, user_id: str, atom_id: str) -> Atom | None:
        """Returns any atom of the user, to correct or forget it."""
        found = read_atoms(self._database, f"{SELECT_ATOMS}a.user_id = ? AND a.atom_id = ?", (user_id, atom_id))
        return found[0] if found else None

    def atoms_for_control(self, user_id: str, ids: tuple[str, ...]) -> tuple[Atom, ...]:
        """Returns those of these atoms that are the user's, in the order of `ids`, to correct or forget them."""
        if not ids:
            return ()
        sql = f"{_EACH_ATOM} WHERE a.atom_id = j.value AND a.user_id = ?"
        found = {atom.atom_id: atom for atom in read_atoms(self._database, sql, (json.dumps(ids), user_id))}
        return tuple(found[atom_id] for atom_id in ids if atom_id in found)

    def lines_by_id(self, gate: Gate, ids: tuple[str, ...]) -> tuple[ArchivedLine, ...]:
        """Returns the visible ones of these archive lines, in the order of `ids`."""
        if not ids:
            return ()
        gated, params = visible_lines(gate)
        sql = f"SELECT {select_columns(LINE_COLUMNS, 'l')} FROM json_each(?) j CROSS JOIN archive l"
        sql += f" WHERE l.line_id = j.value AND {gated}"
        found = {
            line.line_id: line for line in map(line_from_row, self._database.rows(sql, (json.dumps(ids), *params)))
        }
        return tuple(found[line_id] for line_id in dict.fromkeys(ids) if line_id in found)

    def rules(self, user_id: str) -> tuple[Rule, ...]:
        """Returns the user's rules, oldest first."""
        sql = f"SELECT {select_columns(RULE_COLUMNS, 'r')} FROM rule r WHERE r.user_id = ?"
        sql += " ORDER BY r.made_at_ms, r.rule_id"
        return tuple(map(rule_from_row, self._database.rows(sql, (user_id,))))

    def records(self, user_id: str, type_name: str) -> tuple[Record, ...]:
        """Returns the user's records of a type of a skill, by id; none of the memory's."""
        return user_records(self._database, self._types, user_id, type_name)

    def record(self, user_id: str, type_name: str, subject_id: str) -> Record | None:
        """Returns one of the user's records of a type of a skill by its id; None without it."""
        found = user_record(self._database, self._types, user_id, type_name, subject_id)
        return next(iter(found), None)

    def threads_between(
        self, user_id: str, from_ms: int, until_ms: int, limit: int, offset: int = 0
    ) -> tuple[Record, ...]:
        """Returns threads of this span of last use, so many after the first `offset` of the latest."""
        return threads_between(self._database, self._types, user_id, (from_ms, until_ms), (limit, offset))

    def open_questions(self, user_id: str, since_ms: int, latest: int, limit: int) -> tuple[tuple[str, str], ...]:
        """Returns what threads leave open, put aside or not, of the first in their ranking and among the latest."""
        return open_questions(self._database, user_id, since_ms, (latest, limit))

    def resumable_threads(
        self, user_id: str, since_ms: int, unresolved_since_ms: int, limit: int
    ) -> tuple[Record, ...]:
        """Returns the threads among which the first `limit` in the order of 2.21A are."""
        return resumable_threads(self._database, self._types, user_id, (since_ms, unresolved_since_ms), limit)

    def linked_atoms(self, gate: Gate, nodes: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the memories that are connected with nodes of the graph, the nearest first."""
        return linked_atoms(self._database, gate, nodes)

    def linked_decisions(self, gate: Gate, nodes: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the turns of decisions that were taken together with one about these nodes."""
        return linked_decisions(self._database, gate, nodes)

    def encoded(self, text: str) -> bytes:
        """Returns the vector of a text; empty without an encoder, and until the vectors of the memory are made."""
        if self.encoder is None or not may_be_read(self._database, self.encoder):
            return b""
        return next(iter(self.encoder.encode((text,))), b"")

    def vectors(self, gate: Gate, limit: int) -> tuple[tuple[int, bytes], ...]:
        """Returns position and vector of the newest visible lines and atoms, at most `limit` of each."""
        return () if self.encoder is None else gated_vectors(self._database, self.encoder, gate, limit)

    def flag(self, user_id: str, key: str) -> Flag | None:
        """Returns a do-not-repeat flag by its key."""
        sql = f"SELECT {select_columns(FLAG_COLUMNS, 'f')} FROM flag f WHERE f.user_id = ? AND f.key = ?"
        sql += " ORDER BY f.touched_ms DESC, f.flag_id DESC LIMIT 1"
        row = self._database.row(sql, (user_id, key))
        return flag_from_row(row) if row else None

    def questions(self, user_id: str, session_id: str) -> tuple[Question, ...]:
        """Returns open and unresolved questions of a session, newest first."""
        sql = (
            f"SELECT {select_columns(QUESTION_COLUMNS, 'q')} FROM question q WHERE q.user_id = ? AND q.session_id = ?"
            " AND q.state <> 'resolved' ORDER BY q.asked_at_ms DESC, q.question_id DESC"
        )
        return tuple(map(question_from_row, self._database.rows(sql, (user_id, session_id))))
