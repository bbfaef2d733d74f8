"""python-tuf as an oracle: chains of roots and the catalogue after them get the same verdict from both.

Our documents are signed for their kind and TUF's are not, so each scenario is published twice, once in each form: the
same keys, thresholds, versions and dates. A catalogue is TUF's timestamp here.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from securesystemslib.formats import encode_canonical
from securesystemslib.signer import Key, Signature, SSlibKey
from tuf.api.exceptions import RepositoryError
from tuf.api.metadata import Metadata, MetaFile, Role, Root, Timestamp
from tuf.ngclient._internal.trusted_metadata_set import TrustedMetadataSet
from tuf.ngclient.config import EnvelopeType

from packages.core.errors import PackageError
from packages.core.names import moment_text
from packages.core.policy import PackagePolicy
from packages.core.signed_json import canonical_document_bytes
from packages.verification.trust import check_root_age, drop_unvouched_catalog, first_root, next_catalog, next_root
from tests.budgets import TUF_CHAINS
from tests.sim.publisher import DAY_MS, NOW_MS, key, keyid, public, signed

POLICY = PackagePolicy()
ROOT_KEYS = ("r0", "r1", "r2")
CATALOG_KEYS = ("c0", "c1")


@dataclass(frozen=True)
class Signers:
    """Keys of a role and how many of them are needed."""

    names: tuple[str, ...]
    threshold: int


@dataclass(frozen=True)
class RootCase:
    """One root, and who signs it."""

    version: int
    root: Signers
    catalog: Signers
    expired: bool
    by: tuple[str, ...]


@dataclass(frozen=True)
class CatalogCase:
    """One catalogue, and who signs it."""

    version: int
    expired: bool
    by: tuple[str, ...]


def subset(names: tuple[str, ...], least: int = 0) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(names), unique=True, min_size=least).map(lambda found: tuple(sorted(found)))


def signers(names: tuple[str, ...]) -> st.SearchStrategy[Signers]:
    return subset(names, 1).flatmap(lambda found: st.builds(Signers, st.just(found), st.integers(1, len(found))))


def roots(version: int) -> st.SearchStrategy[RootCase]:
    return st.builds(
        RootCase,
        st.sampled_from((*[version] * 8, version + 1, version - 1)),
        signers(ROOT_KEYS),
        signers(CATALOG_KEYS),
        st.sampled_from((*[False] * 7, True)),
        subset((*ROOT_KEYS, "stranger"), 1) | st.just(ROOT_KEYS),
    )


CATALOGS = st.builds(
    CatalogCase,
    st.sampled_from((4, 3, 5, 2)),
    st.sampled_from((*[False] * 5, True)),
    subset(CATALOG_KEYS) | st.just(CATALOG_KEYS),
)
FIRST = st.builds(RootCase, st.just(1), signers(ROOT_KEYS), signers(CATALOG_KEYS), st.just(False), st.just(ROOT_KEYS))
CHAINS = st.integers(0, 3).flatmap(lambda length: st.tuples(*(roots(2 + at) for at in range(length))))


def expiry(expired: bool) -> str:
    return moment_text(NOW_MS + (0 if expired else DAY_MS))


def our_root(case: RootCase) -> bytes:
    used = {*case.root.names, *case.catalog.names}
    body = {
        "_type": "root", "spec": 1, "version": case.version, "expires": expiry(case.expired),
        "signed_at": moment_text(NOW_MS - DAY_MS), "keys": {keyid(name): public(name) for name in used},
        "root": {"keyids": [keyid(name) for name in case.root.names], "threshold": case.root.threshold},
        "catalog": {"keyids": [keyid(name) for name in case.catalog.names], "threshold": case.catalog.threshold},
        "publishers": {},
    }  # fmt: skip
    return signed(body, case.by)


def our_catalog(case: CatalogCase) -> bytes:
    body = {
        "_type": "catalog", "spec": 1, "version": case.version, "expires": expiry(case.expired),
        "signed_at": moment_text(NOW_MS - DAY_MS), "packages": {},
    }  # fmt: skip
    return signed(body, case.by)


def tuf_root(case: RootCase) -> bytes:
    used = {*case.root.names, *case.catalog.names}
    keys: dict[str, Key] = {
        keyid(name): SSlibKey(keyid(name), "ed25519", "ed25519", {"public": public(name)}) for name in used
    }
    role = Role([keyid(name) for name in case.root.names], case.root.threshold)
    catalog = Role([keyid(name) for name in case.catalog.names], case.catalog.threshold)
    roles = {"root": role, "timestamp": catalog, "snapshot": catalog, "targets": catalog}
    return tuf_signed(Root(case.version, "1.0.31", moment(case.expired), keys, roles, False), case.by)


def tuf_catalog(case: CatalogCase) -> bytes:
    return tuf_signed(Timestamp(case.version, "1.0.31", moment(case.expired), MetaFile(1)), case.by)


def moment(expired: bool) -> datetime:
    return datetime.fromisoformat(expiry(expired))


def tuf_signed(value: Any, names: Iterable[str]) -> bytes:
    metadata = Metadata(value)
    for name in names:
        metadata.signatures[keyid(name)] = Signature(keyid(name), key(name).sign(metadata.signed_bytes).signature.hex())
    return metadata.to_bytes()


def ours(first: RootCase, kept: CatalogCase, chain: Iterable[RootCase], last: CatalogCase) -> tuple[int, int, bool]:
    """Trusted versions of root and catalogue, and whether all was accepted."""
    trusted = first_root(our_root(first), POLICY)
    trusted = next_catalog(trusted, our_catalog(kept), NOW_MS, POLICY)[0]
    try:
        for case in chain:
            trusted = next_root(trusted, our_root(case), POLICY)
        trusted = drop_unvouched_catalog(trusted)
        check_root_age(trusted, NOW_MS)
        trusted = next_catalog(trusted, our_catalog(last), NOW_MS, POLICY)[0]
    except PackageError:
        return trusted.root.value.version, 0, False
    return trusted.root.value.version, trusted.catalog.value.version if trusted.catalog else 0, True


def theirs(first: RootCase, kept: CatalogCase, chain: Iterable[RootCase], last: CatalogCase) -> tuple[int, int, bool]:
    """The same, as python-tuf's updater does it."""
    trusted = TrustedMetadataSet(tuf_root(first), EnvelopeType.METADATA)
    trusted.reference_time = datetime.fromtimestamp(NOW_MS / 1000, UTC)
    try:
        for case in chain:
            trusted.update_root(tuf_root(case))
        with suppress(RepositoryError):
            trusted.update_timestamp(tuf_catalog(kept))
        trusted.update_timestamp(tuf_catalog(last))
    except RepositoryError as error:
        if type(error).__name__ != "EqualVersionNumberError":
            return trusted.root.version, 0, False
    return trusted.root.version, trusted.timestamp.version, True


