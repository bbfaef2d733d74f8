"""Adapter: reissues ops that a mirror restored from a backup has lost, as new ops of this device.

A reissued op *is* the lost one under another id (`OpBody.repeats`): so it makes no difference how many devices reissue
it, nor what changed or was forgotten meanwhile.

The lost ops themselves are sent again without their payload, so that the chain continues from the mirror's end;
`engine_b.sync.outbox.queued_ops` does that by itself once this device's acknowledgement is reset.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine_b.protocol.ledger import EventDraft
from engine_b.protocol.ops import RecordType
from engine_b.protocol.sync_protocol import ChainPosition
from engine_b.storage.database import Database
from engine_b.storage.record_contents import record_content
from engine_b.sync import outbox
from engine_b.writes.transaction import ReissuedOp, VaultTransaction, tombstone_ops

_HEADS = """
SELECT op_id, ifnull(repeats, op_id), sort, subject_id, version, lamport, parents, ifnull(keeps, '') FROM op
WHERE op_id IN (SELECT value FROM json_each(?)) AND head = 1 AND dek IS NOT NULL ORDER BY device_id, seq
"""
_ERASING = """
SELECT sort, subject_id, version, erases FROM op
WHERE op_id IN (SELECT value FROM json_each(?)) AND erases <> '[]' AND dek IS NOT NULL ORDER BY device_id, seq
"""


def reupload_lost_ops(recorder: VaultTransaction, mirrored: Mapping[str, int]) -> int:
    """Reissues the ops that the mirror has lost; `mirrored` are its last ops by device. Returns how many were
    reissued.
    """
    database, lost = recorder.database, list[str]()
    for device_id, reached in outbox.load_chain_positions(database).items():
        has = mirrored.get(device_id, 0)
        if has >= reached.seq:
            continue
        ops = "SELECT op_id FROM op WHERE device_id = ? AND seq > ? AND seq <= ? ORDER BY seq"
        lost += [row[0] for row in database.rows(ops, (device_id, has, reached.seq))]
        outbox.store_chain_position(database, device_id, ChainPosition(has, outbox.chain_at(database, device_id, has)))
        recorder.append(EventDraft("MIRROR_LOST_OPS", "HEALED", device_id, facts=(("from", has), ("to", reached.seq))))
    return _reissue_heads(recorder, lost) + _reissue_erasures(recorder, lost) if lost else 0


def _reissue_heads(recorder: VaultTransaction, lost: list[str]) -> int:
    """Reissues each of the lost heads once, however many devices have reissued it before."""
    heads = {(row[3], row[1]): row for row in recorder.database.rows(_HEADS, (json.dumps(lost),))}
    for op_id, origin, sort, subject_id, version, lamport, parents, keeps in heads.values():
        content = _content(recorder.database, op_id, RecordType(sort), subject_id)
        if content is not None:
            lost_op = ReissuedOp(
                origin, RecordType(sort), subject_id, version, lamport, tuple(json.loads(parents)), keeps
            )
            again = recorder.reissue_op(lost_op, content)
            recorder.database.run("UPDATE head_content SET op_id = ? WHERE op_id = ?", (again, op_id))
    return len(heads)


def _content(database: Database, op_id: str, sort: RecordType, subject_id: str) -> bytes | None:
    """Returns the content of a head: stored apart where there are several heads, else the record."""
    row = database.row("SELECT content FROM head_content WHERE op_id = ?", (op_id,))
    return row[0].encode("utf-8", "surrogatepass") if row else record_content(database, sort, subject_id)


def _reissue_erasures(recorder: VaultTransaction, lost: list[str]) -> int:
    """Repeats the erasures of the lost ops by one op for each subject, and erases the lost ops by one more.

    They are erased so that it makes no difference whether one of them still arrives, and so that every op without a
    payload is one that a device has erased, not one that the mirror withholds.
    """
    erased: dict[tuple[RecordType, str], tuple[int, tuple[str, ...]]] = {}
    for sort, subject_id, version, erases in recorder.database.rows(_ERASING, (json.dumps(lost),)):
        subject = RecordType(sort), (subject_id if sort != RecordType.DEVICE else "")
        most, before = erased.get(subject, (1, ()))
        erased[subject] = max(most, version), (*before, *json.loads(erases))
    _, again = erased.pop((RecordType.DEVICE, ""), (1, ()))
    for (sort, subject_id), (version, gone) in erased.items():
        recorder.erase(sort, subject_id, version, tuple(dict.fromkeys(gone)), final=recorder.is_tombstoned(subject_id))
    tombstone_ops(recorder.database, tuple(lost), here=False)
    every = tuple(dict.fromkeys((*lost, *again)))
    recorder.erase_ops(every)
    return len(erased)
