"""Composition: an operator's repository: start it, publish into it, retire from it, renew its root.

Files that readers look at first are written last: payload, package document, then the catalogue that lists both. A root
is written under its number before anything is signed with its keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nacl.signing import SigningKey

from packages.core.errors import BadName, IncompleteRepo
from packages.core.names import CATALOG_PATH, PACKAGE_FILE, package_path, payload_path, root_path
from packages.core.policy import CATALOG_DAYS, ROOT_DAYS, PackagePolicy
from packages.documents.documents import Catalog, Package, Root, read_document
from packages.documents.signing import sign_document
from packages.documents.terms import read_payload
from packages.installation.refresh import fetch_file
from packages.publishing.build import (
    PAYLOAD_FILE,
    BuiltPackage,
    delegated_publisher,
    empty_catalog,
    following_catalog,
    new_root,
    signing_role,
)
from packages.publishing.root_rotation import RootChanges, root_with_changes
from packages.storage.folders import FolderRepository
from packages.verification.client import FetchFailed, FetchFile, FileArrived
from packages.verification.content_gate import ContentGate
from packages.verification.trust import (
    TrustedMetadata,
    check_package,
    check_payload,
    first_root,
    next_catalog,
    next_root,
)


class PublishingRepository:
    """A repository in a folder, for its operator. Every method that raises a `PackageError` has written nothing that a
    reader would use.
    """

    def __init__(self, folder: FolderRepository, policy: PackagePolicy) -> None:
        """Names the folder; when it is empty, `start` comes first."""
        self._folder, self._policy = folder, policy

    def start(
        self, root: Root, root_keys: Iterable[SigningKey], catalog_keys: Iterable[SigningKey], now_ms: int
    ) -> bytes:
        """Writes version 1 of root and catalogue; returns the root's bytes, which people bring to devices."""
        if self._read(root_path(1), self._policy.max_root_bytes) is not None:
            raise BadName("There is a repository in that folder already. It was left as it is.")
        content = sign_document(root, root_keys)
        first_root(content, self._policy)
        catalog = sign_document(empty_catalog(now_ms, CATALOG_DAYS), catalog_keys)
        next_catalog(first_root(content, self._policy), catalog, now_ms, self._policy)
        self._folder.put(root_path(1), content)
        self._folder.put(CATALOG_PATH, catalog)
        return content

    def trusted(self) -> TrustedMetadata:
        """Returns the newest root and catalogue of the folder, verified from version 1 on."""
        content = self._read(root_path(1), self._policy.max_root_bytes)
        if content is None:
            raise IncompleteRepo("There is no repository in that folder. Start one first; nothing was changed.")
        trusted = first_root(content, self._policy)
        while content := self._read(root_path(trusted.root.value.version + 1), self._policy.max_root_bytes):
            trusted = next_root(trusted, content, self._policy)
        catalog = self._read(CATALOG_PATH, self._policy.max_catalog_bytes)
        if catalog is None:
            return trusted
        document = read_document(catalog, Catalog, self._policy)
        return TrustedMetadata(trusted.root, document)

    def publish(
        self,
        packages: Sequence[BuiltPackage],
        catalog_keys: Iterable[SigningKey],
        now_ms: int,
        retire: Mapping[str, str] | None = None,
        gate: ContentGate | None = None,
    ) -> int:
        """Publishes signed packages and retires others (name to reason); returns the version of the new catalogue.

        Without packages it renews the catalogue. What a device would refuse is refused here too.
        """
        trusted = self.trusted()
        documents = [read_document(built.document, Package, self._policy) for built in packages]
        catalog = trusted.catalog.value if trusted.catalog else empty_catalog(now_ms, CATALOG_DAYS)
        fresh = following_catalog(catalog, documents, retire or {}, now_ms, CATALOG_DAYS)
        content = sign_document(fresh, catalog_keys)
        renewed = next_catalog(TrustedMetadata(trusted.root), content, now_ms, self._policy)[0]
        for document, built in zip(documents, packages, strict=True):
            package = document.value
            listing = fresh.packages[package.name]
            _, owner = check_package(renewed, package.name, listing, built.document, self._policy)
            check_payload(package, built.payload)
            payload = read_payload(built.payload, self._policy)
            (gate or ContentGate(self._policy)).check(package, document.unknown, payload, owner)
        for document, built in zip(documents, packages, strict=True):
            package = document.value
            self._folder.put(payload_path(package.name, package.version, package.payload.name), built.payload)
            self._folder.put(package_path(package.name, package.version), built.document)
        self._folder.put(CATALOG_PATH, content)
        return fresh.version

    def follow(self, changes: RootChanges, root_keys: Iterable[SigningKey], now_ms: int) -> Root:
        """Writes the next root, signed by keys of the old and the new one. Keys without a role are revoked."""
        trusted = self.trusted()
        fresh = root_with_changes(trusted.root.value, changes, now_ms, ROOT_DAYS)
        content = sign_document(fresh, root_keys)
        next_root(trusted, content, self._policy)
        self._folder.put(root_path(fresh.version), content)
        return fresh

    def _read(self, path: str, cap: int) -> bytes | None:
        return _content(self._folder, path, cap, self._policy)


def save_built(folder: FolderRepository, built: BuiltPackage) -> None:
    """Writes an unpublished package into a folder of its own: `package.json` and its payload."""
    folder.put(PAYLOAD_FILE, built.payload)
    folder.put(PACKAGE_FILE, built.document)


def load_built(folder: FolderRepository, policy: PackagePolicy) -> BuiltPackage:
    """Reads the package of such a folder. Raises `IncompleteRepo` when a file of it is missing, `TooLarge`,
    `BadName`.
    """
    document = _content(folder, PACKAGE_FILE, policy.max_package_bytes, policy)
    payload = _content(folder, PAYLOAD_FILE, policy.max_payload_bytes, policy)
    if document is None or payload is None:
        raise IncompleteRepo("There is no package in that folder. Build one first; nothing was changed.")
    return BuiltPackage(document, payload)


def simple_root(
    root_keys: Sequence[str], threshold: int, catalog_key: str, publishers: Mapping[str, Sequence[str]], now_ms: int
) -> Root:
    """Builds version 1 of a root: any `threshold` of the root keys, one catalogue key, and publishers by name.

    The row of a publisher is its key, followed by the prefixes that it owns. Keys are public ones, in hex.
    """
    owners = {name: delegated_publisher(row[:1], 1, row[1:]) for name, row in publishers.items()}
    keys = (*root_keys, catalog_key, *(row[0] for row in publishers.values()))
    return new_root(
        keys, (signing_role(root_keys, threshold), signing_role((catalog_key,), 1)), owners, now_ms, ROOT_DAYS
    )


def _content(folder: FolderRepository, path: str, cap: int, policy: PackagePolicy) -> bytes | None:
    arrival = fetch_file(folder, FetchFile(path, cap), _no_time, policy)
    if isinstance(arrival, FetchFailed):
        raise arrival.error
    return arrival.content if isinstance(arrival, FileArrived) else None


def _no_time() -> int:
    return 0
