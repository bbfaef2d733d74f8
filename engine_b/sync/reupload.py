"""Adapter: reissues ops that a mirror restored from a backup has lost, as new ops of this device.

A reissued op *is* the lost one under another id (`OpBody.repeats`): so it makes no difference how many devices reissue
it, nor what changed or was forgotten meanwhile.

The lost ops themselves are sent again without their payload, so that the chain continues from the mirror's end;
`engine_b.sync.outbox.queued_ops` does that by itself once this device's acknowledgement is reset.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine_b.apply.parked_ops import keep_own_aside, kept_ops
from engine_b.core.sync_errors import MirrorVersion
from engine_b.protocol.core_types import DEVICE
from engine_b.protocol.ledger import EventDraft
from engine_b.protocol.op_decoder import read_sealed_body
from engine_b.protocol.record_types import RecordType, content_bytes
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
    if not lost:
        return 0
    return _reissue_heads(recorder, lost) + _reissue_parked(recorder, lost) + _reissue_erasures(recorder, lost)


def _reissue_heads(recorder: VaultTransaction, lost: list[str]) -> int:
    """Reissues each of the lost heads once, however many devices have reissued it before."""
    heads = {(row[3], row[1]): row for row in recorder.database.rows(_HEADS, (json.dumps(lost),))}
    for op_id, origin, sort, subject_id, version, lamport, parents, keeps in heads.values():
        kind = recorder.types.get(sort)
        if kind is None:  # a newer build wrote here before, and this one cannot read it: nothing is sent in part
            raise MirrorVersion
        content = _content(recorder.database, op_id, kind, subject_id)
        if content is not None:
            replaced = tuple(json.loads(parents))
            said = ReissuedOp(origin, kind.name, subject_id, version, lamport, replaced, keeps, kind.format)
            again = recorder.reissue_op(said, content)
            recorder.database.run("UPDATE head_content SET op_id = ? WHERE op_id = ?", (again, op_id))
    return len(heads)


def _content(database: Database, op_id: str, kind: RecordType, subject_id: str) -> bytes | None:
    """Returns the content of a head: stored apart where there are several heads, else the record."""
    row = database.row("SELECT content FROM head_content WHERE op_id = ?", (op_id,))
    return row[0].encode("utf-8", "surrogatepass") if row else record_content(database, kind, subject_id)


def _reissue_parked(recorder: VaultTransaction, lost: list[str]) -> int:
    """Reissues lost ops that are parked here, as far as they can be read: unchanged, and parked again."""
    told = 0
    for op in kept_ops(recorder.database, lost):
        body = read_sealed_body(op, recorder.key.vault_id)
        if body is None or body.content is None:
            continue
        origin = body.repeats or op.op_id
        said = ReissuedOp(
            origin, body.sort, body.subject_id, body.version, body.lamport, body.parents, body.keeps, body.format
        )
        keep_own_aside(recorder.database, recorder.reissue_op(said, content_bytes({}, body.content)), body.subject_id)
        told += 1
    return told


def _reissue_erasures(recorder: VaultTransaction, lost: list[str]) -> int:
    """Repeats the erasures of the lost ops by one op for each subject, and erases the lost ops by one more.

    They are erased so that it makes no difference whether one of them still arrives, and so that every op without a
    payload is one that a device has erased, not one that the mirror withholds.
    """
    erased: dict[tuple[str, str], tuple[int, tuple[str, ...]]] = {}
    for sort, subject_id, version, erases in recorder.database.rows(_ERASING, (json.dumps(lost),)):
        subject = sort, (subject_id if sort != DEVICE.name else "")
        most, before = erased.get(subject, (1, ()))
        erased[subject] = max(most, version), (*before, *json.loads(erases))
    _, again = erased.pop((DEVICE.name, ""), (1, ()))
    for (sort, subject_id), (version, gone) in erased.items():
        recorder.erase(sort, subject_id, version, tuple(dict.fromkeys(gone)), final=recorder.is_tombstoned(subject_id))
    tombstone_ops(recorder.database, tuple(lost), here=False)
    every = tuple(dict.fromkeys((*lost, *again)))
    recorder.erase_ops(every)
    return len(erased)
