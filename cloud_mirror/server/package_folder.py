"""Adapter: serves package repositories from a folder, read at the moment of the call and never written.

DIR/NAME is the repository NAME, and DIR itself the one without a name. Only files of a repository are served, so a key
that somebody left in the folder is not; no link is followed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from cloud_mirror.core.errors import PackagesUnusable, Refusal
from cloud_mirror.rules.message_checks import malformed_refusal
from packages.core.errors import BadName, Unreachable
from packages.core.names import check_name, is_repository_path
from packages.core.policy import PackagePolicy
from packages.storage.folders import FolderFetcher
from protos.wire import Reason

_MOST_BYTES = PackagePolicy().max_payload_bytes
"""The largest file of a repository (packages/core/policy.py)."""


class PackageFolder:
    """A folder of repositories."""

    def __init__(self, folder: Path) -> None:
        """Opens the folder. Raises `PackagesUnusable` when it cannot be read."""
        self._folder, self._fetcher = folder, FolderFetcher(folder)
        if not self.readable():
            raise PackagesUnusable(f"{folder} is no folder that can be read. Nothing was changed; make it first.")

    def readable(self) -> bool:
        """Says whether files in it can be read now."""
        return self._folder.is_dir() and os.access(self._folder, os.R_OK | os.X_OK)

    def pieces(self, repository: str, path: str, max_bytes: int) -> Iterator[bytes]:
        """Returns a file in pieces of at most 64 KiB, at most one byte more than `max_bytes` (0: the largest allowed
        file).

        Raises `Refusal`: MALFORMED, REPOSITORY_UNKNOWN, FILE_UNKNOWN, PACKAGES_UNREADABLE.
        """
        if not is_repository_path(path):
            raise malformed_refusal("path", "no file of a repository lies there")
        most = min(max_bytes or _MOST_BYTES, _MOST_BYTES)
        try:
            named = f"{check_name(repository)}/{path}" if repository else path
        except BadName as error:
            raise malformed_refusal("repository", "it is not a name") from error
        try:
            found = self._fetcher.chunks(named, most, 0)
            if found is None:
                raise self._unknown(repository)
            yield from found
        except BadName as error:
            raise malformed_refusal("path", "what lies there is not a plain file") from error
        except Unreachable as error:
            raise Refusal(
                Reason.PACKAGES_UNREADABLE, "The packages cannot be read just now; try again later."
            ) from error

    def _unknown(self, repository: str) -> Refusal:
        if repository and not self._has(repository):
            return Refusal(Reason.REPOSITORY_UNKNOWN, "This mirror has no repository of that name.")
        return Refusal(Reason.FILE_UNKNOWN, "The repository has no such file.")

    def _has(self, repository: str) -> bool:
        try:
            return stat.S_ISDIR((self._folder / repository).lstat().st_mode)
        except OSError:
            return False
