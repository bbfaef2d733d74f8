"""Adapter: one transaction's ledger events, data keys and outbox ops (design.md section 4).

A `VaultTransaction` lives for one transaction and carries the head of the chain. It also knows which events the same
turn has already left in the ledger, so that a repeated change adds nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from nacl.utils import random as random_bytes

from engine_b.crypto.sealing import KEY_BYTES, NONCE_BYTES, seal
from engine_b.protocol.core_types import CORE_TYPES, DEVICE
from engine_b.protocol.ledger import (
    EventDraft,
    LedgerHead,
    chain_event,
    check_draft,
    facts_text,
    pseudonymize_id,
    pseudonymize_scope,
)
from engine_b.protocol.merge import conflict_copy_origin
from engine_b.protocol.ops import OpBody, encode_op_body, op_seal_context
from engine_b.protocol.record_types import RecordType, RecordTypes, SyncScope, content_bytes
from engine_b.storage.database import Database
from engine_b.storage.header import VaultKey
from engine_b.storage.record_contents import unknown_fields
from engine_b.writes import op_lineage
from memory.model.changes import Scope
from protos.wire import ID_BYTES as OP_ID_BYTES
from protos.wire import payload_hash

# `+event` below: where a bound value could decide about a partial index, SQLite compiles the statement anew for each.
_APPEND = f"INSERT INTO ledger VALUES ({', '.join('?' * 15)})"
_REPLACED_BY = """
SELECT DISTINCT p.value FROM op o JOIN json_each(o.parents) p
WHERE o.op_id IN (SELECT value FROM json_each(?)) AND o.parents <> '[]' ORDER BY 1
"""
_SEQ_BYTES = 4


@dataclass(frozen=True, slots=True)
class ReissuedOp:
    """An op to reissue: the mirror has lost it, or it is erased with its other content."""

    origin: str
    """The op's id, or that of the op that it reissued itself; for a conflict copy that of
    `merge.conflict_copy_origin`.
    """
    sort: str
    subject_id: str
    version: int
    lamport: int
    parents: tuple[str, ...]
    keeps: str = ""
    format: int = 1


class VaultTransaction:
    """Writes the parts that every change has, whatever its record type."""

    def __init__(
        self,
        database: Database,
        key: VaultKey,
        head: LedgerHead,
        scope: Scope,
        device_id: str,
        types: RecordTypes = CORE_TYPES,
    ) -> None:
        self.database = database
        self.types = types
        self.key = key
        self.device_id = device_id
        self.head = head
        self.scope = scope
        self.coded = pseudonymize_scope(scope, key.code_key)
        self.txn_id = head.seq + 1
        self.forgot = False
        self._next: tuple[int, int] | None = None
        self._new: Counter[str] = Counter()
        self._seen: Counter[tuple[str, str, str, str]] | None = None

    def append(self, draft: EventDraft, user_id: str | None = None) -> None:
        """Adds an event to the ledger, of the acting user or of another."""
        check_draft(draft)
        scope = (
            self.coded if user_id is None else replace(self.coded, user_id=pseudonymize_id(user_id, self.key.code_key))
        )
        event = chain_event(self.head, scope, draft)
        self.database.run(_APPEND, event)
        self.head = LedgerHead(event.seq, event.hash)
        self._new[draft.event] += 1

    def append_many(self, drafts: Sequence[tuple[EventDraft, str]]) -> None:
        """Adds events, each of a user, by one statement."""
        scopes: dict[str, Scope] = {}
        rows = []
        for draft, user_id in drafts:
            check_draft(draft)
            if user_id not in scopes:
                scopes[user_id] = replace(self.coded, user_id=pseudonymize_id(user_id, self.key.code_key))
            event = chain_event(self.head, scopes[user_id], draft)
            self.head = LedgerHead(event.seq, event.hash)
            self._new[draft.event] += 1
            rows.append(event)
        self.database.run_many(_APPEND, rows)

    def replayed(self, draft: EventDraft) -> bool:
        """Says whether this very event is in the ledger from before. Each stored one answers once."""
        if self._seen is None:
            self._seen = self._load_seen()
        found = (draft.event, draft.reason_code, draft.subject_id, facts_text(draft.facts))
        if self._seen[found] < 1:
            return False
        self._seen[found] -= 1
        return True

    def _load_seen(self) -> Counter[tuple[str, str, str, str]]:
        """Loads the events that this turn left at this moment in earlier transactions."""
        rows = self.database.rows(
            "SELECT event, reason_code, subject_id, facts FROM ledger"
            " WHERE turn_id = ? AND at_ms = ? AND session_id = ? AND user_id = ? AND seq < ?",
            (self.coded.turn_id, self.coded.at_ms, self.coded.session_id, self.coded.user_id, self.txn_id),
        )
        return Counter((event, reason, subject, facts) for event, reason, subject, facts in rows)

    def written(self, event: str) -> int:
        """Returns how many events of this name the turn has when this transaction adds one; else 0."""
        if not self._new[event]:
            return 0
        turn = self.coded.turn_id
        sql = "SELECT count(*) FROM ledger WHERE turn_id = ? AND +event = ? AND seq < ?"
        before = self.database.row(sql, (turn, event, self.txn_id)) if turn else None
        return self._new[event] + (int(before[0]) if before else 0)

    def next_version(self, event: str, subject_id: str) -> int:
        """Returns one more than the ledger's count of this event for this subject."""
        sql = "SELECT count(*) FROM ledger WHERE subject_id = ? AND +event = ?"
        row = self.database.row(sql, (subject_id, event))
        return 1 + (int(row[0]) if row else 0)

    def has_tombstone(self, event: str, subject_id: str) -> bool:
        """Says whether the ledger has `event` for this subject, or another device erased it for good."""
        sql = (
            "SELECT 1 FROM ledger WHERE subject_id = ?1 AND +event = ?2"
            " UNION ALL SELECT 1 FROM tombstone WHERE subject_id = ?1 LIMIT 1"
        )
        return self.database.row(sql, (subject_id, event)) is not None

    def is_tombstoned(self, subject_id: str) -> bool:
        """Says whether ops erased a subject for good."""
        return self.database.row("SELECT 1 FROM tombstone WHERE subject_id = ?", (subject_id,)) is not None

    def new_key(self, subject_id: str, version: int) -> bytes:
        """Makes a data key for a subject's version."""
        dek = random_bytes(KEY_BYTES)
        self.database.run("INSERT OR REPLACE INTO atom_key VALUES (?, ?, ?)", (subject_id, version, dek))
        return dek

    def key_of(self, subject_id: str, version: int) -> bytes | None:
        """Returns the data key of a subject's version, unless it was destroyed."""
        sql = "SELECT dek FROM atom_key WHERE atom_id = ? AND version = ?"
        row = self.database.row(sql, (subject_id, version))
        return row[0] if row else None

    def put(
        self,
        kind: RecordType,
        subject_id: str,
        version: int,
        content: bytes,
        dek: bytes | None = None,
        *,
        new: bool = False,
        keeps: str = "",
    ) -> str:
        """Queues an op with the sealed content, which replaces the heads of this device; returns its id.

        A `new` subject has none. `dek` is a fresh random key when there is none yet. It is erased with the words of the
        op that it `keeps`. Unknown fields of the record are included. For a record that is not synced no op is made,
        and the id is empty.
        """
        if not self.travels(kind):
            return ""
        content = content if new else self._with_unknown(subject_id, content)
        parents = () if new else op_lineage.replaceable_heads(self.database, subject_id) or self._derived(subject_id)
        for parent in parents:
            self._replace(parent)
        key = dek or random_bytes(KEY_BYTES)
        return self._op(
            kind.name, subject_id, version, key, parents=parents, content=content, keeps=keeps, format=kind.format
        )

    def travels(self, kind: RecordType) -> bool:
        """Says whether new records of a type are synced."""
        if kind.scope is SyncScope.BY_CONSENT:
            row = self.database.row("SELECT value FROM current_state WHERE key = ?", (kind.consent_key,))
            return row == ("yes",)
        return kind.scope is SyncScope.ALWAYS

    def _with_unknown(self, subject_id: str, content: bytes) -> bytes:
        unknown = unknown_fields(self.database, subject_id)
        return content_bytes(json.loads(content), unknown) if unknown else content

    def reissue_op(self, op: ReissuedOp, content: bytes) -> str:
        """Reissues an op under another id; returns the id."""
        key = random_bytes(KEY_BYTES)
        return self._op(
            op.sort, op.subject_id, op.version, key,
            parents=op.parents, content=content, keeps=op.keeps, again=op, format=op.format,
        )  # fmt: skip

    def destroy(self, kind: RecordType, subject_id: str) -> str:
        """Destroys all keys of a subject, empties its ops in the outbox and queues an op that erases the rest; returns
        its id.

        Words that a conflict copy has since are erased without being taken back. A parked op about the subject is
        destroyed too, when the subject stays erased. For a subject that was never synced no op is queued, and the id is
        empty.
        """
        gone, moved = op_lineage.ops_to_forget(self.database, subject_id, with_kept=kind.teaches)
        if kind.final:
            aside = self.database.rows("SELECT op_id FROM parked WHERE subject_id = ? ORDER BY op_id", (subject_id,))
            gone = tuple(dict.fromkeys((*gone, *(row[0] for row in aside))))
        row = self.database.row(
            f"SELECT max(version) FROM op WHERE subject_id = ? AND {op_lineage.LIVING}", (subject_id,)
        )
        if kind.final:
            self.database.run("DELETE FROM atom_key WHERE atom_id = ?", (subject_id,))
            self.database.run("INSERT OR IGNORE INTO tombstone VALUES (?)", (subject_id,))
        self.database.run("DELETE FROM record_extra WHERE subject_id = ?", (subject_id,))
        self.database.run("DELETE FROM rival WHERE ? IN (rival_id, atom_id)", (subject_id,))
        tombstone_ops(self.database, gone, here=True, taken_back=True)
        if not gone and not self.travels(kind):
            return ""
        version = row[0] if row and row[0] else 1
        op = self.erase(kind.name, subject_id, version, gone, final=kind.final)
        if moved:
            tombstone_ops(self.database, moved, here=True)
            self.erase_ops(moved)
        return op

    def erase_ops(self, gone: tuple[str, ...]) -> str:
        """Queues an op that erases these ops everywhere, without taking back their words; returns its id."""
        return self.erase(DEVICE.name, f"device:{self.device_id}", 1, gone, final=False)

    def erase(self, sort: str, subject_id: str, version: int, gone: tuple[str, ...], *, final: bool) -> str:
        """Queues an op that erases these ops everywhere and replaces what else they replaced; returns its id.

        `final`: the subject is gone for good.
        """
        rows = self.database.rows(_REPLACED_BY, (json.dumps(gone),))
        parents = tuple(row[0] for row in rows)
        return self._op(sort, subject_id, version, random_bytes(KEY_BYTES), parents=parents, erases=gone, final=final)

    def _derived(self, subject_id: str) -> tuple[str, ...]:
        """Returns the parents of the first op about a conflict copy: the origin from which it was derived."""
        known = self.database.row("SELECT 1 FROM rival WHERE rival_id = ?", (subject_id,))
        return (conflict_copy_origin(subject_id),) if known else ()

    def _replace(self, op_id: str) -> None:
        self.database.run("UPDATE op SET head = 0 WHERE op_id = ?", (op_id,))
        self.database.run("DELETE FROM head_content WHERE op_id = ?", (op_id,))
        self.database.run("INSERT OR IGNORE INTO op_replaced VALUES (?)", (op_id,))

    def _op(
        self,
        sort: str,
        subject_id: str,
        version: int,
        dek: bytes,
        *,
        parents: tuple[str, ...] = (),
        content: bytes | None = None,
        erases: tuple[str, ...] = (),
        final: bool = False,
        keeps: str = "",
        again: ReissuedOp | None = None,
        format: int = 1,
    ) -> str:
        """Seals an op, queues it, and records it."""
        if self._next is None:
            self._next = self._load_next()
        (seq, base) = self._next
        op = _op_id(seq)
        self._next = (seq + 1, base)
        lamport, repeats = (again.lamport, again.origin) if again else (base + seq, "")
        body = OpBody(
            sort, subject_id, version, self.device_id, lamport, parents, None, erases, final, repeats, keeps, format
        )
        payload = seal(
            encode_op_body(body, content), op_seal_context(self.key.vault_id, op), dek, random_bytes(NONCE_BYTES)
        )
        self.database.run("INSERT INTO outbox VALUES (?, ?)", (seq, payload))
        self.database.run(
            "INSERT INTO op VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (op, self.device_id, seq, self.txn_id, str(sort), subject_id, version, lamport, content is not None,
             dek, payload_hash(payload), op_id_list(erases), repeats or None, op_id_list(parents), keeps or None),
        )  # fmt: skip
        return op

    def _load_next(self) -> tuple[int, int]:
        """Loads the next op's number, and the offset of the logical clock from it."""
        row = self.database.row(
            "SELECT (SELECT max(seq) FROM op WHERE device_id = ?),"
            " (SELECT value FROM sync_note WHERE name = 'lamport_base')",
            (self.device_id,),
        )
        assert row
        return (row[0] or 0) + 1, row[1] or 0


