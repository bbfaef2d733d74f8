"""Pure: the signed documents (root, catalogue and package): from bytes to typed values and back.

They have the form of TUF's metadata: `{"signatures": [{"keyid", "sig"}], "signed": {"_type", …}}`. Unknown fields are
left out of the values but stay part of what is signed, so that a newer publisher can add some. The bytes are kept as
they were received. Reading checks the form; packages/documents/signing.py checks the signatures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Generic, TypeAlias, TypeVar, cast

import msgspec

from packages.core.errors import MalformedDocument, TooLarge, WrongType
from packages.core.names import NO_VERSION, Version, check_name, parse_moment, prefix_owns
from packages.core.policy import MAX_PRIORITY, MAX_VERSION, PackagePolicy
from packages.core.signed_json import Plain, canonical_document_bytes, read_json

_HEX = frozenset("0123456789abcdef")
_KEY_CHARS, _KEY_ID_CHARS, _DIGEST_CHARS, _SIGNATURE_CHARS = 64, 32, 64, 128


class PackageKind(StrEnum):
    """The purpose of a package; each kind has its own conditions."""

    COMPANY = "company"
    """2.4.2: shared inside one company, nothing sensitive."""
    USER = "user"
    """2.4.1, 2.4.4: one person's adaptation, built and signed on a device of theirs."""


class Permit(StrEnum):
    """What a root may permit a publisher in addition."""

    PERSONAL_NAMES = "personal_names"


@dataclass(frozen=True, slots=True)
class Signature:
    """One signature by the key with this id."""

    keyid: str
    sig: str

    def __post_init__(self) -> None:
        _hex(self.keyid, _KEY_ID_CHARS)
        _hex(self.sig, _SIGNATURE_CHARS)


@dataclass(frozen=True, slots=True)
class SigningRole:
    """The keys that may sign a kind of document: any `threshold` of these distinct keys."""

    keyids: tuple[str, ...]
    threshold: int

    def __post_init__(self) -> None:
        if not 1 <= self.threshold <= len(set(self.keyids)):
            raise ValueError("a threshold that cannot be met")
        for keyid in self.keyids:
            _hex(keyid, _KEY_ID_CHARS)


@dataclass(frozen=True, slots=True)
class Publisher:
    """A delegated publisher: its keys, and the prefixes of the names that it owns ("*": every name without an
    owner).
    """

    keyids: tuple[str, ...]
    threshold: int
    prefixes: tuple[str, ...]
    permits: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        SigningRole(self.keyids, self.threshold)
        for prefix in self.prefixes:
            if prefix != "*":
                check_name(prefix)

    @property
    def role(self) -> SigningRole:
        """Its keys and threshold."""
        return SigningRole(self.keyids, self.threshold)


@dataclass(frozen=True, slots=True)
class Root:
    """The keys of every role. Keys are hex by id; `revoked` are ids of keys that were trusted once."""

    version: int
    expires: str
    signed_at: str
    keys: Mapping[str, str]
    root: SigningRole
    catalog: SigningRole
    publishers: Mapping[str, Publisher] = field(default_factory=dict)
    revoked: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_dated(self.version, self.signed_at, self.expires)
        for keyid, public in (*self.keys.items(), *self.revoked.items()):
            _hex(keyid, _KEY_ID_CHARS)
            _hex(public, _KEY_CHARS)
        used = {
            keyid
            for role in (self.root, self.catalog, *(each.role for each in self.publishers.values()))
            for keyid in role.keyids
        }
        if not used <= set(self.keys) or set(self.keys) & set(self.revoked):
            raise ValueError("a role names a key that the root does not hold, or has revoked")
        prefixes = [prefix for publisher in self.publishers.values() for prefix in publisher.prefixes]
        if len(prefixes) != len(set(prefixes)):
            raise ValueError("two publishers own one prefix")
        for name in self.publishers:
            check_name(name)

    def owner(self, name: str) -> Publisher | None:
        """Returns the publisher with the longest prefix that owns a package's name."""
        found = [
            (0 if prefix == "*" else len(prefix), publisher)
            for publisher in self.publishers.values()
            for prefix in publisher.prefixes
            if prefix_owns(prefix, name)
        ]
        return max(found, key=lambda pair: pair[0])[1] if found else None


@dataclass(frozen=True, slots=True)
class CatalogListing:
    """A package in a catalogue: its version, and length and BLAKE2b of its document."""

    version: Version
    length: int
    digest: str

    def __post_init__(self) -> None:
        _check_file(self.length, self.digest)


@dataclass(frozen=True, slots=True)
class RetiredPackage:
    """A package that is withdrawn on purpose; it may come back only above `version`."""

    version: Version
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Catalog:
    """All packages of a repository at one moment: TUF's snapshot and timestamp in one."""

    version: int
    expires: str
    signed_at: str
    packages: Mapping[str, CatalogListing]
    retired: Mapping[str, RetiredPackage] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check_dated(self.version, self.signed_at, self.expires)
        for name in (*self.packages, *self.retired):
            check_name(name)
        if set(self.packages) & set(self.retired):
            raise ValueError("a package both offered and retired")


@dataclass(frozen=True, slots=True)
class PayloadFile:
    """A payload: its name beside the package document, its length and its BLAKE2b."""

    name: str
    length: int
    digest: str

    def __post_init__(self) -> None:
        check_name(self.name)
        _check_file(self.length, self.digest)


