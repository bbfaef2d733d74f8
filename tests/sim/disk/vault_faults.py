"""Deliberate faults in the vault, which no setting of Selene can switch on: the harness has to notice each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine_b.storage.database import Database
from tests.sim.disk.failing_disk import Disk

HONEST, NORMAL, UNSYNCED_HEAD, LOOSE = "", "synchronous=NORMAL", "vault.head is not synced", "no transactions"


def install_vault_fault(fault: str, disk: Disk) -> None:
    """Break the vault of this process."""
    {HONEST: _nothing, NORMAL: _less_durable, UNSYNCED_HEAD: _unsynced_head, LOOSE: _loose}[fault](disk)


def _nothing(disk: Disk) -> None:
    del disk


def _less_durable(disk: Disk) -> None:
    del disk
    honest: Callable[..., None] = Database._prepare

    def prepare(self: Database, pragma_hex: str, *, read_only: bool) -> None:
        honest(self, pragma_hex, read_only=read_only)
        self.run("PRAGMA synchronous = NORMAL")

    Database._prepare = prepare  # type: ignore[method-assign]


def _unsynced_head(disk: Disk) -> None:
    disk.lie("vault.head")


def _loose(disk: Disk) -> None:
    del disk

    @contextmanager
    def transaction(self: Database) -> Iterator[None]:
        del self
        yield

    Database.transaction = transaction  # type: ignore[method-assign]
