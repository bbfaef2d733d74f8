"""Adapter: atoms and lines that this vault has never heard of, many at once: what `apply_records` does, row by row.

Most of what a restore or a long-absent device takes in is new and uncontested. It is written by one statement a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from nacl.utils import random as random_bytes

from engine_b.crypto.sealing import KEY_BYTES, commitment
from engine_b.protocol.ledger import EventDraft
from engine_b.protocol.ops import OpBody, RecordType
from engine_b.storage.row_mapping import ATOM_COLUMNS, LINE_COLUMNS, stem_text
from engine_b.storage.visibility_sql import topic_count
from engine_b.writes.transaction import VaultTransaction
from memory.model.canonical import canonical_bytes

Content = dict[str, Any]
NEW = (RecordType.ATOM, RecordType.LINE)
USE = "INSERT OR IGNORE INTO atom_use SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM tombstone WHERE subject_id = ?2)"
"""Which atom a turn spoke of; of what was forgotten nothing is noted."""
_UNUSED = {"use_count": 0, "last_used_at_ms": None}
_line_cells, _atom_cells = itemgetter(*LINE_COLUMNS), itemgetter(*ATOM_COLUMNS)


class _New(NamedTuple):
    """A new record: its row, the stems that topics are compared with, and its owner."""

    row: tuple[Any, ...]
    stems: str
    user_id: str


def insert_new_records(recorder: VaultTransaction, bodies: Sequence[OpBody]) -> None:
    """Write new atoms and lines, in the order they come, with their ledger events."""
    contents = {sort: [b.content for b in bodies if b.sort is sort and isinstance(b.content, dict)] for sort in NEW}
    _insert(recorder, "archive", LINE_COLUMNS, [_line(content) for content in contents[RecordType.LINE]])
    _insert(recorder, "atom", ATOM_COLUMNS, [_atom(content) for content in contents[RecordType.ATOM]])
    sources = [(c["atom_id"], at, *source) for c in contents[RecordType.ATOM] for at, source in enumerate(c["sources"])]
    recorder.database.run_many("INSERT INTO atom_source VALUES (?, ?, ?, ?, ?)", sources)
    uses = [(c["turn_id"], atom_id) for c in contents[RecordType.LINE] for atom_id in c["used"]]
    recorder.database.run_many(USE, uses)
    keys = {content["atom_id"]: random_bytes(KEY_BYTES) for content in contents[RecordType.ATOM]}
    versions = [
        (content["atom_id"], content["version"], keys[content["atom_id"]]) for content in contents[RecordType.ATOM]
    ]
    recorder.database.run_many("INSERT OR REPLACE INTO atom_key VALUES (?, ?, ?)", versions)
    recorder.append_many([_event(body.sort, body.content, keys) for body in bodies if isinstance(body.content, dict)])


def _insert(recorder: VaultTransaction, table: str, columns: tuple[str, ...], new: Sequence[_New]) -> None:
    """Rows with their stems, and the count of do-not-mention topics where there are any."""
    topics = recorder.database.row("SELECT 1 FROM rule LIMIT 1") is not None
    dnm, marks = (topic_count("?", "?") if topics else "0"), ", ".join("?" * len(columns))
    recorder.database.run_many(
        f"INSERT INTO {table} ({', '.join(columns)}, stems, dnm) VALUES ({marks}, ?, {dnm})",
        [(*each.row, each.stems, each.user_id, each.stems) if topics else (*each.row, each.stems) for each in new],
    )


def _line(content: Content) -> _New:
    return _New(_line_cells(content), stem_text(content["text"]), content["user_id"])


def _atom(content: Content) -> _New:
    words = stem_text(f"{content['key']} {content['value']} {content['text']}")
    return _New(_atom_cells({**content, **_UNUSED}), words, content["user_id"])


def _event(sort: RecordType, content: Content, keys: dict[str, bytes]) -> tuple[EventDraft, str]:
    if sort is RecordType.LINE:
        return EventDraft("LINE_ARCHIVED", content["speaker"], content["line_id"]), content["user_id"]
    facts = (("version", content["version"]), ("status", content["status"]), ("kind", content["kind"]))
    vouched = commitment(canonical_bytes(content), keys[content["atom_id"]])
    draft = EventDraft("ATOM_CREATED", content["reason_code"], content["atom_id"], "", facts, vouched)
    return draft, content["user_id"]
