"""Adapter: applies numbered migrations, each once, in order, in one transaction with its number and ledger event.

A new vault gets the tables of all of them at once, from `new_vault.sql`, which `fixtures/regenerate_schema.py` makes of
the migrations: most of what they do is to change what an earlier one made. Its ledger is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from engine_b.core.errors import VaultTooNew
from engine_b.protocol.record_types import RecordType, RecordTypes
from engine_b.storage.database import Database


@dataclass(frozen=True, slots=True)
class Migration:
    """One migration: `0001_vault.sql` has number 1."""

    number: int
    sql: str


@cache
def migrations() -> tuple[Migration, ...]:
    """Returns all migrations that this Selene knows, in order."""
    found = [entry for entry in files("engine_b.storage.migrations").iterdir() if entry.name.endswith(".sql")]
    steps = [Migration(int(entry.name.split("_")[0]), entry.read_text("utf-8")) for entry in found]
    return tuple(sorted(steps, key=lambda step: step.number))


@cache
def new_vault_statements() -> tuple[str, ...]:
    """Returns what makes, in an empty vault, what the migrations up to its `user_version` make."""
    return tuple(split_statements(files("engine_b.storage").joinpath("new_vault.sql").read_text("utf-8")))


def check_known_versions(database: Database, steps: tuple[Migration, ...]) -> None:
    """Raises VaultTooNew when the vault has a migration that this Selene does not know."""
    if applied_version(database) > max(step.number for step in steps):
        raise VaultTooNew


def migrate(database: Database, steps: tuple[Migration, ...], record: Callable[[int], None]) -> int:
    """Applies the missing migrations; `record(number)` writes the ledger event inside the transaction. Returns their
    number.
    """
    if not applied_version(database):
        _make_schema(database, steps, record)
    applied = applied_version(database)
    missing = [step for step in steps if step.number > applied]
    for step in missing:
        with database.transaction():
            for statement in split_statements(step.sql):
                database.run(statement)
            database.run(f"PRAGMA user_version = {step.number}")
            record(step.number)
    return len(missing)


def _make_schema(database: Database, steps: tuple[Migration, ...], record: Callable[[int], None]) -> None:
    """Makes the tables of a new vault in one transaction, and records every migration that they stand for."""
    with database.transaction():
        for statement in new_vault_statements():
            database.run(statement)
        version = applied_version(database)
        for step in (step for step in steps if step.number <= version):
            record(step.number)


def migrate_types(database: Database, types: RecordTypes, record: Callable[[RecordType, int], None]) -> None:
    """Apply the migrations that record types beyond the core bring; `record(kind, number)` writes the ledger event."""
    applied = _applied_of_types(database)
    for kind in types:
        for number, sql in enumerate(kind.migrations, start=1):
            if number <= applied.get(kind.name, 0):
                continue
            with database.transaction():
                for statement in split_statements(sql):
                    database.run(statement)
                database.run("INSERT OR REPLACE INTO record_type VALUES (?, ?)", (str(kind.name), number))
                record(kind, number)


def unknown_types(database: Database, types: RecordTypes) -> tuple[str, ...]:
    """The record types that a newer build has written here, and this one does not know, or not as it is by now."""
    if not database.row("SELECT 1 FROM sqlite_master WHERE name = 'record_type'"):
        return ()
    known = {str(kind.name): len(kind.migrations) for kind in types}
    return tuple(name for name, number in _applied_of_types(database).items() if number > known.get(name, 0))


def _applied_of_types(database: Database) -> dict[str, int]:
    return dict(database.rows("SELECT name, number FROM record_type ORDER BY name"))


def split_statements(sql: str) -> Iterator[str]:
    """Splits a script into statements: executed as a whole it would commit on its own."""
    from sqlcipher3.dbapi2 import complete_statement

    pending = ""
    for line in sql.splitlines(keepends=True):
        pending += line
        if line.rstrip().endswith(";") and complete_statement(pending):
            yield pending
            pending = ""


def applied_version(database: Database) -> int:
    """Returns the number of the vault's last migration; 0 before the first."""
    row = database.row("PRAGMA user_version")
    return int(row[0]) if row else 0
