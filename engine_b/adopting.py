"""Doors: the folder in which a vault is restored, before it takes its place (2.13).

`restoring/` lies inside the state folder, so that nothing but that folder has to be writable.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nacl.public import PrivateKey
from nacl.signing import SigningKey
from nacl.utils import random as random_bytes

from engine_b import membership
from engine_b.errors import Busy, DiskFull, IoFailed, ReadOnly, VaultError
from engine_b.files import from_os, prepare_folder
from engine_b.head import HEAD_FILE
from engine_b.header import HEADER_FILE, VAULT_FILE
from engine_b.identity import Identity
from engine_b.recorder import Recorder
from engine_b.sealing import KEY_BYTES
from engine_b.sync_errors import StateNotEmpty
from engine_b.vault import Vault

if TYPE_CHECKING:
    from engine_b.certificates import Invitation


@dataclass(frozen=True, slots=True, repr=False)
class FreshDevice:
    """The keys of a device that is about to join."""

    identity: Identity
    sign_seed: bytes
    box_seed: bytes
    tls_key: bytes

    def settle_in(self, recorder: Recorder) -> None:
        """Be the device of this vault from its next opening on."""
        recorder.database.run(
            "INSERT OR REPLACE INTO identity VALUES (1, ?, ?, ?, ?)",
            (self.identity.device_id.hex(), self.sign_seed, self.box_seed, self.tls_key),
        )


def fresh_device() -> FreshDevice:
    """New random keys."""
    from engine_b.certificates import make_tls_key

    sign_seed, box_seed = random_bytes(KEY_BYTES), random_bytes(KEY_BYTES)
    return FreshDevice(Identity(SigningKey(sign_seed), PrivateKey(box_seed)), sign_seed, box_seed, make_tls_key())


def require_free(state: Path) -> None:
    """Raise StateNotEmpty when there is a vault in the state folder; make the folder when it is not there."""
    prepare_folder(state)
    if any((state / name).exists() for name in (HEADER_FILE, VAULT_FILE, HEAD_FILE)):
        raise StateNotEmpty


def reusable(
    folder: Path, account_key: bytes, address: str, invitation: Invitation | None, now_ms: int
) -> bytes | None:
    """The vault id of an interrupted restore of this account; what cannot be gone on with is taken away.

    With an invitation to another mirror it begins anew: the one that it had begun with may be gone for good.

    Raises Busy while another process restores there, and the errors of the disk; nothing is taken away then.
    """
    if not folder.exists():
        return None
    try:
        with Vault.open(folder, now_ms=now_ms, create=False) as vault:
            mirror = membership.mirror(vault.database) if membership.has_account(vault.database) else None
            there = mirror and (invitation is None or _leads_to(mirror, address, invitation))
            if there and membership.account(vault.database).roster.account_key == account_key:
                return vault.vault_id
    except (Busy, DiskFull, IoFailed, ReadOnly):
        raise
    except VaultError:
        pass
    discard(folder)
    return None


def _leads_to(mirror: membership.Mirror, address: str, invitation: Invitation) -> bool:
    return (mirror.address, mirror.mirror_key) == (address, invitation.mirror_key)


def discard(folder: Path) -> None:
    """Take away what was fetched: it cannot be gone on from."""
    try:
        shutil.rmtree(folder)
    except OSError as error:
        raise from_os(error) from error
