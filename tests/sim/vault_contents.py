"""What a vault holds, read past its gates: synced records, and Current State beside what the ledger tells of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine_b.protocol.core_types import CORE_TYPES
from engine_b.protocol.ledger import current_state_bytes, replay_current_state
from engine_b.protocol.record_types import RecordTypes, SyncScope
from engine_b.storage.database import Database
from engine_b.storage.record_contents import RecordBytes, all_unknown_fields, records_of
from memory.model.canonical import canonical_digest


def all_records(database: Database, types: RecordTypes = CORE_TYPES) -> Iterator[RecordBytes]:
    """All records that are synced, lines in the order they were said."""
    unknown = all_unknown_fields(database)
    for kind in types:
        if kind.scope is not SyncScope.NEVER:
            yield from records_of(database, kind, unknown)


def current_state_digest(rows: Iterable[tuple[str, str, int]]) -> str:
    """The digest of Current State."""
    return canonical_digest(current_state_bytes(rows).decode(), person="selene.state.v1").hex()


def current_state_digests(database: Database) -> tuple[str, str]:
    """The digests of Current State as it is stored, and as the ledger alone gives it (2.2)."""
    stored = [(key, value, seq) for key, value, seq in database.rows("SELECT key, value, seq FROM current_state")]
    told = database.rows("SELECT seq, facts FROM ledger WHERE event = 'SETTING_CHANGED' ORDER BY seq")
    replayed = replay_current_state([(seq, facts) for seq, facts in told])
    return current_state_digest(stored), current_state_digest([(key, *said) for key, said in replayed.items()])


def state_follows_ledger(database: Database) -> bool:
    """Whether Current State is byte for byte what the ledger tells."""
    stored, replayed = current_state_digests(database)
    return stored == replayed
