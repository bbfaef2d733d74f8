"""Adapter: the folder in which a vault is restored, before it is moved into place (2.13).

`restoring/` is inside the state folder, so that only that folder has to be writable. Before it there is `joining/`: a
vault with the keys of the new device, removed when these are stored in the restored one.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from engine_b.core.errors import DiskFull, IoFailed, VaultBusy, VaultError, VaultReadOnly
from engine_b.core.sync_errors import StateNotEmpty
from engine_b.storage.device_identity import DeviceIdentity, load_identity
from engine_b.storage.files import prepare_folder, vault_error_from_os
from engine_b.storage.head import HEAD_FILE
from engine_b.storage.header import HEADER_FILE, VAULT_FILE
from engine_b.sync import membership
from engine_b.vault.vault import Vault
from engine_b.writes.transaction import VaultTransaction
from memory.model.changes import Scope
from protos.wire import ID_BYTES

if TYPE_CHECKING:
    from engine_b.crypto.certificates import InvitationToken


T = TypeVar("T")


@dataclass(frozen=True, slots=True, repr=False)
class NewDeviceKeys:
    """The keys of a device that is about to join."""

    identity: DeviceIdentity
    tls_key: bytes

    def store_identity(self, recorder: VaultTransaction) -> None:
        """Stores the keys as this vault's device identity, used from its next opening on."""
        own = self.identity
        recorder.database.run(
            "INSERT OR REPLACE INTO identity VALUES (1, ?, ?, ?, ?)",
            (own.device_id.hex(), bytes(own.sign_key), bytes(own.box_key), self.tls_key),
        )


def ensure_new_device_keys(folder: Path, account_key: bytes, now_ms: int) -> NewDeviceKeys:
    """Returns the keys of a new device of the account, stored in `folder` before the mirror gets them.

    A device that lost the mirror's answer has the same keys at its next try, and its invitation is still valid.
    """
    tag = hashlib.blake2b(account_key, digest_size=ID_BYTES).digest()
    if _query_earlier_vault(folder, now_ms, lambda vault: vault.vault_id) != tag:
        discard_staging(folder)
    with Vault.open(folder, now_ms=now_ms, vault_id=tag) as vault:
        with vault.recording(Scope("", "", "", now_ms)) as recorder:
            key = membership.ensure_tls_key(recorder.database)
        return NewDeviceKeys(load_identity(vault.database), key)


def _query_earlier_vault(folder: Path, now_ms: int, ask: Callable[[Vault], T]) -> T | None:
    """Reads from the vault of an earlier try; None without a vault that opens.

    Raises VaultBusy while another process restores there, and the errors of the disk: then nothing is known of it.
    """
    try:
        with Vault.open(folder, now_ms=now_ms, create=False) as vault:
            return ask(vault)
    except (VaultBusy, DiskFull, IoFailed, VaultReadOnly):
        raise
    except VaultError:
        return None


def require_no_vault(state: Path) -> None:
    """Raises StateNotEmpty when the state folder has a vault; makes the folder when it is missing."""
    prepare_folder(state)
    if any((state / name).exists() for name in (HEADER_FILE, VAULT_FILE, HEAD_FILE)):
        raise StateNotEmpty


def resumable_vault_id(
    folder: Path, account_key: bytes, address: str, invitation: InvitationToken | None, now_ms: int
) -> bytes | None:
    """Returns the vault id of an interrupted restore of this account; deletes what cannot be continued.

    It continues at `address`. With an invitation of another mirror it begins anew: the first mirror may be lost for
    good.

    Raises VaultBusy while another process restores there, and the errors of the disk; nothing is deleted then.
    """
    if not folder.exists():
        return None

    def goes_on(vault: Vault) -> bytes | None:
        mirror = membership.load_paired_mirror(vault.database) if membership.has_account(vault.database) else None
        there = mirror and (invitation is None or mirror.mirror_key == invitation.mirror_key)
        if not mirror or not there or membership.load_account(vault.database).roster.account_key != account_key:
            return None
        with vault.recording(Scope("", "", "", now_ms)) as recorder:
            membership.keep_mirror(recorder.database, replace(mirror, address=address))
        return vault.vault_id

    if found := _query_earlier_vault(folder, now_ms, goes_on):
        return found
    discard_staging(folder)
    return None


def discard_staging(folder: Path) -> None:
    """Deletes what was fetched, if it is there: it cannot be continued, or is not needed any more."""
    try:
        if folder.exists():
            shutil.rmtree(folder)
    except OSError as error:
        raise vault_error_from_os(error) from error
