"""Pure: derives the keys of an account from its 24 words (research: reliability 2.2).

They are in memory only while the words are being used; the roster has their public halves.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from nacl.public import PrivateKey
from nacl.signing import SigningKey

from engine_b.crypto.sealing import KEY_BYTES, derive
from engine_b.crypto.signed_message import SignedBody, make_signed_body
from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AccountKeys:
    """The keys of the words: the account's identity, the proof for a restore, and the key of the recovery copy."""

    account: SigningKey
    recovery_auth: SigningKey
    recovery_box: PrivateKey

    def __repr__(self) -> str:
        return "AccountKeys()"


def derive_account_keys(entropy: bytes) -> AccountKeys:
    """Derives the keys from 32 bytes of entropy. No slow hash: 24 words are not a password."""
    if len(entropy) != KEY_BYTES:
        raise ValueError("an account is made from 32 bytes")
    root = derive(entropy, "selene.rk.v1")
    return AccountKeys(
        SigningKey(derive(root, "selene.aik.v1")),
        SigningKey(derive(root, "selene.rak.v1")),
        PrivateKey(derive(root, "selene.rbk.v1")),
    )


def sign_claim(
    keys: AccountKeys, *, nonce: bytes, mirror_key: bytes, sign_key: bytes, box_key: bytes, tls_request: bytes
) -> SignedBody:
    """Signs the proof that a new device has the words, for one nonce of one mirror (public keys; `tls_request` is
    DER).
    """
    claim = pb.Claim(
        nonce=nonce,
        account_key=bytes(keys.account.verify_key),
        mirror_key=mirror_key,
        device_id=wire.device_id(sign_key),
        sign_key=sign_key,
        box_key=box_key,
        tls_request_hash=hashlib.blake2b(tls_request, digest_size=32).digest(),
    )
    return make_signed_body(wire.Domain.CLAIM, claim.SerializeToString(deterministic=True), keys.recovery_auth)
