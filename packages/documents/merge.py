"""Pure: merges packages into one table, equal for every order of arrival (2.4.4).

Packages are applied after those that they require; ties go by priority, name and version. A later package overrides the
weight and role of a term, and takes a heard form that two terms claim. Two devices compare the table's digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from packages.core.errors import DependencyUnmet, ForbiddenContent, MixedSet
from packages.core.policy import PackagePolicy
from packages.core.signed_json import Plain, table_digest
from packages.documents.documents import Package, PackageKind
from packages.documents.terms import Term, TermRole


@dataclass(frozen=True, slots=True)
class VerifiedPackage:
    """A package that passed every check: signatures, digests, versions, fit and content gate."""

    package: Package
    terms: tuple[Term, ...]
    document: bytes
    """The package document as received, followed by its payload: kept for a later rollback."""
    payload: bytes
    repository: str
    """The name of the repository, which with `catalog_version` identifies the catalogue of the package."""
    catalog_version: int


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One term of the merged table, with the package that decided it."""

    language: str
    spelling: str
    role: TermRole
    weight: int
    pronunciations: tuple[str, ...]
    heard: tuple[str, ...]
    package: str
    version: str


@dataclass(frozen=True, slots=True)
class VocabularyTable:
    """The vocabulary of a set of packages: entries by language and spelling, and the order of application."""

    entries: tuple[TableEntry, ...]
    order: tuple[tuple[str, str], ...]
    """Name and version of each package, in the order of application."""
    digest: str
    """BLAKE2b of 32 bytes over the canonical form of all the above, in hex."""


def merge_packages(packages: Iterable[VerifiedPackage], policy: PackagePolicy) -> VocabularyTable:
    """Merges packages into one table. Raises `MixedSet`, `DependencyUnmet` or `ForbiddenContent`; the input is
    unchanged.
    """
    found = check_one_catalog(packages)
    ordered = apply_order([verified.package for verified in found])
    by_name = {verified.package.name: verified for verified in found}
    entries: dict[tuple[str, str], TableEntry] = {}
    claims: dict[tuple[str, str], tuple[str, str]] = {}
    for package in ordered:
        for term in sorted(by_name[package.name].terms, key=_term_order):
            _apply(term, package, entries, claims, policy)
    if len(entries) > policy.max_merged_terms:
        raise ForbiddenContent(
            f"The packages have more than {policy.max_merged_terms} terms together. Nothing was changed."
        )
    return table_of(_with_claims(entries, claims), tuple((package.name, str(package.version)) for package in ordered))


def check_one_catalog(packages: Iterable[VerifiedPackage]) -> tuple[VerifiedPackage, ...]:
    """Checks that the packages of a repository are of one catalogue and no name comes twice. Raises `MixedSet`."""
    catalogs: dict[str, int] = {}
    names: dict[str, VerifiedPackage] = {}
    people: set[str] = set()
    for verified in packages:
        name = verified.package.name
        people |= {verified.package.scope} if verified.package.kind is PackageKind.USER else set()
        if len(people) > 1:
            raise MixedSet(f"Package {name} and another belong to different people. Nothing was changed.")
        if catalogs.setdefault(verified.repository, verified.catalog_version) != verified.catalog_version:
            raise MixedSet(f"Package {name} and another come from different catalogues. Nothing was changed.")
        if names.setdefault(name, verified) != verified:
            raise MixedSet(f"Package {name} is there twice, with different content. Nothing was changed.")
    return tuple(names.values())


def apply_order(packages: Sequence[Package]) -> tuple[Package, ...]:
    """Orders packages after those that they require; ties by priority, bytes of the name and version. Raises
    `DependencyUnmet`.
    """
    waiting = {package.name: package for package in packages}
    for package in packages:
        _check_fit(package, waiting)
    ordered: list[Package] = []
    while waiting:
        ready = [package for package in waiting.values() if not any(name in waiting for name in package.requires)]
        if not ready:
            name = min(waiting)
            raise DependencyUnmet(f"Package {name} requires itself by way of others. Nothing was changed.")
        first = min(ready, key=_package_order)
        ordered.append(waiting.pop(first.name))
    return tuple(ordered)


def _check_fit(package: Package, among: Mapping[str, Package]) -> None:
    for name, lowest in sorted(package.requires.items()):
        other = among.get(name)
        if other is None:
            raise DependencyUnmet(f"Package {package.label} requires {name}, which is not there. Nothing was changed.")
        if other.version < lowest:
            raise DependencyUnmet(
                f"Package {package.label} requires {name} {lowest}, and there is {other.version}. Nothing was changed."
            )
    for name in sorted(package.conflicts):
        if name in among:
            raise DependencyUnmet(f"Packages {package.label} and {name} cannot be used together. Nothing was changed.")


def _package_order(package: Package) -> tuple[int, bytes, str]:
    return package.priority, package.name.encode(), str(package.version)


def _term_order(term: Term) -> tuple[str, bytes]:
    return term.language, term.spelling.encode()


def _apply(
    term: Term,
    package: Package,
    entries: dict[tuple[str, str], TableEntry],
    claims: dict[tuple[str, str], tuple[str, str]],
    policy: PackagePolicy,
) -> None:
    """Adds one term to the entries: its pronunciations come before the older ones, within the cap."""
    language = term.language or package.language
    key = (language, term.spelling)
    before = entries.get(key)
    sounds = _merge_texts(term.pronunciations, before.pronunciations if before else (), policy.max_pronunciations)
    heard = _merge_texts(term.heard, before.heard if before else (), policy.max_heard)
    entries[key] = TableEntry(
        language, term.spelling, term.role, term.weight, sounds, heard, package.name, str(package.version)
    )
    for form in term.heard:
        claims[language, form.casefold()] = key


def _merge_texts(fresh: tuple[str, ...], before: tuple[str, ...], cap: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*fresh, *before)))[:cap]


def _with_claims(
    entries: Mapping[tuple[str, str], TableEntry], claims: Mapping[tuple[str, str], tuple[str, str]]
) -> tuple[TableEntry, ...]:
    """Returns the entries in order, each without the heard forms that a later one took."""
    made = []
    for key in sorted(entries, key=lambda key: (key[0], key[1].encode())):
        entry = entries[key]
        kept = tuple(sorted(form for form in entry.heard if claims[entry.language, form.casefold()] == key))
        made.append(
            TableEntry(
                entry.language, entry.spelling, entry.role, entry.weight, entry.pronunciations, kept, entry.package,
                entry.version,
            )
        )  # fmt: skip
    return tuple(made)


def table_of(entries: tuple[TableEntry, ...], order: tuple[tuple[str, str], ...]) -> VocabularyTable:
    """Builds the table of these entries, in their order, with its digest."""
    rows: list[Plain] = [
        [entry.language, entry.spelling, entry.role.value, entry.weight, list(entry.pronunciations), list(entry.heard),
         entry.package, entry.version]
        for entry in entries
    ]  # fmt: skip
    names: list[Plain] = [[name, version] for name, version in order]
    return VocabularyTable(entries, order, table_digest({"entries": rows, "order": names}, "selene.vocab.tab"))


EMPTY_DIGEST = table_of((), ()).digest
"""The table of a device without packages."""
