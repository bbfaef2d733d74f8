"""Adapter: computes one digest of all that must survive the device (2.13, Q15): equal on devices with equal memory.

It covers atoms without their local use count, lines, rules, flags by content, corrections, and Current State without
the entries of one device; in an order that does not depend on arrival. The devices and their names are not in it: a
restored device adds its own, and must show the digest of the lost one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator

from engine_b.protocol.core_types import CORE_TYPES
from engine_b.protocol.record_types import RecordType, RecordTypes, SyncScope
from engine_b.storage.database import Database
from engine_b.storage.record_contents import all_unknown_fields, records_of
from protos.canonical_json import canonical_bytes


def memory_digest(database: Database, types: RecordTypes = CORE_TYPES) -> str:
    """Returns 64 hexadecimal digits."""
    parts = sorted(_parts(database, types))
    whole = hashlib.blake2b(digest_size=32, person=b"selene.memory.1")
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()


def _parts(database: Database, types: RecordTypes) -> Iterator[bytes]:
    """Yields each record with its type."""
    unknown = all_unknown_fields(database)
    for kind in types:
        if kind.in_digest and kind.scope is not SyncScope.NEVER:
            said = (content for _, _, _, content in records_of(database, kind, unknown))
            for content in _newest(kind, said) if kind.one_of else said:
                yield canonical_bytes([str(kind.name)]) + content


def _newest(kind: RecordType, said: Iterable[bytes]) -> Iterator[bytes]:
    """Returns the one that counts of several records that are one for the digest."""
    found: dict[tuple[str, ...], tuple[int, bytes]] = {}
    for content in said:
        fields = json.loads(content)
        key = tuple(fields[name] for name in kind.one_of)
        found[key] = max(found.get(key, (-1, b"")), (fields[kind.newest], content))
    return (content for _, content in found.values())
