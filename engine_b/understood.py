"""Rules: whether what an op says is a record of its sort (research: reliability 3.1; parked ops).

An op that opened and is no such record is kept aside, and stops nobody. So this asks for all that the tables, the
ledger and the records themselves will ask for: whatever passes can be taken in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine_b.ledger import CODE, SUBJECT
from engine_b.ops import Body, Sort
from memory.changes import RuleKind
from memory.records import Exposure, Kind, Provenance, Recall, Speaker, Status

_ANY = range(-(1 << 53), 1 << 53)
"""Whole numbers that every language reads alike."""
_POSITIVE = range(1, 1 << 53)


def _values(of: type[StrEnum]) -> frozenset[str]:
    return frozenset(member.value for member in of)


@dataclass(frozen=True, slots=True)
class _Record:
    """The fields of a sort of record, by what they may hold. `subject` names the one that is the subject's id."""

    subject: str = ""
    texts: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    """Texts that the ledger repeats."""
    choices: Mapping[str, frozenset[str]] = field(default_factory=dict)
    numbers: Mapping[str, range] = field(default_factory=dict)
    maybe_texts: tuple[str, ...] = ()
    maybe_numbers: tuple[str, ...] = ()


_RECORDS: Mapping[Sort, _Record] = {
    Sort.ATOM: _Record(
        "atom_id",
        texts=("user_id", "key", "value", "text"),
        codes=("reason_code",),
        choices={
            "kind": _values(Kind), "status": _values(Status), "exposure": _values(Exposure), "recall": _values(Recall),
        },
        numbers={
            "learned_at_ms": _ANY, "provenance": range(len(Provenance)), "confidence_bp": range(10_001),
            "pinned": range(2), "version": _POSITIVE,
        },
        maybe_texts=("supersedes", "superseded_by"),
        maybe_numbers=("valid_from_ms", "valid_until_ms", "last_confirmed_at_ms"),
    ),
    Sort.LINE: _Record(
        "line_id",
        texts=("turn_id", "session_id", "user_id", "who", "text"),
        choices={"speaker": _values(Speaker)},
        numbers={"at_ms": _ANY, "utc_offset_min": _ANY, "tokens": _ANY},
    ),
    Sort.RULE: _Record(
        "rule_id",
        texts=("user_id", "topic"),
        codes=("reason_code",),
        choices={"kind": _values(RuleKind)},
        numbers={"made_at_ms": _ANY},
    ),
    Sort.FLAG: _Record(texts=("user_id", "key"), codes=("reason_code",), numbers={"touched_ms": _ANY}),
    Sort.CORRECTION: _Record(
        "pair_id",
        texts=("user_id", "turn_id", "atom_id", "heard", "meant"),
        codes=("reason_code",),
        numbers={"delta_bp": _ANY},
    ),
    Sort.SETTING: _Record(codes=("key", "value")),
    Sort.DEVICE: _Record(texts=("device_id", "name")),
}  # fmt: skip


def is_understood(body: Body) -> bool:
    """Whether an op that says something says a whole record of its sort, in bounds. One that erases says nothing."""
    if not SUBJECT.fullmatch(body.subject_id):
        return False
    content = body.content
    if content is None:
        return True
    assert isinstance(content, dict)
    try:
        return _is_record(_RECORDS[body.sort], content, body.subject_id) and _is_whole(body.sort, content, body)
    except (KeyError, TypeError, ValueError):
        return False


def _is_record(record: _Record, content: Mapping[str, Any], subject_id: str) -> bool:
    """Whether the plain fields hold what they may. A missing one raises KeyError, a text that is none ValueError."""
    texts = [content[name] for name in record.texts + record.codes]
    texts += [text for text in (content[name] for name in record.maybe_texts) if text is not None]
    "".join(texts).encode()
    return (
        all(CODE.fullmatch(content[name]) for name in record.codes)
        and all(content[name] in values for name, values in record.choices.items())
        and all(_is_in(content[name], bounds) for name, bounds in record.numbers.items())
        and all(content[name] is None or _is_in(content[name], _ANY) for name in record.maybe_numbers)
        and (not record.subject or content[record.subject] == subject_id)
    )


def _is_in(value: object, bounds: range) -> bool:
    return type(value) is int and value in bounds


def _is_whole(sort: Sort, content: Mapping[str, Any], body: Body) -> bool:
    """What a sort has besides its plain fields."""
    if sort is Sort.ATOM:
        return bool(content["sources"]) and all(_is_source(*source) for source in content["sources"])
    if sort is Sort.LINE:
        return isinstance(content["used"], list) and all(SUBJECT.fullmatch(atom_id) for atom_id in content["used"])
    return sort is not Sort.DEVICE or body.subject_id == f"device:{content['device_id']}"


def _is_source(turn_id: object, start: object, end: object) -> bool:
    return isinstance(turn_id, str) and _is_in(start, _ANY) and _is_in(end, _ANY)
