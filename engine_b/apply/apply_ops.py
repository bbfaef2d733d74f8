"""Adapter: applies ops of other devices inside a `VaultTransaction` (research: reliability 3.1, 3.2).

First the ops are recorded, which decides the heads of every subject; then each changed subject is materialised from its
heads. So the result depends on the set of ops alone, and applying an op twice changes nothing.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from engine_b.apply.materializer import BatchContents, materialize
from engine_b.apply.new_records import insert_new_records
from engine_b.apply.parked_ops import destroy_erased_parked, park_op, release_parked, understood_now
from engine_b.protocol.core_types import DEVICE
from engine_b.protocol.op_decoder import OpenedOp
from engine_b.protocol.op_heads import OpHead
from engine_b.protocol.ops import FOLLOWED_CLOCK, OpBody
from engine_b.protocol.record_types import RecordTypes
from engine_b.storage.database import Database
from engine_b.writes.transaction import VaultTransaction, op_id_list, reject_forgotten_op, tombstone_ops

_TOUCHED_BY_ERASING = """
SELECT subject_id, sort FROM op WHERE op_id IN (SELECT value FROM json_each(?1)) AND subject_id <> ''
UNION SELECT subject_id, sort FROM op WHERE repeats IN (SELECT value FROM json_each(?1))
UNION SELECT subject_id, sort FROM op WHERE keeps IN (SELECT value FROM json_each(?1))
UNION SELECT atom_id, 'atom' FROM rival WHERE rival_id = ?2
"""
_FORGOTTEN = """
SELECT * FROM (
    SELECT o.op_id, o.sort, o.subject_id, o.version,
        EXISTS (SELECT 1 FROM op_erased e WHERE e.op_id IN (o.repeats, o.keeps) AND e.taken_back) AS taken_back
    FROM op o WHERE o.subject_id IN (SELECT value FROM json_each(?)) AND o.dek IS NOT NULL AND o.erases = '[]') said
