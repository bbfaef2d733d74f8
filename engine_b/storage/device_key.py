"""Adapter: the device key (DSK), 32 bytes that never leave the device (research: reliability 2.2).

From systemd's `$CREDENTIALS_DIRECTORY/selene-device-key` when there is one, else from `device.key` in the state
folder, mode 0600, as 64 hexadecimal digits. It is made once, with the vault, and never replaced here.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from nacl.utils import random as random_bytes

from engine_b.core.errors import KeyMissing, KeyPermissions, WrongKey
from engine_b.crypto.sealing import KEY_BYTES
from engine_b.storage.files import replace_file_durably, vault_error_from_os

CREDENTIAL = "selene-device-key"
KEY_FILE = "device.key"


def ensure_device_key(state: Path, *, may_create: bool) -> bytes:
    """Returns the key; makes it when `may_create` and there is none. Raises KeyMissing, KeyPermissions or WrongKey."""
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    if folder and (Path(folder) / CREDENTIAL).exists():
        return _parsed(_read(Path(folder) / CREDENTIAL, guarded=False))
    path = state / KEY_FILE
    if not path.exists():
        if not may_create:
            raise KeyMissing
        replace_file_durably(path, random_bytes(KEY_BYTES).hex().encode() + b"\n")
    return _parsed(_read(path, guarded=True))


def _read(path: Path, *, guarded: bool) -> bytes:
    """Reads the file; when `guarded`, only a plain file that nobody else may read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | (os.O_NOFOLLOW if guarded else 0))
        try:
            mode = os.fstat(descriptor).st_mode
            if guarded and (not stat.S_ISREG(mode) or mode & 0o077):
                raise KeyPermissions
            return os.read(descriptor, 4 * KEY_BYTES)
        finally:
            os.close(descriptor)
    except PermissionError as error:
        raise KeyMissing("Selene may not read the device key, so the vault stays shut.") from error
    except OSError as error:
        raise (KeyPermissions() if error.errno == errno.ELOOP else vault_error_from_os(error)) from error


def _parsed(content: bytes) -> bytes:
    """Parses 32 bytes, raw or as hexadecimal."""
    if len(content) == KEY_BYTES:
        return content
    try:
        key = bytes.fromhex(content.decode("ascii").strip())
    except ValueError as error:
        raise WrongKey("The device key file does not hold a key; put back the one the vault was made with.") from error
    if len(key) != KEY_BYTES:
        raise WrongKey("The device key file does not hold a key; put back the one the vault was made with.")
    return key
