"""Adapter: ops that are not understood: kept sealed and whole until this Selene is updated, and taken in then.

Their place in the chain counts like any other's. What is erased of them, by whatever device, loses payload and key.
"""

from __future__ import annotations

import json

from engine_b.core.sync_errors import E2eeAadMismatch
from engine_b.protocol.op_decoder import OpenedOp, VerifiedOp, open_op
from engine_b.protocol.record_types import RecordTypes
from engine_b.storage.database import Database
from engine_b.writes.transaction import tombstone_ops

NOT_UNDERSTOOD = "NOT_UNDERSTOOD"
ERASED = """
(EXISTS (SELECT 1 FROM op_erased e WHERE e.op_id = {0})
    OR {0} IN (SELECT j.value FROM parked p JOIN op o ON o.op_id = p.op_id JOIN json_each(o.erases) j))
"""
"""Whether some device has erased the op of this column. One that is set aside has, too: its envelope says what."""
_KEPT = """
SELECT p.op_id, p.device_id, p.seq, o.txn_id, p.payload, o.payload_hash, o.erases, o.dek
FROM parked p JOIN op o ON o.op_id = p.op_id
WHERE p.payload IS NOT NULL AND o.dek IS NOT NULL ORDER BY p.device_id, p.seq
"""


def park_op(database: Database, arrival: OpenedOp) -> None:
    """Set an op aside, sealed as it came: its key is with what is known of the op."""
    op = arrival.op
    row = (op.op_id, op.device_id, op.seq, NOT_UNDERSTOOD, op.payload, arrival.about)
    database.run(
        "INSERT OR IGNORE INTO parked (op_id, device_id, seq, reason_code, payload, subject_id)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        row,
    )


def keep_own_aside(database: Database, op_id: str, subject_id: str) -> None:
    """Set an op of this device aside that says again what it does not understand, so that it is taken in later too."""
    database.run(
        "INSERT INTO parked (op_id, device_id, seq, reason_code, payload, subject_id)"
        " SELECT o.op_id, o.device_id, o.seq, ?, b.payload, ? FROM op o JOIN outbox b ON b.seq = o.seq"
        " WHERE o.op_id = ?",
        (NOT_UNDERSTOOD, subject_id, op_id),
    )
    database.run(
        "UPDATE op SET sort = '', subject_id = '', version = 0, lamport = 0, head = 0, repeats = NULL, parents = '[]',"
        " keeps = NULL WHERE op_id = ?",
        (op_id,),
    )


def destroy_erased_parked(database: Database) -> None:
    """Destroy payload and key of the ops set aside that some device has erased."""
    rows = database.rows(
        f"SELECT k.op_id FROM parked k WHERE k.payload IS NOT NULL AND {ERASED.format('k.op_id')} ORDER BY k.op_id"
    )
    if rows:
        tombstone_ops(database, tuple(row[0] for row in rows), here=False)


def parked_ops(database: Database) -> tuple[tuple[str, str, int, str], ...]:
    """Ops that were set aside: op, device, number, reason."""
    return tuple(database.rows("SELECT op_id, device_id, seq, reason_code FROM parked ORDER BY device_id, seq"))


def kept_ops(database: Database, op_ids: list[str] | None = None) -> list[VerifiedOp]:
    """The ops set aside of which the payload is here; of these only, when some are named."""
    named = None if op_ids is None else set(op_ids)
    return [
        VerifiedOp(op_id, device_id, seq, txn_id, payload, hashed, tuple(json.loads(erases)), dek)
        for op_id, device_id, seq, txn_id, payload, hashed, erases, dek in database.rows(_KEPT)
        if named is None or op_id in named
    ]


def understood_now(database: Database, vault_id: bytes, types: RecordTypes) -> list[OpenedOp]:
    """The ops set aside that this build understands, in the order of their clocks."""
    found = []
    for op in kept_ops(database):
        try:
            arrival = open_op(op, vault_id, types)
        except E2eeAadMismatch:  # it says now that it is another's: it stays aside
            continue
        if arrival.body is not None:
            found.append((arrival.body.lamport, op.device_id, op.seq, arrival))
    return [arrival for *_, arrival in sorted(found, key=lambda each: each[:3])]


def waits_for_update(database: Database) -> bool:
    """Whether anything was kept that this build may understand when it did not before: an op, or single fields."""
    kept = "SELECT 1 FROM parked WHERE payload IS NOT NULL UNION ALL SELECT 1 FROM record_extra LIMIT 1"
    return database.row(kept) is not None


def release_parked(database: Database, arrivals: list[OpenedOp]) -> None:
    """Forget that these ops were set aside, so that they can be taken in like ops that come now."""
    listed = (json.dumps([arrival.op.op_id for arrival in arrivals]),)
    for table in ("parked", "op"):
        database.run(f"DELETE FROM {table} WHERE op_id IN (SELECT value FROM json_each(?))", listed)
