"""Adapter: queues existing records as ops: all of a vault older than sync, or conflict copies of a forgotten atom.

The records do not change, so the ledger gets no event.
"""

from __future__ import annotations

from engine_b.protocol.core_types import ATOM
from engine_b.protocol.merge import conflict_copy_origin
from engine_b.protocol.record_types import RecordType
from engine_b.storage.database import Database
from engine_b.storage.record_contents import record_content, records_of
from engine_b.writes.op_lineage import wording_op
from engine_b.writes.transaction import ReissuedOp, VaultTransaction

_FIRST = 1
"""The logical clock of a conflict copy: before all ops about it."""
_NO_OPS = """
SELECT NOT EXISTS (SELECT 1 FROM op) AND (EXISTS (SELECT 1 FROM archive) OR EXISTS (SELECT 1 FROM atom)
OR EXISTS (SELECT 1 FROM rule) OR EXISTS (SELECT 1 FROM flag) OR EXISTS (SELECT 1 FROM current_state))
"""


def needs_initial_ops(database: Database) -> bool:
    """Says whether there are records and no op was ever made."""
    row = database.row(_NO_OPS)
    return bool(row and row[0])


def queue_initial_ops(recorder: VaultTransaction) -> None:
    """Queues an op for every record."""
    for kind in recorder.types:
        queue_untold(recorder, kind)


def queue_untold(recorder: VaultTransaction, kind: RecordType) -> None:
    """Queues an op for every record without one of a type that is synced."""
    if recorder.travels(kind):
        for _, subject_id, version, content in list(records_of(recorder.database, kind, {})):
            if not recorder.database.row("SELECT 1 FROM op WHERE subject_id = ? AND head = 1", (subject_id,)):
                recorder.put(kind, subject_id, version, content, recorder.key_of(subject_id, version))


def detach_conflict_copies(recorder: VaultTransaction, atom_id: str) -> None:
    """Queues the conflict copies of an atom as records of their own, before the ops that they come from are erased."""
    rivals = recorder.database.rows(
        "SELECT rival_id, op_id FROM rival r WHERE atom_id = ?"
        " AND NOT EXISTS (SELECT 1 FROM op WHERE subject_id = rival_id) ORDER BY rival_id",
        (atom_id,),
    )
    for rival_id, origin in rivals:
        content = record_content(recorder.database, ATOM, rival_id)
        if content is not None:
            words = wording_op(recorder.database, origin)
            alone = ReissuedOp(conflict_copy_origin(rival_id), ATOM.name, rival_id, 1, _FIRST, (), words)
            recorder.reissue_op(alone, content)
