"""Composition: opens the store of a URL."""

from __future__ import annotations

from pathlib import Path

from cloud_mirror.core.errors import BadStoreUrl
from cloud_mirror.core.policy import POLICY, MirrorPolicy
from cloud_mirror.core.ports import Store

SQLITE = "sqlite:///"
POSTGRES = ("postgresql://", "postgres://")


def open_store(url: str, policy: MirrorPolicy = POLICY) -> Store:
    """Opens `sqlite:///FILE` or `postgresql://…`. BAD_STORE_URL, DRIVER_MISSING, or a StoreFault when it does not
    open.
    """
    if url.startswith(SQLITE) and Path(url.removeprefix(SQLITE)).name:
        from cloud_mirror.stores.store_sqlite import SqliteStore

        return SqliteStore(Path(url.removeprefix(SQLITE)))
    if url.startswith(POSTGRES):
        from cloud_mirror.stores.store_postgres import PostgresStore

        return PostgresStore(url, policy)
    raise BadStoreUrl("The store is sqlite:///FILE or postgresql://… No store was touched.")
