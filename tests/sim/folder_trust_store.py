"""A `TrustStore` in a folder, for devices without a vault: the product's is in the vault."""

from __future__ import annotations

from pathlib import Path

from packages.core.errors import PackageError, TrustLost
from packages.core.policy import PackagePolicy
from packages.core.ports import KeptTrust
from packages.storage.folders import FolderFetcher, write_file_atomically

ROOT_FILE, CATALOG_FILE = "root.json", "catalog.json"


class FolderTrustStore:
    """A `TrustStore` in a folder of the device."""

    def __init__(self, folder: Path) -> None:
        """Names the folder; it is made when something is first stored."""
        self._folder = folder

    def load(self) -> KeptTrust:
        """Returns the stored documents."""
        kept = self.load_if_any()
        if kept is None:
            raise TrustLost("No root of trust is known here yet. Name one with the repository; nothing was changed.")
        return kept

    def load_if_any(self) -> KeptTrust | None:
        """Returns the stored documents; None without any."""
        root = self._read(ROOT_FILE)
        return None if root is None else KeptTrust(root, self._read(CATALOG_FILE))

    def keep_root(self, version: int, content: bytes) -> None:
        """Stores the root; durable when it returns."""
        self._keep(ROOT_FILE, content)

    def keep_catalog(self, version: int, content: bytes) -> None:
        """Stores the catalogue; durable when it returns."""
        self._keep(CATALOG_FILE, content)

    def _keep(self, name: str, content: bytes) -> None:
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_file_atomically(self._folder / name, content, 0o600)
        except OSError as error:
            raise TrustLost(
                "What is trusted could not be written. The old is kept; free some space or make the folder writable."
            ) from error

    def _read(self, name: str) -> bytes | None:
        cap = max(PackagePolicy().max_root_bytes, PackagePolicy().max_catalog_bytes)
        try:
            pieces = FolderFetcher(self._folder).chunks(name, cap, 0) if self._folder.exists() else None
            return None if pieces is None else b"".join(pieces)
        except (PackageError, OSError) as error:
            raise TrustLost("What is trusted cannot be read. Nothing was changed; look at the state folder.") from error
