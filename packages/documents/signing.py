"""Pure: Ed25519 signatures of documents, and whether enough keys of a role made them.

What is signed is `selene/vocab/<type>/v1`, a zero byte, and the canonical bytes, so that a signature of one kind of
document is invalid for another (V15). A threshold counts distinct keys, not signatures (V5); wrong signatures and those
of other keys do no harm when enough others are right (V6).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from packages.core.errors import KeyRevoked, MalformedDocument, ThresholdNotMet, UntrustedSigner
from packages.core.signed_json import Plain, canonical_document_bytes
from packages.documents.documents import (
    D,
    Document,
    Root,
    Signature,
    SignedDocument,
    SigningRole,
    document_body,
    document_bytes,
)

_KEY_ID_BYTES = 16


@dataclass(frozen=True, slots=True)
class SignerCount:
    """The keys of a role, and the revoked keys, with valid signatures on a document."""

    role: frozenset[str]
    revoked: frozenset[str]


def signing_key_id(public: bytes) -> str:
    """Returns the id of a public key of 32 bytes: two ids are two keys."""
    return hashlib.blake2b(public, digest_size=_KEY_ID_BYTES, person=b"selene.vocab.key").hexdigest()


def public_hex(key: SigningKey) -> str:
    """Returns a signing key's public half, as a root lists it."""
    return bytes(key.verify_key).hex()


def sign_body(body: dict[str, Plain], keys: Iterable[SigningKey]) -> tuple[Signature, ...]:
    """Signs the body of a document once with each key."""
    message = _message(str(body["_type"]), canonical_document_bytes(body))
    return tuple(Signature(signing_key_id(bytes(key.verify_key)), key.sign(message).signature.hex()) for key in keys)


def sign_document(document: Document, keys: Iterable[SigningKey]) -> bytes:
    """Builds the signed file of a document."""
    body = document_body(document)
    return document_bytes(body, sign_body(body, keys))


def add_signatures(content: SignedDocument[D], body: dict[str, Plain], keys: Iterable[SigningKey]) -> bytes:
    """Builds the file of a document with more signatures; one by the same key is replaced."""
    fresh = {signature.keyid: signature for signature in (*content.signatures, *sign_body(body, keys))}
    return document_bytes(body, tuple(fresh.values()))


def check_keys(root: Root) -> Root:
    """Returns the root when every key has its own id. Raises `MalformedDocument`."""
    for keyid, public in (*root.keys.items(), *root.revoked.items()):
        if signing_key_id(bytes.fromhex(public)) != keyid:
            raise MalformedDocument("The root document files a key under another key's name. Nothing was changed.")
    return root


def count_signers(document: SignedDocument[D], type_name: str, role: SigningRole, root: Root) -> SignerCount:
    """Counts the valid signatures on a document, by keys of a role and by revoked keys of a root."""
    trusted = {keyid: root.keys[keyid] for keyid in role.keyids}
    signed = document.signatures, document.body, type_name
    return SignerCount(valid_signers(*signed, trusted), valid_signers(*signed, root.revoked))


def check_signed(document: SignedDocument[D], type_name: str, role: SigningRole, root: Root, what: str) -> None:
    """Checks that enough keys of the role signed. Raises `KeyRevoked`, `ThresholdNotMet` or `UntrustedSigner`."""
    signers = count_signers(document, type_name, role, root)
    if len(signers.role) >= role.threshold:
        return
    if signers.revoked:
        raise KeyRevoked(f"{what} is signed with a key that was revoked. Nothing was changed; do not use this source.")
    if signers.role:
        raise ThresholdNotMet(
            f"{what} has {len(signers.role)} of {role.threshold} required signatures. Nothing was changed."
        )
    raise UntrustedSigner(f"{what} is not signed by anyone who may. Nothing was changed; do not use this source.")


def is_signed_by(signatures: Iterable[Signature], type_name: str, body: bytes, public: bytes) -> bool:
    """Says whether one of the signatures on the body of a document is valid and by this public key."""
    return bool(valid_signers(signatures, body, type_name, {signing_key_id(public): public.hex()}))


def valid_signers(
    signatures: Iterable[Signature], body: bytes, type_name: str, keys: Mapping[str, str]
) -> frozenset[str]:
    """Returns the ids of those of the keys that signed canonical bytes as a document of this type."""
    message = _message(type_name, body)
    return frozenset(
        signature.keyid
        for signature in signatures
        if signature.keyid in keys and _is_good(signature, keys[signature.keyid], message)
    )


def _is_good(signature: Signature, public: str, message: bytes) -> bool:
    try:
        VerifyKey(bytes.fromhex(public)).verify(message, bytes.fromhex(signature.sig))
    except BadSignatureError:
        return False
    return True


def _message(type_name: str, body: bytes) -> bytes:
    return b"selene/vocab/%s/v1\0%s" % (type_name.encode("ascii"), body)
