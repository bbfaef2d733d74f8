"""Adapter: `vault.lock`. One process writes a vault; a second one gets VAULT_BUSY at once. Readers take no lock."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from engine_b.core.errors import VaultBusy
from engine_b.storage.files import vault_error_from_os

LOCK_FILE = "vault.lock"


class VaultLock:
    """Held from construction until `release`, or until the process ends however it ends."""

    def __init__(self, state: Path) -> None:
        """Takes the lock; raises VaultBusy when another process holds it."""
        try:
            self._descriptor = os.open(state / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise vault_error_from_os(error) from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._descriptor)
            raise VaultBusy from error

    def release(self) -> None:
        """Releases the lock."""
        os.close(self._descriptor)


def vault_in_use(state: Path) -> bool:
    """Says whether another process holds the lock. A process that starts in that instant may get VAULT_BUSY."""
    try:
        descriptor = os.open(state / LOCK_FILE, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise vault_error_from_os(error) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False
