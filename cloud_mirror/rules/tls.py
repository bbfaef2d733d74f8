"""Pure: reads the holder from a certificate, and checks a certificate request."""

from __future__ import annotations

from functools import lru_cache

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.x509.oid import NameOID

from cloud_mirror.core.errors import Refusal
from cloud_mirror.core.records import Caller, CertificateRole
from cloud_mirror.rules.message_checks import malformed_refusal
from protos.wire import Reason

INVITATION_PREFIX = "invitation:"


@lru_cache(maxsize=1_024)
def caller_of(certificate_pem: bytes) -> Caller:
    """Returns the holder of this certificate, which TLS has checked; CERTIFICATE_UNKNOWN when the mirror did not issue
    it.
    """
    try:
        certificate = x509.load_pem_x509_certificate(certificate_pem)
        role = CertificateRole(_one(certificate.subject, NameOID.ORGANIZATIONAL_UNIT_NAME))
        name = _one(certificate.subject, NameOID.COMMON_NAME)
        number = bytes.fromhex(name.removeprefix(INVITATION_PREFIX) if role is CertificateRole.INVITATION else name)
    except ValueError as error:
        raise Refusal(Reason.CERTIFICATE_UNKNOWN, "This certificate is not one that this mirror gave.") from error
    return Caller(role, number, int(certificate.not_valid_after_utc.timestamp()) * 1_000)


def check_tls_request(tls_request: bytes, device: bytes) -> x509.CertificateSigningRequest:
    """Checks a PKCS #10 request by a P-256 key for this device; MALFORMED otherwise."""
    try:
        request = x509.load_der_x509_csr(tls_request)
        sound = request.is_signature_valid and _one(request.subject, NameOID.COMMON_NAME) == device.hex()
        key = request.public_key()
    except (ValueError, InvalidSignature, UnsupportedAlgorithm) as error:
        raise malformed_refusal("tls_request", "it is not a certificate request") from error
    if not sound or not isinstance(key, EllipticCurvePublicKey) or not isinstance(key.curve, SECP256R1):
        raise malformed_refusal(
            "tls_request", "it needs a P-256 key, its signature, and the device id as its common name"
        )
    return request


def same_key(certificate: bytes, tls_request: bytes) -> bool:
    """Says whether a checked request (PKCS #10) is for the key of a certificate; both DER."""
    return x509.load_der_x509_certificate(certificate).public_key() == x509.load_der_x509_csr(tls_request).public_key()


def _one(name: x509.Name, oid: x509.ObjectIdentifier) -> str:
    values = name.get_attributes_for_oid(oid)
    if len(values) != 1:
        raise ValueError("exactly one is needed")
    return str(values[0].value)
