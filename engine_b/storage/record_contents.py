"""Adapter: the records of the vault as canonical content by record type: what ops carry and digests cover.

`engine_b.sync.materializer` writes what this reads. A record's content is everything that must survive the device: of
an atom all but its use count, of Selene's lines also the atoms that they used, since a line is hidden with its atoms.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from engine_b.core.policy import is_local
from engine_b.protocol.ops import RecordType
from engine_b.storage.database import Database
from engine_b.storage.queries import atoms_where
from engine_b.storage.row_mapping import (
    CORRECTION_COLUMNS,
    FLAG_COLUMNS,
    LINE_COLUMNS,
    RULE_COLUMNS,
    Cell,
    atom_content,
    row_content,
    select_columns,
)
from memory.model.canonical import canonical_bytes

Record = tuple[RecordType, str, int, bytes]
"""Record type, subject, version and canonical content."""

_PLAIN = {
    RecordType.RULE: ("rule", RULE_COLUMNS, "rule_id", "1"),
    RecordType.FLAG: ("flag", FLAG_COLUMNS, "flag_id", "version"),
    RecordType.CORRECTION: ("correction", CORRECTION_COLUMNS, "pair_id", "1"),
    RecordType.DEVICE: ("device_name", ("device_id", "name"), "'device:' || device_id", "1"),
}


def all_records(database: Database) -> Iterator[Record]:
    """Yields all records, lines in the order they were said."""
    yield from line_records(database, "1", ())
    for atom in atoms_where(database, "1", ()):
        yield RecordType.ATOM, atom.atom_id, atom.version, atom_content(atom)
    for sort in _PLAIN:
        yield from _plain(database, sort, "1", ())
    yield from setting_records(database, "1", ())


def record_content(database: Database, sort: RecordType, subject_id: str) -> bytes | None:
    """Returns the content of one subject as stored; None without one."""
    if sort is RecordType.ATOM:
        return next((atom_content(a) for a in atoms_where(database, "a.atom_id = ?", (subject_id,))), None)
    if sort is RecordType.LINE:
        found = line_records(database, "t.line_id = ?", (subject_id,))
    elif sort is RecordType.SETTING:
        found = setting_records(database, "key = ?", (subject_id.removeprefix("setting:"),))
    else:
        found = _plain(database, sort, f"{_PLAIN[sort][2]} = ?", (subject_id,))
    return next((content for _, _, _, content in found), None)


def line_records(database: Database, where: str, params: tuple[str, ...]) -> Iterator[Record]:
    """Yields archive lines (alias t) in the order they were said."""
    sql = (
        f"SELECT {select_columns(LINE_COLUMNS, 't')},"
        " CASE t.speaker WHEN 'selene' THEN (SELECT json_group_array(u.atom_id)"
        " FROM atom_use u WHERE u.turn_id = t.turn_id ORDER BY u.atom_id) ELSE '[]' END"
        f" FROM archive t WHERE {where} ORDER BY t.line_no"
    )
    for *row, used in database.rows(sql, params):
        yield RecordType.LINE, row[0], 1, line_content(tuple(row), json.loads(used))


def line_content(row: tuple[Cell, ...], used: list[str]) -> bytes:
    """Returns the content of a line with the atoms that it used."""
    return canonical_bytes({**dict(zip(LINE_COLUMNS, row, strict=True)), "used": sorted(set(used))})


def setting_records(database: Database, where: str, params: tuple[str, ...]) -> Iterator[Record]:
    """Yields Current State without the entries of this device alone."""
    for key, value in database.rows(f"SELECT key, value FROM current_state WHERE {where} ORDER BY key", params):
        if not is_local(key):
            yield RecordType.SETTING, f"setting:{key}", 1, canonical_bytes({"key": key, "value": value})


def _plain(database: Database, sort: RecordType, where: str, params: tuple[str, ...]) -> Iterator[Record]:
    table, columns, subject, version = _PLAIN[sort]
    sql = f"SELECT {subject}, {version}, {select_columns(columns, 't')} FROM {table} t WHERE {where} ORDER BY 1"
    for subject_id, number, *row in database.rows(sql, params):
        yield sort, subject_id, number, row_content(columns, row)