@dataclass(frozen=True, slots=True)
class Package:
    """The signed description of one version of a package."""

    name: str
    version: Version
    kind: PackageKind
    signed_at: str
    payload: PayloadFile
    language: str = ""
    """The language of every term without one; empty: any."""
    scope: str = ""
    """The company, or the digest of the person, for whom it is; empty: any (never for `user`)."""
    priority: int = 50
    requires: Mapping[str, Version] = field(default_factory=dict)
    """Names of required packages, with the lowest version that is enough."""
    conflicts: tuple[str, ...] = ()
    min_selene: Version = NO_VERSION

    def __post_init__(self) -> None:
        for name in (self.name, *self.requires, *self.conflicts):
            check_name(name)
        parse_moment(self.signed_at)
        if not 0 <= self.priority <= MAX_PRIORITY:
            raise ValueError("a priority out of range")
        if self.kind is PackageKind.USER and not self.scope:
            raise ValueError("a person's package without a person")

    @property
    def label(self) -> str:
        """The name and version for sentences: "kitchen 1.4"."""
        return f"{self.name} {self.version}"


Document: TypeAlias = "Root | Catalog | Package"
D = TypeVar("D", Root, Catalog, Package)

TYPE_NAMES: Mapping[type[Root] | type[Catalog] | type[Package], str] = {
    Root: "root",
    Catalog: "catalog",
    Package: "package",
}
_SPEC = 1


@dataclass(frozen=True, slots=True)
class SignedDocument(Generic[D]):
    """A document as it was received."""

    value: D
    body: bytes
    """The canonical bytes that are signed."""
    signatures: tuple[Signature, ...]
    received: bytes
    unknown: frozenset[str] = frozenset()
    """Names of fields that this version of Selene does not know."""


@dataclass(frozen=True, slots=True)
class _Envelope:
    signatures: tuple[Signature, ...]
    signed: dict[str, Any]


def read_document(content: bytes, kind: type[D], policy: PackagePolicy) -> SignedDocument[D]:
    """Reads the document in `content`. Raises `TooLarge`, `MalformedDocument`, `WrongType` or `BadName`."""
    type_name = TYPE_NAMES[kind]
    what = f"The {type_name} document"
    if len(content) > _cap_bytes(kind, policy):
        raise TooLarge(f"{what} is larger than it may be. Nothing was changed.")
    envelope = convert(read_json(content, what, policy), _Envelope, what)
    if len(envelope.signatures) > policy.max_signatures:
        raise MalformedDocument(f"{what} has more than {policy.max_signatures} signatures. Nothing was changed.")
    check_type(envelope.signed, type_name, what)
    value = convert(envelope.signed, kind, what)
    unknown = frozenset(envelope.signed) - {"_type", "spec", *(each.name for each in fields(kind))}
    return SignedDocument(value, canonical_document_bytes(envelope.signed), envelope.signatures, content, unknown)


def check_type(plain: Mapping[str, Any], type_name: str, what: str) -> None:
    """Checks that a document has the type of its place, in a known edition. Raises `MalformedDocument` or
    `WrongType`.
    """
    inner = plain.get("signed")
    found = plain.get("_type") or (inner.get("_type") if isinstance(inner, dict) else None)
    if not isinstance(found, str):
        raise MalformedDocument(f"{what} does not say what it is. Nothing was changed; it has to be published again.")
    if found != type_name:
        raise WrongType(f"Another kind of document lies where the {type_name} should be. Nothing was changed.")
    if plain.get("spec") != _SPEC:
        raise MalformedDocument(f"{what} is of an unknown edition. Nothing was changed; a newer Selene may read it.")


def document_body(document: Document) -> dict[str, Plain]:
    """Returns what is signed of a document: its fields, with its type and edition."""
    plain = cast(dict[str, Plain], msgspec.to_builtins(document, enc_hook=str))
    return {"_type": TYPE_NAMES[type(document)], "spec": _SPEC, **plain}


def document_bytes(body: dict[str, Plain], signatures: tuple[Signature, ...]) -> bytes:
    """Builds the file of a document."""
    signed = cast("list[Plain]", msgspec.to_builtins(sorted(signatures, key=lambda one: (one.keyid, one.sig))))
    return canonical_document_bytes({"signatures": signed, "signed": body})


T = TypeVar("T")


def convert(value: object, kind: type[T], what: str) -> T:
    """Converts `value` to `kind` without unknown fields. Raises `MalformedDocument`, or what the check of a field
    raises.
    """
    try:
        return msgspec.convert(value, kind, dec_hook=_decoded)
    except msgspec.ValidationError as error:
        raise MalformedDocument(
            f"{what} is not well formed. Nothing was changed; it has to be published again."
        ) from error


def _decoded(kind: type[object], value: object) -> object:
    if kind is Version:
        return Version.parse(cast(str, value))
    raise ValueError("not a field of a document")


def _cap_bytes(kind: type[Root] | type[Catalog] | type[Package], policy: PackagePolicy) -> int:
    if kind is Root:
        return policy.max_root_bytes
    return policy.max_catalog_bytes if kind is Catalog else policy.max_package_bytes


def _check_dated(version: int, signed_at: str, expires: str) -> None:
    if not 1 <= version <= MAX_VERSION:
        raise ValueError("a version out of range")
    if parse_moment(expires) <= parse_moment(signed_at):
        raise ValueError("expired before it was signed")


def _check_file(length: int, digest: str) -> None:
    if length < 1:
        raise ValueError("an empty file")
    _hex(digest, _DIGEST_CHARS)


def _hex(text: str, chars: int) -> None:
    if len(text) != chars or not _HEX.issuperset(text):
        raise ValueError("expected lower-case hex")
