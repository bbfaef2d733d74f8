"""Adapter: the store in SQLite files: FILE for everything, FILE.tokens for the erasure tokens of the epochs.

The tokens have a file of their own so that a copy of the first file does not hold them. Two files have no common
commit: a new token is written before its epoch, and the old one is destroyed after it; what a crash leaves between is
repaired at the next start. Deleted content is overwritten (`secure_delete`), and the write-ahead log is emptied after
every erasure.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import LifoQueue
from threading import Lock
from typing import TypeVar

from cloud_mirror.core.errors import (
    BadStoreUrl,
    MirrorError,
    StoreBusy,
    StoreDamaged,
    StoreFault,
    StoreFull,
    StoreReadOnly,
    StoreTooNew,
)
from cloud_mirror.core.policy import BUSY_MS, SPARE_READERS
from cloud_mirror.core.ports import ReadTransaction, WriteTransaction
from cloud_mirror.rules.epoch import stored_epoch
from cloud_mirror.stores import sql
from cloud_mirror.stores.sql_transaction import Row, SqlTransaction, Value, digest_of

T = TypeVar("T")
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
    "PRAGMA trusted_schema = OFF",
    f"PRAGMA busy_timeout = {BUSY_MS}",
)


class SqliteStore:
    """One writer, many readers."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._token_path = _tokens_of(path)
        self._spare: LifoQueue[_Connections] = LifoQueue()
        self._writing = Lock()
        self._scrub_pending = True
        with _translated(path):
            # SQLite opens a read-only file without an error, which would come with the first push.
            if shut := _read_only_fault(path):
                raise shut
            _made_private(path, self._token_path)
            self._writer = _Connections(path, self._token_path)
            try:
                _make_tables(self._writer)
                self._drop_stray_tokens()
                self._scrub()
            except BaseException:
                self._writer.close()
                raise

    def write(self, work: Callable[[WriteTransaction], T]) -> T:
        """Runs `work` in a transaction of both files and commits it."""
        with self._writing, _translated(self._path):
            self._writer.main.execute("BEGIN IMMEDIATE")
            try:
                transaction = SqlTransaction(_Session(self._writer.main), _Session(self._writer.begun_tokens()))
                result = work(transaction)
                self._writer.commit()
            except BaseException:
                self._writer.roll_back()
                raise
            self._after(transaction)
            return result

    def read(self, work: Callable[[ReadTransaction], T]) -> T:
        """Runs `work` on a consistent view of the store."""
        with _translated(self._path), self._reader() as reader:
            reader.main.execute("BEGIN")
            try:
                return work(SqlTransaction(_Session(reader.main), _Session(reader.tokens)))
            finally:
                reader.main.execute("ROLLBACK")

    def writable(self) -> bool:
        """Says whether a transaction can be begun and written in."""
        if not self._writing.acquire(timeout=1.0):
            return True  # another transaction is writing
        try:
            self._writer.main.execute("BEGIN IMMEDIATE")
            self._writer.main.execute(sql.TOUCH_VERSION, (sql.VERSION,))
            self._writer.main.execute("ROLLBACK")
        except sqlite3.Error:
            self._writer.roll_back()
            return False
        else:
            return True
        finally:
            self._writing.release()

    def digest(self) -> str:
        """Returns one hex digest of both files."""
        with _translated(self._path), self._reader() as reader:
            return digest_of(
                lambda table, statement: (reader.tokens if table == "token" else reader.main).execute(statement)
            )

    def close(self) -> None:
        """Closes the files, which empties the write-ahead logs."""
        while not self._spare.empty():
            self._spare.get().close()
        self._writer.close()

    @contextlib.contextmanager
    def _reader(self) -> Iterator[_Connections]:
        reader = self._spare.get() if not self._spare.empty() else _Connections(self._path, self._token_path)
        try:
            yield reader
        except BaseException:
            reader.close()
            raise
        if self._spare.qsize() < SPARE_READERS:
            self._spare.put(reader)
        else:
            reader.close()

    def _after(self, transaction: SqlTransaction) -> None:
        for vault_id, epoch in transaction.kept_tokens.items():
            self._writer.tokens.execute(sql.DROP_OTHER_TOKENS, (vault_id, epoch))
        if transaction.erased_something or transaction.kept_tokens or self._scrub_pending:
            self._scrub()

    def _scrub(self) -> None:
        """Moves overwritten pages from the logs into the files; when a reader prevents it, after the next write."""
        self._scrub_pending = any(
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            for connection in (self._writer.main, self._writer.tokens)
        )

    def _drop_stray_tokens(self) -> None:
        reading = SqlTransaction(_Session(self._writer.main), _Session(self._writer.tokens))
        for vault_id, _ in self._writer.tokens.execute(sql.TOKENS).fetchall():
            vault = reading.vault(vault_id)
            standing = stored_epoch(vault.epoch).epoch if vault else 0
            self._writer.tokens.execute(sql.DROP_OTHER_TOKENS, (vault_id, standing))


