"""Rules: the one byte form used for hashing, digests and ids.

Canonical JSON: UTF-8, keys sorted, no spaces, integers only (floats are refused: their text is not stable).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Plain: TypeAlias = "bool | int | str | Sequence[Plain] | Mapping[str, Plain] | None"


def canonical_bytes(value: Plain) -> bytes:
    """The bytes of `value`; the same for equal values on every machine. Floats raise `TypeError`."""
    _refuse_floats(value)
    return _encode(value).encode("utf-8", "surrogatepass")


def digest(value: Plain, *, person: str, size: int = 32) -> bytes:
    """BLAKE2b of the canonical bytes, separated by `person` (at most 16 ASCII characters)."""
    return hashlib.blake2b(canonical_bytes(value), digest_size=size, person=person.encode("ascii")).digest()


def _refuse_floats(value: Plain) -> None:
    if isinstance(value, float):
        raise TypeError("a float has no canonical form")
    items = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    for item in items:
        if type(item) not in _FLAT:
            _refuse_floats(item)


_FLAT = frozenset((str, int, bool, type(None)))
"""Of most values these are all that is inside."""
_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
