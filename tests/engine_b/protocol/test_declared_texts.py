"""Promise: every record type says of each field of text whether it holds words of the person, and what holds them is
forgotten with them; a type that says nothing is refused with a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from msgspec import Struct, inspect

from engine_b.protocol.core_types import CORE_TYPES, LINE, LIST_ITEM, RULE
from engine_b.protocol.record_types import RecordType, TypeName
from memory.model.changes import RuleKind
from tests.extending.toy_record_type import LATER_TIMER, TIMER

EVERY_TYPE = (*CORE_TYPES, TIMER, LATER_TIMER)


class NoteSchema(Struct):
    """A note, as a type of later writes it."""

    note_id: str
    user_id: str
    heading: str
    made_ms: int
    tags: list[str] = []


def note(**declared: Any) -> RecordType:
    return RecordType(
        name=TypeName("note"), schema=NoteSchema, prefix="note-", id_field="note_id", table="note",
        columns=("note_id", "user_id", "heading", "made_ms"), id_column="note_id", **declared,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("declared", "silent"),
    [({}, "heading"), ({"words": ("heading",)}, "tags"), ({"wordless": ("tags",)}, "heading")],
)
def test_a_type_that_does_not_say_what_a_text_holds_is_refused(declared: dict[str, Any], silent: str) -> None:
    with pytest.raises(ValueError, match=f"'note' does not say what its field '{silent}' holds: name it in `words`"):
        note(**declared)


def test_one_that_says_it_of_every_text_is_taken() -> None:
    told = note(words=("heading",), wordless=("tags",))
    assert CORE_TYPES.with_type(told).named("note") is told


def test_a_later_field_is_to_be_declared_too() -> None:
    with pytest.raises(ValueError, match="'timer' does not say what its field 'room' holds"):
        replace(LATER_TIMER, words=("label",))


def _free_texts(kind: RecordType) -> Iterator[str]:
    """The fields of a type that take any text, as the schema's own reader sees them: no alias hides one."""
    struct = inspect.type_info(kind.schema)
    assert isinstance(struct, inspect.StructType)
    return (each.name for each in struct.fields if _takes_any_text(each.type))


def _takes_any_text(told: inspect.Type) -> bool:
    match told:
        case inspect.StrType(pattern=None):
            return True
        case inspect.UnionType(types=inner) | inspect.TupleType(item_types=inner):
            return any(_takes_any_text(each) for each in inner)
        case inspect.ListType(item_type=one) | inspect.VarTupleType(item_type=one):
            return _takes_any_text(one)
    return False


@pytest.mark.parametrize("kind", EVERY_TYPE, ids=lambda kind: f"{kind.name}-{len(kind.fields)}")
def test_no_text_of_a_registered_type_is_left_out(kind: RecordType) -> None:
    told = {*kind.words, *kind.kept_words, *kind.wordless, kind.id_field, kind.goes_with, "user_id"}
    assert set(_free_texts(kind)) <= told
    assert not set(kind.words) & set(kind.wordless) | set(kind.words) & set(kind.kept_words)
    assert {*kind.words, *kind.kept_words, *kind.wordless} <= kind.fields, "and nothing is declared that is not there"


@pytest.mark.parametrize("kind", EVERY_TYPE, ids=lambda kind: f"{kind.name}-{len(kind.fields)}")
def test_what_goes_with_words_empties_the_journal(kind: RecordType) -> None:
    assert not (kind.words and kind.dropped) or kind.dropped.forgets


def test_only_an_order_not_to_store_keeps_its_words() -> None:
    orders = {each: RULE.needs_words({"kind": each}) for each in RuleKind}
    assert orders == {RuleKind.DO_NOT_STORE: True, RuleKind.DO_NOT_MENTION: False, RuleKind.ONLY_IF_ASKED: False}
    assert not any(kind.needs_words(dict.fromkeys(kind.fields, "")) for kind in EVERY_TYPE if kind is not RULE)


def test_an_annotation_with_a_pattern_needs_no_declaration() -> None:
    fields = {each.name: each.type for each in msgspec.inspect.type_info(LINE.schema).fields}  # type: ignore[attr-defined]
    assert not _takes_any_text(fields["used"])
    assert _takes_any_text(fields["text"])
    assert set(LIST_ITEM.words) == {"list_name", "text"}
