"""Adapter: materialises a subject from its heads: writes, changes or deletes the record, with its ledger event."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine_b.apply.new_records import SYNCED
from engine_b.crypto.sealing import commitment
from engine_b.protocol.op_heads import OpHead
from engine_b.protocol.ops import OpBody
from engine_b.protocol.record_types import Content, RecordType, content_bytes
from engine_b.storage.record_contents import record_content, stored_content, stored_record
from engine_b.storage.record_rows import RecordRow, change_row, delete_row, insert_rows, keep_unknown_fields
from engine_b.writes.correction_cleanup import drop_correction_pairs
from engine_b.writes.derived_cleanup import drop_derived_records, drop_questions
from engine_b.writes.record_writes import count_topics, drop_followers, event_draft, remove_record
from engine_b.writes.transaction import VaultTransaction, reject_forgotten_op
from protos.canonical_json import canonical_bytes


@dataclass(frozen=True, slots=True)
class BatchContents:
    """The contents of this batch by op id, whether contents of heads are stored apart from the records, and the
    subjects with erased words.
    """

    bodies: dict[str, OpBody]
    beside: bool
    retracted_subjects: set[str]


class _Statement(NamedTuple):
    """A head with its content, in the fields that this build knows and in the others."""

    head: OpHead
    content: Content
    unknown: Content


def materialize(
    recorder: VaultTransaction, kind: RecordType, subject_id: str, heads: Sequence[OpHead], known: BatchContents
) -> None:
    """Writes the record of a subject's heads; nothing when nothing changed."""
    if kind.goes_with and recorder.is_tombstoned(subject_id):  # perhaps with its atom, in this batch
        heads = ()
    told = _statements(recorder, kind, subject_id, heads, known)
    if kind.teaches and subject_id in known.retracted_subjects:
        drop_derived_records(recorder, subject_id)
    copies = _copies(recorder, subject_id)
    if not told:
        _drop(recorder, kind, subject_id)
        _drop_copies(recorder, kind, copies)
    elif kind.goes_with and recorder.is_tombstoned(told[0].content[kind.goes_with]):
        remove_record(recorder, kind, subject_id, told[0].content, "ATOM_FORGOTTEN")
    else:
        _drop_copies(recorder, kind, copies - _put_merged(recorder, kind, subject_id, told))


def _statements(
    recorder: VaultTransaction, kind: RecordType, subject_id: str, heads: Sequence[OpHead], known: BatchContents
) -> list[_Statement]:
    """Returns the content of each head: from this batch, stored apart, or the record itself while it was the only
    head.
    """
    told: list[_Statement] = []
    for head in heads:
        if head.op_id in known.bodies:
            body = known.bodies[head.op_id]
            assert isinstance(body.content, dict)
            told.append(_Statement(head, body.content, body.unknown))
            continue
        row = recorder.database.row("SELECT content FROM head_content WHERE op_id = ?", (head.op_id,))
        stored = row[0] if row else record_content(recorder.database, kind, subject_id)
        assert stored
        told.append(_Statement(head, *kind.split(json.loads(stored))))
    if len(heads) > 1 or known.beside:
        _keep_head_contents(recorder, subject_id, told if len(heads) > 1 else [])
    return told


def _keep_head_contents(recorder: VaultTransaction, subject_id: str, told: Sequence[_Statement]) -> None:
    """Stores the contents of several heads until one of them is left."""
    recorder.database.run("DELETE FROM head_content WHERE subject_id = ?", (subject_id,))
    for head, content, unknown in told:
        row = (head.op_id, subject_id, content_bytes(content, unknown).decode("utf-8", "surrogatepass"))
        recorder.database.run("INSERT INTO head_content VALUES (?, ?, ?)", row)


def _put_merged(recorder: VaultTransaction, kind: RecordType, subject_id: str, told: Sequence[_Statement]) -> set[str]:
    """Writes the record of one or more heads and its conflict copies; returns the ids of the copies."""
    merged = kind.merge(subject_id, [(head, content) for head, content, _ in told])
    version = max(head.version for head, *_ in told)
    _put(recorder, kind, RecordRow(subject_id, version, merged.content, _merged_unknown(kind, merged.content, told)))
    derived: set[str] = set()
    for origin, copy_id, content in merged.copies:
        heads = [each for each in told if each.head.origin == origin]
        if recorder.is_tombstoned(copy_id):
            for each in heads:
                reject_forgotten_op(recorder, kind.name, subject_id, 1, each.head.op_id, taken_back=True)
            continue
        derived.add(copy_id)
        recorder.database.run("INSERT OR REPLACE INTO rival VALUES (?, ?, ?)", (copy_id, subject_id, origin))
        if not _has_own_ops(recorder, copy_id):
            _put(recorder, kind, RecordRow(copy_id, 1, content, heads[0].unknown))
    return derived


