"""Pure: hashes and signatures of the wire format, shared by device and mirror (research: reliability 2.2, 3.1).

A signature covers a domain, which names the message and its version, and the body's bytes as they were sent. Hashes are
BLAKE2b, separated by `person`, over parts with their lengths.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable, Sequence
from enum import StrEnum

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

GENESIS = bytes(32)
"""The chain hash before a device's first op."""
ID_BYTES = 16
"""Bytes of a device id, an op id and a vault id."""
PAGE_OPS = 256
"""Ops whose data keys lie under one page key."""
MAX_PUSH_OPS = 500
MAX_PUSH_BYTES = 1 << 20
MAX_MESSAGE_BYTES = 4 << 20
MAX_SEGMENT_OPS = 256
MAX_CHUNK_BYTES = 1 << 16
"""Bytes of a package file in one message, and in memory at a time on both ends."""
SUITE = 1
"""The suite of keys and ciphers; see engine_b.crypto.sealing."""
_LENGTH = struct.Struct(">I").pack
_NUMBERS = struct.Struct(">QQ?Q").pack


class Domain(StrEnum):
    """The message type that a signature covers. Its version rises with the message's meaning."""

    ROSTER = "selene/mirror/roster/v1"
    EPOCH = "selene/mirror/epoch/v1"
    CHECKPOINT = "selene/mirror/checkpoint/v1"
    ACK = "selene/mirror/ack/v1"
    CLAIM = "selene/mirror/claim/v1"
    ERASURE = "selene/mirror/erasure/v1"


class Reason(StrEnum):
    """`google.rpc.ErrorInfo.reason` of domain `selene.mirror`: part of the interface."""

    DEADLINE_MISSING = "DEADLINE_MISSING"
    CERTIFICATE_UNKNOWN = "CERTIFICATE_UNKNOWN"
    INVITATION_SPENT = "INVITATION_SPENT"
    INVITATION_REQUIRED = "INVITATION_REQUIRED"
    ACCOUNT_EXISTS = "ACCOUNT_EXISTS"
    ACCOUNT_UNKNOWN = "ACCOUNT_UNKNOWN"
    ACCOUNT_LOCKED = "ACCOUNT_LOCKED"
    PROOF_INVALID = "PROOF_INVALID"
    DEVICE_REVOKED = "DEVICE_REVOKED"
    DEVICE_UNKNOWN = "DEVICE_UNKNOWN"
    ROSTER_INVALID = "ROSTER_INVALID"
    ROSTER_CONFLICT = "ROSTER_CONFLICT"
    EPOCH_INVALID = "EPOCH_INVALID"
    EPOCH_CONFLICT = "EPOCH_CONFLICT"
    EPOCH_STALE = "EPOCH_STALE"
    PAGES_CHANGED = "PAGES_CHANGED"
    SEQ_GAP = "SEQ_GAP"
    OP_ID_REUSED = "OP_ID_REUSED"
    CHECKPOINT_INVALID = "CHECKPOINT_INVALID"
    TOO_MUCH = "TOO_MUCH"
    MALFORMED = "MALFORMED"
    STORE_BUSY = "STORE_BUSY"
    STORE_DAMAGED = "STORE_DAMAGED"
    STORE_FULL = "STORE_FULL"
    VERSION_UNSUPPORTED = "VERSION_UNSUPPORTED"
    REPOSITORY_UNKNOWN = "REPOSITORY_UNKNOWN"
    FILE_UNKNOWN = "FILE_UNKNOWN"
    PACKAGES_UNREADABLE = "PACKAGES_UNREADABLE"


VERSION_HEADER = "selene-protocol"
"""Metadata of every call and answer: the protocol's version. A different major version is refused."""
PROTOCOL = 1


def device_id(sign_key: bytes) -> bytes:
    """Derives the 16 bytes of a device id from the device's public signing key."""
    return _hash("selene.device.1", (sign_key,))[:ID_BYTES]


def payload_hash(payload: bytes) -> bytes:
    """Hashes a sealed payload to the 32 bytes that the chain has of it."""
    return _hash("selene.payload.1", (payload,))


def body_hash(body: bytes) -> bytes:
    """Hashes a signed body to the 32 bytes by which the next one refers to it."""
    return _hash("selene.body.v1", (body,))


def chain_hash_after(
    before: bytes, *, seq: int, op_id: bytes, txn_id: int, txn_end: bool, payload: bytes, erases: Sequence[bytes]
) -> bytes:
    """Computes the chain hash after an op; `payload` is the payload's hash, so that the chain outlives an erased
    payload.
    """
    numbers = _NUMBERS(seq, txn_id, txn_end, len(erases))
    return _hash("selene.chain.v1", (before, numbers, op_id, payload, *erases))


def sign_message(domain: Domain, body: bytes, key: SigningKey) -> bytes:
    """Signs `body` in `domain`; 64 bytes."""
    return key.sign(_framed(domain, body)).signature


def verify_message(domain: Domain, body: bytes, signature: bytes, signer: bytes) -> bool:
    """Says whether `signer` signed `body` in `domain`."""
    try:
        VerifyKey(signer).verify(_framed(domain, body), signature)
    except (BadSignatureError, ValueError, TypeError):
        return False
    return True


def _framed(domain: Domain, body: bytes) -> bytes:
    return domain.value.encode() + b"\0" + body


def _hash(person: str, parts: Iterable[bytes]) -> bytes:
    framed = b"".join([_LENGTH(len(part)) + part for part in parts])
    return hashlib.blake2b(framed, digest_size=32, person=person.encode("ascii")).digest()
