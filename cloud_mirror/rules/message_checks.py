"""Pure: checks the form of a message before anything is looked up for it."""

from __future__ import annotations

from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from cloud_mirror.core.errors import Refusal
from protos.selene.mirror.v1.mirror_service_pb2 import Signed
from protos.wire import Domain, Reason, verify_message

KEY_BYTES = 32
HASH_BYTES = 32
TOKEN_BYTES = 32
MOST = (1 << 63) - 1
"""The largest number that both stores can hold."""

M = TypeVar("M", bound=Message)


def parse_signed_body(kind: type[M], signed: Signed, reason: Reason) -> M:
    """Parses the body of `signed`; refuses with `reason` when it is of another kind."""
    try:
        return kind.FromString(signed.body)
    except DecodeError as error:
        raise Refusal(reason, "What was signed is not a message of this kind. Nothing was changed.") from error


def require_signature(domain: Domain, signed: Signed, signer: bytes, reason: Reason) -> None:
    """Refuses `signed` unless `signer`, and nobody else, signed it."""
    if signed.signer != signer or not verify_message(domain, signed.body, signed.signature, signer):
        raise Refusal(reason, "It is not signed by the one who has to sign it. Nothing was changed.")


def require_size(value: bytes, size: int, field: str) -> None:
    """Refuses a value of another length."""
    if len(value) != size:
        raise malformed_refusal(field, f"{size} bytes are needed, {len(value)} came")


def malformed_refusal(field: str, wrong: str) -> Refusal:
    """Builds a refusal that names the part of the request."""
    return Refusal(Reason.MALFORMED, f"{field}: {wrong}. Nothing was changed.", field=field)
