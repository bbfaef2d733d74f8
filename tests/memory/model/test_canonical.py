"""Promise: the canonical bytes are those of plain JSON with sorted keys, on every machine and for every text."""

from __future__ import annotations

import json
from collections import OrderedDict
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.model.atoms import Kind, Provenance
from protos.canonical_json import canonical_bytes

TEXTS = st.text(st.characters())
WHOLE = st.integers(-(1 << 70), 1 << 70)
PLAIN = st.recursive(
    st.none() | st.booleans() | WHOLE | TEXTS,
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(TEXTS, inner),
    max_leaves=20,
)


def _reference(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


@given(PLAIN)
def test_they_are_plain_json_with_sorted_keys(value: Any) -> None:
    assert canonical_bytes(value) == _reference(value)


def test_every_character_is_written_as_json_writes_it() -> None:
    every = [chr(code) for code in range(0x110000)]
    assert b"".join(map(canonical_bytes, every)) == b"".join(map(_reference, every))


@pytest.mark.parametrize("value", [Kind.STATEMENT, {"a": max(Provenance)}, OrderedDict(b=1, a=2)])
def test_codes_are_their_values(value: Any) -> None:
    assert canonical_bytes(value) == _reference(value)


@pytest.mark.parametrize(
    "value", [1.0, float("nan"), b"bytes", {1, 2}, date(2026, 1, 1), Decimal(1), object(), Ellipsis]
)
def test_what_is_not_plain_is_refused_wherever_it_is(value: Any) -> None:
    wholes: list[Any] = [value, [value], {"a": value}, {"a": [1, {"b": (value,)}]}]
    for whole in wholes:
        with pytest.raises(TypeError):
            canonical_bytes(whole)


@pytest.mark.parametrize("key", [1, None, True])
def test_keys_are_texts(key: Any) -> None:
    with pytest.raises(TypeError):
        canonical_bytes({key: 1})
