"""Adapter: the mirror's certificate authority and its signature, with the keys of the state folder.

A person with these keys can invite devices, and cannot read the vaults.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from nacl.signing import SigningKey

from cloud_mirror.core.policy import POLICY, MirrorPolicy
from cloud_mirror.core.ports import MirrorClock
from cloud_mirror.core.records import CertificateRole
from cloud_mirror.rules.invitation_token import InviteToken
from cloud_mirror.rules.tls import INVITATION_PREFIX, check_tls_request
from cloud_mirror.server.state_folder import MirrorKeys, encode_private_key, load_or_make_keys
from protos.selene.mirror.v1.mirror_service_pb2 import Signed
from protos.wire import Domain, sign_message

SERVER_NAME = "selene-mirror"
"""The name in every server certificate, whatever host it listens on: clients check this one."""
_FOR_SERVERS, _FOR_CLIENTS = ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH


class FolderAuthority:
    """Implements `Authority` of ports.py with a state folder."""

    def __init__(self, folder: Path, clock: MirrorClock, policy: MirrorPolicy = POLICY) -> None:
        self._clock, self._policy = clock, policy
        self._keys = load_or_make_keys(folder, lambda: _new_keys(self._life(days=policy.certificate_days * 2)))

    def public_key(self) -> bytes:
        """Returns the mirror's Ed25519 key."""
        return bytes(self._keys.signing.verify_key)

    def signed(self, domain: Domain, body: bytes) -> Signed:
        """Signs `body` with the mirror's key."""
        return Signed(body=body, signature=sign_message(domain, body, self._keys.signing), signer=self.public_key())

    def certificate(self, tls_request: bytes, device_id: bytes) -> bytes:
        """Issues a device's certificate."""
        request = check_tls_request(tls_request, device_id)
        key = request.public_key()
        if not isinstance(key, ec.EllipticCurvePublicKey):
            raise TypeError("check_request lets only P-256 pass")
        subject = _name(CertificateRole.DEVICE.value, device_id.hex())
        made = self._issued(subject, key, self._life(days=self._policy.certificate_days), _FOR_CLIENTS)
        return made.public_bytes(Encoding.DER)

    def invite(self, hours: int) -> InviteToken:
        """Issues an invitation: a client certificate with its key, for one device."""
        key, number = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        subject = _name(CertificateRole.INVITATION.value, INVITATION_PREFIX + number.hex())
        made = self._issued(subject, key.public_key(), self._life(hours=hours), _FOR_CLIENTS)
        return InviteToken(
            self._keys.ca.public_bytes(Encoding.DER),
            made.public_bytes(Encoding.DER),
            key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()),
            self.public_key(),
            number,
        )

    def server_pair(self, host: str) -> tuple[bytes, bytes]:
        """Makes key and certificate of the server, PEM: new at each start, for this host and the fixed names."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = _alternative_names(host)
        made = self._issued(
            _name("server", SERVER_NAME), key.public_key(), self._life(days=self._policy.certificate_days),
            _FOR_SERVERS, names,
        )  # fmt: skip
        return encode_private_key(key), made.public_bytes(Encoding.PEM)

    def ca_pem(self) -> bytes:
        """Returns the authority's certificate."""
        return self._keys.ca.public_bytes(Encoding.PEM)

    def _life(self, *, days: int = 0, hours: int = 0) -> tuple[datetime, datetime]:
        now = datetime.fromtimestamp(self._clock.now_ms() / 1_000, UTC)
        return now - timedelta(milliseconds=self._policy.backdate_ms), now + timedelta(days=days, hours=hours)

    def _issued(
        self,
        subject: x509.Name,
        key: ec.EllipticCurvePublicKey,
        life: tuple[datetime, datetime],
        usage: x509.ObjectIdentifier,
        names: x509.SubjectAlternativeName | None = None,
    ) -> x509.Certificate:
        builder = _builder(
            subject, self._keys.ca.subject, key, (life[0], min(life[1], self._keys.ca.not_valid_after_utc))
        )
        builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        builder = builder.add_extension(x509.ExtendedKeyUsage([usage]), critical=False)
        if names:
            builder = builder.add_extension(names, critical=False)
        return builder.sign(self._keys.key, hashes.SHA256())


def _new_keys(life: tuple[datetime, datetime]) -> MirrorKeys:
    """Makes a new authority and a new signing key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name("authority", f"Selene mirror {secrets.token_hex(4)}")
    builder = _builder(name, name, key.public_key(), life)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    usage = x509.KeyUsage(
        digital_signature=True, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    certificate = builder.add_extension(usage, critical=True).sign(key, hashes.SHA256())
    return MirrorKeys(key, certificate, SigningKey.generate())


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, life: tuple[datetime, datetime]
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(life[0])
        .not_valid_after(life[1])
    )


def _name(unit: str, common: str) -> x509.Name:
    return x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, unit),
            x509.NameAttribute(NameOID.COMMON_NAME, common),
        ]
    )


def _alternative_names(host: str) -> x509.SubjectAlternativeName:
    names: list[x509.GeneralName] = [x509.DNSName(SERVER_NAME), x509.DNSName("localhost")]
    addresses = {ip_address("127.0.0.1"), ip_address("::1")}
    try:
        addresses.add(ip_address(host))
    except ValueError:
        if host != "localhost":
            names.append(x509.DNSName(host))
    return x509.SubjectAlternativeName(
        [*names, *(x509.IPAddress(found) for found in sorted(addresses, key=lambda a: (a.version, int(a))))]
    )
