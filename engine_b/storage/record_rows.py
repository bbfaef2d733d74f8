"""Adapter: inserts, changes and deletes the rows of records, with all derived rows, for any record type.

Ops and ledger events are made by `engine_b.writes.record_writes`, not here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any

from engine_b.protocol.record_types import Content, DerivedRows, RecordType, content_bytes
from engine_b.protocol.row_mapping import stem_text
from engine_b.storage.database import Database, Value
from engine_b.storage.visibility_sql import topic_count

_SPOKEN = (
    "INSERT OR IGNORE INTO atom_use SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM tombstone WHERE subject_id = ?2)"
)
"""Records which atom a turn used; nothing for a forgotten one."""


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A record to write: its subject, version, known and unknown fields."""

    subject_id: str
    version: int
    content: Content
    unknown: Content | None = None
    """None leaves the unknown fields unchanged."""


def insert_rows(
    database: Database, kind: RecordType, records: Sequence[RecordRow], seq: int = 0, *, spoken: bool = True
) -> None:
    """Inserts new records by one statement a table; `seq` is the ledger's number of their event.

    `spoken` records which atoms the lines used; for this device's own lines that is counted as a use instead.
    """
    if not records:
        return
    topics = kind.indexed_text is not None and database.row("SELECT 1 FROM rule LIMIT 1") is not None
    database.run_many(_insert_sql(kind, topics=topics), [_cells(kind, each, seq, topics=topics) for each in records])
    for derived in kind.derived:
        rows = [(kind.row_id(r.subject_id), *row) for r in records for row in derived.rows(r.content)]
        database.run_many(_derived_sql(derived), rows)
    if kind.spoken_of and spoken:
        uses = [(r.content["turn_id"], atom_id) for r in records for atom_id in r.content[kind.spoken_of]]
        database.run_many(_SPOKEN, uses)
    told = [(r.subject_id, _json(r.unknown)) for r in records if r.unknown]
    if told:
        database.run_many("INSERT OR REPLACE INTO record_extra VALUES (?, ?)", told)


def change_row(database: Database, kind: RecordType, before: Content, after: RecordRow, seq: int = 0) -> None:
    """Writes the changed fields of a record; the columns of this device alone stay."""
    row_id, content = kind.row_id(after.subject_id), after.content
    cells = {name: content[name] for name in kind.columns if content[name] != before[name]}
    if kind.version_column and kind.version_column not in kind.columns:
        cells[kind.version_column] = after.version
    if kind.seq_column:
        cells[kind.seq_column] = seq
    if cells:
        sets, params = [f"{name} = ?" for name in cells], [*cells.values()]
        if kind.indexed_text is not None:
            stems = stem_text(kind.indexed_text(content))
            sets += ["stems = ?", f"dnm = {topic_count('?', '?')}"]
            params += [stems, content["user_id"], stems]
        database.run(f"UPDATE {kind.table} SET {', '.join(sets)} WHERE {kind.id_column} = ?", (*params, row_id))
    for derived in kind.derived:
        database.run(f"DELETE FROM {derived.table} WHERE {derived.owner} = ?", (row_id,))
        database.run_many(_derived_sql(derived), [(row_id, *row) for row in derived.rows(content)])
    if after.unknown is not None:
        keep_unknown_fields(database, after.subject_id, after.unknown)


def delete_row(database: Database, kind: RecordType, subject_id: str) -> None:
    """Deletes a record with its derived rows."""
    row_id = kind.row_id(subject_id)
    for derived in kind.derived:
        database.run(f"DELETE FROM {derived.table} WHERE {derived.owner} = ?", (row_id,))
    database.run(f"DELETE FROM {kind.table} WHERE {kind.id_column} = ?", (row_id,))
    if kind.final:
        database.run("DELETE FROM atom_key WHERE atom_id = ?", (subject_id,))
    keep_unknown_fields(database, subject_id, {})


def keep_unknown_fields(database: Database, subject_id: str, unknown: Content) -> None:
    """Stores the unknown fields of a record; deletes them when there are none."""
    if unknown:
        database.run("INSERT OR REPLACE INTO record_extra VALUES (?, ?)", (subject_id, _json(unknown)))
    else:
        database.run("DELETE FROM record_extra WHERE subject_id = ?", (subject_id,))


def _json(unknown: Content) -> str:
    return content_bytes({}, unknown).decode("utf-8", "surrogatepass")


@cache
def _columns(kind: RecordType) -> tuple[str, ...]:
    """Returns the columns of an insert: those of the content, then the others."""
    beside = (kind.id_column, kind.version_column, kind.seq_column, *(name for name, _ in kind.unsaid))
    return (*kind.columns, *(name for name in beside if name and name not in kind.columns))


@cache
def _insert_sql(kind: RecordType, *, topics: bool) -> str:
    columns, marks = list(_columns(kind)), ["?"] * len(_columns(kind))
    if kind.indexed_text is not None:
        columns += ["stems", "dnm"]
        marks += ["?", topic_count("?", "?") if topics else "0"]
    return f"INSERT INTO {kind.table} ({', '.join(columns)}) VALUES ({', '.join(marks)})"


def _cells(kind: RecordType, record: RecordRow, seq: int, *, topics: bool) -> tuple[Value, ...]:
    content = record.content
    cells = _pick(kind)(
        content if len(_columns(kind)) == len(kind.columns) else {**_other_columns(kind, record, seq), **content}
    )
    if kind.indexed_text is None:
        return cells
    stems = stem_text(kind.indexed_text(content))
    return (*cells, stems, content["user_id"], stems) if topics else (*cells, stems)


def _other_columns(kind: RecordType, record: RecordRow, seq: int) -> dict[str, Any]:
    """Returns the cells that are not in the content."""
    beside: dict[str, Any] = dict(kind.unsaid)
    if kind.id_column not in record.content:
        beside[kind.id_column] = kind.row_id(record.subject_id)
    if kind.version_column:
        beside[kind.version_column] = record.version
    if kind.seq_column:
        beside[kind.seq_column] = seq
    return beside


@cache
def _pick(kind: RecordType) -> Callable[[Content], tuple[Value, ...]]:
    """Returns a function that collects the cells of an insert."""
    return itemgetter(*_columns(kind))


@cache
def _derived_sql(derived: DerivedRows) -> str:
    marks = ", ".join("?" * (1 + len(derived.columns)))
    return f"INSERT INTO {derived.table} ({', '.join((derived.owner, *derived.columns))}) VALUES ({marks})"
