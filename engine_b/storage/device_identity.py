"""Adapter: the device's identity: the secret keys that never leave its vault (research: reliability 2.2).

Ed25519 signs the device's messages to the mirror and to the person's other devices; X25519 opens messages to it. The
device's id is derived from the signing key. The keys are random, and a restored vault makes new ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from nacl.public import PrivateKey
from nacl.signing import SigningKey
from nacl.utils import random as random_bytes

from engine_b.crypto.sealing import KEY_BYTES
from engine_b.storage.database import Database
from protos.wire import device_id


@dataclass(frozen=True, slots=True, repr=False)
class DeviceIdentity:
    """A device's secret keys."""

    sign_key: SigningKey
    box_key: PrivateKey

    @property
    def device_id(self) -> bytes:
        """16 bytes."""
        return device_id(bytes(self.sign_key.verify_key))


def ensure_identity(database: Database) -> str:
    """Returns the device's id as hex; makes its keys when there are none."""
    row = database.row("SELECT device_id FROM identity")
    if row:
        return str(row[0])
    sign_seed, box_seed = random_bytes(KEY_BYTES), random_bytes(KEY_BYTES)
    made = device_id(bytes(SigningKey(sign_seed).verify_key)).hex()
    database.run("INSERT INTO identity VALUES (1, ?, ?, ?, NULL)", (made, sign_seed, box_seed))
    return made


def stored_device_id(database: Database) -> str:
    """Returns the device's id as hex, for readers; empty in a vault older than sync."""
    if not database.row("SELECT 1 FROM sqlite_master WHERE name = 'identity'"):
        return ""
    row = database.row("SELECT device_id FROM identity")
    return str(row[0]) if row else ""


def load_identity(database: Database) -> DeviceIdentity:
    """Loads the device's secret keys."""
    row = database.row("SELECT sign_seed, box_seed FROM identity")
    assert row
    return DeviceIdentity(SigningKey(row[0]), PrivateKey(row[1]))
