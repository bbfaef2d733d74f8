"""Adapter: computes one digest of all that must survive the device (2.13, Q15): equal on devices with equal memory.

It covers atoms without their local use count, lines, rules, flags by content, corrections, and Current State without
the entries of one device; in an order that does not depend on arrival. The devices and their names are not in it: a
restored device adds its own, and must show the digest of the lost one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from engine_b.protocol.ops import RecordType
from engine_b.storage.database import Database
from engine_b.storage.record_contents import Record, all_records
from memory.model.canonical import canonical_bytes


def memory_digest(database: Database) -> str:
    """Returns 64 hexadecimal digits."""
    parts = sorted(_parts(all_records(database)))
    whole = hashlib.blake2b(digest_size=32, person=b"selene.memory.1")
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()


def _parts(found: Iterable[Record]) -> Iterable[bytes]:
    """Yields each record with its type. Of the flags of one key the latest counts."""
    flags: dict[tuple[str, str], tuple[int, bytes]] = {}
    for sort, _, _, content in found:
        if sort is RecordType.DEVICE:
            continue
        if sort is not RecordType.FLAG:
            yield canonical_bytes([sort.value]) + content
            continue
        fields = json.loads(content)
        key = (fields["user_id"], fields["key"])
        flags[key] = max(flags.get(key, (-1, b"")), (fields["touched_ms"], content))
    for _, content in flags.values():
        yield canonical_bytes([RecordType.FLAG.value]) + content
