"""Adapter: the last exchange that failed, for `selene sync status`: which refusal, when, and when the next try is due.

A refusal is kept as its exit status, which is as stable as its code; nothing that was said or sent is in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine_b.core.errors import VaultError
from engine_b.core.sync_errors import SyncError
from engine_b.storage.database import Database
from engine_b.sync import membership
from engine_b.vault.vault import Vault
from memory.model.changes import Scope

_STATUS, _AT = "setback_status", "setback_at_ms"
NEXT_TRY = "setback_next_ms"
"""An exchange that succeeds takes this note away."""


@dataclass(frozen=True, slots=True)
class SyncFailure:
    """An exchange that failed. `next_ms` is None when no try is due: one has succeeded since, or nobody tries."""

    code: str
    at_ms: int
    next_ms: int | None


def record_sync_failure(vault: Vault, error: SyncError | VaultError, at_ms: int, next_ms: int = 0) -> None:
    """Keep it; `next_ms` is when the next try is due, 0 for none. A device without a mirror has nothing to fail at.

    Raises a VaultError when the vault cannot be written.
    """
    if not membership.has_account(vault.database) or membership.load_paired_mirror(vault.database) is None:
        return
    with vault.recording(Scope("", "", "", at_ms)) as recorder:
        for name, value in ((_STATUS, error.exit_status), (_AT, at_ms), (NEXT_TRY, next_ms)):
            membership.set_sync_counter(recorder.database, name, value)


def last_sync_failure(database: Database) -> SyncFailure | None:
    """The last one, also when an exchange has succeeded since; None when there never was one."""
    status, at_ms, next_ms = (membership.get_sync_counter(database, name) for name in (_STATUS, _AT, NEXT_TRY))
    if not status:
        return None
    return SyncFailure(_CODES.get(status, SyncError.code), at_ms, next_ms or None)


def _family(root: type[SyncError] | type[VaultError]) -> dict[int, str]:
    found = {root.exit_status: root.code}
    for child in root.__subclasses__():
        found |= _family(child)
    return found


_CODES = _family(VaultError) | _family(SyncError)
