"""Pure: canonical JSON, the one byte form for hashes, digests and ids.

UTF-8, sorted keys, no spaces, integers only: the text of floats is not stable, so they are refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

Plain: TypeAlias = "bool | int | str | Sequence[Plain] | Mapping[str, Plain] | None"


def canonical_bytes(value: Plain) -> bytes:
    """Encodes `value`; equal values give equal bytes on every machine. Raises `TypeError` for other than plain data."""
    _require_plain(value)
    try:
        return _encode(value)
    except UnicodeEncodeError:  # half of a surrogate pair has no UTF-8, and must not stop a comparison
        return _encode_any_text(value).encode("utf-8", "surrogatepass")


def canonical_digest(value: Plain, *, person: str, size: int = 32) -> bytes:
    """BLAKE2b of the canonical bytes, separated by `person` (at most 16 ASCII characters)."""
    return hashlib.blake2b(canonical_bytes(value), digest_size=size, person=person.encode("ascii")).digest()


def _require_plain(value: object) -> None:
    """Raises `TypeError` for floats and for types that encoders treat differently: bytes, dates, sets."""
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
