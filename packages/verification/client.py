"""Pure: the verifying client as a state machine: what to fetch next, what to store, what is verified, or the error.

    session, todo = begin_refresh(trusted, request, policy)
    session, todo = advance_refresh(session, FileArrived(content) | FileMissing() | FetchFailed(error))

The order is TUF's: roots one at a time, each stored as soon as it is verified; then the expiry of the root; the
catalogue; packages; payloads. The catalogue is stored when the whole set that it lists has been verified, so that a
refusal leaves every trusted version unchanged. Nothing here reads, writes or waits: packages/installation/refresh.py
does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TypeAlias

from packages.core.errors import (
    DependencyUnmet,
    Incompatible,
    IncompleteRepo,
    PackageError,
    RootChainBroken,
    TooLarge,
    UnknownPackage,
)
from packages.core.names import CATALOG_PATH, Version, package_path, payload_path, root_path
from packages.core.policy import PackagePolicy
from packages.documents.documents import Catalog, CatalogListing, Package, PackageKind, Publisher, SignedDocument
from packages.documents.merge import VerifiedPackage, apply_order
from packages.documents.terms import read_payload
from packages.verification.content_gate import ContentGate
from packages.verification.trust import (
    TrustedMetadata,
    check_package,
    check_payload,
    check_root_age,
    drop_unvouched_catalog,
    next_catalog,
    next_root,
)


@dataclass(frozen=True, slots=True)
class DeviceProfile:
    """The properties of a device that a package has to fit."""

    selene: Version
    languages: frozenset[str] = frozenset()
    """Empty: any."""
    companies: frozenset[str] | None = None
    """The company whose packages may be used; None: any that the root delegates to."""
    person: str = ""
    """The digest of the person whose adaptation may be used; empty: no adaptation."""


@dataclass(frozen=True, slots=True)
class RefreshRequest:
    """What to refresh in one repository, and the time."""

    device: DeviceProfile
    now_ms: int
    names: tuple[str, ...] | None = None
    """Packages by name, with what they require; None: all that fit the device; empty: only the catalogue."""
    repository: str = ""
    """The name of the repository in the results."""
    gate: ContentGate = field(default_factory=ContentGate)


@dataclass(frozen=True, slots=True)
class FetchFile:
    """Get the file at `path`; stop after `max_bytes` of it."""

    path: str
    max_bytes: int
    exact: bool = False
    """Whether `max_bytes` is the signed length: one byte more is then an error of its own."""


@dataclass(frozen=True, slots=True)
class KeepRoot:
    """Make a verified root durable before anything else happens."""

    version: int
    content: bytes


@dataclass(frozen=True, slots=True)
class KeepCatalog:
    """Make a verified catalogue durable."""

    version: int
    content: bytes


@dataclass(frozen=True, slots=True)
class RefreshFinished:
    """The refresh is complete. `notices` are refusals without harm: V13, or packages for other devices."""

    packages: tuple[VerifiedPackage, ...]
    notices: tuple[PackageError, ...]
    trusted: TrustedMetadata


@dataclass(frozen=True, slots=True)
class RefreshRefused:
    """The refresh failed: nothing is applied."""

    error: PackageError


@dataclass(frozen=True, slots=True)
class FileArrived:
    """The whole content of the requested file."""

    content: bytes


@dataclass(frozen=True, slots=True)
class FileMissing:
    """There is no such file."""


@dataclass(frozen=True, slots=True)
class FetchFailed:
    """The file could not be fetched or stored: too slow, too long, unreachable."""

    error: PackageError


Instruction: TypeAlias = FetchFile | KeepRoot | KeepCatalog | RefreshFinished | RefreshRefused
Arrival: TypeAlias = FileArrived | FileMissing | FetchFailed


class RefreshStage(Enum):
    """What the refresh waits for."""

    ROOT = auto()
    CATALOG = auto()
    PACKAGE = auto()
    PAYLOAD = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class RefreshSession:
    """One refresh of one repository. Made by `begin_refresh`, changed by `advance_refresh`."""

    trusted: TrustedMetadata
    request: RefreshRequest
    policy: PackagePolicy
    stage: RefreshStage = RefreshStage.ROOT
    rotations: int = 0
    waiting: tuple[str, ...] = ()
    """Names of packages whose documents are still to be fetched; the first is being fetched."""
    documents: Mapping[str, tuple[SignedDocument[Package], Publisher]] = field(default_factory=dict)
    unpaid: tuple[str, ...] = ()
    """Names of packages whose payloads are still to be fetched; the first is being fetched."""
    verified: tuple[VerifiedPackage, ...] = ()
    notices: tuple[PackageError, ...] = ()


Instructions: TypeAlias = tuple[Instruction, ...]


def begin_refresh(
    trusted: TrustedMetadata, request: RefreshRequest, policy: PackagePolicy
) -> tuple[RefreshSession, Instructions]:
    """Begins a refresh with the trusted documents."""
    session = RefreshSession(trusted, request, policy)
    return session, (_fetch_root(session),)


def advance_refresh(session: RefreshSession, arrival: Arrival) -> tuple[RefreshSession, Instructions]:
    """Handles the result of a fetch. An error ends the session with `RefreshRefused`, and nothing more is fetched."""
    try:
        if isinstance(arrival, FetchFailed):
            raise arrival.error
        return _STEPS[session.stage](session, arrival)
    except PackageError as error:
        return replace(session, stage=RefreshStage.OVER), (RefreshRefused(error),)


def _root(session: RefreshSession, arrival: FileArrived | FileMissing) -> tuple[RefreshSession, Instructions]:
    if isinstance(arrival, FileMissing):
        trusted = drop_unvouched_catalog(session.trusted)
        check_root_age(trusted, session.request.now_ms)
        cap = session.policy.max_catalog_bytes
        return replace(session, trusted=trusted, stage=RefreshStage.CATALOG), (FetchFile(CATALOG_PATH, cap),)
    if session.rotations == session.policy.max_root_rotations:
        raise RootChainBroken(
            f"The chain of roots has no end within {session.policy.max_root_rotations} steps. The vocabulary in use is"
            " kept."
        )
    trusted = next_root(session.trusted, arrival.content, session.policy)
    session = replace(session, trusted=trusted, rotations=session.rotations + 1)
    return session, (KeepRoot(trusted.root.value.version, arrival.content), _fetch_root(session))


def _catalog(session: RefreshSession, arrival: FileArrived | FileMissing) -> tuple[RefreshSession, Instructions]:
    if isinstance(arrival, FileMissing):
        raise IncompleteRepo("The repository has no catalogue. The vocabulary in use is kept.")
    trusted, notices = next_catalog(session.trusted, arrival.content, session.request.now_ms, session.policy)
    session = replace(session, trusted=trusted, notices=notices, stage=RefreshStage.PACKAGE)
    catalog = _trusted_catalog(session)
    asked = session.request.names
    names = tuple(sorted(catalog.packages)) if asked is None else tuple(dict.fromkeys(asked))
    _check_amount(len(names), session.policy)
    for name in names:
        _listing(catalog, name)
    return _next_package(replace(session, waiting=names))


def _package(session: RefreshSession, arrival: FileArrived | FileMissing) -> tuple[RefreshSession, Instructions]:
    name = session.waiting[0]
    listing = _listing(_trusted_catalog(session), name)
    if isinstance(arrival, FileMissing):
        raise IncompleteRepo(f"Package {name} {listing.version} is promised and not there. Nothing was applied.")
    document, publisher = check_package(session.trusted, name, listing, arrival.content, session.policy)
    session = replace(session, waiting=session.waiting[1:])
    check_selene_version(document.value, session.request.device)
    try:
        check_device_fit(document.value, session.request.device)
    except Incompatible as error:
        if session.request.names is not None or any(name in one.value.requires for one, _ in _found(session)):
            raise
        return _next_package(replace(session, notices=(*session.notices, error)))
    session = replace(session, documents={**session.documents, name: (document, publisher)})
    return _next_package(_with_required(session, document.value))


def _payload(session: RefreshSession, arrival: FileArrived | FileMissing) -> tuple[RefreshSession, Instructions]:
    document, publisher = session.documents[session.unpaid[0]]
    package = document.value
    if isinstance(arrival, FileMissing):
        raise IncompleteRepo(f"The payload of package {package.label} is promised and not there. Nothing was applied.")
    check_payload(package, arrival.content)
    payload = read_payload(arrival.content, session.policy)
    session.request.gate.check(package, document.unknown, payload, publisher)
    verified = VerifiedPackage(
        package,
        payload.terms,
        document.received,
        arrival.content,
        session.request.repository,
        _trusted_catalog(session).version,
    )
    return _next_payload(replace(session, verified=(*session.verified, verified), unpaid=session.unpaid[1:]))


def _over(session: RefreshSession, arrival: FileArrived | FileMissing) -> tuple[RefreshSession, Instructions]:
    return session, ()


def check_selene_version(package: Package, device: DeviceProfile) -> None:
    """Checks that this Selene is new enough for a package. Raises `Incompatible`."""
    if device.selene < package.min_selene:
        raise Incompatible(
            f"Package {package.label} needs Selene {package.min_selene}, and this is {device.selene}."
            " Nothing was changed."
        )


def check_device_fit(package: Package, device: DeviceProfile) -> None:
    """Checks that a package fits the device's languages, company and person. Raises `Incompatible`.

    When all packages are requested, those for other devices are left out and reported.
    """
    if package.language and device.languages and package.language not in device.languages:
        raise Incompatible(f"Package {package.label} is for another language. Nothing was changed.")
    if package.kind is PackageKind.USER and package.scope != device.person:
        raise Incompatible(f"Package {package.label} belongs to another person. Nothing was changed.")
    foreign = device.companies is not None and package.scope and package.scope not in device.companies
    if package.kind is PackageKind.COMPANY and foreign:
        raise Incompatible(f"Package {package.label} belongs to another company. Nothing was changed.")


def _with_required(session: RefreshSession, package: Package) -> RefreshSession:
    """Adds the packages that a package requires. Raises `DependencyUnmet` when the catalogue lacks one."""
    catalog = _trusted_catalog(session)
    for name in package.requires:
        if name not in catalog.packages:
            raise DependencyUnmet(f"Package {package.label} requires {name}, which is not there. Nothing was changed.")
    known = {*session.documents, *session.waiting}
    fresh = tuple(name for name in sorted(package.requires) if name not in known)
    _check_amount(len(known) + len(fresh), session.policy)
    return replace(session, waiting=(*session.waiting, *fresh))


def _next_package(session: RefreshSession) -> tuple[RefreshSession, Instructions]:
    if session.waiting:
        name = session.waiting[0]
        path = package_path(name, _listing(_trusted_catalog(session), name).version)
        return session, (FetchFile(path, session.policy.max_package_bytes),)
    order = apply_order([document.value for document, _ in _found(session)])
    return _next_payload(replace(session, stage=RefreshStage.PAYLOAD, unpaid=tuple(package.name for package in order)))


def _next_payload(session: RefreshSession) -> tuple[RefreshSession, Instructions]:
    if session.unpaid:
        package = session.documents[session.unpaid[0]][0].value
        path = payload_path(package.name, package.version, package.payload.name)
        _check_payload_size(package, session.policy)
        return session, (FetchFile(path, package.payload.length, exact=True),)
    catalog = session.trusted.catalog
    keep = (KeepCatalog(catalog.value.version, catalog.received),) if catalog else ()
    over = replace(session, stage=RefreshStage.OVER)
    return over, (*keep, RefreshFinished(session.verified, session.notices, session.trusted))


def _check_payload_size(package: Package, policy: PackagePolicy) -> None:
    if package.payload.length > policy.max_payload_bytes:
        raise TooLarge(f"Package {package.label} is larger than a package may be. Nothing was changed.")


def _check_amount(amount: int, policy: PackagePolicy) -> None:
    if amount > policy.max_packages:
        raise DependencyUnmet(
            f"More than {policy.max_packages} packages at once. Nothing was changed; ask for fewer by name."
        )


def _found(session: RefreshSession) -> tuple[tuple[SignedDocument[Package], Publisher], ...]:
    return tuple(session.documents.values())


def _fetch_root(session: RefreshSession) -> FetchFile:
    return FetchFile(root_path(session.trusted.root.value.version + 1), session.policy.max_root_bytes)


def _trusted_catalog(session: RefreshSession) -> Catalog:
    if session.trusted.catalog is None:
        raise UnknownPackage("There is no catalogue yet. Nothing was changed.")
    return session.trusted.catalog.value


def _listing(catalog: Catalog, name: str) -> CatalogListing:
    if name in catalog.retired:
        raise UnknownPackage(f"Package {name} was retired by its publisher. What is in use is kept.")
    if name not in catalog.packages:
        raise UnknownPackage("A package of that name is not in the catalogue. Nothing was changed.")
    return catalog.packages[name]


_STEPS = {
    RefreshStage.ROOT: _root,
    RefreshStage.CATALOG: _catalog,
    RefreshStage.PACKAGE: _package,
    RefreshStage.PAYLOAD: _payload,
    RefreshStage.OVER: _over,
}
