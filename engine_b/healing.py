"""Doors: a mirror that came back from a backup has lost ops. What they said is said again, by ops of this device.

Such an op *is* the lost one under another id (`ops.Body.repeats`): so it makes no difference how many devices say it
again, nor who changed or forgot meanwhile what the lost one said.

The lost ops themselves are told again without their payload, so that the chain goes on from where the mirror stands;
`outbox.queued` does that by itself once this device's acknowledgement is taken back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from engine_b import outbox
from engine_b.database import Database
from engine_b.exchange import Reached
from engine_b.ledger import Draft
from engine_b.ops import Sort
from engine_b.recorder import Recorder, Said, bury
from engine_b.records import record_content
from protos import wire

Stretch = tuple[str, int, int]
"""Ops of one device, after a number and through another."""
_STRETCH = "device_id = ? AND seq > ? AND seq <= ?"


def heal(recorder: Recorder, mirrored: Mapping[str, int]) -> int:
    """Say again what the mirror has lost; `mirrored` are the last ops it has, by device. How many spoke."""
    database, count = recorder.database, 0
    for device_id, reached in outbox.reached(database).items():
        has = mirrored.get(device_id, 0)
        if has >= reached.seq:
            continue
        count += _again(recorder, (device_id, has, reached.seq))
        outbox.reach(database, device_id, Reached(has, _chain_at(database, device_id, has)))
        recorder.append(Draft("MIRROR_LOST_OPS", "HEALED", device_id, facts=(("from", has), ("to", reached.seq))))
    return count


def _again(recorder: Recorder, stretch: Stretch) -> int:
    """What a stretch of a device's ops said, by ops of this device, and one op that erases the lost ones.

    They are erased so that it is the same for all devices whether one of them still turns up, and so that an op that
    comes without its payload is one that some device has erased, and not one that the mirror kept to itself.
    """
    count = _say_again(recorder, stretch) + _erase_again(recorder, stretch)
    lost = recorder.database.rows(f"SELECT op_id FROM op WHERE {_STRETCH} ORDER BY seq", stretch)
    gone = tuple(row[0] for row in lost)
    bury(recorder.database, gone, here=False)
    recorder.erase(Sort.DEVICE, f"device:{recorder.device_id}", 1, gone, final=False)
    return count


def _say_again(recorder: Recorder, stretch: Stretch) -> int:
    """What the lost heads say."""
    rows = recorder.database.rows(
        "SELECT op_id, ifnull(repeats, op_id), sort, subject_id, version, lamport, parents FROM op"
        f" WHERE {_STRETCH} AND head = 1 AND dek IS NOT NULL ORDER BY seq",
        stretch,
    )
    for op_id, origin, sort, subject_id, version, lamport, parents in rows:
        content = _content(recorder.database, op_id, Sort(sort), subject_id)
        if content is not None:
            said = Said(origin, Sort(sort), subject_id, version, lamport, tuple(json.loads(parents)))
            again = recorder.say_again(said, content)
            recorder.database.run("UPDATE head_content SET op_id = ? WHERE op_id = ?", (again, op_id))
    return len(rows)


def _content(database: Database, op_id: str, sort: Sort, subject_id: str) -> bytes | None:
    """What a head says: it is kept beside where there are several, else it is the record."""
    row = database.row("SELECT content FROM head_content WHERE op_id = ?", (op_id,))
    return row[0].encode("utf-8", "surrogatepass") if row else record_content(database, sort, subject_id)


def _erase_again(recorder: Recorder, stretch: Stretch) -> int:
    """What the lost ops had erased."""
    erasing = recorder.database.rows(
        f"SELECT sort, subject_id, version, erases FROM op WHERE {_STRETCH} AND erases <> '[]' AND dek IS NOT NULL"
        " ORDER BY seq",
        stretch,
    )
    for sort, subject_id, version, erases in erasing:
        final = recorder.buried(subject_id)
        recorder.erase(Sort(sort), subject_id, version, tuple(json.loads(erases)), final=final)
    return len(erasing)


def _chain_at(database: Database, device_id: str, seq: int) -> bytes:
    """The chain after a device's first `seq` ops, told again from what is known of them."""
    rows = database.rows(
        "SELECT o.op_id, o.seq, o.txn_id, o.payload_hash, o.erases,"
        " (SELECT n.txn_id FROM op n WHERE n.device_id = o.device_id AND n.seq = o.seq + 1)"
        " FROM op o WHERE o.device_id = ? AND o.seq <= ? ORDER BY o.seq",
        (device_id, seq),
    )
    chain = wire.GENESIS
    for op_id, number, txn_id, hashed, erases, following in rows:
        chain = wire.chained(
            chain,
            seq=number,
            op_id=bytes.fromhex(op_id),
            txn_id=txn_id,
            txn_end=following != txn_id,
            payload=hashed,
            erases=[bytes.fromhex(erased) for erased in json.loads(erases)],
        )
    return chain
