"""Composition: the Device Vault. `commit` is the only way to write; `reader` is what the memory reads.

A change is committed as a whole: ledger, records and outbox in one transaction, durable when `commit` returns. Only
then may Selene say that she will remember. For one caller at a time; the vault keeps no thread.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING
from weakref import finalize

from engine_b.core.errors import VaultError, VaultReadOnly
from engine_b.core.policy import VECTORS_AFTER_COMMIT, VECTORS_AT_ONCE, VaultPolicy
from engine_b.protocol.core_types import CORE_TYPES
from engine_b.protocol.ledger import (
    LedgerEvent,
    LedgerHead,
    pseudonymize_id,
)
from engine_b.protocol.record_types import RecordTypes
from engine_b.storage.database import Database
from engine_b.storage.device_identity import ensure_identity
from engine_b.storage.migrator import unknown_types
from engine_b.storage.postings import count_unposted, write_pending_postings
from engine_b.vault.integrity_check import RecordCounts, VerifyReport, count_records, inspect_vault, last_head
from engine_b.vault.open_vault import (
    OpenedVault,
    close_vault,
    journal_size,
    open_beside,
    open_read_only,
    open_read_write,
)
from engine_b.vault.vault_reader import VaultReader
from engine_b.vault.vector_rows import begin_vectors, make_vectors, vectors_are_of
from memory.core.policy import MemoryPolicy
from memory.model.changes import Change, Scope, Setting

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

    from engine_b.writes.transaction import VaultTransaction
    from memory.model.encoder import Encoder


@dataclass(frozen=True, slots=True)
class CommitResult:
    """The result of a durable commit, with the head of the ledger."""

    head_seq: int
    head_hash: str
    scrubbed: bool
    """False when forgotten words may still be in the write-ahead log because of a reader; retried later."""


@dataclass(frozen=True, slots=True)
class VaultPolicies:
    """The limits of a vault."""

    vault: VaultPolicy = field(default_factory=VaultPolicy)
    memory: MemoryPolicy = field(default_factory=MemoryPolicy)


class Vault:
    """One device's memory on disk. Use `Vault.open`, as a context manager."""

    def __init__(
        self, state: Path, opened: OpenedVault, policies: VaultPolicies, types: RecordTypes, *, read_only: bool
    ) -> None:
        self.unknown_types = unknown_types(opened.database, types)
        """The record types that a newer build has written here and this one does not know: kept as they are."""
        self.record_types = types.without(self.unknown_types)
        """The record types that this vault works with."""
        self._state = state
        self._opened = opened
        self._policies = policies
        self.reader = VaultReader(opened.database, self.record_types)
        """What the memory reads of this vault."""
        self._read_only = read_only
        self._verified = opened.head
        self._next_settling = policies.vault.journal_bytes if read_only else self._journal_room()
        self.close = finalize(self, close_vault, opened, state, policies.vault, os.getpid())
        """Closes cleanly; may be called twice, and runs at the interpreter's end if it was not called."""

    @classmethod
    def open(
        cls,
        state: Path,
        *,
        now_ms: int,
        create: bool = True,
        read_only: bool = False,
        accept_loss: bool = False,
        vault_id: bytes | None = None,
        policy: VaultPolicies | None = None,
        record_types: RecordTypes = CORE_TYPES,
    ) -> Vault:
        """Opens the vault in the folder `state`; makes it when there is none and `create` is true.

        `read_only` opens beside a running daemon. `accept_loss` opens a vault that is older than what it had
        acknowledged, or whose head file is lost, after the person agreed; the ledger then says so. `vault_id` is
        for a new vault that takes in an account's ops. What other devices told of `record_types` that an older build
        did not understand is taken in now.
        Raises a `VaultError`; what is on disk then is what was there before.
        """
        policies = policy or VaultPolicies()
        if read_only:
            return cls(state, open_read_only(state, policies.vault), policies, record_types, read_only=True)
        opened = open_read_write(state, policies.vault, create=create, accept_loss=accept_loss, vault_id=vault_id)
        vault = cls(state, opened, policies, record_types, read_only=False)
        try:
            vault._begin(now_ms)
        except VaultError:
            vault.close()
            raise
        return vault

    def open_beside(self) -> Vault:
        """Opens another connection of this process, which only reads and may be used by another thread.

        `Vault.open(read_only=True)` is for other processes: it reads the file itself, and closing that would give up
        the locks that this process holds on it.
        """
        opened = open_beside(self._opened, self._policies.vault)
        beside = Vault(self._state, opened, self._policies, self.record_types, read_only=True)
        beside.reader.encoder = self.reader.encoder
        return beside

    def __enter__(self) -> Vault:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def connection(self) -> Connection:
        """The connection, for reading only: candidate queries put a gate of `engine_b.storage.visibility_sql` in their
        WHERE.
        """
        return self._opened.database.connection

    @property
    def code_key(self) -> bytes:
        """The key that pseudonymises free-text names in the ledger; see `engine_b.protocol.ledger.pseudonymize_id`."""
        return self._opened.key.code_key

    @property
    def scrub_pending(self) -> bool:
        """True while forgotten words may still be in the write-ahead log."""
        return not self._opened.scrubbed

    @property
    def healed(self) -> bool:
        """Whether a damaged salt was restored when this vault was opened."""
        return self._opened.healed

    def commit(self, change: Change, *, awaited: bool = False) -> CommitResult:
        """Writes all of `change` durably, or none of it. The same change again writes nothing.

        `awaited` says that a person waits for the result. Work that does not make the change durable is then left to
        the next commit that nobody waits for: emptying a full write-ahead log, up to twice its limit, and writing
        postings, up to `max_waiting_docs`. A commit that forgets does it at once.

        Raises ChangeRefused for a change that breaks a rule, VaultReadOnly, DiskFull, IoFailed or VaultBusy; nothing is
        written then and the vault stays usable. An error from the head file comes after COMMIT: the change is stored
        but not acknowledged, and committing it again acknowledges it.
        """
        from engine_b.writes.apply_change import write_change

        if not self._read_only and not self._opened.scrubbed:
            self._settle()
        with self.recording(change.scope, awaited=awaited) as recorder:
            write_change(recorder, change, self._policies.memory)
        if not awaited:
            with suppress(VaultError):  # the change is durable; the vectors are made later
                self.make_vectors(VECTORS_AFTER_COMMIT)
        opened = self._opened
        return CommitResult(opened.head.seq, opened.head.hash.hex(), opened.scrubbed)

    @contextmanager
    def recording(self, scope: Scope, *, awaited: bool = False) -> Iterator[VaultTransaction]:
        """Opens one transaction, for `commit` and for sync: durable at its end, rolled back when it raises."""
        if self._read_only:
            raise VaultReadOnly
        opened = self._opened
        recorder = self._recorder(scope)
        with opened.database.transaction():
            yield recorder
            if not awaited or count_unposted(opened.database) > self._policies.vault.max_waiting_docs:
                write_pending_postings(opened.database)
        opened.head = recorder.head
        self._acknowledge()
        grown = journal_size(self._state) - self._next_settling
        if recorder.forgot or grown >= (self._journal_room() if awaited else 0):
            self._settle()

    def use_encoder(self, encoder: Encoder | None) -> None:
        """Has the memory read and keep vectors of this encoder, or none. Those of another model are dropped."""
        self.reader.encoder = encoder
        database = self._opened.database
        if encoder is not None and not self._read_only and not vectors_are_of(database, encoder):
            with database.transaction():
                begin_vectors(database, encoder)

    def make_vectors(self, limit: int = VECTORS_AT_ONCE) -> bool:
        """Makes up to `limit` vectors that are missing, in a transaction of its own that changes no record. Returns
        whether others may wait; without an encoder none do.
        """
        encoder, database = self.reader.encoder, self._opened.database
        if encoder is None or self._read_only:
            return False
        with database.transaction():
            more = make_vectors(database, encoder, limit)
        if journal_size(self._state) >= self._next_settling:
            self._settle()
        return more

    @property
    def vault_id(self) -> bytes:
        """16 bytes, equal on all devices of the account."""
        return self._opened.key.vault_id

    @property
    def device_id(self) -> str:
        """This device's id, as hex."""
        return self._opened.device_id

    @property
    def database(self) -> Database:
        """The connection with the vault's own errors; for sync, which writes inside `recording` only."""
        return self._opened.database

    def verify(self) -> VerifyReport:
        """Verifies pages, chain, head, records, Current State and indexes, after emptying the write-ahead log."""
        opened = self._opened
        if not self._read_only:
            self._settle()
        return inspect_vault(
            opened.database,
            opened.head,
            pages=opened.scrubbed and not self._read_only,
        )

    def counts(self) -> RecordCounts:
        """Counts records by type."""
        return count_records(self._opened.database)

    def head(self) -> LedgerHead:
        """Returns the end of the ledger."""
        return last_head(self._opened.database)

    def ledger_events(
        self,
        user_id: str | None = None,
        turn_id: str | None = None,
        subject_id: str | None = None,
        limit: int = 100,
        event: str | None = None,
    ) -> tuple[LedgerEvent, ...]:
        """Returns the newest events, at most `limit`, oldest first; of one user, turn, subject or event when given."""
        key = self._opened.key.code_key
        user = None if user_id is None else pseudonymize_id(user_id, key)
        turn = None if turn_id is None else pseudonymize_id(turn_id, key)
        rows = self._opened.database.rows(
            "SELECT * FROM ledger WHERE (?1 IS NULL OR user_id = ?1) AND (?2 IS NULL OR turn_id = ?2)"
            " AND (?3 IS NULL OR subject_id = ?3) AND (?4 IS NULL OR event = ?4) ORDER BY seq DESC LIMIT ?5",
            (user, turn, subject_id, event, min(limit, self._policies.vault.max_ledger_read)),
        )
        return tuple(LedgerEvent(*row) for row in reversed(rows))

    def current_state(self) -> tuple[Setting, ...]:
        """Returns Current State, by key."""
        rows = self._opened.database.rows("SELECT key, value FROM current_state ORDER BY key")
        return tuple(Setting(*row) for row in rows)

    def _begin(self, now_ms: int) -> None:
        """Migrates, records what was found at opening, and marks the vault as in use."""
        from engine_b.vault.upgrade import catch_up, migrate_vault  # who only reads does not load what writes

        opened, scope = self._opened, Scope("", "", "", now_ms)
        migrate_vault(opened, scope, self.record_types)
        opened.device_id = ensure_identity(opened.database)
        forgot = catch_up(opened, scope, self.record_types)
        self._verified = opened.head
        self._acknowledge()
        if forgot:
            self._settle()

    def _recorder(self, scope: Scope) -> VaultTransaction:
        from engine_b.writes.transaction import VaultTransaction

        opened = self._opened
        return VaultTransaction(opened.database, opened.key, opened.head, scope, opened.device_id, self.record_types)

    def _acknowledge(self) -> None:
        """Updates the head file after COMMIT and before `commit` returns."""
        head_file = self._opened.head_file
        assert head_file
        if head_file.mark.head != self._opened.head:
            head_file.write(replace(head_file.mark, head=self._opened.head, verified=self._verified))

    def _settle(self) -> None:
        """Empties the write-ahead log, which also scrubs forgotten words from it. A reader may prevent it until
        later.
        """
        self._opened.settle(self._policies.vault)
        self._next_settling = journal_size(self._state) + self._journal_room()

    def _journal_room(self) -> int:
        """Returns the limit of the write-ahead log: it grows with the vault, since the digest takes time by the vault's
        size.
        """
        assert self._opened.head_file
        return max(self._policies.vault.journal_bytes, self._opened.head_file.mark.size // 2)
