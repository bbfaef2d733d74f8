"""The weights of a wake word are read only in the form of a document and signed by the key that was named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from nacl.signing import SigningKey

from packages.core.errors import MalformedDocument, PackageError, TooLarge, UntrustedSigner, WrongType
from packages.core.policy import PackagePolicy
from packages.documents.documents import document_bytes
from packages.documents.signing import sign_body
from packages.documents.wake_verifier import WakeVerifier, read_wake_verifier, wake_verifier_bytes

KEY, OTHER, POLICY = SigningKey(b"\1" * 32), SigningKey(b"\2" * 32), PackagePolicy()
PUBLIC = bytes(KEY.verify_key)
VERIFIER = WakeVerifier("ab" * 8, -205_000_000_000, (1, -2, 3))


def signed(**changes: Any) -> bytes:
    body = {"_type": "wake-verifier", "spec": 1, "model": "ab", "bias": 0, "weights": [1], **changes}
    return document_bytes(body, sign_body(body, [KEY]))


def test_what_was_signed_is_read_again_also_beside_other_signatures() -> None:
    assert read_wake_verifier(wake_verifier_bytes(VERIFIER, [KEY]), PUBLIC, POLICY) == VERIFIER
    assert read_wake_verifier(wake_verifier_bytes(VERIFIER, [OTHER, KEY]), PUBLIC, POLICY) == VERIFIER
    assert read_wake_verifier(signed(later="field"), PUBLIC, POLICY).weights == (1,)


@pytest.mark.parametrize(
    ("content", "refused"),
    [
        (wake_verifier_bytes(VERIFIER, [OTHER]), UntrustedSigner),
        (wake_verifier_bytes(VERIFIER, []), UntrustedSigner),
        (wake_verifier_bytes(VERIFIER, [KEY]).replace(b"-205", b"-204"), UntrustedSigner),
        (signed(_type="package"), WrongType),
        (signed(spec=2), MalformedDocument),
        (signed(weights=["1"]), MalformedDocument),
        (signed(weights=None), MalformedDocument),
        (signed().replace(b'"bias":0', b'"bias":0.5'), MalformedDocument),
        (b"", MalformedDocument),
        (b"\x80\x04", MalformedDocument),
        (json.dumps({"signatures": []}).encode(), MalformedDocument),
        (b" " * 70_000, TooLarge),
    ],
)
def test_anything_else_is_refused(content: bytes, refused: type[PackageError]) -> None:
    with pytest.raises(refused):
        read_wake_verifier(content, PUBLIC, POLICY)
