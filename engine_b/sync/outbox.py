"""Adapter: the outbox (research: reliability 3.1): queues ops, and removes acknowledged ones.

An op's payload is deleted from the outbox only when the mirror has it; the rest of the op stays in `op`, so that the
chain can be sent again to a mirror that lost its end.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from engine_b.apply.parked_ops import ERASED
from engine_b.core.sync_errors import COPIED, HeadFork
from engine_b.protocol.sync_protocol import ChainPosition, QueuedOp
from engine_b.storage.database import Database
from protos import wire

_START = ChainPosition()

_QUEUED = """
SELECT o.op_id, o.seq, o.txn_id, ifnull(b.payload, x''), o.payload_hash, o.erases, o.dek,
    (SELECT n.txn_id FROM op n WHERE n.device_id = o.device_id AND n.seq = o.seq + 1)
FROM op o LEFT JOIN outbox b ON b.seq = o.seq
WHERE o.device_id = ? AND o.seq > ?
ORDER BY o.seq LIMIT ?
"""
_CHAINED = """
SELECT o.op_id, o.seq, o.txn_id, o.payload_hash, o.erases,
    (SELECT n.txn_id FROM op n WHERE n.device_id = o.device_id AND n.seq = o.seq + 1)
FROM op o WHERE o.device_id = ? AND o.seq > ? AND o.seq <= ? ORDER BY o.seq
"""


def queued_ops(database: Database, device_id: str, after_seq: int, limit: int) -> tuple[QueuedOp, ...]:
    """Returns ops of this device after `after_seq`, at most `limit`."""
    rows = database.rows(_QUEUED, (device_id, after_seq, limit))
    return tuple(
        QueuedOp(op_id, seq, txn, payload, hashed, tuple(json.loads(erases)), dek, following)
        for op_id, seq, txn, payload, hashed, erases, dek, following in rows
    )


def count_unacknowledged(database: Database) -> int:
    """Counts ops that are not acknowledged."""
    row = database.row("SELECT count(*) FROM outbox")
    return int(row[0]) if row else 0


def last_op_seq(database: Database, device_id: str) -> int:
    """Returns the number of this device's last op."""
    row = database.row("SELECT max(seq) FROM op WHERE device_id = ?", (device_id,))
    return int(row[0] or 0) if row else 0


def record_acknowledged(database: Database, device_id: str, reached: ChainPosition) -> None:
    """Records that the mirror has everything up to this position."""
    database.run("DELETE FROM outbox WHERE seq <= ?", (reached.seq,))
    store_chain_position(database, device_id, reached)


def store_chain_position(database: Database, device_id: str, reached: ChainPosition) -> None:
    """Stores how far a device's ops were applied."""
    database.run("INSERT OR REPLACE INTO peer VALUES (?, ?, ?)", (device_id, reached.seq, reached.chain))


def load_chain_positions(database: Database) -> dict[str, ChainPosition]:
    """Loads the positions up to which each device's ops were applied; for this device, the acknowledged one."""
    rows = database.rows("SELECT device_id, seq, chain FROM peer ORDER BY device_id")
    return {device_id: ChainPosition(seq, chain) for device_id, seq, chain in rows}


def chain_at(database: Database, device_id: str, seq: int, after: ChainPosition = _START) -> bytes:
    """Computes the chain hash after a device's first `seq` ops from the stored ops after `after`."""
    chain = after.chain
    for op_id, number, txn_id, hashed, erases, following in database.rows(_CHAINED, (device_id, after.seq, seq)):
        chain = wire.chain_hash_after(
            chain,
            seq=number,
            op_id=bytes.fromhex(op_id),
            txn_id=txn_id,
            txn_end=following != txn_id,
            payload=hashed,
            erases=[bytes.fromhex(erased) for erased in json.loads(erases)],
        )
    return chain


def require_own_chain(database: Database, device_id: str, end: ChainPosition) -> None:
    """Raises HeadFork when the mirror has an end of this device that this vault never had.

    Only this device's key can sign such an end, so somebody else has the key as well.
    """
    known = load_chain_positions(database).get(device_id, _START)
    after = known if known.seq <= end.seq else _START
    if end.seq > last_op_seq(database, device_id) or chain_at(database, device_id, end.seq, after) != end.chain:
        raise HeadFork(COPIED)


def known_erased_ops(database: Database, op_ids: Iterable[bytes]) -> set[bytes]:
    """Returns those of these ops that a known op has erased."""
    listed = json.dumps([op_id.hex() for op_id in op_ids])
    rows = database.rows(f"SELECT g.value FROM json_each(?) g WHERE {ERASED.format('g.value')}", (listed,))
    return {bytes.fromhex(row[0]) for row in rows}
