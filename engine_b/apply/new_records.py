"""Adapter: inserts new records in bulk: what `materialize` does, for many rows at once.

Most of what a restore or a long-absent device receives is new and without conflicts. It is written by one statement a
table.
"""

from __future__ import annotations

from collections.abc import Sequence

from nacl.utils import random as random_bytes

from engine_b.crypto.sealing import KEY_BYTES, commitment
from engine_b.protocol.ledger import EventDraft
from engine_b.protocol.ops import OpBody
from engine_b.protocol.record_types import Content, RecordType
from engine_b.storage.record_rows import RecordRow, insert_rows
from engine_b.writes.record_writes import event_draft
from engine_b.writes.transaction import VaultTransaction
from protos.canonical_json import canonical_bytes

SYNCED = "SYNCED"
"""The reason of an event whose type has none of its own: another device sent it."""


def insert_new_records(recorder: VaultTransaction, bodies: Sequence[OpBody]) -> None:
    """Inserts new records of the types that are written in bulk, in their order, with their ledger events."""
    keys: dict[str, bytes] = {}
    for kind in recorder.types:
        said = [body for body in bodies if body.sort == kind.name] if kind.bulk else []
        rows = [RecordRow(b.subject_id, b.version, b.content, b.unknown) for b in said if isinstance(b.content, dict)]
        insert_rows(recorder.database, kind, rows)
        if kind.keyed:
            keys |= {row.subject_id: random_bytes(KEY_BYTES) for row in rows}
            versions = [(row.subject_id, row.content["version"], keys[row.subject_id]) for row in rows]
            recorder.database.run_many("INSERT OR REPLACE INTO atom_key VALUES (?, ?, ?)", versions)
    drafts = [
        _event(kind, body.subject_id, body.content, keys)
        for body in bodies
        if isinstance(body.content, dict) and (kind := recorder.types.named(body.sort)).made
    ]
    recorder.append_many(drafts)


def _event(kind: RecordType, subject_id: str, content: Content, keys: dict[str, bytes]) -> tuple[EventDraft, str]:
    assert kind.made
    vouched = commitment(canonical_bytes(content), keys[subject_id]) if kind.keyed else b""
    return event_draft(kind, kind.made, subject_id, content, SYNCED, "", vouched), content["user_id"]
