"""Pure: writes plain values as canonical JSON: the one byte form that every package hashes, signs and derives ids from.

Canonical JSON as TUF has it: UTF-8, keys sorted, no spaces, integers only (the text of a fraction is not stable).
Reading is not here: the packages read strictly (`packages.core.signed_json`), what is in the vault is sealed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

Plain: TypeAlias = "bool | int | str | Sequence[Plain] | Mapping[str, Plain] | None"


def canonical_utf8(value: Plain) -> bytes:
    """Writes `value`: the same bytes for equal values on every machine.

    Raises `TypeError` for what is not plain, `UnicodeEncodeError` for half of a surrogate pair.
    """
    _require_plain(value)
    return _encode(value)


def canonical_bytes(value: Plain) -> bytes:
    """Writes `value` as `canonical_utf8` does, and half of a surrogate pair too.

    Half a surrogate pair has no UTF-8, and must not stop a comparison of what a person once typed. Raises `TypeError`
    for other than plain data.
    """
    try:
        return canonical_utf8(value)
    except UnicodeEncodeError:
        return _encode_any_text(value).encode("utf-8", "surrogatepass")


def _require_plain(value: object) -> None:
    """Raises `TypeError` for fractions, and for types that encoders treat differently: bytes, dates, sets."""
    if isinstance(value, dict | list | tuple):
        for item in value.values() if isinstance(value, dict) else value:
            if type(item) not in _FLAT:
                _require_plain(item)
    elif not (value is None or isinstance(value, str | int)):
        raise TypeError(f"a {type(value).__name__} has no canonical form")


_FLAT = frozenset((str, int, bool, type(None)))
"""The types inside most values."""
_encode = msgspec.json.Encoder(order="sorted").encode
_encode_any_text = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
