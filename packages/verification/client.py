"""Rules: the verifying client, as a machine: what to fetch next, what to keep, what is verified, or why not.

    session, todo = begin(trusted, request, policy)
    session, todo = step(session, Arrived(content) | Missing() | Failed(error))

The order is TUF's: roots one at a time, each kept as soon as it is verified; only then whether the root has expired;
the catalogue; packages; payloads. The catalogue is kept when the whole set that it promised has been verified, so that
a refusal leaves every trusted version where it was. Nothing here reads, writes or waits: packages/installation/refresh.py does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TypeAlias

from packages.core.errors import (
    Dependency,
    Incompatible,
    IncompleteRepo,
    PackageError,
    RootChain,
    TooLarge,
    UnknownPackage,
)
from packages.core.names import CATALOG_PATH, Version, package_path, payload_path, root_path
from packages.core.policy import PackagePolicy
from packages.documents.documents import Catalog, Kind, Listing, Package, Publisher, Signed
from packages.documents.merge import Verified, apply_order
from packages.documents.terms import read_payload
from packages.verification.content_gate import Gate
from packages.verification.trust import (
    Trusted,
    check_package,
    check_payload,
    check_root_age,
    next_catalog,
    next_root,
    with_vouched,
)


@dataclass(frozen=True, slots=True)
class Device:
    """What a package has to suit."""

    selene: Version
    languages: frozenset[str] = frozenset()
    """Empty: any."""
    companies: frozenset[str] | None = None
    """Whose packs may be used; None: any that the root vouches for."""
    person: str = ""
    """The digest of the person whose adaptation may be used; empty: nobody's."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is wanted of one repository, and when."""

    device: Device
    now_ms: int
    names: tuple[str, ...] | None = None
    """Packages by name, with what they require; None: all that suit the device; empty: only the catalogue."""
    repository: str = ""
    """Names the repository in what is verified."""
    gate: Gate = field(default_factory=Gate)


