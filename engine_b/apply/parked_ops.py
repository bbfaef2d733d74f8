"""Adapter: parks ops that this build does not understand: sealed and whole until an update, then applied.

Their place in the chain counts like any other's. When a device erases one, its payload and key are destroyed.
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
"""Whether some device has erased the op of this column. A parked op has, too: its envelope says which."""
_KEPT = """
SELECT p.op_id, p.device_id, p.seq, o.txn_id, p.payload, o.payload_hash, o.erases, o.dek
FROM parked p JOIN op o ON o.op_id = p.op_id
WHERE p.payload IS NOT NULL AND o.dek IS NOT NULL ORDER BY p.device_id, p.seq
"""


def park_op(database: Database, arrival: OpenedOp) -> None:
    """Parks an op, sealed as it came: its key is stored with the op."""
    op = arrival.op
    row = (op.op_id, op.device_id, op.seq, NOT_UNDERSTOOD, op.payload, arrival.about)
    database.run(
        "INSERT OR IGNORE INTO parked (op_id, device_id, seq, reason_code, payload, subject_id)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        row,
    )


def keep_own_aside(database: Database, op_id: str, subject_id: str) -> None:
    """Parks an op of this device that reissues one that it does not understand, so that it is applied later too."""
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
    """Destroys payload and key of the parked ops that some device has erased."""
    rows = database.rows(
        f"SELECT k.op_id FROM parked k WHERE k.payload IS NOT NULL AND {ERASED.format('k.op_id')} ORDER BY k.op_id"
    )
    if rows:
        tombstone_ops(database, tuple(row[0] for row in rows), here=False)


def parked_ops(database: Database) -> tuple[tuple[str, str, int, str], ...]:
    """Returns parked ops: op, device, number, reason."""
    return tuple(database.rows("SELECT op_id, device_id, seq, reason_code FROM parked ORDER BY device_id, seq"))


def kept_ops(database: Database, op_ids: list[str] | None = None) -> list[VerifiedOp]:
    """Returns parked ops whose payload is here; of `op_ids` only, when given."""
    named = None if op_ids is None else set(op_ids)
    return [
        VerifiedOp(op_id, device_id, seq, txn_id, payload, hashed, tuple(json.loads(erases)), dek)
        for op_id, device_id, seq, txn_id, payload, hashed, erases, dek in database.rows(_KEPT)
        if named is None or op_id in named
    ]


def understood_now(database: Database, vault_id: bytes, types: RecordTypes) -> list[OpenedOp]:
    """Returns the parked ops that this build understands, in the order of their clocks."""
    found = []
    for op in kept_ops(database):
        try:
            arrival = open_op(op, vault_id, types)
        except E2eeAadMismatch:  # its envelope and its body disagree: it stays parked
            continue
        if arrival.body is not None:
            found.append((arrival.body.lamport, op.device_id, op.seq, arrival))
    return [arrival for *_, arrival in sorted(found, key=lambda each: each[:3])]


def waits_for_update(database: Database) -> bool:
    """Says whether anything waits for an update: an op, or single fields."""
    kept = "SELECT 1 FROM parked WHERE payload IS NOT NULL UNION ALL SELECT 1 FROM record_extra LIMIT 1"
    return database.row(kept) is not None


def release_parked(database: Database, arrivals: list[OpenedOp]) -> None:
    """Removes these ops from the parked ones, so that they can be applied like new ones."""
    listed = (json.dumps([arrival.op.op_id for arrival in arrivals]),)
    for table in ("parked", "op"):
        database.run(f"DELETE FROM {table} WHERE op_id IN (SELECT value FROM json_each(?))", listed)
