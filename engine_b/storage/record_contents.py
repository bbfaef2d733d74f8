"""Adapter: reads the records of the vault as content by record type: what ops carry and digests cover.

A record's content is everything that must survive the device: its row, the fields in other tables, and the fields that
this build does not know. `engine_b.storage.record_rows` writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from engine_b.protocol.record_types import Content, RecordType, RecordTypes, TypeName, content_bytes
from engine_b.protocol.row_mapping import LINE_COLUMNS, Cell, select_columns
from engine_b.storage.database import Database, Value
from memory.model.changes import Record
from protos.canonical_json import canonical_bytes

RecordBytes = tuple[TypeName, str, int, bytes]
"""Type, subject, version and the bytes of the content."""


def records_of(database: Database, kind: RecordType, unknown: Mapping[str, Content]) -> Iterator[RecordBytes]:
    """Yields all records of one type with their unknown fields, without those of this device alone."""
    for subject_id, version, content in stored_records(database, kind, "1", ()):
        if not kind.stays_here(content):
            yield kind.name, subject_id, version, content_bytes(content, unknown.get(subject_id, {}))


def record_content(database: Database, kind: RecordType, subject_id: str) -> bytes | None:
    """Returns the bytes of one stored record; None without one, or when it is of this device alone."""
    content = stored_content(database, kind, subject_id)
    if content is None or kind.stays_here(content):
        return None
    return content_bytes(content, unknown_fields(database, subject_id))


def stored_content(database: Database, kind: RecordType, subject_id: str) -> Content | None:
    """Returns the known fields of one record; None without one."""
    found = stored_record(database, kind, subject_id)
    return found[1] if found else None


def stored_record(database: Database, kind: RecordType, subject_id: str) -> tuple[int, Content] | None:
    """Returns version and known fields of one record; None without one."""
    where = f"t.{kind.id_column} = ?"
    return next(((v, said) for _, v, said in stored_records(database, kind, where, (kind.row_id(subject_id),))), None)


def unknown_fields(database: Database, subject_id: str) -> Content:
    """Returns the unknown fields of one record."""
    row = database.row("SELECT fields FROM record_extra WHERE subject_id = ?", (subject_id,))
    return dict(json.loads(row[0])) if row else {}


def line_content(row: tuple[Cell, ...], used: list[str]) -> bytes:
    """Returns the content of a line with the atoms that it used."""
    return canonical_bytes({**dict(zip(LINE_COLUMNS, row, strict=True)), "used": sorted(set(used))})


def all_unknown_fields(database: Database) -> dict[str, Content]:
    """Returns the unknown fields of all records, by subject. None in a vault that is not migrated yet."""
    if not database.row("SELECT 1 FROM sqlite_master WHERE name = 'record_extra'"):
        return {}
    return {row[0]: json.loads(row[1]) for row in database.rows("SELECT subject_id, fields FROM record_extra")}


def stored_records(
    database: Database, kind: RecordType, where: str, params: tuple[Value, ...]
) -> Iterator[tuple[str, int, Content]]:
    """Yields subject, version and known fields of the records of a type (alias t) with a condition."""
    gathered = [name for name, _ in kind.gathered]
    for subject_id, version, *cells in database.rows(_sql(kind).format(where), params):
        content: dict[str, Any] = dict(zip(kind.columns, cells, strict=False))
        for name, told in zip(gathered, cells[len(kind.columns) :], strict=True):
            content[name] = json.loads(told)
        yield subject_id, version, content


def user_records(database: Database, types: RecordTypes, user_id: str, type_name: str) -> tuple[Record, ...]:
    """The user's records of a type of a skill, by id: what is memory is read through its gates only."""
    return records_where(database, types, type_name, "t.user_id = ?", (user_id,))


def user_record(
    database: Database, types: RecordTypes, user_id: str, type_name: str, subject_id: str
) -> tuple[Record, ...]:
    """The one record of these with an id, if the user has it."""
    kind = types.get(type_name)
    if kind is None:
        return ()
    where = f"t.{kind.id_column} = ? AND t.user_id = ?"
    return records_where(database, types, type_name, where, (kind.row_id(subject_id), user_id))


def records_where(
    database: Database, types: RecordTypes, type_name: str, where: str, params: tuple[Value, ...]
) -> tuple[Record, ...]:
    """Returns the records of a type of a skill (alias t) with a condition, which says whose they are; by id."""
    kind = types.get(type_name)
    if kind is None or kind.gated or "user_id" not in kind.columns:
        return ()
    found = stored_records(database, kind, where, params)
    return tuple(Record(type_name, content) for _, _, content in found)


@cache
def _sql(kind: RecordType) -> str:
    """Returns the query of a type's records, with a place for the condition."""
    subject = f"'{kind.prefix}' || t.{kind.id_column}" if kind.bare_id else f"t.{kind.id_column}"
    version = f"t.{kind.version_column}" if kind.version_column else "1"
    parts = [subject, version, select_columns(kind.columns, "t"), *(sql for _, sql in kind.gathered)]
    return f"SELECT {', '.join(parts)} FROM {kind.table} t WHERE {{}} ORDER BY t.{kind.order or kind.id_column}"
