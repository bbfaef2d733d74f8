"""A person with devices, as far as the wire knows them: keys, rosters, epochs and sealed ops. No content anywhere.

Everything is made from a number, so that a test says which person and which op it means.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from nacl.signing import SigningKey

from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from protos.wire import GENESIS, Domain, body_hash, chain_hash_after, device_id, payload_hash, sign_message

ACTIVE, REVOKED = pb.MEMBER_STATE_ACTIVE, pb.MEMBER_STATE_REVOKED


def named_bytes(name: str, size: int = 32) -> bytes:
    """Bytes that follow from a name."""
    return hashlib.blake2b(name.encode(), digest_size=size).digest()


def signed_part(domain: Domain, body: object, key: SigningKey) -> pb.Signed:
    """A body, signed."""
    raw = body.SerializeToString(deterministic=True)  # type: ignore[attr-defined]
    return pb.Signed(body=raw, signature=sign_message(domain, raw, key), signer=bytes(key.verify_key))


@dataclass
class SimDevice:
    """A device: keys, a chain of ops, and the certificate that it got."""

    name: str
    sign_key: SigningKey = field(init=False)
    tls_key: ec.EllipticCurvePrivateKey = field(init=False)
    certificate: bytes = b""
    seq: int = 0
    chain: bytes = GENESIS

    def __post_init__(self) -> None:
        self.sign_key = SigningKey(named_bytes(f"sign {self.name}"))
        self.tls_key = ec.generate_private_key(ec.SECP256R1())

    @property
    def id(self) -> bytes:
        return device_id(bytes(self.sign_key.verify_key))

    @property
    def box_key(self) -> bytes:
        return named_bytes(f"box {self.name}")

    def member(self, state: pb.MemberState = ACTIVE) -> pb.RosterMember:
        through = GENESIS if state == REVOKED else b""
        return pb.RosterMember(
            device_id=self.id,
            sign_key=bytes(self.sign_key.verify_key),
            box_key=self.box_key,
            state=state,
            through_chain=through,
        )

    def tls_request(self, name: str = "") -> bytes:
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name or self.id.hex())])
        builder = x509.CertificateSigningRequestBuilder().subject_name(subject)
        return builder.sign(self.tls_key, hashes.SHA256()).public_bytes(Encoding.DER)

    def key_der(self) -> bytes:
        return self.tls_key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())

    def ops(self, count: int, *, size: int = 64, erases: tuple[bytes, ...] = (), tag: str = "") -> list[pb.Op]:
        """The next ops, whose chain starts where the device is; `take` moves it on."""
        made = []
        for seq in range(self.seq + 1, self.seq + count + 1):
            payload = named_bytes(f"payload {self.name} {seq}{tag}", 64)[:size].ljust(size, b"p")
            made.append(
                pb.Op(
                    op_id=named_bytes(f"op {self.name} {seq}{tag}", 16),
                    seq=seq,
                    txn_id=seq,
                    txn_end=True,
                    payload=payload,
                    payload_hash=payload_hash(payload),
                    wrap=named_bytes(f"wrap {self.name} {seq}"),
                    erases=erases if seq == self.seq + 1 else (),
                )
            )
        return made


def chain_after(before: bytes, ops: list[pb.Op]) -> bytes:
    """The chain hash after these ops."""
    for op in ops:
        before = chain_hash_after(
            before,
            seq=op.seq,
            op_id=op.op_id,
            txn_id=op.txn_id,
            txn_end=op.txn_end,
            payload=op.payload_hash,
            erases=op.erases,
        )
    return before


@dataclass
class Person:
    """An account: the keys of the words, the roster and the epoch as the person last signed them."""

    name: str
    devices: list[SimDevice] = field(default_factory=list)
    roster: pb.Signed = field(default_factory=pb.Signed)
    epoch: pb.Signed = field(default_factory=pb.Signed)
    epoch_number: int = 0

    @property
    def account_key(self) -> SigningKey:
        return SigningKey(named_bytes(f"account {self.name}"))

    @property
    def recovery_key(self) -> SigningKey:
        return SigningKey(named_bytes(f"recovery {self.name}"))

    @property
    def vault_id(self) -> bytes:
        return named_bytes(f"vault {self.name}", 16)

    def account(self) -> bytes:
        return bytes(self.account_key.verify_key)

    def roster_version(self) -> int:
        return pb.Roster.FromString(self.roster.body).version

    def next_roster(self, members: list[pb.RosterMember], **changes: object) -> pb.Signed:
        """Signed, and not yet taken."""
        version = self.roster_version()
        fields: dict[str, object] = {
            "suite": 1,
            "min_suite": 1,
            "vault_id": self.vault_id,
            "account_key": self.account(),
            "recovery_auth_key": bytes(self.recovery_key.verify_key),
            "recovery_box_key": named_bytes(f"recovery box {self.name}"),
            "version": version + 1,
            "previous": body_hash(self.roster.body) if version else b"",
            "members": sorted(members, key=lambda member: member.device_id),
        }
        return signed_part(Domain.ROSTER, pb.Roster(**(fields | changes)), self.account_key)  # type: ignore[arg-type]

    def next_epoch(self, by: SimDevice, readers: list[SimDevice], **changes: object) -> pb.Signed:
        """Signed, and not yet taken."""
        number = self.epoch_number + 1
        copies = [
            pb.KeyCopy(device_id=who, box=named_bytes(f"copy {number}")) for who in [b"", *(d.id for d in readers)]
        ]
        fields: dict[str, object] = {
            "suite": 1,
            "vault_id": self.vault_id,
            "epoch": number,
            "previous": body_hash(self.epoch.body) if self.epoch_number else b"",
            "roster_version": self.roster_version(),
            "key_id": named_bytes(f"key {self.name} {number}", 16),
            "copies": copies,
        }
        return signed_part(Domain.EPOCH, pb.Epoch(**(fields | changes)), by.sign_key)  # type: ignore[arg-type]

    def enrolment(self, device: SimDevice) -> pb.EnrolRequest:
        """The first device's request; the person takes roster and epoch as sent."""
        self.roster = self.next_roster([device.member()])
        self.epoch = self.next_epoch(device, [device])
        self.epoch_number = 1
        self.devices.append(device)
        return pb.EnrolRequest(
            tls_request=device.tls_request(), roster=self.roster, epoch=self.epoch, token=self.token()
        )

    def token(self, number: int = 0) -> bytes:
        return named_bytes(f"token {self.name} {number or self.epoch_number}")

    def claim(self, device: SimDevice, given: bytes, mirror: bytes, **changes: bytes) -> pb.JoinRequest:
        """The proof of possession for a new device."""
        request = device.tls_request()
        fields = {
            "nonce": given,
            "account_key": self.account(),
            "mirror_key": mirror,
            "device_id": device.id,
            "sign_key": bytes(device.sign_key.verify_key),
            "box_key": device.box_key,
            "tls_request_hash": hashlib.blake2b(request, digest_size=32).digest(),
        }
        return pb.JoinRequest(
            claim=signed_part(Domain.CLAIM, pb.Claim(**(fields | changes)), self.recovery_key), tls_request=request
        )

    def page(self, device: SimDevice, number: int, epoch: int = 0) -> pb.PageKey:
        epoch = epoch or self.epoch_number
        return pb.PageKey(device_id=device.id, page=number, epoch=epoch, box=named_bytes(f"page {number} {epoch}"))

    def checkpoint(self, device: SimDevice, seq: int, chain: bytes, **changes: object) -> pb.Signed:
        fields: dict[str, object] = {
            "vault_id": self.vault_id,
            "device_id": device.id,
            "seq": seq,
            "chain": chain,
            "roster_version": self.roster_version(),
            "epoch": self.epoch_number,
            "at_ms": 1_700_000_000_000 + seq,
        }
        return signed_part(Domain.CHECKPOINT, pb.Checkpoint(**(fields | changes)), device.sign_key)  # type: ignore[arg-type]

    def push(self, device: SimDevice, ops: list[pb.Op], before: bytes | None = None) -> pb.PushRequest:
        """A push of these ops, with the keys of the pages that they begin and a checkpoint at their end."""
        chain = chain_after(device.chain if before is None else before, ops)
        seq = ops[-1].seq if ops else device.seq
        pages = sorted({(op.seq - 1) // 256 for op in ops if op.wrap})
        return pb.PushRequest(
            ops=ops,
            pages=[self.page(device, number) for number in pages],
            checkpoint=self.checkpoint(device, seq, chain),
            epoch=self.epoch_number,
        )

    def took(self, device: SimDevice, request: pb.PushRequest) -> None:
        """The push was acknowledged: the device goes on behind it."""
        device.chain = chain_after(device.chain, list(request.ops))
        device.seq = request.ops[-1].seq
