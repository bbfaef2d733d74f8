"""Adapter: numbered migrations. Each runs once, in order, in one transaction with its number and its ledger event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files

from engine_b.core.errors import VaultTooNew
from engine_b.storage.database import Database


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: `0001_vault.sql` has number 1."""

    number: int
    sql: str


def migrations() -> tuple[Migration, ...]:
    """All steps that this Selene knows, in order."""
    found = [entry for entry in files("engine_b.storage.migrations").iterdir() if entry.name.endswith(".sql")]
    steps = [Migration(int(entry.name.split("_")[0]), entry.read_text("utf-8")) for entry in found]
    return tuple(sorted(steps, key=lambda step: step.number))


def check_known_versions(database: Database, steps: tuple[Migration, ...]) -> None:
    """Raise TooNew when the vault has a step that this Selene does not know."""
    if applied_version(database) > max(step.number for step in steps):
        raise VaultTooNew


def migrate(database: Database, steps: tuple[Migration, ...], record: Callable[[int], None]) -> int:
    """Apply what is missing; `record(number)` writes the ledger event inside the step's transaction. How many ran."""
    missing = [step for step in steps if step.number > applied_version(database)]
    for step in missing:
        with database.transaction():
            for statement in split_statements(step.sql):
                database.run(statement)
            database.run(f"PRAGMA user_version = {step.number}")
            record(step.number)
    return len(missing)


def split_statements(sql: str) -> Iterator[str]:
    """The statements of a script, one by one: a script as a whole would commit on its own."""
    from sqlcipher3.dbapi2 import complete_statement

    pending = ""
    for line in sql.splitlines(keepends=True):
        pending += line
        if line.rstrip().endswith(";") and complete_statement(pending):
            yield pending
            pending = ""


def applied_version(database: Database) -> int:
    """The number of the last step that the vault has; 0 before the first."""
    row = database.row("PRAGMA user_version")
    return int(row[0]) if row else 0
