"""Pure: a signed body as it travels and as it is stored: bytes, signature, signer (research: reliability 2.2)."""

from __future__ import annotations

from dataclasses import dataclass

from nacl.signing import SigningKey

from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb


@dataclass(frozen=True, slots=True)
class SignedBody:
    """The body's bytes as they were sent, an Ed25519 signature, and the public key that is said to have made it."""

    body: bytes
    signature: bytes
    signer: bytes

    def holds(self, domain: wire.Domain) -> bool:
        """Whether `signer` has signed the body for `domain`; the caller decides whether to believe the signer."""
        return wire.verify_message(domain, self.body, self.signature, self.signer)

    def to_message(self) -> pb.Signed:
        """As it goes over the wire."""
        return pb.Signed(body=self.body, signature=self.signature, signer=self.signer)

    @classmethod
    def from_message(cls, message: pb.Signed) -> SignedBody:
        """As it came over the wire."""
        return cls(message.body, message.signature, message.signer)


def make_signed_body(domain: wire.Domain, body: bytes, key: SigningKey) -> SignedBody:
    """`body`, signed for `domain`."""
    return SignedBody(body, wire.sign_message(domain, body, key), bytes(key.verify_key))
