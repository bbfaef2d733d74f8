"""Promise: a device's request names it and proves its key, and a token is an invitation or is refused."""

from __future__ import annotations

import base64
import json
from datetime import UTC, datetime

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_der_private_key,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID

from engine_b.core.sync_errors import MirrorVersion, TokenInvalid
from engine_b.crypto.certificates import (
    InvitationToken,
    certificate_pem,
    make_tls_key,
    parse_token,
    private_key_pem,
    tls_request,
)
from protos.canonical_json import canonical_bytes
from tests.engine_b.account_builders import KITCHEN

START, END = datetime(2026, 1, 1, tzinfo=UTC), datetime(2046, 1, 1, tzinfo=UTC)


def private(der: bytes) -> ec.EllipticCurvePrivateKey:
    key = load_der_private_key(der, None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def issued(
    name: str, key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey, by: str, by_key: ec.EllipticCurvePrivateKey
) -> bytes:
    subject, issuer = (x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, who)]) for who in (name, by))
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(key.public_key())
    dated = builder.serial_number(7).not_valid_before(START).not_valid_after(END)
    return dated.sign(by_key, SHA256()).public_bytes(Encoding.DER)


CA_KEY, KEY = make_tls_key(), make_tls_key()
CA = issued("mirror", private(CA_KEY), "mirror", private(CA_KEY))
CERT = issued("invitation", private(KEY), "mirror", private(CA_KEY))


def token(**changes: object) -> str:
    parts = {"ca": CA, "cert": CERT, "key": KEY, "mirror_key": b"m" * 32}
    fields: dict[str, object] = {name: base64.b64encode(part).decode() for name, part in parts.items()}
    fields |= {"v": 1, "id": "inv-1", **changes}
    return base64.urlsafe_b64encode(json.dumps(fields, sort_keys=True).encode()).rstrip(b"=").decode()


def encoded(part: bytes) -> str:
    return base64.b64encode(part).decode()


def test_a_request_names_the_device_and_proves_its_key() -> None:
    key = make_tls_key()
    request = x509.load_der_x509_csr(tls_request(key, KITCHEN.id.hex()))
    assert request.is_signature_valid
    assert request.subject.rfc4514_string() == f"CN={KITCHEN.id.hex()}"
    assert request.public_key() == private(key).public_key()
    assert isinstance(private(key).curve, ec.SECP256R1)


def test_two_keys_are_two_keys() -> None:
    assert make_tls_key() != make_tls_key()


def test_pem_is_what_others_read() -> None:
    assert x509.load_pem_x509_certificate(certificate_pem(CERT)).public_bytes(Encoding.DER) == CERT
    assert (
        load_pem_private_key(private_key_pem(KEY), None).private_bytes(
            Encoding.DER, PrivateFormat.PKCS8, NoEncryption()
        )
        == KEY
    )


@pytest.mark.parametrize("padding", [0, 1, 2])
def test_a_token_is_the_invitation_it_was_made_of(padding: int) -> None:
    text = token(id="i" * padding)
    wrapped = "\n  ".join(text[start : start + 64] for start in range(0, len(text), 64)) + "\n"
    for written in (text, wrapped):
        assert parse_token(written) == InvitationToken(CA, CERT, KEY, b"m" * 32, "i" * padding)


def test_an_invitation_shows_no_key() -> None:
    assert "key=b" not in repr(parse_token(token())).replace("mirror_key=b", "")


EDWARDS = ed25519.Ed25519PrivateKey.generate()
EDWARDS_KEY = EDWARDS.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
EDWARDS_CERT = issued("invitation", EDWARDS, "mirror", private(CA_KEY))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "e30",
        "!" * 40,
        "é" * 40,
        "[" * 9_000,
        base64.urlsafe_b64encode(b"[" * 9_000).decode(),
        base64.urlsafe_b64encode(canonical_bytes([1, 2])).decode(),
        token()[:-40],
        token()[40:],
        token() + "AAAA",
        "A" * 100_000,
        token(v="1"),
        token(v=None),
        token(id=7),
        token(ca=None),
        token(cert="no base64!"),
        token(cert=encoded(b"no certificate")),
        token(cert=encoded(CA)),
        token(ca=encoded(issued("mirror", private(KEY), "mirror", private(KEY)))),
        token(key=encoded(b"no key")),
        token(key=encoded(CA_KEY)),
        token(key=encoded(EDWARDS_KEY), cert=encoded(EDWARDS_CERT)),
        token(id="i" * 20_000),
        token(mirror_key=encoded(b"short")),
    ],
)
def test_anything_else_is_refused_with_one_sentence(text: str) -> None:
    with pytest.raises(TokenInvalid) as caught:
        parse_token(text)
    assert "selene-mirror invite" in str(caught.value)
    assert text[:20] == "" or text[:20] not in str(caught.value)


def test_a_token_of_a_newer_mirror_says_so() -> None:
    with pytest.raises(MirrorVersion):
        parse_token(token(v=2))
