"""Adapter: deletes other records with words of a memory that another device, or one side of a conflict, has forgotten
(Q16).
"""

from __future__ import annotations

from engine_b.writes.transaction import VaultTransaction

_TELLING = (
    "DELETE FROM word_held WHERE producer_id = ?",
    "DELETE FROM vocabulary_term WHERE digest IN (SELECT digest FROM vocabulary_source WHERE producer_id = ?)",
    "DELETE FROM vocabulary_package WHERE digest IN (SELECT digest FROM vocabulary_source WHERE producer_id = ?)",
    "DELETE FROM vocabulary WHERE digest IN (SELECT digest FROM vocabulary_source WHERE producer_id = ?)",
)
"""Does what migrations/0006_own_vocabulary.sql does for a deleted atom; this atom stays, with other words."""


def drop_derived_records(recorder: VaultTransaction, atom_id: str) -> None:
    """Drops the questions about an atom with forgotten words, and the versions of the person's own vocabulary that it
    taught. The next version is made of its present words.
    """
    drop_questions(recorder, atom_id)
    for statement in _TELLING:
        recorder.database.run(statement, (atom_id,))
    recorder.database.run("DELETE FROM vocabulary_source WHERE digest NOT IN (SELECT digest FROM vocabulary)")
    recorder.forgot = True


def drop_questions(recorder: VaultTransaction, atom_id: str) -> None:
    """Drops the questions that ask about an atom."""
    recorder.database.run(
        "DELETE FROM question WHERE EXISTS (SELECT 1 FROM json_each(question.atom_ids) q WHERE q.value = ?)", (atom_id,)
    )
