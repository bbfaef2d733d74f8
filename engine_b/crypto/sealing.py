"""Pure: derives keys, seals records and computes commitments (research: reliability 2.2). Randomness is an argument.

Suite 1 is XChaCha20-Poly1305 with a fresh 24-byte nonce. The associated data is a fixed binary encoding, every part
with its length before it, of suite, kind of object, vault, subject, version, field set, page, epoch and key: a payload
moved anywhere else does not open. The cipher does not commit to its key, so the key's id is included too.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from dataclasses import dataclass
from functools import lru_cache

from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_decrypt,
    crypto_aead_xchacha20poly1305_ietf_encrypt,
)
from nacl.exceptions import CryptoError

SUITE = 1
KEY_BYTES = 32
NONCE_BYTES = 24
BUCKETS_BYTES = (64, 256, 1_024)
"""Sizes to which a sealed record is padded, to hide its length; above the last, multiples of it."""
_LENGTH = struct.Struct(">I").pack


class SealBroken(Exception):
    """The bytes do not open with this key in this place."""


@dataclass(frozen=True, slots=True)
class SealContext:
    """The place of a sealed record; it opens nowhere else."""

    object_type: str
    vault_id: bytes
    subject_id: str
    version: int = 0
    field_set: int = 1
    page_id: int = 0
    epoch: int = 0


def derive(key: bytes, purpose: str) -> bytes:
    """Derives a key for one purpose; `purpose` is at most 16 ASCII bytes and contains its version."""
    return hashlib.blake2b(b"", key=key, digest_size=32, person=purpose.encode("ascii")).digest()


@lru_cache(8)
def seal_key_id(key: bytes) -> bytes:
    """Returns 16 bytes that identify a key without revealing it."""
    return derive(key, "selene.kid.v1")[:16]


def associated_data(place: SealContext, key: bytes, suite: int = SUITE) -> bytes:
    """Encodes `place`, suite and key id as fixed binary."""
    before = _before_subject(suite, place.object_type, place.vault_id)
    after = _after_subject(place.version, place.field_set, place.page_id, place.epoch)
    return before + _framed(place.subject_id.encode()) + after + _framed(seal_key_id(key))


@lru_cache(64)
def _before_subject(suite: int, object_type: str, vault_id: bytes) -> bytes:
    return _framed(struct.pack(">H", suite), object_type.encode(), vault_id)


@lru_cache(64)
def _after_subject(version: int, field_set: int, page_id: int, epoch: int) -> bytes:
    numbers = (struct.pack(">Q", version), struct.pack(">H", field_set), struct.pack(">Q", page_id))
    return _framed(*numbers, struct.pack(">Q", epoch))


def _framed(*parts: bytes) -> bytes:
    return b"".join([_LENGTH(len(part)) + part for part in parts])


def seal(plain: bytes, place: SealContext, key: bytes, nonce: bytes) -> bytes:
    """Seals `plain`: suite (2 bytes), nonce, ciphertext of the padded bytes."""
    box = crypto_aead_xchacha20poly1305_ietf_encrypt(_padded(plain), associated_data(place, key), nonce, key)
    return struct.pack(">H", SUITE) + nonce + box


def unseal(sealed: bytes, place: SealContext, key: bytes) -> bytes:
    """Opens sealed bytes. Raises `SealBroken` for another key, place or suite, a changed byte or bad padding."""
    if len(sealed) < 2 + NONCE_BYTES or struct.unpack(">H", sealed[:2])[0] != SUITE:
        raise SealBroken
    nonce, box = sealed[2 : 2 + NONCE_BYTES], sealed[2 + NONCE_BYTES :]
    try:
        padded = crypto_aead_xchacha20poly1305_ietf_decrypt(box, associated_data(place, key), nonce, key)
    except CryptoError as error:
        raise SealBroken from error
    length = int.from_bytes(padded[:4], "big")
    if len(padded) < 4 + length:
        raise SealBroken
    return padded[4 : 4 + length]


def commitment(content: bytes, dek: bytes) -> bytes:
    """Computes a keyed hash of content, which reveals nothing once the key is destroyed."""
    return mac(content, derive(dek, "selene.commit.v1"))


def mac(content: bytes, key: bytes) -> bytes:
    """Computes 32 bytes of keyed BLAKE2b."""
    return hashlib.blake2b(content, key=key, digest_size=32).digest()


def constant_time_equal(one: bytes, other: bytes) -> bool:
    """Compares in constant time."""
    return hmac.compare_digest(one, other)


def _padded(plain: bytes) -> bytes:
    """Returns length, bytes, and zeros up to the next bucket."""
    body = struct.pack(">I", len(plain)) + plain
    largest = BUCKETS_BYTES[-1]
    size = next((b for b in BUCKETS_BYTES if len(body) <= b), -(-len(body) // largest) * largest)
    return body.ljust(size, b"\0")
