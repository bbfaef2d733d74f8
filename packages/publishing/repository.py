"""Composition: an operator's repository: start it, publish into it, retire from it, renew its root.

What readers could see first is written last: payload, package document, then the catalogue that promises both. A root
is written under its number before anything is signed with the keys that it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nacl.signing import SigningKey

from packages.core.errors import BadName, IncompleteRepo
from packages.core.names import CATALOG_PATH, PACKAGE_FILE, package_path, payload_path, root_path
from packages.core.policy import PackagePolicy
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

CATALOG_DAYS, ROOT_DAYS = 30, 365
"""How long what is published may be installed without being renewed."""


class PublishingRepository:
    """A repository in a folder, as its operator sees it. Every method raises a `PackageError` and then wrote nothing
    that a reader would follow.
    """

    def __init__(self, folder: FolderRepository, policy: PackagePolicy) -> None:
        """The folder may still be empty; then `start` comes first."""
        self._folder, self._policy = folder, policy

    def start(
        self, root: Root, root_keys: Iterable[SigningKey], catalog_keys: Iterable[SigningKey], now_ms: int
    ) -> bytes:
        """Write version 1 of root and catalogue; the root's bytes, which devices are given by hand."""
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
        """The newest root and catalogue of the folder, verified from version 1 on."""
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
        """Publish signed packages, and retire others (name to reason); the new catalogue's version.

        Without packages it renews the catalogue. What a device would refuse is refused here.
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
        """Write the next root, signed by keys of the old and the new. Keys without a role are revoked."""
        trusted = self.trusted()
        fresh = root_with_changes(trusted.root.value, changes, now_ms, ROOT_DAYS)
        content = sign_document(fresh, root_keys)
        next_root(trusted, content, self._policy)
        self._folder.put(root_path(fresh.version), content)
        return fresh

    def _read(self, path: str, cap: int) -> bytes | None:
        return _content(self._folder, path, cap, self._policy)


def save_built(folder: FolderRepository, built: BuiltPackage) -> None:
    """Put a package that is not published yet into a folder of its own: `package.json` beside its payload."""
    folder.put(PAYLOAD_FILE, built.payload)
    folder.put(PACKAGE_FILE, built.document)


def load_built(folder: FolderRepository, policy: PackagePolicy) -> BuiltPackage:
    """The package in such a folder. Raises `IncompleteRepo` when a file of it is missing, `TooLarge`, `BadName`."""
    document = _content(folder, PACKAGE_FILE, policy.max_package_bytes, policy)
    payload = _content(folder, PAYLOAD_FILE, policy.max_payload_bytes, policy)
    if document is None or payload is None:
        raise IncompleteRepo("There is no package in that folder. Build one first; nothing was changed.")
    return BuiltPackage(document, payload)


def simple_root(
    root_keys: Sequence[str], threshold: int, catalog_key: str, publishers: Mapping[str, Sequence[str]], now_ms: int
) -> Root:
    """Version 1 of a root: any `threshold` of the root keys, one catalogue key, and publishers by name.

    Each publisher has one key, first in its row, and owns the prefixes that follow it. Keys are public ones, in hex.
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
