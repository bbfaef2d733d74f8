"""Adapter: the TLS key of a device, its certificate request, and a mirror's invitation (research: reliability 2.2).

TLS uses ECDSA P-256, because gRPC's TLS does not take Ed25519. `cryptography` is loaded only when it is needed.
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine_b.core.policy import MAX_TOKEN_CHARS
from engine_b.core.sync_errors import MirrorVersion, TokenInvalid

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

MIRROR_KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class InvitationToken:
    """The content of an invitation: the mirror's CA, a certificate for one enrolment with its key (DER), the mirror's
    key.
    """

    ca: bytes
    cert: bytes
    key: bytes = field(repr=False)
    mirror_key: bytes
    id: str


def make_tls_key() -> bytes:
    """Makes a new private key, PKCS #8 in DER."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return ec.generate_private_key(ec.SECP256R1()).private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())


def tls_request(key_der: bytes, device_id_hex: str) -> bytes:
    """Makes the request (PKCS #10, DER) for a certificate of this key, with the device id as common name."""
    from cryptography import x509
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding
    from cryptography.x509.oid import NameOID

    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, device_id_hex)])
    request = x509.CertificateSigningRequestBuilder().subject_name(name).sign(_private(key_der), SHA256())
    return request.public_bytes(Encoding.DER)


def parse_token(text: str) -> InvitationToken:
    """Parses the text of an invitation; spaces and line breaks are ignored.

    Raises TokenInvalid, or MirrorVersion for one of a newer mirror.
    """
    fields = _fields("".join(text.split()))
    if fields.get("v") != 1:
        raise MirrorVersion if isinstance(fields.get("v"), int) else TokenInvalid
    ca, cert, key, mirror_key = (_bytes(fields.get(name)) for name in ("ca", "cert", "key", "mirror_key"))
    name = fields.get("id")
    if not isinstance(name, str) or len(mirror_key) != MIRROR_KEY_BYTES or not _belong_together(ca, cert, key):
        raise TokenInvalid
    return InvitationToken(ca, cert, key, mirror_key, name)


def certificate_validity(der: bytes) -> tuple[int, int]:
    """Returns the validity of a certificate, in milliseconds since 1970."""
    from cryptography import x509

    found = x509.load_der_x509_certificate(der)
    begins, ends = found.not_valid_before_utc, found.not_valid_after_utc
    return int(begins.timestamp()) * 1_000, int(ends.timestamp()) * 1_000


def certificate_pem(der: bytes) -> bytes:
    """Converts a certificate for gRPC."""
    return _pem("CERTIFICATE", der)


def private_key_pem(der: bytes) -> bytes:
    """Converts a private key for gRPC."""
    return _pem("PRIVATE KEY", der)


def _fields(text: str) -> dict[str, object]:
    if len(text) > MAX_TOKEN_CHARS:
        raise TokenInvalid
    try:
        decoded = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        fields = json.loads(decoded)
    except (ValueError, RecursionError) as error:
        raise TokenInvalid from error
    if not isinstance(fields, dict):
        raise TokenInvalid
    return fields


def _bytes(value: object) -> bytes:
    try:
        return base64.b64decode(value if isinstance(value, str) else "!", validate=True)
    except (binascii.Error, ValueError) as error:
        raise TokenInvalid from error


def _belong_together(ca: bytes, cert: bytes, key: bytes) -> bool:
    """Says whether the certificate has this key and was issued by the CA."""
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm

    try:
        given = x509.load_der_x509_certificate(cert)
        given.verify_directly_issued_by(x509.load_der_x509_certificate(ca))
        return given.public_key() == _private(key).public_key()
    except (ValueError, TypeError, InvalidSignature, UnsupportedAlgorithm):
        return False


def _private(key_der: bytes) -> EllipticCurvePrivateKey:
    """Reads an ECDSA key in DER. Raises ValueError for any other."""
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.serialization import load_der_private_key

    key = load_der_private_key(key_der, password=None)
    if not isinstance(key, EllipticCurvePrivateKey):
        raise ValueError("not an ECDSA key")
    return key


def _pem(label: str, der: bytes) -> bytes:
    body = base64.encodebytes(der).replace(b"\n", b"")
    lines = [body[start : start + 64] for start in range(0, len(body), 64)]
    return b"\n".join([f"-----BEGIN {label}-----".encode(), *lines, f"-----END {label}-----".encode(), b""])
