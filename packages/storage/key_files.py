"""Adapter: files of signing keys (mode 0600, 64 hex digits), each with a file of its public half, `.pub`."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from nacl.signing import SigningKey

from packages.core.errors import KeyFileUnusable
from packages.core.policy import MAX_KEY_FILE_BYTES
from packages.documents.signing import public_hex, signing_key_id
from packages.storage.folders import write_file_atomically

_SEED_BYTES = 32
_OTHERS = 0o077


def make_key(path: Path) -> str:
    """Makes a new key in a new file and returns its id. Raises `KeyFileUnusable` when the file exists."""
    key = SigningKey.generate()
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            os.write(descriptor, bytes(key).hex().encode() + b"\n")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        write_file_atomically(_public_path(path), public_hex(key).encode() + b"\n", 0o644)
    except FileExistsError as error:
        raise KeyFileUnusable("There is a file of that name already. It was left as it is; name another.") from error
    except OSError as error:
        raise KeyFileUnusable("The key could not be written. Name a folder that exists and can be written.") from error
    return signing_key_id(bytes(key.verify_key))


def read_key(path: Path) -> SigningKey:
    """Reads the key in a file. Raises `KeyFileUnusable` when it is missing, no key, a link, or readable by others."""
    content = _content(path, secret=True)
    try:
        seed = bytes.fromhex(content.decode("ascii").strip())
    except ValueError as error:
        raise KeyFileUnusable("That file holds no signing key. Nothing was changed.") from error
    if len(seed) != _SEED_BYTES:
        raise KeyFileUnusable("That file holds no signing key. Nothing was changed.")
    return SigningKey(seed)


def read_public(path: Path) -> str:
    """Reads the public key, in hex, of a `.pub` file or of a private key's file. Raises `KeyFileUnusable`."""
    if path.suffix != ".pub":
        return public_hex(read_key(path))
    try:
        public = bytes.fromhex(_content(path, secret=False).decode("ascii").strip())
    except ValueError as error:
        raise KeyFileUnusable("That file holds no public key. Nothing was changed.") from error
    if len(public) != _SEED_BYTES:
        raise KeyFileUnusable("That file holds no public key. Nothing was changed.")
    return public.hex()


def _public_path(path: Path) -> Path:
    return path.with_name(path.name + ".pub")


def _content(path: Path, *, secret: bool) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            mode = os.fstat(descriptor).st_mode
            if not stat.S_ISREG(mode) or (secret and mode & _OTHERS):
                raise KeyFileUnusable("Others can read that key, or it is no file. It was not used; chmod 600 it.")
            return os.read(descriptor, MAX_KEY_FILE_BYTES)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise KeyFileUnusable("The key's file is not there or cannot be read. Nothing was changed.") from error
