"""Adapter: stores the last failed sync for `selene sync status`: its error, its time, and the time of the next try.

An error is stored as its exit status, which is as stable as its code; no content is stored. The ledger gets the first
failure after a success, and each with another code; the others are counted, so that a mirror that is away for a month
does not fill it (2.10).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine_b.core.errors import VaultError
from engine_b.core.sync_errors import SyncError
from engine_b.protocol.ledger import EventDraft
from engine_b.storage.database import Database
from engine_b.sync import membership
from engine_b.vault.vault import Vault
from memory.model.changes import Scope

_STATUS, _AT = "setback_status", "setback_at_ms"
NEXT_TRY = "setback_next_ms"
"""The setting that a successful sync clears."""
FAILED_TRIES = "failed_tries"
"""The number of failures since the last acknowledgement."""


@dataclass(frozen=True, slots=True)
class SyncFailure:
    """A failed sync. `next_ms` is None when no try is due: a later sync succeeded, or no daemon runs."""

    code: str
    at_ms: int
    next_ms: int | None


def record_sync_failure(vault: Vault, error: SyncError | VaultError, at_ms: int, next_ms: int = 0) -> None:
    """Stores a failure; `next_ms` is when the next try is due, 0 for none. Does nothing on a device without a mirror.

    Raises a VaultError when the vault cannot be written.
    """
    if not membership.has_account(vault.database) or membership.load_paired_mirror(vault.database) is None:
        return
    before = last_sync_failure(vault.database)
    tries = membership.get_sync_counter(vault.database, FAILED_TRIES)
    with vault.recording(Scope("", "", "", at_ms)) as recorder:
        if not tries or before is None or before.code != error.code:
            recorder.append(EventDraft("SYNC_FAILED", error.code, f"device:{vault.device_id}"))
        membership.set_sync_counter(recorder.database, FAILED_TRIES, tries + 1)
        for name, value in ((_STATUS, error.exit_status), (_AT, at_ms), (NEXT_TRY, next_ms)):
            membership.set_sync_counter(recorder.database, name, value)


def last_sync_failure(database: Database) -> SyncFailure | None:
    """Returns the last failure, also when a later sync succeeded; None when there never was one."""
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
