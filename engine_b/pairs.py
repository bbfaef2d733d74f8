"""Doors: which correction pairs go with a memory that is forgotten, here or on another device (Q13, Q16)."""

from __future__ import annotations

from engine_b.ledger import Draft
from engine_b.ops import Sort
from engine_b.recorder import Recorder

_TELLING = """
SELECT c.pair_id, c.user_id FROM correction c WHERE c.atom_id = ?1
UNION SELECT c.pair_id, c.user_id FROM rival r
    JOIN atom a ON a.atom_id = r.atom_id
    JOIN correction c ON c.atom_id = r.atom_id
    LEFT JOIN atom gone ON gone.atom_id = r.rival_id
WHERE r.rival_id = ?1 AND (
    instr(a.text, c.meant) = 0 AND instr(a.value, c.meant) = 0
    OR (instr(gone.text, c.heard) OR instr(gone.value, c.heard))
        AND instr(a.text, c.heard) = 0 AND instr(a.value, c.heard) = 0
)
ORDER BY 1
"""
"""The pairs of an atom. Those of one side of a conflict were recorded of the other side, which does not say them: the
pair that made the side, and the pair that corrected its words away."""


def drop_pairs(recorder: Recorder, atom_id: str) -> None:
    """Destroy the pairs that tell words of an atom that is gone for good, and say so in the ledger."""
    for pair_id, user_id in recorder.database.rows(_TELLING, (atom_id,)):
        recorder.database.run("DELETE FROM correction WHERE pair_id = ?", (pair_id,))
        op = recorder.destroy(Sort.CORRECTION, pair_id)
        recorder.append(Draft("CORRECTION_FORGOTTEN", "ATOM_FORGOTTEN", pair_id, op), user_id)
