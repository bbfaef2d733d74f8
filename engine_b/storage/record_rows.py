"""Adapter: inserts, changes and deletes the rows of records, with all derived rows, for any record type.

Ops and ledger events are made by `engine_b.writes.record_writes`, not here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from typing import NamedTuple

from engine_b.protocol.record_types import Content, DerivedRows, RecordType, content_bytes
from engine_b.protocol.row_mapping import stem_text
from engine_b.storage.database import Database, Value
from engine_b.storage.visibility_sql import topic_count

_SPOKEN = (
    "INSERT OR IGNORE INTO atom_use SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM tombstone WHERE subject_id = ?2)"
)
"""Records which atom a turn used; nothing for a forgotten one."""


class RecordRow(NamedTuple):
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
    database.run_many(_insert_sql(kind, topics=topics), _rows(kind, records, seq, topics=topics))
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
def _stated_columns(kind: RecordType) -> tuple[str, ...]:
    """Returns the columns whose cells come with each record beside its content."""
    beside = (kind.id_column, kind.version_column, kind.seq_column)
    return tuple(name for name in beside if name and name not in kind.columns)


@cache
def _insert_sql(kind: RecordType, *, topics: bool) -> str:
    columns = [*kind.columns, *_stated_columns(kind), *(name for name, _ in kind.unsaid)]
    marks = ["?"] * len(columns)
    if kind.indexed_text is not None:
        columns += ["stems", "dnm"]
        marks += ["?", topic_count("?", "?") if topics else "0"]
    return f"INSERT INTO {kind.table} ({', '.join(columns)}) VALUES ({', '.join(marks)})"


def _rows(kind: RecordType, records: Sequence[RecordRow], seq: int, *, topics: bool) -> list[tuple[Value, ...]]:
    """Returns the cells of an insert, record by record."""
    pick, unsaid = _pick(kind), tuple(value for _, value in kind.unsaid)
    if _stated_columns(kind):
        rows = [pick(each.content) + _stated_cells(kind, each, seq) + unsaid for each in records]
    else:
        rows = [pick(each.content) + unsaid for each in records]
    if kind.indexed_text is None:
        return rows
    stems = [stem_text(kind.indexed_text(each.content)) for each in records]
    if not topics:
        return [(*row, words) for row, words in zip(rows, stems, strict=True)]
    users = [each.content["user_id"] for each in records]
    return [(*row, words, user, words) for row, words, user in zip(rows, stems, users, strict=True)]


def _stated_cells(kind: RecordType, record: RecordRow, seq: int) -> tuple[Value, ...]:
    cells: dict[str, Value] = {
        kind.seq_column: seq,
        kind.version_column: record.version,
        kind.id_column: kind.row_id(record.subject_id),
    }
    return tuple(cells[name] for name in _stated_columns(kind))


@cache
def _pick(kind: RecordType) -> Callable[[Content], tuple[Value, ...]]:
    """Returns a function that collects the cells of the content."""
    if len(kind.columns) > 1:
        return itemgetter(*kind.columns)
    return lambda content: tuple(content[name] for name in kind.columns)


@cache
def _derived_sql(derived: DerivedRows) -> str:
    marks = ", ".join("?" * (1 + len(derived.columns)))
    return f"INSERT INTO {derived.table} ({', '.join((derived.owner, *derived.columns))}) VALUES ({marks})"
