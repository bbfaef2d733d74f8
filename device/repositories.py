"""Wiring: the repository of packages that a person named: a folder, or one that the paired mirror serves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine_b.vault import Vault
from packages.folder import FolderFetcher
from packages.ports import Fetcher

MIRROR = "mirror:"


@contextmanager
def opened(vault: Vault, named: str) -> Iterator[Fetcher]:
    """`mirror:` or `mirror:NAME`, and else a folder (`./mirror:` is a folder). Raises SyncError when not paired."""
    if not named.startswith(MIRROR):
        yield FolderFetcher(Path(named))
        return
    from engine_b.package_fetcher import paired

    with paired(vault, named.removeprefix(MIRROR)) as fetcher:
        yield fetcher
