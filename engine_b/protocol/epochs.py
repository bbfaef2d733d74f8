"""Pure: epochs, their content key, and the keys under it (research: reliability 2.2; docs/adr/0006-recovery-copy.md).

A content key wraps page keys, a page key wraps the data keys of its 256 ops, a data key seals one payload. Each copy of
the content key is a sealed box to one public key, sealed again under the epoch's erasure token: once the mirror has
destroyed the token, nobody can open an old copy of its store, not even with the words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from google.protobuf.message import DecodeError
from nacl.exceptions import CryptoError
from nacl.public import Box, PrivateKey, PublicKey, SealedBox
from nacl.signing import SigningKey

from engine_b.core.sync_errors import (
    DeviceRevoked,
    DeviceUnknown,
    E2eeAadMismatch,
    EpochRollback,
    HeadFork,
    RosterRollback,
    RosterUnsigned,
)
from engine_b.crypto.sealing import (
    KEY_BYTES,
    NONCE_BYTES,
    SealBroken,
    SealContext,
    constant_time_equal,
    derive,
    seal,
    seal_key_id,
    unseal,
)
from engine_b.crypto.signed_message import SignedBody, make_signed_body
from engine_b.protocol.roster import HASH_BYTES, Roster, require_suite
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb

WORDS_COPY = b""
"""The id of the copy that the words open, in place of a device id."""


@dataclass(frozen=True, slots=True)
class EpochRecord:
    """An accepted epoch: fields as in the proto file; `copies` are device id and box, `signer` a device id."""

    vault_id: bytes
    number: int
    previous: bytes
    roster_version: int
    key_id: bytes
    copies: tuple[tuple[bytes, bytes], ...]
    suite: int
    signer: bytes = b""


def seal_copy(
    content_key: bytes,
    box_public: bytes,
    token: bytes,
    vault_id: bytes,
    device_id: bytes,
    epoch: int,
    *,
    ephemeral: bytes,
    nonce: bytes,
) -> bytes:
    """Seals the content key to `box_public` (libsodium's sealed box), and again under the token for one device of one
    epoch.

    `ephemeral` (32 bytes) and `nonce` (24) are fresh random bytes. Raises E2eeAadMismatch for an invalid key.
    """
    once, to = PrivateKey(ephemeral), PublicKey(box_public)
    public = bytes(once.public_key)
    inner_nonce = hashlib.blake2b(public + box_public, digest_size=Box.NONCE_SIZE).digest()
    try:
        inner = public + Box(once, to).encrypt(content_key, inner_nonce).ciphertext
    except CryptoError as error:
        raise E2eeAadMismatch from error
    return seal(inner, _copy_place(vault_id, device_id, epoch), _token_key(token), nonce)


def open_copy(
    copy: bytes, box_private: PrivateKey, token: bytes, vault_id: bytes, device_id: bytes, epoch: int
) -> bytes:
    """Opens the content key of a copy. Raises E2eeAadMismatch: another token, place or recipient, or a changed byte."""
    try:
        inner = unseal(copy, _copy_place(vault_id, device_id, epoch), _token_key(token))
        return _key(SealedBox(box_private).decrypt(inner))
    except (SealBroken, CryptoError) as error:
        raise E2eeAadMismatch from error


def make_epoch(
    vault_id: bytes,
    number: int,
    previous_body: bytes | None,
    roster: Roster,
    content_key: bytes,
    token: bytes,
    randomness: Callable[[int], bytes],
    signer: SigningKey,
) -> SignedBody:
    """Makes epoch `number`, with a copy of the key for the words and for every active device.

    `content_key` and `token` are 32 fresh random bytes each; `randomness(n)` gives n more, 56 for each copy.
    """
    recipients = [(WORDS_COPY, roster.recovery_box_key), *((m.device_id, m.box_key) for m in roster.active)]
    copies = [
        pb.KeyCopy(
            device_id=who,
            box=seal_copy(
                content_key,
                public,
                token,
                vault_id,
                who,
                number,
                ephemeral=randomness(KEY_BYTES),
                nonce=randomness(NONCE_BYTES),
            ),
        )
        for who, public in recipients
    ]
    body = pb.Epoch(
        suite=wire.SUITE,
        vault_id=vault_id,
        epoch=number,
        previous=wire.body_hash(previous_body) if previous_body else b"",
        roster_version=roster.version,
        key_id=seal_key_id(content_key),
        copies=copies,
    ).SerializeToString(deterministic=True)
    return make_signed_body(wire.Domain.EPOCH, body, signer)


def accept_epoch(signed: SignedBody, roster: Roster, known: tuple[int, bytes] | None = None) -> EpochRecord:
    """Verifies the next epoch; `known` is number and body of the current one.

    An epoch of a device that was revoked later is accepted, for reading; see `must_rotate`. Raises RosterUnsigned,
    DeviceRevoked, CryptoDowngrade, MirrorVersion, E2eeAadMismatch, RosterRollback, EpochRollback or HeadFork.
    """
    if not signed.holds(wire.Domain.EPOCH):
        raise RosterUnsigned
    epoch = decode_epoch(signed.body)
    signer = roster.signer(signed.signer)
    if signer is None:
        raise RosterUnsigned
    if signer.revoked and epoch.roster_version >= roster.version:
        raise DeviceRevoked
    require_suite(epoch.suite, roster.min_suite)
    if epoch.vault_id != roster.vault_id:
        raise E2eeAadMismatch
    if epoch.roster_version > roster.version:
        raise RosterRollback
    if known is not None:
        _follows(epoch, signed.body, *known)
    return replace(epoch, signer=signer.device_id)


def decode_epoch(body: bytes) -> EpochRecord:
    """Decodes the epoch of a body, not verified. Raises RosterUnsigned when no device could have signed it."""
    try:
        message = pb.Epoch.FromString(body)
    except DecodeError as error:
        raise RosterUnsigned from error
    epoch = EpochRecord(
        message.vault_id,
        message.epoch,
        message.previous,
        message.roster_version,
        message.key_id,
        tuple((copy.device_id, copy.box) for copy in message.copies),
        message.suite,
    )
    whom = [who for who, _ in epoch.copies]
    if epoch.number < 1 or len(epoch.previous) != (0 if epoch.number == 1 else HASH_BYTES) or len(whom) != len({*whom}):
        raise RosterUnsigned
    return epoch


def must_rotate(epoch: EpochRecord, roster: Roster) -> bool:
    """Says whether nothing may be sealed under this epoch any more.

    A revoked device holds its key or chose it, or an active one has no copy.
    """
    signer = roster.member(epoch.signer)
    holders = {who for who, _ in epoch.copies}
    return signer is None or signer.revoked or holders != {WORDS_COPY, *(m.device_id for m in roster.active)}


def open_content_key(epoch: EpochRecord, who: bytes, box_private: PrivateKey, token: bytes) -> bytes:
    """Opens the epoch's content key, for a device id or `WORDS_COPY`. Raises E2eeAadMismatch, or DeviceUnknown: no
    copy.
    """
    copy = next((box for holder, box in epoch.copies if holder == who), None)
    if copy is None:
        raise DeviceUnknown
    content_key = open_copy(copy, box_private, token, epoch.vault_id, who, epoch.number)
    if not constant_time_equal(seal_key_id(content_key), epoch.key_id):
        raise E2eeAadMismatch
    return content_key


def wrap_page_key(
    page_key: bytes, content_key: bytes, vault_id: bytes, device_id: bytes, page: int, epoch: int, nonce: bytes
) -> bytes:
    """Wraps the key of one page of one device under the epoch's content key; `nonce` is 24 fresh random bytes."""
    return seal(page_key, _page_place(vault_id, device_id, page, epoch), content_key, nonce)


def unwrap_page_key(box: bytes, content_key: bytes, vault_id: bytes, device_id: bytes, page: int, epoch: int) -> bytes:
    """Unwraps a page key. Raises E2eeAadMismatch when the box was altered or belongs elsewhere."""
    return _unwrapped(box, _page_place(vault_id, device_id, page, epoch), content_key)


def wrap_data_key(dek: bytes, page_key: bytes, vault_id: bytes, op_id: bytes, nonce: bytes) -> bytes:
    """Wraps the key of one op's payload under its page key; `nonce` is 24 fresh random bytes."""
    return seal(dek, _data_place(vault_id, op_id), page_key, nonce)


def unwrap_data_key(box: bytes, page_key: bytes, vault_id: bytes, op_id: bytes) -> bytes:
    """Unwraps a data key. Raises E2eeAadMismatch when the box was altered or belongs elsewhere."""
    return _unwrapped(box, _data_place(vault_id, op_id), page_key)


def _follows(epoch: EpochRecord, body: bytes, known_number: int, known_body: bytes) -> None:
    """Checks that `epoch` is the known one or may follow it."""
    if epoch.number < known_number:
        raise EpochRollback
    if epoch.number == known_number and body != known_body:
        raise HeadFork
    if epoch.number == known_number + 1 and epoch.previous != wire.body_hash(known_body):
        raise HeadFork
    if epoch.roster_version < decode_epoch(known_body).roster_version:
        raise EpochRollback


def _unwrapped(box: bytes, place: SealContext, key: bytes) -> bytes:
    try:
        return _key(unseal(box, place, key))
    except SealBroken as error:
        raise E2eeAadMismatch from error


def _key(opened: bytes) -> bytes:
    if len(opened) != KEY_BYTES:
        raise E2eeAadMismatch
    return opened


def _token_key(token: bytes) -> bytes:
    return derive(_key(token), "selene.rwk.v1")


def _copy_place(vault_id: bytes, device_id: bytes, epoch: int) -> SealContext:
    return SealContext("key-copy", vault_id, device_id.hex(), epoch=epoch)


def _page_place(vault_id: bytes, device_id: bytes, page: int, epoch: int) -> SealContext:
    return SealContext("page-key", vault_id, device_id.hex(), page_id=page, epoch=epoch)


def _data_place(vault_id: bytes, op_id: bytes) -> SealContext:
    return SealContext("data-key", vault_id, op_id.hex())
