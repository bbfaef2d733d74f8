"""Adapter: stores the trusted documents of package repositories in the vault: a `TrustStore`.

Each call is one transaction with its ledger event, durable when it returns. A version never decreases here.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from engine_b.core.errors import VaultError
from engine_b.protocol.ledger import CODE, EventDraft
from engine_b.storage.database import Database
from engine_b.vault.vault import Vault
from memory.model.changes import Scope, Setting
from packages.core.errors import TrustLost
from packages.core.names import check_name
from packages.core.ports import KeptTrust

ROOT = "vocab.root:"
"""The settings for the person's other devices: the digest of the trusted root of each repository in use."""


@dataclass(frozen=True, slots=True)
class SyncedRoot:
    """A root that another device of the person trusts. It came sealed with their memory, so the mirror cannot forge
    it.
    """

    version: int
    fingerprint: str

    def matches_root(self, root: bytes) -> bool:
        """Says whether these bytes are that root."""
        return _fingerprint(root) == self.fingerprint


def find_synced_root(database: Database, repository: str) -> SyncedRoot | None:
    """Returns the synced root of a repository that is not trusted here yet; None where it is, or without one."""
    sql = "SELECT value FROM current_state WHERE key = ? AND NOT EXISTS (SELECT 1 FROM trusted WHERE repository = ?)"
    row = database.row(sql, (pointer_key(ROOT, repository), repository))
    version, _, fingerprint = str(row[0]).partition(":") if row else ("", "", "")
    return SyncedRoot(int(version), fingerprint) if version.isascii() and version.isdigit() else None


def root_settings(database: Database, digest: str) -> tuple[Setting, ...]:
    """Returns the settings for the repositories of a vocabulary's packages."""
    rows = database.rows(
        "SELECT repository, root_version, root FROM trusted WHERE repository IN"
        " (SELECT repository FROM vocabulary_package WHERE digest = ?) ORDER BY repository",
        (digest,),
    )
    return tuple(Setting(pointer_key(ROOT, name), f"{version}:{_fingerprint(root)}") for name, version, root in rows)


def pointer_key(prefix: str, name: str) -> str:
    """Returns the setting's key for a name; a long one by its digest, since a code has 64 characters."""
    key = f"{prefix}{name}"
    return key if CODE.fullmatch(key) else prefix + hashlib.blake2b(name.encode(), digest_size=16).hexdigest()


def _fingerprint(root: bytes) -> str:
    return hashlib.blake2b(root, digest_size=20, person=b"selene.root.v1").hexdigest()


class VaultTrustStore:
    """The trust in one repository, by its name on this device."""

    def __init__(self, vault: Vault, repository: str, now_ms: int) -> None:
        """Raises `BadName` for an invalid name of a repository."""
        self._vault, self._repository, self._now_ms = vault, check_name(repository), now_ms

    def load(self) -> KeptTrust:
        """See `TrustStore`."""
        kept = self.load_if_any()
        if kept is None:
            raise TrustLost("No root of trust is known here yet. Name one with --root; nothing was changed.")
        return kept

    def load_if_any(self) -> KeptTrust | None:
        """See `TrustStore`."""
        sql = "SELECT root, catalog FROM trusted WHERE repository = ?"
        row = self._vault.database.row(sql, (self._repository,))
        return None if row is None else KeptTrust(*row)

    def keep_root(self, version: int, content: bytes) -> None:
        """See `TrustStore`."""
        self._keep("VOCAB_ROOT_TRUSTED", "root", version, content)

    def keep_catalog(self, version: int, content: bytes) -> None:
        """See `TrustStore`."""
        self._keep("VOCAB_CATALOG_TRUSTED", "catalog", version, content)

    def _keep(self, event: str, what: str, version: int, content: bytes) -> None:
        facts = (("version", str(version)), ("repository", self._repository))
        try:
            with self._vault.recording(Scope("", "", "", self._now_ms)) as recorder:
                known = "SELECT 1 FROM trusted WHERE repository = ?"
                if recorder.database.row(known, (self._repository,)) is None:
                    row = (self._repository, 0, b"")
                    recorder.database.run("INSERT INTO trusted (repository, root_version, root) VALUES (?, ?, ?)", row)
                kept = f"SELECT 1 FROM trusted WHERE repository = ? AND {what} = ?"
                if recorder.database.row(kept, (self._repository, content)) is not None:
                    return
                recorder.database.run(
                    f"UPDATE trusted SET {what}_version = ?, {what} = ? WHERE repository = ?",
                    (_cell(version), content, self._repository),
                )
                recorder.append(EventDraft(event, "VERIFIED", f"repository:{self._repository}", facts=facts))
        except VaultError as error:
            raise TrustLost(
                "What is trusted could not be written. The old is kept; free some space or make the vault writable."
            ) from error


def _cell(version: int) -> int:
    """Stores a version of 64 bits in a cell of 63 bits: for showing only, the documents have the exact one."""
    return min(version, 2**63 - 1)
