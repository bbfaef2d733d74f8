"""Adapter: the reading methods of `memory.model.ports.MemoryReader`. Every query has the gate inside its SQL."""

from __future__ import annotations

import json

from engine_b.core.errors import VaultDamaged
from engine_b.storage.database import Database, Row, Value
from engine_b.storage.row_mapping import (
    ATOM_COLUMNS,
    FLAG_COLUMNS,
    LINE_COLUMNS,
    QUESTION_COLUMNS,
    RULE_COLUMNS,
    atom_from_row,
    flag_from_row,
    line_from_row,
    question_from_row,
    rule_from_row,
    select_columns,
)
from engine_b.storage.visibility_sql import visible_atoms, visible_lines
from memory.model.atoms import ArchivedLine, Atom, Source
from memory.model.changes import Flag, Question, Rule
from memory.model.ports import Gate
from memory.rules.order import CONFLICT_ORDER_SQL, RETRIEVAL_ORDER_SQL

_ATOMS = f"SELECT {select_columns(ATOM_COLUMNS, 'a')} FROM atom a WHERE "
_EACH_ATOM = f"SELECT {select_columns(ATOM_COLUMNS, 'a')} FROM json_each(?) j CROSS JOIN atom a"
"""A look-up by id for each: a user has many lines."""


def atoms_with_key(database: Database, gate: Gate, key: str) -> tuple[Atom, ...]:
    """Returns visible atoms with exactly this key, in the order of 2.11.10."""
    gated, params = visible_atoms(gate)
    sql = f"{_ATOMS}{gated} AND a.key = ? ORDER BY {CONFLICT_ORDER_SQL}"
    return _atoms(database, sql, (*params, key))


def atoms(database: Database, gate: Gate, limit: int) -> tuple[Atom, ...]:
    """Returns visible atoms in the order of 2.11.9."""
    gated, params = visible_atoms(gate)
    return _atoms(database, f"{_ATOMS}{gated} ORDER BY {RETRIEVAL_ORDER_SQL} LIMIT ?", (*params, limit))


def atoms_by_id(database: Database, gate: Gate, ids: tuple[str, ...]) -> tuple[Atom, ...]:
    """Returns the visible ones of these atoms, in the order of `ids`."""
    if not ids:
        return ()
    gated, params = visible_atoms(gate)
    sql = f"{_EACH_ATOM} WHERE a.atom_id = j.value AND {gated}"
    found = {atom.atom_id: atom for atom in _atoms(database, sql, (json.dumps(ids), *params))}
    return tuple(found[atom_id] for atom_id in dict.fromkeys(ids) if atom_id in found)


def atom_for_control(database: Database, user_id: str, atom_id: str) -> Atom | None:
    """Returns any atom of the user, to correct or forget it."""
    found = _atoms(database, f"{_ATOMS}a.user_id = ? AND a.atom_id = ?", (user_id, atom_id))
    return found[0] if found else None


def lines_by_id(database: Database, gate: Gate, ids: tuple[str, ...]) -> tuple[ArchivedLine, ...]:
    """Returns the visible ones of these archive lines, in the order of `ids`."""
    if not ids:
        return ()
    gated, params = visible_lines(gate)
    sql = f"SELECT {select_columns(LINE_COLUMNS, 'l')} FROM json_each(?) j CROSS JOIN archive l"
    sql += f" WHERE l.line_id = j.value AND {gated}"
    found = {line.line_id: line for line in map(line_from_row, database.rows(sql, (json.dumps(ids), *params)))}
    return tuple(found[line_id] for line_id in dict.fromkeys(ids) if line_id in found)


def rules(database: Database, user_id: str) -> tuple[Rule, ...]:
    """Returns the user's rules, oldest first."""
    sql = f"SELECT {select_columns(RULE_COLUMNS, 'r')} FROM rule r WHERE r.user_id = ? ORDER BY r.made_at_ms, r.rule_id"
    return tuple(map(rule_from_row, database.rows(sql, (user_id,))))


def flag(database: Database, user_id: str, key: str) -> Flag | None:
    """Returns a do-not-repeat flag by its key."""
    sql = f"SELECT {select_columns(FLAG_COLUMNS, 'f')} FROM flag f WHERE f.user_id = ? AND f.key = ?"
    sql += " ORDER BY f.touched_ms DESC, f.flag_id DESC LIMIT 1"
    row = database.row(sql, (user_id, key))
    return flag_from_row(row) if row else None


def questions(database: Database, user_id: str, session_id: str) -> tuple[Question, ...]:
    """Returns open and unresolved questions of a session, newest first."""
    sql = (
        f"SELECT {select_columns(QUESTION_COLUMNS, 'q')} FROM question q WHERE q.user_id = ? AND q.session_id = ?"
        " AND q.state <> 'resolved' ORDER BY q.asked_at_ms DESC, q.question_id DESC"
    )
    return tuple(map(question_from_row, database.rows(sql, (user_id, session_id))))


def every_atom(database: Database) -> tuple[Atom, ...]:
    """Returns all atoms of all users: to verify the vault, never to show them."""
    return atoms_where(database, "1", ())


def atoms_where(database: Database, where: str, params: tuple[str, ...]) -> tuple[Atom, ...]:
    """Returns atoms (alias a) without a gate: for verifying and sync, never to show them."""
    return _atoms(database, f"{_ATOMS}{where} ORDER BY a.atom_no", params)


def _atoms(database: Database, sql: str, params: tuple[Value, ...]) -> tuple[Atom, ...]:
    """Builds atoms from rows and their sources, in the order of the query."""
    with database.translated():
        found = list(database.connection.execute(sql, params))
    if not found:
        return ()
    sources = _sources(database, found)
    try:
        return tuple(atom_from_row(row, sources[row[0]]) for row in found)
    except ValueError as error:
        raise VaultDamaged(
            "A memory in the vault is not whole. It was left as it is; restore the newest copy."
        ) from error


def _sources(database: Database, found: list[Row]) -> dict[str, list[Source]]:
    sources: dict[str, list[Source]] = {row[0]: [] for row in found}
    for atom_id, turn_id, start, end in database.rows(
        "SELECT atom_id, turn_id, start_at, end_at FROM atom_source"
        " WHERE atom_id IN (SELECT value FROM json_each(?)) ORDER BY atom_id, ordinal",
        (json.dumps(list(sources)),),
    ):
        sources[atom_id].append(Source(turn_id, start, end))
    return sources
