"""What two devices of one account have to agree on when they have heard everything."""

from __future__ import annotations

from engine_b.protocol.core_types import CORE_TYPES
from engine_b.protocol.record_types import RecordTypes
from engine_b.storage.database import Database
from engine_b.sync import membership
from engine_b.vault.digest import memory_digest


def knowledge_digest(database: Database, types: RecordTypes = CORE_TYPES) -> str:
    """The digest of the memory, and what the devices are called: a restore adds to these, so they are not in it."""
    return f"{memory_digest(database, types)} {membership.device_names(database)}"