@given(FIRST, CHAINS, CATALOGS)
@settings(max_examples=TUF_CHAINS.now, deadline=None, derandomize=True, database=None)
def test_roots_and_the_catalogue_after_them_get_python_tufs_verdict(
    first: RootCase, chain: tuple[RootCase, ...], last: CatalogCase
) -> None:
    kept = CatalogCase(3, False, CATALOG_KEYS)
    assert ours(first, kept, chain, last) == theirs(first, kept, chain, last)


def test_the_oracle_sees_acceptance_and_refusal() -> None:
    first = RootCase(1, Signers(("r0", "r1"), 2), Signers(("c0",), 1), False, ROOT_KEYS)
    kept = CatalogCase(3, False, ("c0",))
    for last, verdict in (
        (CatalogCase(4, False, ("c0",)), (1, 4, True)),
        (CatalogCase(2, False, ("c0",)), (1, 0, False)),
    ):
        assert ours(first, kept, (), last) == theirs(first, kept, (), last) == verdict
    moved = RootCase(2, Signers(("r1", "r2"), 2), Signers(("c1",), 1), False, ROOT_KEYS)
    lower = CatalogCase(1, False, ("c1",))
    assert ours(first, kept, (moved,), lower) == theirs(first, kept, (moved,), lower) == (2, 1, True)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(PLAIN)
@settings(max_examples=TUF_CHAINS.now, deadline=None, derandomize=True, database=None)
def test_canonical_bytes_are_those_of_tuf(value: Any) -> None:
    assert canonical_document_bytes(value) == encode_canonical(value).encode()  # type: ignore[union-attr]
