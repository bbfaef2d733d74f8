"""Pure: a signed body as it is sent and stored: bytes, signature, signer (research: reliability 2.2)."""

from __future__ import annotations

from dataclasses import dataclass

from nacl.signing import SigningKey

from protos import wire
from protos.selene.mirror.v1 import mirror_service_pb2 as pb


@dataclass(frozen=True, slots=True)
class SignedBody:
    """The body's bytes as they were sent, an Ed25519 signature, and the public key that claims to have made it."""

    body: bytes
    signature: bytes
    signer: bytes

    def holds(self, domain: wire.Domain) -> bool:
        """Says whether `signer` has signed the body for `domain`; the caller decides whether to trust the signer."""
        return wire.verify_message(domain, self.body, self.signature, self.signer)

    def to_message(self) -> pb.Signed:
        """Converts to the wire message."""
        return pb.Signed(body=self.body, signature=self.signature, signer=self.signer)

    @classmethod
    def from_message(cls, message: pb.Signed) -> SignedBody:
        """Converts from the wire message."""
        return cls(message.body, message.signature, message.signer)


def make_signed_body(domain: wire.Domain, body: bytes, key: SigningKey) -> SignedBody:
    """Signs `body` for `domain`."""
    return SignedBody(body, wire.sign_message(domain, body, key), bytes(key.verify_key))
