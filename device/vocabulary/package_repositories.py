"""Composition: opens the repository that a person named: a folder, or one that the paired mirror serves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine_b.vault.vault import Vault
from engine_b.vocabulary import trust_store
from packages.core.errors import HashMismatch, IncompleteRepo
from packages.core.names import root_path
from packages.core.policy import PackagePolicy
from packages.core.ports import Fetcher, Stopwatch
from packages.installation.refresh import fetch_file
from packages.storage.folders import FolderFetcher
from packages.verification.client import FetchFailed, FetchFile, FileArrived

MIRROR = "mirror:"


@contextmanager
def open_repository(vault: Vault, named: str) -> Iterator[Fetcher]:
    """Opens `mirror:` or `mirror:NAME`, or else a folder (`./mirror:` is a folder). Raises SyncError when not
    paired.
    """
    if not named.startswith(MIRROR):
        yield FolderFetcher(Path(named))
        return
    from engine_b.vocabulary.mirror_fetcher import open_package_fetcher

    with open_package_fetcher(vault, named.removeprefix(MIRROR)) as fetcher:
        yield fetcher


def fetch_trusted_root(
    vault: Vault, known_as: str, fetcher: Fetcher, stopwatch: Stopwatch, policy: PackagePolicy
) -> bytes | None:
    """Fetches the root that the person's other devices trust under this name.

    None when one is trusted here already, or the others trust none. Raises a `PackageError`; `HashMismatch` for another
    root.
    """
    told = trust_store.find_synced_root(vault.database, known_as)
    if told is None:
        return None
    arrival = fetch_file(fetcher, FetchFile(root_path(told.version), policy.max_root_bytes), stopwatch, policy)
    if isinstance(arrival, FetchFailed):
        raise arrival.error
    if not isinstance(arrival, FileArrived):
        raise IncompleteRepo(
            "The root that your other devices trust is not in the repository. Nothing was changed; is it the right one?"
        )
    if not told.matches_root(arrival.content):
        raise HashMismatch(
            "The repository has another root than your other devices trust. Nothing was changed; ask its publisher."
        )
    return arrival.content
