"""Adapter: deletes the correction pairs of a memory that is forgotten, here or on another device (Q13, Q16)."""

from __future__ import annotations

import json

from engine_b.protocol.core_types import CORRECTION
from engine_b.protocol.ledger import EventDraft
from engine_b.storage.record_rows import delete_row
from engine_b.writes import op_lineage
from engine_b.writes.transaction import VaultTransaction

_MADE = """
SELECT p.subject_id AS pair_id, m.op_id FROM op p
JOIN op m ON m.device_id = p.device_id AND m.txn_id = p.txn_id AND m.sort = 'atom'
    AND m.seq BETWEEN p.seq - 99 AND p.seq  -- by the index; a turn has far fewer ops
WHERE p.sort = 'correction' AND p.erases = '[]'
"""
"""Pairs, and the op of the change that each was recorded with, in the same transaction."""
_TELLING = f"""
WITH made AS ({_MADE} AND p.subject_id IN (SELECT pair_id FROM correction))
SELECT c.pair_id, c.user_id FROM correction c WHERE c.atom_id = ?1
UNION SELECT c.pair_id, c.user_id FROM correction c JOIN op p ON p.subject_id = c.pair_id
    WHERE p.keeps IN (SELECT value FROM json_each(?2))
UNION SELECT c.pair_id, c.user_id FROM correction c JOIN made USING (pair_id)
    WHERE made.op_id IN (SELECT value FROM json_each(?2))
UNION SELECT c.pair_id, c.user_id FROM rival r
    JOIN atom a ON a.atom_id = r.atom_id
    JOIN correction c ON c.atom_id = r.atom_id
    LEFT JOIN atom gone ON gone.atom_id = r.rival_id
WHERE r.rival_id = ?1 AND c.pair_id NOT IN (SELECT pair_id FROM made) AND (
    instr(a.text, c.meant) = 0 AND instr(a.value, c.meant) = 0
    OR (instr(gone.text, c.heard) OR instr(gone.value, c.heard))
        AND instr(a.text, c.heard) = 0 AND instr(a.value, c.heard) = 0
)
ORDER BY 1
"""
"""The pairs of an atom. A conflict copy's pairs were recorded for the other side: the pair that corrected its words,
and the pair that made them. Without an op (the mirror had lost it), the words decide.
"""


def drop_correction_pairs(recorder: VaultTransaction, atom_id: str) -> None:
    """Deletes the pairs with words of an atom that is gone for good, with a ledger event."""
    side = json.dumps(op_lineage.conflict_copy_lineage(recorder.database, atom_id))
    for pair_id, user_id in recorder.database.rows(_TELLING, (atom_id, side)):
        delete_row(recorder.database, CORRECTION, pair_id)
        op = recorder.destroy(CORRECTION, pair_id)
        recorder.append(EventDraft("CORRECTION_FORGOTTEN", "ATOM_FORGOTTEN", pair_id, op), user_id)
