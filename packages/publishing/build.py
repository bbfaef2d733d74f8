"""Pure: builds packages from terms, catalogues from packages, roots from keys. Nothing is written.

What is built passes the same content gate as on a device. An unsigned package is a document without signatures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from nacl.signing import SigningKey

from packages.core.errors import BadName, BadTerms, PackageRollback
from packages.core.names import NO_VERSION, Version, check_name, moment_text
from packages.core.policy import MAX_PRIORITY, PackagePolicy
from packages.core.signed_json import Plain, content_digest, read_json
from packages.documents.documents import (
    Catalog,
    CatalogListing,
    Package,
    PackageKind,
    PayloadFile,
    Publisher,
    RetiredPackage,
    Root,
    SignedDocument,
    SigningRole,
    document_body,
    document_bytes,
    read_document,
)
from packages.documents.signing import add_signatures, signing_key_id
from packages.documents.terms import Payload, Term, payload_bytes, read_payload
from packages.verification.content_gate import ContentGate

PAYLOAD_FILE = "terms.json"
DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True)
class PackageLabel:
    """The description of a package without its terms."""

    name: str
    version: Version
    kind: PackageKind = PackageKind.COMPANY
    language: str = ""
    scope: str = ""
    priority: int = MAX_PRIORITY // 2
    requires: Mapping[str, Version] = field(default_factory=dict)
    conflicts: tuple[str, ...] = ()
    min_selene: Version = NO_VERSION


@dataclass(frozen=True, slots=True)
class BuiltPackage:
    """The two files of a package."""

    document: bytes
    payload: bytes


def build_package(
    label: PackageLabel, terms: Sequence[Term], now_ms: int, gate: ContentGate, *, names_allowed: bool = False
) -> BuiltPackage:
    """Builds an unsigned package; equal input gives equal bytes. Raises `BadTerms`, `BadName`, `ForbiddenContent` or
    `MalformedDocument`.
    """
    payload = payload_bytes(terms)
    file = PayloadFile(PAYLOAD_FILE, len(payload), content_digest(payload))
    package = _package(label, file, now_ms)
    gate = replace(gate, policy=replace(gate.policy, allow_personal_names=True)) if names_allowed else gate
    read: Payload = read_payload(payload, gate.policy)
    gate.check(package, frozenset(), read, None)
    return BuiltPackage(document_bytes(document_body(package), ()), payload)


def _package(label: PackageLabel, file: PayloadFile, now_ms: int) -> Package:
    try:
        return Package(
            label.name, label.version, label.kind, moment_text(now_ms), file, label.language, label.scope,
            label.priority, label.requires, label.conflicts, label.min_selene,
        )  # fmt: skip
    except ValueError as error:
        raise BadTerms(f"The package cannot be built: {error}. Nothing was built.") from error


def sign_package(document: bytes, keys: Iterable[SigningKey], policy: PackagePolicy) -> bytes:
    """Adds signatures to a package document; fields that this version does not know stay signed."""
    body = read_json(document, "The package document", policy)["signed"]
    return add_signatures(read_document(document, Package, policy), _as_object(body), keys)


def _as_object(body: Plain) -> dict[str, Plain]:
    return body if isinstance(body, dict) else {}


def signing_role(public_keys: Sequence[str], threshold: int) -> SigningRole:
    """Builds a role of public keys, in hex. Raises `BadTerms`."""
    try:
        return SigningRole(_ids(public_keys), threshold)
    except ValueError as error:
        raise BadTerms("A threshold needs at least as many keys. Nothing was made.") from error


def delegated_publisher(
    public_keys: Sequence[str], threshold: int, prefixes: Sequence[str], permits: Sequence[str] = ()
) -> Publisher:
    """Builds a delegated publisher. Raises `BadTerms` or `BadName`."""
    try:
        return Publisher(_ids(public_keys), threshold, tuple(prefixes), tuple(permits))
    except ValueError as error:
        raise BadTerms("A threshold needs at least as many keys. Nothing was made.") from error


def new_root(
    public_keys: Iterable[str],
    roles: tuple[SigningRole, SigningRole],
    publishers: Mapping[str, Publisher],
    now_ms: int,
    days: int,
) -> Root:
    """Builds version 1 of a root; `roles` are those of root and catalogue. Raises `BadTerms` or `BadName`."""
    keys = {signing_key_id(bytes.fromhex(public)): public for public in public_keys}
    return _root(1, now_ms, days, keys, roles, publishers, {})


def following_root(
    root: Root,
    public_keys: Iterable[str],
    roles: tuple[SigningRole, SigningRole],
    publishers: Mapping[str, Publisher],
    now_ms: int,
    days: int,
) -> Root:
    """Builds the next root. Keys without a role are revoked for good."""
    known = {**root.keys, **{signing_key_id(bytes.fromhex(public)): public for public in public_keys}}
    used = {keyid for one in (*roles, *(each.role for each in publishers.values())) for keyid in one.keyids}
    keys = {keyid: public for keyid, public in known.items() if keyid in used}
    revoked = {**root.revoked, **{keyid: public for keyid, public in root.keys.items() if keyid not in used}}
    back = {keyid: public for keyid, public in revoked.items() if keyid not in keys}
    return _root(root.version + 1, now_ms, days, keys, roles, publishers, back)


def _root(
    version: int,
    now_ms: int,
    days: int,
    keys: Mapping[str, str],
    roles: tuple[SigningRole, SigningRole],
    publishers: Mapping[str, Publisher],
    revoked: Mapping[str, str],
) -> Root:
    try:
        return Root(
            version, moment_text(now_ms + days * DAY_MS), moment_text(now_ms), keys, *roles, publishers, revoked
        )
    except ValueError as error:
        raise BadTerms(f"The root cannot be made: {error}. Nothing was made.") from error


def empty_catalog(now_ms: int, days: int) -> Catalog:
    """Builds version 1 of a catalogue, without packages."""
    return Catalog(1, moment_text(now_ms + days * DAY_MS), moment_text(now_ms), {})


def following_catalog(
    catalog: Catalog, documents: Sequence[SignedDocument[Package]], retire: Mapping[str, str], now_ms: int, days: int
) -> Catalog:
    """Builds the next catalogue, with packages added and others retired (name to reason).

    Raises `PackageRollback` when a package's version does not rise, `BadName` when a retired package is not in it.
    """
    packages, retired = dict(catalog.packages), dict(catalog.retired)
    for name, reason in retire.items():
        if check_name(name) not in packages:
            raise BadName(f"Package {name} is not in the catalogue, so it cannot be retired. Nothing was changed.")
        retired[name] = RetiredPackage(packages.pop(name).version, reason)
    for document in documents:
        package = document.value
        _check_goes_up(package, packages, retired)
        retired.pop(package.name, None)
        packages[package.name] = CatalogListing(
            package.version, len(document.received), content_digest(document.received)
        )
    return Catalog(catalog.version + 1, moment_text(now_ms + days * DAY_MS), moment_text(now_ms), packages, retired)


def _check_goes_up(
    package: Package, packages: Mapping[str, CatalogListing], retired: Mapping[str, RetiredPackage]
) -> None:
    listed = packages.get(package.name) or retired.get(package.name)
    if listed is not None and package.version <= listed.version:
        raise PackageRollback(
            f"Package {package.name} is published as {listed.version} already; {package.version} is not above it."
            " Nothing was published."
        )


def _ids(public_keys: Sequence[str]) -> tuple[str, ...]:
    return tuple(signing_key_id(bytes.fromhex(public)) for public in public_keys)
