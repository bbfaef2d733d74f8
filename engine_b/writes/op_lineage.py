"""Adapter: finds the ops that hold the words of a subject, and those to erase when it is forgotten (docs/adr/0009).

The words of an atom may be in an op that is not its head: only its handling was changed since, or it was one side of a
conflict.
"""

from __future__ import annotations

import json

from engine_b.storage.database import Database

LIVING = "dek IS NOT NULL AND erases = '[]'"
"""Ops that still state something. An erasing op stays: a device that was away needs it."""
_STRONGEST = """
SELECT ifnull(repeats, op_id) FROM op WHERE op_id IN (SELECT value FROM json_each(?))
ORDER BY version DESC, lamport DESC, 1 DESC LIMIT 1
"""
_KEPT_ELSEWHERE = f"""
SELECT k.keeps FROM op k WHERE k.keeps IN (SELECT value FROM json_each(?)) AND k.subject_id <> ? AND {LIVING}
"""
_OWN = """
SELECT ifnull(repeats, op_id) FROM op WHERE subject_id = ?1 AND head = 1
    AND ifnull(repeats, op_id) NOT IN (SELECT op_id FROM rival WHERE atom_id = ?1)
UNION SELECT op_id FROM rival WHERE rival_id = ?1 ORDER BY 1
"""
"""The origins of a subject's own content: its heads without those of its conflict copies, or the head of a conflict
copy.
"""
_SIDE = """
WITH RECURSIVE side (op_id) AS (
    SELECT o.op_id FROM rival r JOIN op o ON o.op_id = r.op_id OR o.repeats = r.op_id WHERE r.rival_id = ?1
    UNION SELECT p.value FROM side s JOIN op o ON o.op_id = s.op_id JOIN json_each(o.parents) p
), other (op_id) AS (
    SELECT o.op_id FROM rival r JOIN op o ON o.subject_id = r.atom_id AND o.head = 1
        AND r.op_id <> ifnull(o.repeats, o.op_id) WHERE r.rival_id = ?1
    UNION SELECT p.value FROM other s JOIN op o ON o.op_id = s.op_id JOIN json_each(o.parents) p
)
SELECT op_id FROM side EXCEPT SELECT op_id FROM other
"""


def living_ops(database: Database, subject_id: str) -> tuple[str, ...]:
    """Returns the ops of a subject that still state something."""
    return _op_ids(database, f"subject_id = ? AND {LIVING}", subject_id)


def replaceable_heads(database: Database, subject_id: str) -> tuple[str, ...]:
    """Returns the heads that a new version replaces: all but those of conflict copies."""
    losing = "SELECT op_id FROM rival"
    return _op_ids(database, f"subject_id = ? AND head = 1 AND ifnull(repeats, op_id) NOT IN ({losing})", subject_id)


def wording_op(database: Database, origin: str) -> str:
    """Returns the op whose words an op has: the one that it keeps, or its own."""
    sql = "SELECT keeps FROM op WHERE keeps IS NOT NULL AND ? IN (op_id, repeats) LIMIT 1"
    row = database.row(sql, (origin,))
    return str(row[0]) if row else origin


def current_wording_op(database: Database, subject_id: str) -> str:
    """Returns the op with the words of a subject."""
    return _strongest_origin(database, subject_id, replaceable_heads(database, subject_id))


def previous_wording_op(database: Database, subject_id: str, device_id: str, txn_id: int) -> str:
    """Returns the op with a subject's words before this transaction of a device changed them; empty when it did not."""
    rows = database.rows(
        "SELECT p.value FROM op o JOIN json_each(o.parents) p WHERE o.subject_id = ? AND o.txn_id = ?"
        " AND o.device_id = ? ORDER BY 1",
        (subject_id, txn_id, device_id),
    )
    return _strongest_origin(database, subject_id, tuple(row[0] for row in rows)) if rows else ""


def ops_to_forget(database: Database, subject_id: str, *, with_kept: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the ops to erase when a subject is forgotten: those whose words are taken back, and those whose words
    another subject has, which was one side of its conflict.

    `with_kept` includes the ops whose words these keep, for a type whose ops keep each other's words.
    """
    every = living_ops(database, subject_id) + conflict_copy_lineage(database, subject_id)
    if with_kept:
        every = tuple(dict.fromkeys((*every, *_kept_by(database, every))))
    moved = _ops_kept_elsewhere(database, subject_id, every)
    return tuple(op_id for op_id in every if op_id not in moved), moved


def _strongest_origin(database: Database, subject_id: str, op_ids: tuple[str, ...]) -> str:
    """Returns the strongest of these heads of a subject, or the origin of a conflict copy."""
    row = database.row(_STRONGEST, (json.dumps(op_ids),)) or database.row(
        "SELECT op_id FROM rival WHERE rival_id = ?", (subject_id,)
    )
    return wording_op(database, row[0]) if row else ""


def _ops_kept_elsewhere(database: Database, subject_id: str, op_ids: tuple[str, ...]) -> tuple[str, ...]:
    """Returns those of these ops whose words another subject keeps, and this one does not have any more."""
    kept = {row[0] for row in database.rows(_KEPT_ELSEWHERE, (json.dumps(op_ids), subject_id))}
    kept -= {wording_op(database, row[0]) for row in database.rows(_OWN, (subject_id,))}
    both = "op_id IN (SELECT value FROM json_each(?1)) OR repeats IN (SELECT value FROM json_each(?1))"
    return tuple(name for name in _op_ids(database, both, json.dumps(sorted(kept))) if name in op_ids)


def conflict_copy_lineage(database: Database, rival_id: str) -> tuple[str, ...]:
    """Returns the ops of a conflict copy, and those that only they replaced: earlier words of the same side.

    Ops that both sides replaced are left out, unless the side keeps their words.
    """
    alone = _op_ids(database, f"op_id IN ({_SIDE})", rival_id)
    return tuple(dict.fromkeys((*alone, *_kept_by(database, alone))))


def _kept_by(database: Database, op_ids: tuple[str, ...]) -> tuple[str, ...]:
    kept = "SELECT k.keeps FROM op k WHERE k.op_id IN (SELECT value FROM json_each(?1))"
    return _op_ids(database, f"op_id IN ({kept}) OR repeats IN ({kept})", json.dumps(op_ids))


def _op_ids(database: Database, where: str, asked: str) -> tuple[str, ...]:
    """Returns the ids of ops, and of the lost ones that they reissue."""
    rows = database.rows(f"SELECT op_id, repeats FROM op WHERE {where} ORDER BY op_id", (asked,))
    return tuple(dict.fromkeys(name for names in rows for name in names if name))
