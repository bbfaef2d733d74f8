"""Pure: the signed weights by which a wake word is verified for one voice: from bytes to values and back.

openWakeWord keeps such a verifier as a pickle, which runs whatever stands in it. Here it is a document in the form of
the others, with whole numbers, signed by a key that the person named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from nacl.signing import SigningKey

from packages.core.errors import TooLarge, UntrustedSigner
from packages.core.policy import PackagePolicy
from packages.core.signed_json import canonical_document_bytes, read_json
from packages.documents.documents import Signature, check_type, convert, document_bytes
from packages.documents.signing import is_signed_by, sign_body

TYPE_NAME = "wake-verifier"
_WHAT = "The wake word's verifier"


@dataclass(frozen=True, slots=True)
class WakeVerifier:
    """A logistic regression over the features of a wake word, in billionths; a scaler is multiplied into it."""

    model: str
    """The digest of the wake word's model; with another one the weights mean nothing."""
    bias: int
    weights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _SignedVerifier:
    signatures: tuple[Signature, ...]
    signed: dict[str, Any]


def read_wake_verifier(content: bytes, public: bytes, policy: PackagePolicy) -> WakeVerifier:
    """Reads a verifier that the key with this public half signed. Raises `PackageError`."""
    if len(content) > policy.max_package_bytes:
        raise TooLarge(f"{_WHAT} is larger than it may be. Nothing was changed.")
    plain = read_json(content, _WHAT, policy)
    envelope = convert(plain, _SignedVerifier, _WHAT)
    check_type(envelope.signed, TYPE_NAME, _WHAT)
    body = plain["signed"]
    if not is_signed_by(envelope.signatures, TYPE_NAME, canonical_document_bytes(body), public):
        raise UntrustedSigner(f"{_WHAT} is not signed by the key that was named. Nothing was changed; do not use it.")
    return convert(envelope.signed, WakeVerifier, _WHAT)


def wake_verifier_bytes(verifier: WakeVerifier, keys: Sequence[SigningKey]) -> bytes:
    """Builds the signed file of a verifier."""
    body = {"_type": TYPE_NAME, "spec": 1, **msgspec.to_builtins(verifier)}
    return document_bytes(body, sign_body(body, keys))
