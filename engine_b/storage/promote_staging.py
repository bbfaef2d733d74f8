"""Adapter: moves a restored vault into its place (2.13).

It is moved out of `restoring/` file by file, the header last: until then there is no vault in the state folder, and
with `COMPLETE` the next restore, or the next opening of the vault, can finish the move.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from engine_b.core.errors import IoFailed
from engine_b.core.sync_errors import StateNotEmpty
from engine_b.storage.device_key import KEY_FILE
from engine_b.storage.files import file_size, replace_file_durably, sync_folder, vault_error_from_os
from engine_b.storage.head import HEAD_FILE
from engine_b.storage.header import HEADER_FILE, VAULT_FILE
from engine_b.storage.lock import VaultLock

RESTORING, JOINING = "restoring", "joining"
COMPLETE = "COMPLETE"
_IN_ORDER = (KEY_FILE, HEAD_FILE, VAULT_FILE, HEADER_FILE)


def promote_vault(state: Path, *, complete: bool = False) -> bool:
    """Moves a restored vault into its place; False without a complete one. `complete` says that it is.

    Raises StateNotEmpty when another vault was made there meanwhile, VaultBusy while another process moves it, and
    IoFailed when the restored vault was not closed cleanly.
    """
    folder = state / RESTORING
    try:
        if complete:
            if file_size(folder / f"{VAULT_FILE}-wal"):  # the disk failed when the vault was closed: open it once more
                raise IoFailed
            replace_file_durably(folder / COMPLETE, b"")
        if not (folder / COMPLETE).exists():
            return False
        lock = VaultLock(state)
        try:
            _move_files(folder, state)
        finally:
            lock.release()
    except OSError as error:
        raise vault_error_from_os(error) from error
    return True


def _move_files(folder: Path, state: Path) -> None:
    if all((each / HEADER_FILE).exists() for each in (folder, state)):
        raise StateNotEmpty
    for name in _IN_ORDER:
        if (folder / name).exists():
            os.replace(folder / name, state / name)
            sync_folder(state)
    shutil.rmtree(folder)
