"""Adapter: one SQLCipher connection: key, pragmas in their order, transactions, and the vault's own errors.

The order of the pragmas is that of research: reliability 3.3. The log level comes before the first read, because
SQLCipher prints to stderr when a page does not verify.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote

from engine_b.core.errors import (
    ChangeRefused,
    DiskFull,
    IoFailed,
    VaultBusy,
    VaultDamaged,
    VaultError,
    VaultReadOnly,
    VaultTooNew,
)
from engine_b.core.policy import KEPT_STATEMENTS, VaultPolicy
from engine_b.storage.files import creation_error

if TYPE_CHECKING:
    from sqlcipher3.dbapi2 import Connection

Row: TypeAlias = tuple[Any, ...]
Value: TypeAlias = "int | str | bytes | None"

_BUSY, _LOCKED, _READONLY, _IOERR, _CORRUPT, _FULL, _CANTOPEN, _CONSTRAINT, _NOTADB = 5, 6, 8, 10, 11, 13, 14, 19, 26
_MEANING: dict[int, type[VaultError]] = {
    _BUSY: VaultBusy, _LOCKED: VaultBusy, _READONLY: VaultReadOnly, _IOERR: IoFailed, _CORRUPT: VaultDamaged, _FULL:
    DiskFull,
    _CANTOPEN: VaultReadOnly, _CONSTRAINT: ChangeRefused, _NOTADB: VaultDamaged,
}  # fmt: skip


class Database:
    """A connection that raises the vault's errors. For one caller at a time."""

    def __init__(self, path: Path, pragma_hex: str, policy: VaultPolicy, mode: str = "rw") -> None:
        """Opens `path`, which exists; raises VaultDamaged when the pages do not verify. `mode` is SQLite's, `rw` or
        `ro`.
        """
        dbapi2 = _driver()
        self._foreign = dbapi2.Error
        self._policy = policy
        self._pragma_hex = pragma_hex
        self._writes = mode == "rw"
        self.path = path
        """The path of the file."""
        with self.translated():
            self.connection: Connection = dbapi2.connect(
                f"file:{quote(os.fsencode(path))}?mode={mode}",
                uri=True,
                isolation_level=None,
                timeout=policy.busy_timeout_ms / 1_000,
                check_same_thread=False,
                cached_statements=KEPT_STATEMENTS,
            )
        try:
            self._prepare(pragma_hex, read_only=mode != "rw")
        except VaultError:
            self.connection.close()
            raise

    def _prepare(self, pragma_hex: str, *, read_only: bool) -> None:
        self.run(f"PRAGMA key = \"x'{pragma_hex}'\"")
        self.run("PRAGMA cipher_log_level = NONE")
        self.rows("SELECT count(*) FROM sqlite_master")
        if not read_only:
            if self.row("PRAGMA journal_mode = WAL") != ("wal",):  # SQLite would continue without a write-ahead log
                raise IoFailed
            self.run("PRAGMA synchronous = FULL")
            self.run("PRAGMA secure_delete = ON")
            self.run("PRAGMA wal_autocheckpoint = 0")
        self.run("PRAGMA foreign_keys = ON")
        self.run("PRAGMA trusted_schema = OFF")
        self.run(f"PRAGMA busy_timeout = {self._policy.busy_timeout_ms}")
        self.run(f"PRAGMA cache_size = -{self._policy.page_cache_kib}")
        if sys.platform == "darwin":
            self.run("PRAGMA fullfsync = ON")
            self.run("PRAGMA checkpoint_fullfsync = ON")
        if read_only:
            self.run("PRAGMA query_only = ON")

    def rows(self, sql: str, params: tuple[Value, ...] = ()) -> list[Row]:
        """Returns all rows of a query."""
        try:
            return list(self.connection.execute(sql, params))
        except self._foreign as error:
            raise self._meaning(error) from error

    def row(self, sql: str, params: tuple[Value, ...] = ()) -> Row | None:
        """Returns the first row of a query."""
        try:
            found: Row | None = self.connection.execute(sql, params).fetchone()
        except self._foreign as error:
            raise self._meaning(error) from error
        return found

    def each(self, sql: str, params: tuple[Value, ...] = ()) -> Generator[Row, None, None]:
        """Yields rows one by one, for large results; close it when leaving early."""
        with self.translated():
            yield from self.connection.execute(sql, params)

    def run(self, sql: str, params: tuple[Value, ...] = ()) -> int:
        """Executes one statement; returns how many rows it changed."""
        try:
            return int(self.connection.execute(sql, params).rowcount)
        except self._foreign as error:
            raise self._meaning(error) from error

    def run_many(self, sql: str, rows: Sequence[tuple[Value, ...]]) -> None:
        """Executes one statement for every row."""
        with self.translated():
            self.connection.executemany(sql, rows)

    @contextmanager
    def wider_cache(self, kib: int) -> Iterator[None]:
        """Keeps so many pages decrypted inside, for work that goes into every part of an index."""
        self.run(f"PRAGMA cache_size = -{kib}")
        try:
            yield
        finally:
            self.run(f"PRAGMA cache_size = -{self._policy.page_cache_kib}")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Runs from BEGIN IMMEDIATE to COMMIT; an exception inside rolls everything back."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            self.roll_back()
            raise

    def roll_back(self) -> None:
        """Rolls back an open transaction; SQLite has done so itself after some errors."""
        if self.connection.in_transaction:
            self.run("ROLLBACK")

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Runs several reads on one state."""
        self.run("BEGIN")
        try:
            yield
        finally:
            self.roll_back()

    def empty_journal(self, tries: int, timeout_ms: int) -> bool:
        """Moves the write-ahead log into the vault and truncates it; False when a reader or a full disk prevented
        it.
        """
        self.run(f"PRAGMA busy_timeout = {timeout_ms}")
        try:
            return any(self.row("PRAGMA wal_checkpoint(TRUNCATE)") == (0, 0, 0) for _ in range(tries))
        except (DiskFull, IoFailed, VaultBusy):
            return False
        finally:
            self.run(f"PRAGMA busy_timeout = {self._policy.busy_timeout_ms}")

    def close(self, *, keep_journal: bool = False) -> None:
        """Closes the connection. SQLite then moves the write-ahead log into the vault, unless `keep_journal`.

        The driver has no option for that; but a read-only connection that is the last moves nothing.
        """
        last = Database(self.path, self._pragma_hex, self._policy, mode="ro") if keep_journal else None
        try:
            with self.translated():
                self.connection.close()
        finally:
            if last:
                last.close()

    def _meaning(self, error: Exception) -> VaultError:
        """Names SQLite's error. When a file cannot be opened, the reason is looked for."""
        code = getattr(error, "sqlite_errorcode", 0)
        return (
            creation_error(self.path) if self._writes and code & 0xFF == _CANTOPEN else vault_error_from_sqlite(error)
        )

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Turns the driver's errors into the vault's; keeps their codes and drops their texts."""
        try:
            yield
        except self._foreign as error:
            raise self._meaning(error) from error


@cache
def _driver() -> Any:
    """Returns the driver, configured to bind bytes and None as they are.

    Else it looks for an adapter for every such value, and each failed look-up makes an error that nobody reads.
    """
    from sqlcipher3 import dbapi2

    dbapi2.register_adapter(bytes, bytes)
    dbapi2.register_adapter(type(None), {}.get)  # the result for None is None
    return dbapi2


def vault_error_from_sqlite(error: Exception) -> VaultError:
    """Returns the vault's error for one of SQLite's, by its result code."""
    if "unsupported file format" in str(error):
        return VaultTooNew()
    code = getattr(error, "sqlite_errorcode", None)
    kind = _MEANING.get(code & 0xFF) if isinstance(code, int) else None
    return kind() if kind else ChangeRefused()