class _Connections:
    """A connection to each of the two files."""

    def __init__(self, path: Path, token_path: Path) -> None:
        self.main = _opened(path)
        try:
            self.tokens = _opened(token_path)
        except BaseException:
            self.main.close()
            raise

    def begun_tokens(self) -> sqlite3.Connection:
        self.tokens.execute("BEGIN IMMEDIATE")
        return self.tokens

    def commit(self) -> None:
        """Commits, the tokens first: no epoch is ever without its own."""
        self.tokens.execute("COMMIT")
        self.main.execute("COMMIT")

    def roll_back(self) -> None:
        for connection in (self.tokens, self.main):
            if connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")

    def close(self) -> None:
        self.tokens.close()
        self.main.close()


class _Session:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, statement: str, params: Sequence[Value] = ()) -> list[Row]:
        return self._connection.execute(statement, params).fetchall()

    def run(self, statement: str, params: Sequence[Value]) -> None:
        self._connection.execute(statement, params)

    def run_many(self, statement: str, params: Sequence[Sequence[Value]]) -> None:
        self._connection.executemany(statement, params)


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=256)
    try:
        for pragma in PRAGMAS:
            connection.execute(pragma).fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def _made_private(*paths: Path) -> None:
    for path in paths:
        if not path.exists():
            path.touch(mode=0o600)


def _make_tables(connections: _Connections) -> None:
    for statement in sql.TABLES:
        connections.main.execute(statement)
    connections.tokens.execute(sql.TOKEN_TABLE)
    found = connections.main.execute(sql.READ_VERSION).fetchone()
    if found and found[0] > sql.VERSION:
        raise StoreTooNew("The store was written by a later mirror. It was left as it is; start the later one.")
    connections.main.execute(sql.WRITE_VERSION, (sql.VERSION,))


@contextlib.contextmanager
def _translated(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise _fault(error, path) from error
    except OSError as error:
        raise BadStoreUrl(f"{path}: {error.strerror or error}. Name a file in a folder that exists.") from error


def _fault(error: sqlite3.Error, path: Path) -> StoreFault | MirrorError:
    name = str(getattr(error, "sqlite_errorname", ""))
    if name.startswith("SQLITE_FULL"):
        return StoreFull(f"{path} cannot grow: the disk is full. What was acknowledged is kept; make space.")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return StoreDamaged(f"{path} is damaged. It was left as it is; put back a copy.")
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")) and (shut := _read_only_fault(path)):
        return shut
    if name.startswith("SQLITE_CANTOPEN") and not path.is_file():
        return BadStoreUrl(f"{path} cannot be opened. Name a file in a folder that exists.")
    return StoreBusy(f"{path} cannot be used now ({name or type(error).__name__}). Nothing was stored.")


def _read_only_fault(path: Path) -> StoreReadOnly | None:
    """Returns the fault when a file is read-only: SQLite needs to write both files, and the folder for its logs."""
    if not os.path.isdir(path.parent):
        return None
    for place in (path.parent, path, _tokens_of(path)):
        also = os.X_OK if place == path.parent else os.R_OK
        if os.path.lexists(place) and not os.access(place, os.W_OK | also):
            what = f"This user may not write {place}, or its disk is read-only."
            return StoreReadOnly(f"{what} Nothing was stored; make it writable.")
    return None


def _tokens_of(path: Path) -> Path:
    return path.with_name(path.name + ".tokens")
