"""Adapter: reads atoms from a vault's database, with their sources.

No gate is put here: either the caller's SQL has it, or what it finds is never shown.
"""

from __future__ import annotations

import json

from engine_b.core.errors import VaultDamaged
from engine_b.protocol.row_mapping import (
    ATOM_COLUMNS,
    atom_from_row,
    select_columns,
)
from engine_b.storage.database import Database, Row, Value
from memory.model.atoms import Atom, Source

SELECT_ATOMS = f"SELECT {select_columns(ATOM_COLUMNS, 'a')} FROM atom a WHERE "


def every_atom(database: Database) -> tuple[Atom, ...]:
    """Returns all atoms of all users: to verify the vault, never to show them."""
    return atoms_where(database, "1", ())


def atoms_where(database: Database, where: str, params: tuple[str, ...]) -> tuple[Atom, ...]:
    """Returns atoms (alias a) without a gate: for verifying and sync, never to show them."""
    return read_atoms(database, f"{SELECT_ATOMS}{where} ORDER BY a.atom_no", params)


def read_atoms(database: Database, sql: str, params: tuple[Value, ...]) -> tuple[Atom, ...]:
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
