"""Adapter: one digest of all that must survive the device (2.13, Q15): equal on two devices when they know the same.

It covers atoms with all but how often they were used here, lines, rules, flags by what they say, corrections, and
Current State but for what is about one device; in an order that does not depend on arrival. The devices and their names
are not in it: a restored device adds its own, and has to show the number that the lost one showed.
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
    """64 hexadecimal digits."""
    parts = sorted(_parts(all_records(database)))
    whole = hashlib.blake2b(digest_size=32, person=b"selene.memory.1")
    for part in parts:
        whole.update(len(part).to_bytes(8, "big") + part)
    return whole.hexdigest()


def _parts(found: Iterable[Record]) -> Iterable[bytes]:
    """Each record with its sort. Of the flags of one key the latest counts."""
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
