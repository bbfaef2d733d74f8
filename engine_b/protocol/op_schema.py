"""Pure: whether what an op says is a record of its sort (research: reliability 3.1; parked ops).

An op that opened and is no such record is kept aside, and stops nobody. So this asks for all that the tables, the
ledger and the records themselves will ask for: whatever passes can be taken in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct, ValidationError, convert, structs

from engine_b.core.policy import is_local
from engine_b.protocol.ledger import CODE, SUBJECT
from engine_b.protocol.ops import OpBody, RecordType, Version
from memory.model.atoms import Exposure, Kind, Provenance, Recall, Speaker, Status
from memory.model.changes import RuleKind

_Whole = Annotated[int, Meta(ge=-(1 << 53), lt=1 << 53)]
"""Whole numbers that every language reads alike."""
_Code = Annotated[str, Meta(pattern=rf"\A{CODE.pattern}\Z")]
"""A text that the ledger repeats."""
_Subject = Annotated[str, Meta(pattern=rf"\A{SUBJECT.pattern}\Z")]


class _Atom(Struct):
    atom_id: str
    user_id: str
    kind: Kind
    key: str
    value: str
    text: str
    sources: Annotated[list[tuple[str, _Whole, _Whole]], Meta(min_length=1)]
    learned_at_ms: _Whole
    provenance: Provenance
    confidence_bp: Annotated[int, Meta(ge=0, le=10_000)]
    status: Status
    exposure: Exposure
    recall: Recall
    pinned: Literal[0, 1]
    valid_from_ms: _Whole | None
    valid_until_ms: _Whole | None
    last_confirmed_at_ms: _Whole | None
    supersedes: str | None
    superseded_by: str | None
    version: Version
    reason_code: _Code


class _Line(Struct):
    line_id: str
    turn_id: str
    session_id: str
    user_id: str
    speaker: Speaker
    who: str
    text: str
    at_ms: _Whole
    utc_offset_min: _Whole
    tokens: _Whole
    used: list[_Subject]


class _Rule(Struct):
    rule_id: str
    user_id: str
    kind: RuleKind
    topic: str
    made_at_ms: _Whole
    reason_code: _Code


class _Flag(Struct):
    user_id: str
    key: str
    touched_ms: _Whole
    reason_code: _Code


class _Correction(Struct):
    pair_id: str
    user_id: str
    turn_id: str
    atom_id: str
    heard: str
    meant: str
    reason_code: _Code
    delta_bp: _Whole


class _Setting(Struct):
    key: _Code
    value: _Code


class _Device(Struct):
    device_id: str
    name: str


_RECORDS: Mapping[RecordType, type[Struct]] = {
    RecordType.ATOM: _Atom, RecordType.LINE: _Line, RecordType.RULE: _Rule, RecordType.FLAG: _Flag,
    RecordType.CORRECTION: _Correction,
    RecordType.SETTING: _Setting, RecordType.DEVICE: _Device,
}  # fmt: skip
_OWN_ID = {
    RecordType.ATOM: "atom_id",
    RecordType.LINE: "line_id",
    RecordType.RULE: "rule_id",
    RecordType.CORRECTION: "pair_id",
}
"""The field that says once more what the op is about."""
_BEGINS = {
    RecordType.ATOM: "a-", RecordType.LINE: "t-", RecordType.RULE: "r-", RecordType.FLAG: "f-", RecordType.CORRECTION:
    "c-",
    RecordType.SETTING: "setting:", RecordType.DEVICE: "device:",
}  # fmt: skip
"""How the ids of a sort begin, so that nothing can be of two sorts."""


def validate_op_body(body: OpBody) -> OpBody | None:
    """What an op says, in the fields that this Selene knows; None when that is no whole record of its sort, in bounds.

    An op that erases says nothing, and only has to be about something.
    """
    if not (SUBJECT.fullmatch(body.subject_id) and body.subject_id.startswith(_BEGINS[body.sort])):
        return None
    if body.content is None:
        return body
    fields = _RECORDS[body.sort].__struct_fields__
    try:
        convert(body.content, _RECORDS[body.sort])
    except ValidationError:
        return None
    if not _id_matches_subject(body):
        return None
    if len(body.content) == len(fields):
        return body
    return structs.replace(body, content={name: body.content[name] for name in fields})


def _id_matches_subject(body: OpBody) -> bool:
    """Whether the record has the id that the op has for it, and is one that devices tell each other."""
    content = body.content
    assert content is not None
    if body.sort is RecordType.DEVICE:
        return body.subject_id == f"device:{content['device_id']}"
    if body.sort is RecordType.SETTING:
        return body.subject_id == f"setting:{content['key']}" and not is_local(content["key"])
    own = _OWN_ID.get(body.sort)
    return own is None or content[own] == body.subject_id
