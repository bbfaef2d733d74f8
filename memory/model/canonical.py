"""Pure: digests of canonical JSON, separated by what they are for."""

from __future__ import annotations

import hashlib

from protos.canonical_json import Plain, canonical_bytes


def canonical_digest(value: Plain, *, person: str, size: int = 32) -> bytes:
    """BLAKE2b of the canonical bytes, separated by `person` (at most 16 ASCII characters)."""
    return hashlib.blake2b(canonical_bytes(value), digest_size=size, person=person.encode("ascii")).digest()
