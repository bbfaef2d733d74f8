"""Adapter: queue records as ops of this device: all of a vault older than sync, or the rivals of what was forgotten.

Nothing about the records changes, so the ledger has nothing to tell.
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
"""The logical clock of a rival: before all that is said of it."""
_NO_OPS = """
SELECT NOT EXISTS (SELECT 1 FROM op) AND (EXISTS (SELECT 1 FROM archive) OR EXISTS (SELECT 1 FROM atom)
OR EXISTS (SELECT 1 FROM rule) OR EXISTS (SELECT 1 FROM flag) OR EXISTS (SELECT 1 FROM current_state))
"""


def needs_initial_ops(database: Database) -> bool:
    """Whether there are records and no op was ever made."""
    row = database.row(_NO_OPS)
    return bool(row and row[0])


def queue_initial_ops(recorder: VaultTransaction) -> None:
    """Queue an op for every record."""
    for kind in recorder.types:
        queue_untold(recorder, kind)


def queue_untold(recorder: VaultTransaction, kind: RecordType) -> None:
    """Queue an op for every record of a type of which there is none, as far as the type travels."""
    if recorder.travels(kind):
        for _, subject_id, version, content in list(records_of(recorder.database, kind, {})):
            if not recorder.database.row("SELECT 1 FROM op WHERE subject_id = ? AND head = 1", (subject_id,)):
                recorder.put(kind, subject_id, version, content, recorder.key_of(subject_id, version))


def detach_conflict_copies(recorder: VaultTransaction, atom_id: str) -> None:
    """Queue the rivals of an atom as records of their own, before the ops that they live on as are erased."""
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
