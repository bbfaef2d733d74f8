"""Pure: the body of an outbox op, and how ops of several devices give one state (research: reliability 3.1, 3.2).

An op states the record of a subject (an atom, a line, a rule ...), replacing the ops that it names as parents; or it
erases the subject. A subject's *heads* are the ops that no other op names as parent. The state of a device follows from
the set of ops that it has seen, never from their order of arrival: no clock decides, only the version, the logical
clock (`lamport`) and the op's id. An op that reissues one that a mirror has lost *is* the lost op, under another id: it
has its clock, and every statement about either is about both.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from engine_b.crypto.sealing import SealContext
from engine_b.protocol.core_types import CORE_TYPES
from engine_b.protocol.record_schemas import Version
from engine_b.protocol.record_types import RecordTypes
from protos.canonical_json import Plain, canonical_bytes


class OpMalformed(Exception):
    """The opened payload is no op of this protocol."""


_Id = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
_Clock = Annotated[int, msgspec.Meta(gt=0, lt=1 << 52)]
FOLLOWED_CLOCK = 1 << 51
"""A larger clock of another op is not adopted: the next one of this device must stay in bounds for others."""


class OpBody(msgspec.Struct, frozen=True, rename={"subject_id": "subject", "device_id": "device"}):
    """An op as its opened payload states it."""

    sort: str
    """The name of the record type. Any word: an op may have a type that is not known here."""
    subject_id: _Id
    version: Version
    device_id: _Id
    """Hex id of the device that made it."""
    lamport: _Clock
    parents: tuple[_Id, ...]
    """The op ids that it replaces."""
    content: dict[str, Any] | None
    """The record's canonical form; None in an op that erases."""
    erases: tuple[_Id, ...]
    """The op ids that it erases."""
    final: bool
    """True when the subject is gone for good."""
    repeats: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The lost op that it reissues; empty for all others."""
    keeps: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The op whose words this one has: for an atom whose words did not change, for a settled conflict copy, or for
    corrected words. It is erased when those words are forgotten, whatever the subject.
    """
    format: Annotated[int, msgspec.Meta(gt=0)] = 1
    """The format number of the content."""
    unknown: dict[str, Any] = {}
    """The fields that this build does not know: set by `validate_op_body`, never by a payload."""

    @property
    def erasing(self) -> bool:
        """True for an op that erases its subject."""
        return self.content is None


def encode_op_body(body: OpBody, content: bytes | None) -> bytes:
    """Encodes a body with this canonical content in place of its own; None for an erasing op."""
    fields: dict[str, Plain] = {
        "device": body.device_id,
        "erases": list(body.erases),
        "final": body.final,
        "lamport": body.lamport,
        "parents": list(body.parents),
        "sort": str(body.sort),
        "subject": body.subject_id,
        "version": body.version,
    }
    if body.repeats:
        fields["repeats"] = body.repeats
    if body.keeps:
        fields["keeps"] = body.keeps
    if body.format != 1:
        fields["format"] = body.format
    return b'{"content":' + (content or b"null") + b"," + canonical_bytes(fields)[1:]


def decode_op_body(data: bytes, types: RecordTypes = CORE_TYPES) -> OpBody:
    """Decodes an op of one of these types. Raises OpMalformed for anything else."""
    body = read_op_body(data)
    if body.sort not in types:
        raise OpMalformed
    return body


def read_op_body(data: bytes) -> OpBody:
    """Decodes an op of any type, known or not. Raises OpMalformed for anything else."""
    try:
        return _told(data)
    except (ValueError, RecursionError) as error:
        raise OpMalformed from error


_told = msgspec.json.Decoder(OpBody).decode


def op_seal_context(vault_id: bytes, op_id: str) -> SealContext:
    """Returns the place in which an op's payload is sealed: the mirror learns neither its type nor its subject."""
    return SealContext("op", vault_id, op_id)
