"""Adapter: the mirror's keys in the state folder: `ca.key` and `ca.crt` (P-256), `mirror.key` (Ed25519 seed, hex).

They are made once, by the first command, under a lock, and never again in place of a lost one. New ones are written as
`NAME.new`, and renamed when all three are on disk. So a crash can be told from a loss: before the first rename no
command has used them, and after it each one without its name still has its `.new`.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from nacl.signing import SigningKey

from cloud_mirror.core.errors import KeyExposed, StateDamaged, StateUnusable

CA_FILE, CA_KEY_FILE, SIGNING_FILE, LOCK_FILE = "ca.crt", "ca.key", "mirror.key", "lock"
FILES = (CA_KEY_FILE, CA_FILE, SIGNING_FILE)


@dataclass(frozen=True, slots=True)
class MirrorKeys:
    """The keys by which devices recognise this mirror."""

    key: ec.EllipticCurvePrivateKey
    ca: x509.Certificate
    signing: SigningKey


def load_or_make_keys(folder: Path, make: Callable[[], MirrorKeys]) -> MirrorKeys:
    """Returns the keys of this folder; `make` makes them when it never had any.

    STATE_DAMAGED when one is lost or unusable, KEY_EXPOSED when others can read it, STATE_UNUSABLE.
    """
    with _locked(folder):
        if not any(os.path.lexists(folder / name) for name in FILES):
            _write(folder, make())
        keys = _read(folder)
        _name(folder)
    return keys


def encode_private_key(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Encodes a private key as it is stored and as grpc needs it."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (folder / LOCK_FILE).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
    except OSError as error:
        place = error.filename or folder
        raise StateUnusable(f"{place}: {error.strerror or error}. Name a folder that this user may write.") from error


def _write(folder: Path, keys: MirrorKeys) -> None:
    """Writes all three as `.new` files, readable for their owner alone."""
    seed = keys.signing.encode().hex().encode() + b"\n"
    for name, content in zip(
        FILES, (encode_private_key(keys.key), keys.ca.public_bytes(Encoding.PEM), seed), strict=True
    ):
        fresh = _unnamed_path(folder, name)
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
    _sync(folder)


def _read(folder: Path) -> MirrorKeys:
    try:
        key_text, ca_text, seed = (_content(folder, name) for name in FILES)
        key, ca = load_pem_private_key(key_text, None), x509.load_pem_x509_certificate(ca_text)
        signing = SigningKey(bytes.fromhex(seed.decode("ascii").strip()))
    except (ValueError, TypeError) as error:
        raise StateDamaged(f"A key in {folder} is not a key. Nothing was changed; put back a copy.") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or ca.public_key() != key.public_key():
        raise StateDamaged(f"{CA_KEY_FILE} and {CA_FILE} in {folder} do not belong together. Put back a copy.")
    return MirrorKeys(key, ca, signing)


def _content(folder: Path, name: str) -> bytes:
    """Reads a file, also while it is still named `.new`."""
    path = folder / name
    try:
        with (path if os.path.lexists(path) else _unnamed_path(folder, name)).open("rb") as file:
            if name != CA_FILE and os.fstat(file.fileno()).st_mode & 0o077:
                sentence = f"Others can read {path}, so it is not used. Make it yours alone: chmod 600 {path}"
                raise KeyExposed(sentence)
            return file.read()
    except FileNotFoundError as error:
        sentence = f"{path} is missing. Nothing was changed; put back a copy, or name a new folder and invite anew."
        raise StateDamaged(sentence) from error


def _name(folder: Path) -> None:
    """Renames the `.new` files. The names are on disk before any command uses the keys."""
    for name in FILES:
        if not os.path.lexists(folder / name):
            _unnamed_path(folder, name).replace(folder / name)
    _sync(folder)


def _unnamed_path(folder: Path, name: str) -> Path:
    return folder / f"{name}.new"


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