def _op_id(seq: int) -> str:
    """Returns a random id with the op's number at its beginning, so that new ids are neighbours in the indexes."""
    return seq.to_bytes(_SEQ_BYTES, "big").hex() + random_bytes(OP_ID_BYTES - _SEQ_BYTES).hex()


def op_id_list(op_ids: tuple[str, ...]) -> str:
    """Encodes op ids for storage."""
    return json.dumps(op_ids) if op_ids else "[]"


def tombstone_ops(database: Database, gone: tuple[str, ...], *, here: bool, taken_back: bool = False) -> None:
    """Destroys the keys of these ops and their content in the outbox.

    With `here`, this device renews their pages' keys at the mirror. `taken_back` says that their words must not be
    known any more, also from a reissued op.
    """
    listed = json.dumps(gone)
    if here:
        _mark_pages_stale(database, listed)
    database.run("UPDATE op SET dek = NULL, head = 0 WHERE op_id IN (SELECT value FROM json_each(?))", (listed,))
    database.run(
        "UPDATE outbox SET payload = x'' WHERE seq IN (SELECT o.seq FROM op o JOIN json_each(?) g ON g.value = o.op_id"
        " WHERE o.device_id = (SELECT i.device_id FROM identity i))",
        (listed,),
    )
    database.run(
        "INSERT INTO op_erased SELECT value, ? FROM json_each(?) WHERE true"
        " ON CONFLICT (op_id) DO UPDATE SET taken_back = max(taken_back, excluded.taken_back)",
        (taken_back, listed),
    )
    database.run("DELETE FROM head_content WHERE op_id IN (SELECT value FROM json_each(?))", (listed,))
    database.run("UPDATE parked SET payload = NULL WHERE op_id IN (SELECT value FROM json_each(?))", (listed,))
    database.run(
        "DELETE FROM parked WHERE op_id IN (SELECT value FROM json_each(?))"
        " AND (SELECT o.erases FROM op o WHERE o.op_id = parked.op_id) = '[]'",  # what erases others is still heeded
        (listed,),
    )


def reject_forgotten_op(
    recorder: VaultTransaction, sort: str, subject_id: str, version: int, op_id: str, *, taken_back: bool
) -> None:
    """Erases an op that would bring back what is gone for good, here and everywhere.

    `taken_back`: it has forgotten words, and not only a subject that is gone.
    """
    tombstone_ops(recorder.database, (op_id,), here=True, taken_back=taken_back)
    gone = (op_id,)
    final = recorder.is_tombstoned(subject_id)
    op = recorder.erase(sort, subject_id, version, gone, final=final) if taken_back else recorder.erase_ops(gone)
    recorder.append(EventDraft("RESURRECTION_REFUSED", "FORGOTTEN", subject_id, op))


def _mark_pages_stale(database: Database, listed: str) -> None:
    """Marks the pages of these ops as having lost one."""
    database.run(
        "UPDATE page_key SET stale = 1 WHERE EXISTS (SELECT 1 FROM op o JOIN json_each(?) g ON g.value = o.op_id"
        " WHERE o.dek IS NOT NULL AND o.device_id = page_key.device_id AND (o.seq - 1) / 256 = page_key.page)",
        (listed,),
    )