WHERE taken_back OR EXISTS (SELECT 1 FROM tombstone t WHERE t.subject_id = said.subject_id)
ORDER BY op_id
"""
"""Living ops of a subject that is gone for good, or that reissue erased words or keep them (the last column)."""


@dataclass(slots=True)
class ApplyResult:
    """The counts of an applied batch."""

    new: int = 0
    repeated: int = 0
    parked: int = 0
    refused: int = 0
    """Ops that would have brought back something forgotten."""
    touched: dict[str, str] = field(default_factory=dict)
    contents: dict[str, OpBody] = field(default_factory=dict)
    retracted_subjects: set[str] = field(default_factory=set)
    """Subjects with forgotten words."""


def apply_ops(recorder: VaultTransaction, arrivals: Sequence[OpenedOp]) -> ApplyResult:
    """Applies ops, in the order of each device; skips known ones."""
    database, taken = recorder.database, ApplyResult()
    seen = _matching_ids(database, "SELECT op_id FROM op WHERE op_id IN", [a.op.op_id for a in arrivals])
    fresh = [arrival for arrival in arrivals if arrival.op.op_id not in seen]
    taken.new, taken.repeated = len(fresh), len(arrivals) - len(fresh)
    _record_ops(database, fresh, taken)
    for arrival in fresh:
        if arrival.body is not None:
            _record_effects(recorder, arrival.op.op_id, arrival.body, taken)
    if taken.parked:
        destroy_erased_parked(database)
    _reject_forgotten_ops(recorder, taken)
    heads = _heads(database, taken.touched)
    beside = database.row("SELECT 1 FROM head_content LIMIT 1") is not None
    known = BatchContents(taken.contents, beside, taken.retracted_subjects)
    new = _new_subjects(recorder, taken, heads)
    insert_new_records(recorder, [taken.contents[op_id] for op_id in new.values()])
    for subject_id, sort in taken.touched.items():
        kind = recorder.types.get(sort)
        if kind and subject_id not in new:
            materialize(recorder, kind, subject_id, heads.get(subject_id, []), known)
    _advance_clock(database, fresh)
    return taken


def take_in_parked(recorder: VaultTransaction) -> int:
    """Applies the parked ops that this build understands; returns their number."""
    arrivals = understood_now(recorder.database, recorder.key.vault_id, recorder.types)
    if arrivals:
        release_parked(recorder.database, arrivals)
        apply_ops(recorder, arrivals)
    return len(arrivals)


def _record_ops(database: Database, fresh: Sequence[OpenedOp], taken: ApplyResult) -> None:
    """Records each op. One without its payload records only that it existed."""
    named = {a.op.op_id for a in fresh} | {a.body.repeats for a in fresh if a.body}
    replaced = _matching_ids(database, "SELECT op_id FROM op_replaced WHERE op_id IN", named)
    rows = []
    for arrival in fresh:
        op, body = arrival.op, arrival.body
        head = body is not None and not body.erasing and not {op.op_id, body.repeats} & replaced
        sort, subject, version, lamport = (
            (body.sort, body.subject_id, body.version, body.lamport) if body else ("", "", 0, 0)
        )
        rows.append((
            op.op_id, op.device_id, op.seq, op.txn_id, sort, subject, version, lamport, head, op.dek, op.payload_hash,
            op_id_list(op.erases), (body.repeats if body else None) or None, op_id_list(body.parents if body else ()),
            (body.keeps if body else None) or None,
        ))  # fmt: skip
        if body and not body.erasing:
            taken.contents[op.op_id] = body
        if arrival.parked:
            taken.parked += 1
            park_op(database, arrival)
    database.run_many("INSERT INTO op VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


def _record_effects(recorder: VaultTransaction, op_id: str, body: OpBody, taken: ApplyResult) -> None:
    """Applies an op to other ops: replaces its parents, or erases."""
    database = recorder.database
    taken.touched.setdefault(body.subject_id, body.sort)
    if body.parents:
        parents = json.dumps(body.parents)
        database.run(
            "UPDATE op SET head = 0 WHERE op_id IN (SELECT value FROM json_each(?1))"
            " OR repeats IN (SELECT value FROM json_each(?1))",
            (parents,),
        )
        database.run("INSERT OR IGNORE INTO op_replaced SELECT value FROM json_each(?)", (parents,))
    if not body.erasing:
        return
    if body.final:
        database.run("INSERT OR IGNORE INTO tombstone VALUES (?)", (body.subject_id,))
        database.run("DELETE FROM atom_key WHERE atom_id = ?", (body.subject_id,))
    gone = tuple(sorted(set(body.erases)))
    for subject, sort in database.rows(_TOUCHED_BY_ERASING, (json.dumps(gone + body.parents), body.subject_id)):
        taken.touched.setdefault(subject, sort)
        if body.sort != DEVICE.name:
            taken.retracted_subjects.add(subject)
    tombstone_ops(database, gone, here=False, taken_back=body.sort != DEVICE.name)


def _reject_forgotten_ops(recorder: VaultTransaction, taken: ApplyResult) -> None:
    """Drops ops that were erased or whose subject is gone; erases the latter everywhere too.

    It makes no difference whether such an op came now or was here before its subject was forgotten elsewhere.
    """
    database = recorder.database
    erased = _matching_ids(database, "SELECT op_id FROM op_erased WHERE op_id IN", list(taken.contents))
    tombstone_ops(database, tuple(sorted(erased)), here=False)
    touched = (json.dumps(list(taken.touched)),)
    while forgotten := database.rows(_FORGOTTEN, touched):  # ops that keep the words of an erased op are erased with it
        for op_id, sort, subject_id, version, taken_back in forgotten:
            taken.refused += 1
            taken.retracted_subjects |= {subject_id} if taken_back else set()
            reject_forgotten_op(recorder, sort, subject_id, version, op_id, taken_back=bool(taken_back))


def _heads(database: Database, touched: dict[str, str]) -> dict[str, list[OpHead]]:
    """Returns the heads of every changed subject."""
    found: dict[str, list[OpHead]] = defaultdict(list)
    for subject, *head in database.rows(
        "SELECT subject_id, op_id, ifnull(repeats, op_id), version, lamport FROM op"
        " WHERE head = 1 AND subject_id IN (SELECT value FROM json_each(?)) ORDER BY op_id",
        (json.dumps(list(touched)),),
    ):
        found[subject].append(OpHead(*head))
    return found


def _new_subjects(recorder: VaultTransaction, taken: ApplyResult, heads: dict[str, list[OpHead]]) -> dict[str, str]:
    """Returns subjects, of types that are written in bulk, with their only head in this batch and without a record in
    the vault: subject to op.
    """
    bulk = {str(kind.name) for kind in recorder.types if kind.bulk}
    alone = {
        subject: heads[subject][0].op_id
        for subject, sort in taken.touched.items()
        if sort in bulk and len(heads.get(subject, ())) == 1 and heads[subject][0].op_id in taken.contents
    }
    stored = {row[0] for row in recorder.database.rows(_stored_sql(recorder.types), (json.dumps(list(alone)),))}
    return {subject: op_id for subject, op_id in alone.items() if subject not in stored}


@cache
def _stored_sql(types: RecordTypes) -> str:
    """Returns the query that finds which of some subjects the vault has a record of."""
    tables = [(kind.table, kind.id_column) for kind in types if kind.bulk]
    tables += [("head_content", "subject_id"), ("rival", "atom_id"), ("rival", "rival_id")]
    found = (f"EXISTS (SELECT 1 FROM {table} s WHERE s.{column} = j.value)" for table, column in tables)
    return f"SELECT j.value FROM json_each(?) j WHERE {' OR '.join(found)}"


def _advance_clock(database: Database, fresh: Sequence[OpenedOp]) -> None:
    """Advances this device's logical clock past all received ones."""
    clocks = [a.body.lamport for a in fresh if a.body]
    seen = max((clock for clock in clocks if clock < FOLLOWED_CLOCK), default=0)
    database.run(
        "INSERT INTO sync_note VALUES ('lamport_base', ?) ON CONFLICT (name) DO UPDATE"
        " SET value = max(value, excluded.value)",
        (seen,),
    )


def _matching_ids(database: Database, sql: str, ids: Iterable[str]) -> set[str]:
    return {row[0] for row in database.rows(f"{sql} (SELECT value FROM json_each(?))", (json.dumps(list(ids)),))}
