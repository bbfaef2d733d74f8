"""Doors: the mirror's own small certificate authority and signing key, in the state folder.

`ca.key` and `ca.crt` (P-256), `mirror.key` (Ed25519 seed, hex). They are made once, by whichever command comes first,
under a lock; nothing else is kept here. Whoever has this folder can invite devices, and can read nothing.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from nacl.signing import SigningKey

from cloud_mirror.errors import StateDamaged, StateUnusable
from cloud_mirror.invitation import Token
from cloud_mirror.policy import POLICY, MirrorPolicy
from cloud_mirror.ports import Clock
from cloud_mirror.records import Role
from cloud_mirror.rules_tls import INVITATION_PREFIX, check_request
from protos.selene.mirror.v1.mirror_service_pb2 import Signed
from protos.wire import Domain, sign

SERVER_NAME = "selene-mirror"
"""The name that every server certificate has, whatever host it listens on: clients check this one."""
CA_FILE, CA_KEY_FILE, SIGNING_FILE, LOCK_FILE = "ca.crt", "ca.key", "mirror.key", "lock"
_FOR_SERVERS, _FOR_CLIENTS = ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH


class FolderAuthority:
    """`Authority` of ports.py over a state folder."""

    def __init__(self, folder: Path, clock: Clock, policy: MirrorPolicy = POLICY) -> None:
        self._clock, self._policy = clock, policy
        with _locked(folder):
            if not (folder / SIGNING_FILE).exists():
                _make(folder, self._life(days=policy.certificate_days * 2))
            self._key, self._ca, self._signing = _load(folder)

    def public_key(self) -> bytes:
        """The mirror's Ed25519 key."""
        return bytes(self._signing.verify_key)

    def signed(self, domain: Domain, body: bytes) -> Signed:
        """`body`, signed by the mirror."""
        return Signed(body=body, signature=sign(domain, body, self._signing), signer=self.public_key())

    def certificate(self, tls_request: bytes, device_id: bytes) -> bytes:
        """A device's certificate."""
        request = check_request(tls_request, device_id)
        key = request.public_key()
        if not isinstance(key, ec.EllipticCurvePublicKey):
            raise TypeError("check_request lets only P-256 pass")
        subject = _name(Role.DEVICE.value, device_id.hex())
        made = self._issued(subject, key, self._life(days=self._policy.certificate_days), _FOR_CLIENTS)
        return made.public_bytes(Encoding.DER)

    def invite(self, hours: int) -> Token:
        """An invitation: a client certificate with its key, for one device."""
        key, number = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
        subject = _name(Role.INVITATION.value, INVITATION_PREFIX + number.hex())
        made = self._issued(subject, key.public_key(), self._life(hours=hours), _FOR_CLIENTS)
        return Token(
            self._ca.public_bytes(Encoding.DER),
            made.public_bytes(Encoding.DER),
            key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()),
            self.public_key(),
            number,
        )

    def server_pair(self, host: str) -> tuple[bytes, bytes]:
        """Key and certificate of the server, PEM: new at each start, for this host and the fixed names."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = _alternative_names(host)
        made = self._issued(
            _name("server", SERVER_NAME), key.public_key(), self._life(days=self._policy.certificate_days),
            _FOR_SERVERS, names,
        )  # fmt: skip
        return _key_pem(key), made.public_bytes(Encoding.PEM)

    def ca_pem(self) -> bytes:
        """The authority's certificate."""
        return self._ca.public_bytes(Encoding.PEM)

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
        builder = _builder(subject, self._ca.subject, key, (life[0], min(life[1], self._ca.not_valid_after_utc)))
        builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        builder = builder.add_extension(x509.ExtendedKeyUsage([usage]), critical=False)
        if names:
            builder = builder.add_extension(names, critical=False)
        return builder.sign(self._key, hashes.SHA256())


def _make(folder: Path, life: tuple[datetime, datetime]) -> None:
    """The signing key is written last: its presence says that all is there."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name("authority", f"Selene mirror {secrets.token_hex(4)}")
    builder = _builder(name, name, key.public_key(), life)
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    usage = x509.KeyUsage(
        digital_signature=True, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    certificate = builder.add_extension(usage, critical=True).sign(key, hashes.SHA256())
    _write_private(folder / CA_KEY_FILE, _key_pem(key))
    _write_private(folder / CA_FILE, certificate.public_bytes(Encoding.PEM))
    _write_private(folder / SIGNING_FILE, SigningKey.generate().encode().hex().encode() + b"\n")


def _load(folder: Path) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate, SigningKey]:
    try:
        key = load_pem_private_key((folder / CA_KEY_FILE).read_bytes(), None)
        ca = x509.load_pem_x509_certificate((folder / CA_FILE).read_bytes())
        signing = SigningKey(bytes.fromhex((folder / SIGNING_FILE).read_text("ascii").strip()))
    except FileNotFoundError as error:
        raise StateDamaged(f"{error.filename} is missing. Nothing was changed; put back a copy.") from error
    except (ValueError, TypeError) as error:
        raise StateDamaged(f"A key in {folder} is not a key. Nothing was changed; put back a copy.") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey) or ca.public_key() != key.public_key():
        raise StateDamaged(f"{CA_KEY_FILE} and {CA_FILE} in {folder} do not belong together. Put back a copy.")
    return key, ca, signing


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (folder / LOCK_FILE).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
    except OSError as error:
        place = error.filename or folder
        raise StateUnusable(f"{place}: {error.strerror or error}. Name a folder that this user may write.") from error


def _write_private(path: Path, content: bytes) -> None:
    """Whole and on disk, or not there; readable for its owner alone."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


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


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
