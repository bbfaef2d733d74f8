"""Pure: builds and signs a person's adaptation (2.4.1, 2.4.4): a package of their words, made on their device.

It has a repository of its own, which never leaves the device; its root is the device's signing key, and its only
publisher owns the names that begin with `own`. Its scope is a digest that only the person's devices can compute, so no
other device accepts it. It is verified like any other package before use.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from nacl.signing import SigningKey

from packages.core.names import CATALOG_PATH, Version, package_path, payload_path, root_path
from packages.core.policy import OWN_ROOT_DAYS, PackagePolicy
from packages.documents.documents import Catalog, Package, PackageKind, Permit, Root, read_document
from packages.documents.signing import sign_document
from packages.documents.terms import Term, normalise_term
from packages.publishing.build import (
    BuiltPackage,
    PackageLabel,
    build_package,
    delegated_publisher,
    empty_catalog,
    following_catalog,
    new_root,
    sign_package,
    signing_role,
)
from packages.verification.content_gate import ContentGate

OWN_NAME = "own"


def person_digest(user_id: str, secret: bytes) -> str:
    """Computes the scope of a person's packages: 64 hex digits; `secret` (at most 64 bytes) is shared by their devices
    only.
    """
    return hashlib.blake2b(user_id.encode(), key=secret, digest_size=32, person=b"selene.vocab.usr").hexdigest()


def own_package_name(person: str) -> str:
    """Returns the name of a person's package, by their digest."""
    return f"{OWN_NAME}.{person[:16]}"


def is_adaptation_due(changed: int, since_ms: int, policy: PackagePolicy) -> bool:
    """Says whether a new version is due: `changed` words and corrections, `since_ms` after the last one."""
    return changed >= policy.own_changes or (changed > 0 and since_ms >= policy.own_every_ms)


def own_repository_files(
    root: bytes, catalog: Catalog | None, built: BuiltPackage, key: SigningKey, now_ms: int
) -> dict[str, bytes]:
    """Returns the repository with one more version, by path: root, catalogue, and the package signed by the key."""
    policy = PackagePolicy()
    signed = BuiltPackage(sign_package(built.document, [key], policy), built.payload)
    document = read_document(signed.document, Package, policy)
    before = catalog or empty_catalog(now_ms, OWN_ROOT_DAYS)
    fresh = following_catalog(before, [document], {}, now_ms, OWN_ROOT_DAYS)
    package = document.value
    return {
        root_path(1): root,
        CATALOG_PATH: sign_document(fresh, [key]),
        package_path(package.name, package.version): signed.document,
        payload_path(package.name, package.version, package.payload.name): signed.payload,
    }


def own_root(public_key: str, now_ms: int) -> Root:
    """Builds the root of a person's own repository: one key for every role. Raises `BadTerms`."""
    one = signing_role((public_key,), 1)
    owner = delegated_publisher((public_key,), 1, (OWN_NAME,), (Permit.PERSONAL_NAMES.value,))
    return new_root((public_key,), (one, one), {OWN_NAME: owner}, now_ms, OWN_ROOT_DAYS)


def build_own_package(
    person: str, version: Version, language: str, terms: Sequence[Term], now_ms: int, gate: ContentGate
) -> tuple[BuiltPackage | None, int]:
    """Builds an unsigned package of the permitted terms, None without any, and counts the refused ones.

    A correction of a command ("stop", heard for a name) is refused: as a word it would replace the command.
    """
    kept = tuple(one for one in map(normalise_term, terms) if not gate.fault(one, names_allowed=True))
    left_out = len(terms) - len(kept)
    if not kept:
        return None, left_out
    label = PackageLabel(own_package_name(person), version, PackageKind.USER, language, person)
    return build_package(label, kept, now_ms, gate), left_out
