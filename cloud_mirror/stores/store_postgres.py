"""Adapter: the store in PostgreSQL, or an engine with its protocol, by psycopg 3.

Every transaction runs at REPEATABLE READ. Of two writers of one vault, which always write the same row (sql.py), the
second gets 40001 and tries again; so does one whose connection was lost, because every call may be repeated. The
erasure tokens are a table here, in the same database: a dump of it holds them. Deleted rows leave the disk when the
server vacuums and recycles its log; docs/mirror.md says what follows from that.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from queue import Empty, LifoQueue
from typing import TYPE_CHECKING, TypeVar

from cloud_mirror.core.errors import (
    BadStoreUrl,
    DriverMissing,
    StoreBusy,
    StoreDamaged,
    StoreFault,
    StoreFull,
    StoreTooNew,
)
from cloud_mirror.core.policy import CONNECT_S, STATEMENT_MS, MirrorPolicy
from cloud_mirror.core.ports import ReadTransaction, WriteTransaction
from cloud_mirror.platform.clock import monotonic_ms, wait_up_to
from cloud_mirror.stores import sql
from cloud_mirror.stores.sql_transaction import Row, SqlTransaction, Value, digest_of

try:
    import psycopg
    from psycopg import IsolationLevel, errors
except ImportError as error:  # pragma: no cover - the package is there wherever tests run
    raise DriverMissing(
        "PostgreSQL needs the package psycopg. Install it, in the folder of Selene's source, with: "
        "pip install '.[postgres]'"
    ) from error

if TYPE_CHECKING:
    Connection = psycopg.Connection[Row]

T = TypeVar("T")
AGAIN = (psycopg.OperationalError, psycopg.InterfaceError, errors.UniqueViolation)
"""Another transaction was first (40001, 40P01; 23505 where both made the same row), or the connection is lost."""


class PostgresStore:
    """A store with as many connections as there are calls at once; each transaction is tried again within `policy`'s
    bounds.
    """

    def __init__(self, url: str, policy: MirrorPolicy) -> None:
        self._url, self._policy = url, policy
        self._spare: LifoQueue[Connection] = LifoQueue()
        try:
            self._make_tables()
        except BaseException:
            self.close()
            raise

    def _make_tables(self) -> None:
        for statement in (*sql.TABLES, sql.TOKEN_TABLE):
            self._tried(_run_alone(statement))
        found = self._tried(lambda connection: _Session(connection).rows(sql.READ_VERSION))
        if found and int(found[0][0]) > sql.VERSION:
            raise StoreTooNew("The store was written by a later mirror. It was left as it is; start the later one.")
        self._tried(lambda connection: _Session(connection).run(sql.WRITE_VERSION, (sql.VERSION,)))

    def write(self, work: Callable[[WriteTransaction], T]) -> T:
        """Runs `work` in a transaction and commits it."""

        def run(connection: Connection) -> T:
            session = _Session(connection)
            transaction = SqlTransaction(session, session)
            result = work(transaction)
            for vault_id, epoch in transaction.kept_tokens.items():
                session.run(sql.DROP_OTHER_TOKENS, (vault_id, epoch))
            return result

        return self._tried(run)

    def read(self, work: Callable[[ReadTransaction], T]) -> T:
        """Runs `work` on a consistent view of the store."""
        return self._tried(lambda connection: work(_transaction(connection)))

    def writable(self) -> bool:
        """Says whether a transaction can be begun and written in; tries once, without waiting."""
        try:
            with self._connection() as connection:
                connection.execute(_psycopg_statement(sql.TOUCH_VERSION), (sql.VERSION,))
                connection.rollback()
        except (psycopg.Error, StoreFault):
            return False
        return True

    def digest(self) -> str:
        """Returns one hex digest of all tables."""
        return self._tried(lambda connection: digest_of(lambda _, statement: _Session(connection).rows(statement)))

    def close(self) -> None:
        """Closes all connections."""
        with contextlib.suppress(Empty):
            while True:
                self._spare.get_nowait().close()

    def _tried(self, run: Callable[[Connection], T]) -> T:
        """Runs and commits; again after 40001 or a lost connection, with full jitter and within bounds."""
        until, backoff = monotonic_ms() + self._policy.store_patience_ms, self._policy.backoff_ms
        attempt = 1
        while True:
            try:
                return self._once(run)
            except psycopg.Error as error:
                fault = _fault(error)
                if fault is not None:
                    raise fault from error
                if attempt >= self._policy.store_attempts or monotonic_ms() >= until:
                    sentence = f"The store could not be written in {attempt} attempts ({_name(error)}). Try again."
                    raise StoreBusy(sentence) from error
            wait_up_to(min(backoff << attempt, self._policy.backoff_most_ms))
            attempt += 1

    def _once(self, run: Callable[[Connection], T]) -> T:
        with self._connection() as connection:
            result = run(connection)
            connection.commit()
            return result

    @contextlib.contextmanager
    def _connection(self) -> Iterator[Connection]:
        """Returns a connection outside a transaction; it is kept for the next unless it was lost."""
        try:
            connection = self._spare.get_nowait()
        except Empty:
            connection = self._connected()
        try:
            yield connection
        finally:
            if not connection.closed:
                with contextlib.suppress(psycopg.Error):
                    connection.rollback()
            if connection.closed:
                connection.close()
            else:
                self._spare.put(connection)

    def _connected(self) -> Connection:
        try:
            connection = psycopg.connect(self._url, connect_timeout=CONNECT_S, autocommit=False)
            connection.isolation_level = IsolationLevel.REPEATABLE_READ
            connection.execute(f"SET statement_timeout = {STATEMENT_MS}")
            connection.commit()
        except psycopg.ProgrammingError as error:
            raise BadStoreUrl("The URL of the store cannot be understood. No store was touched.") from error
        return connection


class _Session:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, statement: str, params: Sequence[Value] = ()) -> list[Row]:
        with self._connection.cursor(binary=True) as cursor:
            return cursor.execute(_psycopg_statement(statement), params).fetchall()

    def run(self, statement: str, params: Sequence[Value]) -> None:
        self._connection.execute(_psycopg_statement(statement), params)

    def run_many(self, statement: str, params: Sequence[Sequence[Value]]) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(_psycopg_statement(statement), params)


def _transaction(connection: Connection) -> SqlTransaction:
    session = _Session(connection)
    return SqlTransaction(session, session)


def _run_alone(statement: str) -> Callable[[Connection], None]:
    return lambda connection: _Session(connection).run(statement, ())


@lru_cache(maxsize=2_048)
def _psycopg_statement(statement: str) -> bytes:
    """Converts parameters to psycopg's form. No statement has a percent sign or a question mark in a text."""
    return statement.replace("?", "%s").encode()


def _fault(error: psycopg.Error) -> StoreFault | None:
    """Returns the error that ends it at once; None when it may be tried again."""
    if isinstance(error, errors.DiskFull):
        return StoreFull("The store cannot grow: the disk of its server is full. What was acknowledged is kept.")
    if isinstance(error, errors.DataCorrupted | errors.IndexCorrupted):
        return StoreDamaged("The store is damaged. It was left as it is; its server's log says where.")
    if isinstance(error, AGAIN):
        return None
    return StoreBusy(f"The store refused a statement ({_name(error)}). Nothing was stored.")


def _name(error: psycopg.Error) -> str:
    return error.sqlstate or type(error).__name__
