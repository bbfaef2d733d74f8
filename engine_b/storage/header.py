"""Adapter: `vault.json`, the header of the vault: its id, and its key wrapped by the device key.

The checksum tells a damaged header from a foreign file, and the key check a wrong device key from a damaged vault;
SQLCipher gives one error for all of these.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from nacl.utils import random as random_bytes

from engine_b.core.errors import NotAVault, VaultDamaged, VaultTooNew, WrongKey
from engine_b.core.policy import MAX_HEADER_BYTES
from engine_b.crypto.sealing import (
    KEY_BYTES,
    NONCE_BYTES,
    SUITE,
    SealBroken,
    SealContext,
    constant_time_equal,
    derive,
    seal,
    unseal,
)
from engine_b.storage.files import read_first_bytes, replace_file_durably
from protos.canonical_json import Plain, canonical_bytes

HEADER_FILE = "vault.json"
VAULT_FILE = "vault.db"
MAGIC = "selene-vault"
SALT_BYTES = 16
ID_BYTES = 16


@dataclass(frozen=True, slots=True)
class VaultKey:
    """The keys of one vault: its id, the SQLCipher key and salt, and the keys derived from the key."""

    vault_id: bytes
    key: bytes
    salt: bytes

    @property
    def pragma_hex(self) -> str:
        """The 96 digits that SQLCipher takes raw."""
        return (self.key + self.salt).hex()

    @property
    def head_key(self) -> bytes:
        """The key of the head file's MAC."""
        return derive(self.key, "selene.head.v1")

    @property
    def code_key(self) -> bytes:
        """The key that pseudonymises outside names for the ledger."""
        return derive(self.key, "selene.code.v1")


def make_header(state: Path, device_key: bytes, vault_id: bytes | None = None) -> VaultKey:
    """Writes a header with a new random vault key, and returns the key; `vault_id` is that of a restored account."""
    made = VaultKey(vault_id or random_bytes(ID_BYTES), random_bytes(KEY_BYTES), random_bytes(SALT_BYTES))
    wrapped = seal(made.key + made.salt, _place(made.vault_id), _wrap_key(device_key), random_bytes(NONCE_BYTES))
    fields: dict[str, Plain] = {
        "key_check": derive(device_key, "selene.kcv.v1").hex(),
        "magic": MAGIC,
        "suite": SUITE,
        "vault_id": made.vault_id.hex(),
        "wrapped_key": wrapped.hex(),
    }
    replace_file_durably(state / HEADER_FILE, canonical_bytes({**fields, "checksum": _checksum(fields)}) + b"\n")
    return made


def read_header(state: Path, device_key: bytes) -> VaultKey:
    """Unwraps the vault key. Raises NotAVault, VaultDamaged, VaultTooNew or WrongKey."""
    fields = _parsed(read_first_bytes(state / HEADER_FILE, MAX_HEADER_BYTES))
    if not constant_time_equal(derive(device_key, "selene.kcv.v1").hex().encode(), fields["key_check"].encode()):
        raise WrongKey
    try:
        vault_id = bytes.fromhex(fields["vault_id"])
        both = unseal(bytes.fromhex(fields["wrapped_key"]), _place(vault_id), _wrap_key(device_key))
    except (SealBroken, ValueError) as error:
        raise VaultDamaged(
            "The vault's header is damaged. It was left as it is; put back a copy of vault.json."
        ) from error
    return VaultKey(vault_id, both[:KEY_BYTES], both[KEY_BYTES:])


def _parsed(content: bytes) -> dict[str, str]:
    """Parses the header's fields as text, after checking the checksum."""
    try:
        fields = json.loads(content)
    except ValueError as error:
        if MAGIC.encode() in content:
            raise _damaged() from error
        raise NotAVault from error
    if not isinstance(fields, dict) or fields.get("magic") != MAGIC:
        raise _damaged() if MAGIC.encode() in content or b"wrapped_key" in content else NotAVault()
    if fields.pop("checksum", None) != _checksum(fields):
        raise _damaged()
    if fields["suite"] != SUITE:
        raise VaultTooNew
    return {name: str(value) for name, value in fields.items()}


def _damaged() -> VaultDamaged:
    return VaultDamaged("The vault's header is damaged. It was left as it is; put back a copy of vault.json.")


def _checksum(fields: dict[str, Plain]) -> str:
    return hashlib.blake2b(canonical_bytes(fields), digest_size=16, person=b"selene.header.1").hexdigest()


def _wrap_key(device_key: bytes) -> bytes:
    return derive(device_key, "selene.wrap.v1")


def _place(vault_id: bytes) -> SealContext:
    return SealContext("vault-key", vault_id, "vault")