@dataclass(frozen=True, slots=True)
class Fetch:
    """Get the file at `path`; stop after `max_bytes` of it."""

    path: str
    max_bytes: int
    exact: bool = False
    """Whether `max_bytes` is what was signed: one byte more is then a refusal of its own."""


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
class Finished:
    """Everything asked for is verified. `notices` are refusals that did no harm: V13, or what is for others."""

    packages: tuple[Verified, ...]
    notices: tuple[PackageError, ...]
    trusted: Trusted


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing is to be applied."""

    error: PackageError


@dataclass(frozen=True, slots=True)
class Arrived:
    """The whole content of the file that was asked for."""

    content: bytes


@dataclass(frozen=True, slots=True)
class Missing:
    """There is no such file."""


@dataclass(frozen=True, slots=True)
class Failed:
    """It could not be had: too slow, too long, out of reach, or could not be kept."""

    error: PackageError


Instruction: TypeAlias = Fetch | KeepRoot | KeepCatalog | Finished | Refused
Arrival: TypeAlias = Arrived | Missing | Failed


class Stage(Enum):
    """What is waited for."""

    ROOT = auto()
    CATALOG = auto()
    PACKAGE = auto()
    PAYLOAD = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Session:
    """One refresh of one repository. Made by `begin`, moved by `step`."""

    trusted: Trusted
    request: Request
    policy: PackagePolicy
    stage: Stage = Stage.ROOT
    rotations: int = 0
    waiting: tuple[str, ...] = ()
    """Names of packages whose documents are still to be fetched; the first is on its way."""
    documents: Mapping[str, tuple[Signed[Package], Publisher]] = field(default_factory=dict)
    unpaid: tuple[str, ...] = ()
    """Names of packages whose payloads are still to be fetched; the first is on its way."""
    verified: tuple[Verified, ...] = ()
    notices: tuple[PackageError, ...] = ()


Todo: TypeAlias = tuple[Instruction, ...]


def begin(trusted: Trusted, request: Request, policy: PackagePolicy) -> tuple[Session, Todo]:
    """A refresh from what is trusted now."""
    session = Session(trusted, request, policy)
    return session, (_fetch_root(session),)


def step(session: Session, arrival: Arrival) -> tuple[Session, Todo]:
    """What follows from an arrival. Anything wrong ends the session with `Refused`, and nothing more is fetched."""
    try:
        if isinstance(arrival, Failed):
            raise arrival.error
        return _STEPS[session.stage](session, arrival)
    except PackageError as error:
        return replace(session, stage=Stage.OVER), (Refused(error),)


def _root(session: Session, arrival: Arrived | Missing) -> tuple[Session, Todo]:
    if isinstance(arrival, Missing):
        trusted = with_vouched(session.trusted)
        check_root_age(trusted, session.request.now_ms)
        cap = session.policy.max_catalog_bytes
        return replace(session, trusted=trusted, stage=Stage.CATALOG), (Fetch(CATALOG_PATH, cap),)
    if session.rotations == session.policy.max_root_rotations:
        raise RootChain(
            f"The chain of roots has no end within {session.policy.max_root_rotations} steps. The vocabulary in use is"
            " kept."
        )
    trusted = next_root(session.trusted, arrival.content, session.policy)
    session = replace(session, trusted=trusted, rotations=session.rotations + 1)
    return session, (KeepRoot(trusted.root.value.version, arrival.content), _fetch_root(session))


def _catalog(session: Session, arrival: Arrived | Missing) -> tuple[Session, Todo]:
    if isinstance(arrival, Missing):
        raise IncompleteRepo("The repository has no catalogue. The vocabulary in use is kept.")
    trusted, notices = next_catalog(session.trusted, arrival.content, session.request.now_ms, session.policy)
    session = replace(session, trusted=trusted, notices=notices, stage=Stage.PACKAGE)
    catalog = _trusted_catalog(session)
    asked = session.request.names
    names = tuple(sorted(catalog.packages)) if asked is None else tuple(dict.fromkeys(asked))
    _check_amount(len(names), session.policy)
    for name in names:
        _listing(catalog, name)
    return _next_package(replace(session, waiting=names))


def _package(session: Session, arrival: Arrived | Missing) -> tuple[Session, Todo]:
    name = session.waiting[0]
    listing = _listing(_trusted_catalog(session), name)
    if isinstance(arrival, Missing):
        raise IncompleteRepo(f"Package {name} {listing.version} is promised and not there. Nothing was applied.")
    document, publisher = check_package(session.trusted, name, listing, arrival.content, session.policy)
    session = replace(session, waiting=session.waiting[1:])
    check_selene(document.value, session.request.device)
    try:
        check_suits(document.value, session.request.device)
    except Incompatible as error:
        if session.request.names is not None or any(name in one.value.requires for one, _ in _found(session)):
            raise
        return _next_package(replace(session, notices=(*session.notices, error)))
    session = replace(session, documents={**session.documents, name: (document, publisher)})
    return _next_package(_with_required(session, document.value))


def _payload(session: Session, arrival: Arrived | Missing) -> tuple[Session, Todo]:
    document, publisher = session.documents[session.unpaid[0]]
    package = document.value
    if isinstance(arrival, Missing):
        raise IncompleteRepo(f"The payload of package {package.label} is promised and not there. Nothing was applied.")
    check_payload(package, arrival.content)
    payload = read_payload(arrival.content, session.policy)
    session.request.gate.check(package, document.unknown, payload, publisher)
    verified = Verified(
        package,
        payload.terms,
        document.received,
        arrival.content,
        session.request.repository,
        _trusted_catalog(session).version,
    )
    return _next_payload(replace(session, verified=(*session.verified, verified), unpaid=session.unpaid[1:]))


def _over(session: Session, arrival: Arrived | Missing) -> tuple[Session, Todo]:
    return session, ()


def check_selene(package: Package, device: Device) -> None:
    """Whether this Selene is new enough for a package. Raises `Incompatible`."""
    if device.selene < package.min_selene:
        raise Incompatible(
            f"Package {package.label} needs Selene {package.min_selene}, and this is {device.selene}."
            " Nothing was changed."
        )


def check_suits(package: Package, device: Device) -> None:
    """Whether a package is for this device's languages, company and person. Raises `Incompatible`.

    When everything is asked for, what is for others is left out and reported.
    """
    if package.language and device.languages and package.language not in device.languages:
        raise Incompatible(f"Package {package.label} is for another language. Nothing was changed.")
    if package.kind is Kind.USER and package.scope != device.person:
        raise Incompatible(f"Package {package.label} belongs to another person. Nothing was changed.")
    foreign = device.companies is not None and package.scope and package.scope not in device.companies
    if package.kind is Kind.COMPANY and foreign:
        raise Incompatible(f"Package {package.label} belongs to another company. Nothing was changed.")


def _with_required(session: Session, package: Package) -> Session:
    """What a package requires is fetched too. Raises `Dependency` when the catalogue does not have it."""
    catalog = _trusted_catalog(session)
    for name in package.requires:
        if name not in catalog.packages:
            raise Dependency(f"Package {package.label} requires {name}, which is not there. Nothing was changed.")
    known = {*session.documents, *session.waiting}
    fresh = tuple(name for name in sorted(package.requires) if name not in known)
    _check_amount(len(known) + len(fresh), session.policy)
    return replace(session, waiting=(*session.waiting, *fresh))


def _next_package(session: Session) -> tuple[Session, Todo]:
    if session.waiting:
        name = session.waiting[0]
        path = package_path(name, _listing(_trusted_catalog(session), name).version)
        return session, (Fetch(path, session.policy.max_package_bytes),)
    order = apply_order([document.value for document, _ in _found(session)])
    return _next_payload(replace(session, stage=Stage.PAYLOAD, unpaid=tuple(package.name for package in order)))


def _next_payload(session: Session) -> tuple[Session, Todo]:
    if session.unpaid:
        package = session.documents[session.unpaid[0]][0].value
        path = payload_path(package.name, package.version, package.payload.name)
        _check_payload_size(package, session.policy)
        return session, (Fetch(path, package.payload.length, exact=True),)
    catalog = session.trusted.catalog
    keep = (KeepCatalog(catalog.value.version, catalog.received),) if catalog else ()
    over = replace(session, stage=Stage.OVER)
    return over, (*keep, Finished(session.verified, session.notices, session.trusted))


def _check_payload_size(package: Package, policy: PackagePolicy) -> None:
    if package.payload.length > policy.max_payload_bytes:
        raise TooLarge(f"Package {package.label} is larger than a package may be. Nothing was changed.")


def _check_amount(amount: int, policy: PackagePolicy) -> None:
    if amount > policy.max_packages:
        raise Dependency(
            f"More than {policy.max_packages} packages at once. Nothing was changed; ask for fewer by name."
        )


def _found(session: Session) -> tuple[tuple[Signed[Package], Publisher], ...]:
    return tuple(session.documents.values())


def _fetch_root(session: Session) -> Fetch:
    return Fetch(root_path(session.trusted.root.value.version + 1), session.policy.max_root_bytes)


def _trusted_catalog(session: Session) -> Catalog:
    if session.trusted.catalog is None:
        raise UnknownPackage("There is no catalogue yet. Nothing was changed.")
    return session.trusted.catalog.value


def _listing(catalog: Catalog, name: str) -> Listing:
    if name in catalog.retired:
        raise UnknownPackage(f"Package {name} was retired by its publisher. What is in use is kept.")
    if name not in catalog.packages:
        raise UnknownPackage("A package of that name is not in the catalogue. Nothing was changed.")
    return catalog.packages[name]


_STEPS = {
    Stage.ROOT: _root,
    Stage.CATALOG: _catalog,
    Stage.PACKAGE: _package,
    Stage.PAYLOAD: _payload,
    Stage.OVER: _over,
}
