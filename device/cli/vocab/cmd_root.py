"""Composition: `selene vocab root`: writes the next root of a repository, which devices verify with the one they
trust.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from device.cli.common.error_report import show_json
from device.cli.common.told_moment import moment_of
from device.cli.vocab.cmd_publish import parse_publisher
from device.core.errors import BadUsage
from packages.core.policy import PackagePolicy
from packages.documents.signing import signing_key_id
from packages.publishing.repository import PublishingRepository
from packages.publishing.root_rotation import RootChanges
from packages.storage.folders import FolderRepository
from packages.storage.key_files import read_key, read_public


@dataclass(frozen=True, slots=True)
class RootChangeRequest:
    """The options of the command, as typed."""

    root_keys: tuple[Path, ...]
    catalog_keys: tuple[Path, ...]
    """Files of the new secret keys that sign catalogues; empty: unchanged."""
    threshold: int | None
    publishers: tuple[str, ...]
    dropped: tuple[str, ...]
    revoked: tuple[str, ...]


def write_next_root(repository: Path, asked: RootChangeRequest, now: str | None, *, as_json: bool) -> None:
    """Writes the next root, signed by old and new keys, and with new catalogue keys a catalogue signed by them."""
    policy, at_ms = PackagePolicy(), moment_of(now).at_ms
    if not asked.root_keys:
        raise BadUsage("A root is signed by its keys: name them with --root-key. Nothing was changed.")
    operator = PublishingRepository(FolderRepository(repository), policy)
    signers = [read_key(path) for path in asked.root_keys]
    catalog_signers = [read_key(path) for path in asked.catalog_keys]
    fresh = operator.follow(_root_changes(asked), signers, at_ms)
    catalog = operator.publish([], catalog_signers, at_ms) if catalog_signers else None
    found = {
        "repository": str(repository),
        "root_version": fresh.version,
        "expires": fresh.expires,
        "root_keys": list(fresh.root.keyids),
        "threshold": fresh.root.threshold,
        "catalog_keys": list(fresh.catalog.keyids),
        "publishers": {name: list(owner.prefixes) for name, owner in sorted(fresh.publishers.items())},
        "revoked": sorted(fresh.revoked),
        "catalog_version": catalog,
    }
    if as_json:
        show_json(found)
        return
    click.echo(f"Root {fresh.version} is published, good until {fresh.expires}; {len(fresh.revoked)} key(s) revoked.")


def _root_changes(asked: RootChangeRequest) -> RootChanges:
    return RootChanges(
        _unrevoked_public_keys(asked.root_keys, revoked := _revoked_key_ids(asked.revoked)),
        asked.threshold,
        _unrevoked_public_keys(asked.catalog_keys, revoked),
        dict(_publisher(one) for one in asked.publishers),
        frozenset(asked.dropped),
        revoked,
    )


def _unrevoked_public_keys(keys: Sequence[Path], revoked: frozenset[str]) -> tuple[str, ...]:
    """Returns public halves without the revoked ones; a key to be revoked still signs this root."""
    public = [read_public(path) for path in keys]
    return tuple(one for one in public if signing_key_id(bytes.fromhex(one)) not in revoked)


def _publisher(text: str) -> tuple[str, tuple[str, tuple[str, ...]]]:
    name, (key, *prefixes) = parse_publisher(text)
    return name, (key, tuple(prefixes))


def _revoked_key_ids(named: Sequence[str]) -> frozenset[str]:
    """Returns the ids of keys to revoke, given by id or by the file of their public half."""
    return frozenset(one if _is_id(one) else signing_key_id(bytes.fromhex(read_public(Path(one)))) for one in named)


def _is_id(text: str) -> bool:
    return len(text) == 32 and all(char in "0123456789abcdef" for char in text)
