"""Doors: the inside of one transaction: ledger events, data keys and outbox ops (design.md section 4).

A `Recorder` lives for one transaction and carries the head of the chain along. It also knows which events the same
turn has already left in the ledger, so that a change that is committed again adds nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from operator import attrgetter

from nacl.utils import random as random_bytes

from engine_b.database import Database
from engine_b.gates import topic_count
from engine_b.header import VaultKey
from engine_b.ledger import Draft, Head, LedgerEvent, chained, check_draft, coded_scope, facts_text
from engine_b.rows import Cell
from engine_b.sealing import KEY_BYTES, NONCE_BYTES, Place, seal
from memory.changes import Scope
from memory.ids import op_id

# `+event` below: where a bound value could decide about a partial index, SQLite compiles the statement anew for each.
_APPEND = f"INSERT INTO ledger VALUES ({', '.join('?' * 15)})"
_cells = attrgetter(*(field.name for field in fields(LedgerEvent)))


class Recorder:
    """Writes what belongs to every change, whatever it is about."""

    def __init__(self, database: Database, key: VaultKey, head: Head, scope: Scope) -> None:
        self.database = database
        self.key = key
        self.head = head
        self.scope = scope
        self.coded = coded_scope(scope, key.code_key)
        self.txn_id = head.seq + 1
        self.forgot = False
        self._new: Counter[str] = Counter()
        self._seen: Counter[tuple[str, str, str, str]] | None = None

    def append(self, draft: Draft) -> None:
        """Add an event to the ledger."""
        check_draft(draft)
        event = chained(self.head, self.coded, draft)
        self.database.run(_APPEND, _cells(event))
        self.head = Head(event.seq, event.hash)
        self._new[draft.event] += 1

    def replayed(self, draft: Draft) -> bool:
        """Whether this very event is in the ledger from before. Each stored one answers once."""
        if self._seen is None:
            self._seen = self._load_seen()
        found = (draft.event, draft.reason_code, draft.subject_id, facts_text(draft.facts))
        if self._seen[found] < 1:
            return False
        self._seen[found] -= 1
        return True

    def _load_seen(self) -> Counter[tuple[str, str, str, str]]:
        """The events that this turn left at this moment in earlier transactions."""
        rows = self.database.rows(
            "SELECT event, reason_code, subject_id, facts FROM ledger"
            " WHERE turn_id = ? AND at_ms = ? AND session_id = ? AND user_id = ? AND seq < ?",
            (self.coded.turn_id, self.coded.at_ms, self.coded.session_id, self.coded.user_id, self.txn_id),
        )
        return Counter((event, reason, subject, facts) for event, reason, subject, facts in rows)

    def written(self, event: str) -> int:
        """How many events of this sort the turn has now, when this transaction adds one; else 0."""
        if not self._new[event]:
            return 0
        turn = self.coded.turn_id
        sql = "SELECT count(*) FROM ledger WHERE turn_id = ? AND +event = ? AND seq < ?"
        before = self.database.row(sql, (turn, event, self.txn_id)) if turn else None
        return self._new[event] + (int(before[0]) if before else 0)

    def next_version(self, event: str, subject_id: str) -> int:
        """One more than the ledger has of this event for this subject."""
        sql = "SELECT count(*) FROM ledger WHERE subject_id = ? AND +event = ?"
        row = self.database.row(sql, (subject_id, event))
        return 1 + (int(row[0]) if row else 0)

    def tombstone(self, event: str, subject_id: str) -> bool:
        """Whether the ledger ever said `event` of this subject."""
        sql = "SELECT 1 FROM ledger WHERE subject_id = ? AND +event = ? LIMIT 1"
        return self.database.row(sql, (subject_id, event)) is not None

    def insert_seen(self, table: str, columns: tuple[str, ...], row: tuple[Cell, ...], user_id: str, stem: str) -> None:
        """Insert a row with its stems and the count of do-not-mention topics that match it."""
        marks = ", ".join("?" * len(columns))
        self.database.run(
            f"INSERT INTO {table} ({', '.join(columns)}, stems, dnm) VALUES ({marks}, ?, {topic_count('?', '?')})",
            (*row, stem, user_id, stem),
        )

    def new_key(self, subject_id: str, version: int) -> bytes:
        """A fresh data key for a subject's version."""
        dek = random_bytes(KEY_BYTES)
        self.database.run("INSERT INTO atom_key VALUES (?, ?, ?)", (subject_id, version, dek))
        return dek

    def key_of(self, subject_id: str, version: int) -> bytes | None:
        """The data key of a subject's version, if it was not destroyed."""
        sql = "SELECT dek FROM atom_key WHERE atom_id = ? AND version = ?"
        row = self.database.row(sql, (subject_id, version))
        return row[0] if row else None

    def put(self, object_type: str, subject_id: str, version: int, content: bytes, dek: bytes) -> str:
        """An outbox op with the sealed content; its id."""
        place = Place(object_type, self.key.vault_id, subject_id, version)
        return self._op("put", subject_id, version, seal(content, place, dek, random_bytes(NONCE_BYTES)))

    def destroy(self, subject_id: str) -> str:
        """Destroy all keys of a subject, empty its unsent ops and queue an erase op; the id of that op."""
        version = self.database.row("SELECT max(version) FROM atom_key WHERE atom_id = ?", (subject_id,))
        self.database.run("DELETE FROM atom_key WHERE atom_id = ?", (subject_id,))
        self.database.run(
            "UPDATE outbox SET verb = 'void', payload = x'' WHERE subject_id = ? AND verb = 'put' AND state <> 'sent'",
            (subject_id,),
        )
        return self._op("erase", subject_id, int(version[0] or 0) if version else 0, b"")

    def _op(self, verb: str, subject_id: str, version: int, payload: bytes) -> str:
        op = op_id(subject_id, version, verb)
        self.database.run(
            "INSERT INTO outbox (op_id, txn_id, verb, subject_id, version, payload, state)"
            " VALUES (?, ?, ?, ?, ?, ?, 'pending')",
            (op, self.txn_id, verb, subject_id, version, payload),
        )
        return op
