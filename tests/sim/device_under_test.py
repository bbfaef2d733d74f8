"""A device under test: a trust store in a folder, and what it last merged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from packages.core.names import Version
from packages.core.policy import PackagePolicy
from packages.core.ports import Fetcher
from packages.documents.merge import EMPTY_DIGEST, merge_packages
from packages.installation.refresh import refresh_repository, trust_initial_root
from packages.verification.client import DeviceProfile, RefreshFinished, RefreshRequest
from packages.verification.trust import load_trusted
from tests.sim.folder_trust_store import FolderTrustStore
from tests.sim.publisher import NOW_MS, Publisher

DEVICE = DeviceProfile(Version(1, 2), frozenset({"en"}))


@dataclass
class DeviceUnderTest:
    """What a test looks at before and after."""

    folder: Path
    publisher: Publisher
    policy: PackagePolicy = field(default_factory=PackagePolicy)
    now_ms: int = NOW_MS
    device: DeviceProfile = DEVICE
    digest: str = EMPTY_DIGEST
    fetcher: Fetcher | None = None
    """How the publisher is read; by default in this process."""

    def __post_init__(self) -> None:
        self.store = FolderTrustStore(self.folder)
        trust_initial_root(self.store, self.publisher.files["1.root.json"], self.policy)

    def refresh(self, *names: str) -> RefreshFinished:
        """Verify (all packages, or those named), merge, and make the result the active vocabulary."""
        request = RefreshRequest(self.device, self.now_ms, names or None)
        fetcher = self.fetcher or self.publisher
        done = refresh_repository(fetcher, self.store, request, self.publisher.stopwatch, self.policy)
        self.digest = merge_packages(done.packages, self.policy).digest
        return done

    def state(self) -> tuple[str, int, int, dict[str, str], dict[str, bytes]]:
        """Active digest, trusted versions, and every byte in the folder."""
        trusted = load_trusted(self.store.load(), self.policy)
        catalog = trusted.catalog.value.version if trusted.catalog else 0
        packages = {name: str(version) for name, version in trusted.packages.items()}
        return self.digest, trusted.root.value.version, catalog, packages, dict(self._files())

    def _files(self) -> Iterator[tuple[str, bytes]]:
        for path in sorted(self.folder.iterdir()):
            yield path.name, path.read_bytes()
