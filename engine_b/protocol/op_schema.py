"""Pure: validates that an op's content is a record of its type (research: reliability 3.1; parked ops).

An op that opened and is not valid is parked, and stops no sync.
"""

from __future__ import annotations

from msgspec import structs

from engine_b.core.policy import MAX_CARRIED_DEPTH
from engine_b.protocol.ledger import SUBJECT
from engine_b.protocol.ops import OpBody
from engine_b.protocol.record_types import Content, RecordType, RecordTypes, SyncScope, content_bytes, fits_schema


def validate_op_body(body: OpBody, types: RecordTypes) -> OpBody | None:
    """Returns the validated body; None when it is no whole record of a known type, in bounds.

    Unknown fields are separated from the content. An erasing op has no content, and needs only a subject.
    """
    kind = types.get(body.sort)
    if kind is None or kind.scope is SyncScope.NEVER or body.format > kind.format:
        return None
    if not (SUBJECT.fullmatch(body.subject_id) and body.subject_id.startswith(kind.prefix)):
        return None
    if body.content is None:
        return body
    known, unknown = kind.split(body.content)
    if not _is_record(kind, body.subject_id, known) or not _can_be_carried(known, unknown):
        return None
    if known is body.content and not body.unknown:
        return body
    return structs.replace(body, content=known, unknown=unknown)


def _is_record(kind: RecordType, subject_id: str, content: Content) -> bool:
    """Says whether the content fits the schema, has the id of the op's subject, and is of a kind that is synced."""
    if not fits_schema(kind, content):
        return False
    return not (kind.id_field and kind.subject_of(content) != subject_id) and not kind.stays_here(content)


def _can_be_carried(known: Content, unknown: Content) -> bool:
    """Says whether the unknown fields can be written again unchanged."""
    if not unknown:
        return True
    if _depth(unknown) > MAX_CARRIED_DEPTH:
        return False
    try:
        content_bytes(known, unknown)
    except (OverflowError, RecursionError, TypeError, ValueError):
        return False
    return True


def _depth(value: object) -> int:
    """Returns the nesting depth of a value, up to one more than the limit."""
    depth, level = 0, [value]
    while level and depth <= MAX_CARRIED_DEPTH:
        nested = [each for each in level if isinstance(each, dict | list)]
        level = [part for each in nested for part in (each.values() if isinstance(each, dict) else each)]
        depth += bool(nested)
    return depth
