"""Pure: builds the next root: keys added, revoked and replaced, publishers added and removed, a new expiry.

Nothing is signed here. `packages.verification.trust.next_root` checks, here and on every device, that old and new keys
sign.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from packages.core.errors import BadTerms, KeyRevoked
from packages.documents.documents import Publisher, Root, SigningRole
from packages.documents.signing import signing_key_id
from packages.publishing.build import following_root


@dataclass(frozen=True, slots=True)
class RootChanges:
    """The changes of the next root. Keys are public ones, in hex; revoked ones are ids of keys."""

    root_keys: tuple[str, ...] = ()
    """Keys to add to the root role."""
    threshold: int | None = None
    catalog_keys: tuple[str, ...] = ()
    """The new keys of the catalogue role; empty: unchanged."""
    publishers: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """Publishers by name: a key and the prefixes that it owns; replaces a publisher with that name."""
    dropped: frozenset[str] = frozenset()
    revoked: frozenset[str] = frozenset()
    """Keys to remove from every role, for good."""


def root_with_changes(root: Root, changes: RootChanges, now_ms: int, days: int) -> Root:
    """Builds the next root, not signed. Raises `BadTerms`, `BadName` or `KeyRevoked`."""
    if unknown := (changes.dropped - set(root.publishers)) | (changes.revoked - set(root.keys)):
        raise BadTerms(f"This root does not have {', '.join(sorted(unknown))}. Nothing was changed.")
    threshold = root.root.threshold if changes.threshold is None else changes.threshold
    keys = (*changes.root_keys, *changes.catalog_keys, *(key for key, _ in changes.publishers.values()))
    if any(one in root.revoked for one in _ids(keys)):
        raise KeyRevoked("One of those keys was revoked, and stays so. Nothing was changed; make a new one.")
    signers = _role((*root.root.keyids, *_ids(changes.root_keys)), threshold, changes, "the root")
    lists = _ids(changes.catalog_keys) or root.catalog.keyids
    catalog = _role(lists, 1 if changes.catalog_keys else root.catalog.threshold, changes, "the catalogue")
    owners = {
        name: _owner(name, owner, changes) for name, owner in root.publishers.items() if name not in changes.dropped
    }
    owners |= {name: _new_owner(name, *row) for name, row in changes.publishers.items()}
    return following_root(root, keys, (signers, catalog), owners, now_ms, days)


def _ids(public: Iterable[str]) -> tuple[str, ...]:
    return tuple(signing_key_id(bytes.fromhex(key)) for key in public)


def _role(keyids: Iterable[str], threshold: int, changes: RootChanges, what: str) -> SigningRole:
    left = tuple(one for one in dict.fromkeys(keyids) if one not in changes.revoked)
    try:
        return SigningRole(left, threshold)
    except ValueError as error:
        raise BadTerms(
            f"That would leave {len(left)} key(s) for {what}, which needs {threshold}. Nothing was changed; give it"
            " another key, or another threshold."
        ) from error


def _owner(name: str, owner: Publisher, changes: RootChanges) -> Publisher:
    if name in changes.publishers:
        return owner
    return replace(owner, keyids=_role(owner.keyids, owner.threshold, changes, f"publisher {name}").keyids)


def _new_owner(name: str, key: str, prefixes: tuple[str, ...]) -> Publisher:
    try:
        return Publisher(_ids((key,)), 1, prefixes)
    except ValueError as error:
        raise BadTerms(f"Publisher {name} has no key or no prefix that could be one. Nothing was changed.") from error