def _merged_unknown(kind: RecordType, merged: Content, told: Sequence[_Statement]) -> Content:
    """Returns the unknown fields of the heads with the words of the record: others may contain what was cut."""
    alike = [each for each in told if all(each.content[name] == merged[name] for name in kind.words)]
    unknown: Content = {}
    for each in sorted(alike, key=lambda each: each.head.rank):
        unknown |= each.unknown
    return unknown


def _put(recorder: VaultTransaction, kind: RecordType, record: RecordRow) -> None:
    """Writes a record with its ledger event; the columns of this device alone stay."""
    database, seq = recorder.database, recorder.head.seq + 1
    stored = stored_record(database, kind, record.subject_id)
    before = stored[1] if stored else None
    if before is None:
        insert_rows(database, kind, [record], seq)
    elif stored and _is_same(kind, stored, record):
        keep_unknown_fields(database, record.subject_id, record.unknown or {})
        return
    else:
        change_row(database, kind, before, record, seq)
    rule, vouched = kind.made if before is None else kind.changed, b""
    if kind.keyed:
        dek = recorder.new_key(record.subject_id, record.content["version"])
        vouched = commitment(canonical_bytes(record.content), dek)
    if rule:
        draft = event_draft(kind, rule, record.subject_id, record.content, SYNCED, "", vouched)
        recorder.append(draft, record.content.get("user_id"))
        recorder.forgot |= rule.forgets
    if any(kind.recounts_topics(said) for said in (before, record.content) if said):
        count_topics(recorder, record.content["user_id"])


def _is_same(kind: RecordType, stored: tuple[int, Content], record: RecordRow) -> bool:
    """Says whether a stored record is unchanged, in the fields that another device may change."""
    version, before = stored
    if kind.version_column and kind.version_column not in kind.columns and version != record.version:
        return False
    return all(before[name] == record.content[name] for name in (kind.fields if kind.changes is None else kind.changes))


def _drop(recorder: VaultTransaction, kind: RecordType, subject_id: str) -> None:
    """Deletes a record that was forgotten elsewhere, with everything that depends on it here.

    One that is not gone for good may come back with an op of another device, so the turns that used it stay recorded.
    """
    if not kind.erasable:
        return
    if kind.teaches and recorder.is_tombstoned(subject_id):
        recorder.database.run("DELETE FROM atom_use WHERE atom_id = ?", (subject_id,))
        drop_correction_pairs(recorder, subject_id)
        drop_followers(recorder, subject_id)
    stored = stored_content(recorder.database, kind, subject_id)
    if stored is None:
        return
    if kind.teaches:
        drop_questions(recorder, subject_id)
    delete_row(recorder.database, kind, subject_id)
    if kind.dropped:
        recorder.append(event_draft(kind, kind.dropped, subject_id, {}, SYNCED), stored.get("user_id"))
        recorder.forgot |= kind.dropped.forgets
    if kind.recounts_topics(stored):
        count_topics(recorder, stored["user_id"])


def _copies(recorder: VaultTransaction, subject_id: str) -> set[str]:
    """Returns the conflict copies of a subject."""
    return {row[0] for row in recorder.database.rows("SELECT rival_id FROM rival WHERE atom_id = ?", (subject_id,))}


def _drop_copies(recorder: VaultTransaction, kind: RecordType, copies: set[str]) -> None:
    """Deletes conflict copies whose conflict is settled."""
    for copy_id in sorted(copies):
        if kind.teaches and recorder.is_tombstoned(copy_id):
            drop_correction_pairs(recorder, copy_id)
        recorder.database.run("DELETE FROM rival WHERE rival_id = ?", (copy_id,))
        if not _has_own_ops(recorder, copy_id):
            _drop(recorder, kind, copy_id)


def _has_own_ops(recorder: VaultTransaction, subject_id: str) -> bool:
    """Says whether a conflict copy was changed or forgotten since, so that it has ops of its own."""
    sql = "SELECT 1 FROM op WHERE subject_id = ?1 UNION SELECT 1 FROM tombstone WHERE subject_id = ?1 LIMIT 1"
    return recorder.database.row(sql, (subject_id,)) is not None
