"""Doors: what this device trusts about repositories of packages, kept in the vault: a `TrustStore`.

Each call is one transaction with its ledger event, durable when it returns. A version never goes down here.
"""

from __future__ import annotations

from engine_b.errors import VaultError
from engine_b.ledger import Draft
from engine_b.vault import Vault
from memory.changes import Scope
from packages.errors import TrustLost
from packages.names import check_name
from packages.ports import Kept


class VaultTrustStore:
    """The trust in one repository, which has a name of this device's own."""

    def __init__(self, vault: Vault, repository: str, now_ms: int) -> None:
        """Raises `BadName` for a repository's name that is none."""
        self._vault, self._repository, self._now_ms = vault, check_name(repository), now_ms

    def load(self) -> Kept:
        """See `TrustStore`."""
        kept = self.load_if_any()
        if kept is None:
            raise TrustLost("No root of trust is known here yet. Name one with --root; nothing was changed.")
        return kept

    def load_if_any(self) -> Kept | None:
        """See `TrustStore`."""
        sql = "SELECT root, catalog FROM trusted WHERE repository = ?"
        row = self._vault.database.row(sql, (self._repository,))
        return None if row is None else Kept(*row)

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
                recorder.append(Draft(event, "VERIFIED", f"repository:{self._repository}", facts=facts))
        except VaultError as error:
            raise TrustLost(
                "What is trusted could not be written. The old is kept; free some space or make the vault writable."
            ) from error


def _cell(version: int) -> int:
    """A version has 64 bits, and a cell 63: it is for showing only, what is trusted is in the documents."""
    return min(version, 2**63 - 1)
