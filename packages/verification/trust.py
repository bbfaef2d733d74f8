"""Pure: decides which root, catalogue and packages a device trusts.

Each function takes bytes from anywhere and returns what is trusted then, or raises and changes nothing. Time is
`now_ms`, or the signing time of the newest trusted document when that is later, so that a clock in 1970 makes no
expired document valid. The clock is never stored: one in 2099 stops installing only while it is wrong (V26).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from packages.core.errors import (
    CatalogRollback,
    CatalogShrank,
    HashMismatch,
    KeyRevoked,
    MixedSet,
    MutatedVersion,
    NotDelegated,
    PackageError,
    PackageRollback,
    RootChainBroken,
    ThresholdNotMet,
    TooLarge,
    TrustExpired,
    TrustLost,
    UntrustedSigner,
    VersionMismatch,
)
from packages.core.names import Version, parse_moment
from packages.core.policy import PackagePolicy
from packages.core.ports import KeptTrust
from packages.core.signed_json import content_digest
from packages.documents.documents import (
    TYPE_NAMES,
    Catalog,
    CatalogListing,
    Package,
    Publisher,
    Root,
    SignedDocument,
    read_document,
)
from packages.documents.signing import check_keys, check_signed, count_signers


@dataclass(frozen=True, slots=True)
class TrustedMetadata:
    """The newest verified root, and the newest catalogue that it vouches for."""

    root: SignedDocument[Root]
    catalog: SignedDocument[Catalog] | None = None

    @property
    def packages(self) -> dict[str, Version]:
        """Returns for each package the version below which it is refused."""
        if self.catalog is None:
            return {}
        listed = {name: listing.version for name, listing in self.catalog.value.packages.items()}
        return listed | {name: retired.version for name, retired in self.catalog.value.retired.items()}


def first_root(content: bytes, policy: PackagePolicy) -> TrustedMetadata:
    """Trusts a root that a person supplied, when it is signed by its own keys. Raises as `read_document`,
    `check_signed`.
    """
    root = read_document(content, Root, policy)
    check_keys(root.value)
    check_signed(root, "root", root.value.root, root.value, "The root document")
    return TrustedMetadata(root)


def load_trusted(kept: KeptTrust, policy: PackagePolicy) -> TrustedMetadata:
    """Reads the stored trust. Raises `TrustLost` when it is damaged.

    A catalogue that the root no longer vouches for is dropped: by replacing the catalogue's key an operator recovers
    from a version at the end of the numbers (V11).
    """
    try:
        trusted = first_root(kept.root, policy)
        catalog = None if kept.catalog is None else read_document(kept.catalog, Catalog, policy)
    except PackageError as error:
        raise TrustLost(
            "What this device trusts about packages is damaged. The vocabulary in use is kept; name the root again."
        ) from error
    return drop_unvouched_catalog(replace(trusted, catalog=catalog))


def drop_unvouched_catalog(trusted: TrustedMetadata) -> TrustedMetadata:
    """Drops the catalogue when the root does not vouch for it."""
    if trusted.catalog is None:
        return trusted
    root = trusted.root.value
    try:
        check_signed(trusted.catalog, "catalog", root.catalog, root, "The catalogue")
    except (UntrustedSigner, ThresholdNotMet, KeyRevoked):
        return replace(trusted, catalog=None)
    return trusted


def next_root(trusted: TrustedMetadata, content: bytes, policy: PackagePolicy) -> TrustedMetadata:
    """Verifies the next root: one version higher, signed by enough keys of the old and of the new one. Raises
    `RootChainBroken`.
    """
    fresh = read_document(content, Root, policy)
    old, new = trusted.root.value, check_keys(fresh.value)
    if new.version != old.version + 1:
        raise RootChainBroken(
            f"After root {old.version} comes {old.version + 1}, and {new.version} was offered. Nothing was changed."
        )
    # The revocations of the new root count only once it is trusted.
    signers = count_signers(fresh, "root", old.root, old)
    if not signers.role and not signers.revoked:
        raise RootChainBroken(
            f"Root {new.version} is not signed by any key of root {old.version}. Nothing was changed."
        )
    check_signed(fresh, "root", old.root, old, f"Root {new.version}")
    if not count_signers(fresh, "root", new.root, new).role:
        raise RootChainBroken(f"Root {new.version} is not signed by any key of its own. Nothing was changed.")
    check_signed(fresh, "root", new.root, new, f"Root {new.version}")
    return replace(trusted, root=fresh)


def check_root_age(trusted: TrustedMetadata, now_ms: int) -> None:
    """Checks the expiry after all roots were read, so that a newer root replaces an expired one. Raises
    `TrustExpired`.
    """
    root = trusted.root.value
    if latest_trusted_ms(trusted, now_ms) >= parse_moment(root.expires):
        raise TrustExpired(
            f"The root of trust expired at {root.expires}. The vocabulary in use is kept; install again when the"
            " publisher has renewed it, and check this device's clock."
        )


def latest_trusted_ms(trusted: TrustedMetadata, now_ms: int) -> int:
    """Returns the latest known moment, in milliseconds since 1970."""
    signed = [parse_moment(trusted.root.value.signed_at)]
    if trusted.catalog is not None:
        signed.append(parse_moment(trusted.catalog.value.signed_at))
    return max(now_ms, *signed)


def next_catalog(
    trusted: TrustedMetadata, content: bytes, now_ms: int, policy: PackagePolicy
) -> tuple[TrustedMetadata, tuple[PackageError, ...]]:
    """Verifies an offered catalogue; returns the new trust and the notices about it.

    Raises `UntrustedSigner`, `ThresholdNotMet`, `KeyRevoked`, `CatalogRollback`, `PackageRollback`, `CatalogShrank`,
    `TrustExpired`.
    """
    fresh = read_document(content, Catalog, policy)
    root, old = trusted.root.value, trusted.catalog
    check_signed(fresh, "catalog", root.catalog, root, "The catalogue")
    notices: tuple[PackageError, ...] = ()
    if old is not None:
        _check_not_older(old.value, fresh.value)
        notices = tuple(_mutations(old, fresh))
    kept = old if old is not None and (notices or old.value.version == fresh.value.version) else fresh
    fresh_trust = replace(trusted, catalog=kept)
    if stale := expiry_notice(fresh_trust, latest_trusted_ms(trusted, now_ms)):
        raise stale
    return fresh_trust, notices


def expiry_notice(trusted: TrustedMetadata, now_ms: int) -> TrustExpired | None:
    """Returns the notice of an expired trusted catalogue; None when there is a fresh one, or none at all.

    Expiry stops installing; active packages stay in use.
    """
    if trusted.catalog is None or latest_trusted_ms(trusted, now_ms) < parse_moment(trusted.catalog.value.expires):
        return None
    return TrustExpired(_stale_sentence(trusted.catalog.value))


def _check_not_older(old: Catalog, new: Catalog) -> None:
    if new.version < old.version:
        raise CatalogRollback(
            f"Catalogue {new.version} was offered, and {old.version} is already trusted. Nothing was changed."
        )
    if new.version == old.version:
        return
    for name, listing in sorted(old.packages.items()):
        if name in new.packages:
            _check_package_not_older(name, listing.version, new.packages[name].version)
        elif name not in new.retired:
            raise CatalogShrank(
                f"Package {name} vanished from the catalogue without being retired. Nothing was changed."
            )
        else:
            _check_package_not_older(name, listing.version, new.retired[name].version)
    for name, retired in sorted(old.retired.items()):
        if name in new.packages and new.packages[name].version <= retired.version:
            raise PackageRollback(
                f"Package {name} was retired at {retired.version} and is offered as {new.packages[name].version}."
                " Nothing was changed."
            )
        if name not in new.packages and name not in new.retired:
            raise CatalogShrank(f"That package {name} was retired vanished from the catalogue. Nothing was changed.")


def _check_package_not_older(name: str, old: Version, new: Version) -> None:
    if new < old:
        raise PackageRollback(f"Package {name}: offered {new}, already trusted {old}. Nothing was changed.")


def _mutations(old: SignedDocument[Catalog], new: SignedDocument[Catalog]) -> Iterator[PackageError]:
    """Returns packages whose content changed under the same version; the old catalogue is then kept (V13)."""
    if old.value.version == new.value.version:
        if old.body != new.body:
            yield MutatedVersion(
                f"Catalogue {old.value.version} was changed without a new version. The old one is kept."
            )
        return
    for name, listing in sorted(old.value.packages.items()):
        other = new.value.packages.get(name)
        if other is not None and other.version == listing.version and other != listing:
            yield MutatedVersion(
                f"Package {name} {listing.version} was changed without a new version. The old one is kept."
            )


def _stale_sentence(catalog: Catalog) -> str:
    held = ", ".join(f"{name} {listing.version}" for name, listing in sorted(catalog.packages.items())[:3])
    return (
        f"No fresh catalogue since {catalog.signed_at}; keeping {held or 'what is in use'}. Nothing was changed; ask"
        " the publisher for a new catalogue, and check this device's clock."
    )


def check_package(
    trusted: TrustedMetadata, name: str, listing: CatalogListing, content: bytes, policy: PackagePolicy
) -> tuple[SignedDocument[Package], Publisher]:
    """Verifies the package document that a catalogue lists; returns it with its publisher.

    Raises `MixedSet` when it is a valid document of another catalogue, `TooLarge`, `HashMismatch`, `NotDelegated`,
    `KeyRevoked`, `ThresholdNotMet`, `UntrustedSigner` or `VersionMismatch`.
    """
    _check_promise(trusted, name, listing, content, policy)
    document = read_document(content, Package, policy)
    publisher = _check_publisher(trusted.root.value, document)
    if (document.value.name, document.value.version) != (name, listing.version):
        raise VersionMismatch(
            f"The catalogue says {name} {listing.version}, and the package says {document.value.label}."
            " Nothing was changed."
        )
    return document, publisher


def check_payload(package: Package, content: bytes) -> None:
    """Checks that a payload is the signed one. Raises `TooLarge` or `HashMismatch`."""
    if len(content) != package.payload.length:
        raise TooLarge(f"Package {package.label} is not as long as was signed; nothing was changed.")
    if content_digest(content) != package.payload.digest:
        raise HashMismatch(f"Package {package.label} does not match its signed fingerprint; nothing was changed.")


def _check_promise(
    trusted: TrustedMetadata, name: str, listing: CatalogListing, content: bytes, policy: PackagePolicy
) -> None:
    if len(content) == listing.length and content_digest(content) == listing.digest:
        return
    if _is_of_another_catalog(trusted.root.value, listing, content, policy):
        raise MixedSet(
            f"Package {name} {listing.version} is mixed with files of another catalogue. Nothing was changed."
        )
    if len(content) != listing.length:
        raise TooLarge(f"The document of package {name} {listing.version} is not as long as was signed."
                       " Nothing was changed.")  # fmt: skip
    raise HashMismatch(f"Package {name} {listing.version} does not match its signed fingerprint; nothing was changed.")


def _is_of_another_catalog(root: Root, listing: CatalogListing, content: bytes, policy: PackagePolicy) -> bool:
    """Says whether a document is validly signed but of another version: then it was replaced, not damaged."""
    try:
        document = read_document(content, Package, policy)
        _check_publisher(root, document)
    except PackageError:
        return False
    return document.value.version != listing.version


def _check_publisher(root: Root, document: SignedDocument[Package]) -> Publisher:
    what = f"Package {document.value.label}"
    owner = root.owner(document.value.name)
    others = [publisher for publisher in root.publishers.values() if publisher is not owner]
    unsigned = owner is None or not _signers(document, owner, root)
    if unsigned and any(_signers(document, publisher, root) for publisher in others):
        raise NotDelegated(f"{what} is signed by a publisher who does not own that name. Nothing was changed.")
    if owner is None:
        raise NotDelegated(f"Nobody may publish a package named {document.value.name}. Nothing was changed.")
    check_signed(document, TYPE_NAMES[Package], owner.role, root, what)
    return owner


def _signers(document: SignedDocument[Package], publisher: Publisher, root: Root) -> frozenset[str]:
    return count_signers(document, TYPE_NAMES[Package], publisher.role, root).role
