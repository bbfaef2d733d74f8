"""Adapter: makes the vectors of a memory after its commits, and reads them through the gate (docs/adr/0036).

The rows are derived from the words of lines and atoms alone. Triggers delete one with its words, in the transaction
that forgets them, so forgetting needs no second place; nothing here is in an op or in the ledger.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from engine_b.core.policy import MAX_UNMADE_VECTORS
from engine_b.storage.database import Database
from engine_b.storage.visibility_sql import REPLACED, gate_mask

if TYPE_CHECKING:
    from memory.model.encoder import Encoder
    from memory.model.ports import Gate

_SORTS = ((0, "archive", "line_no"), (1, "atom", "atom_no"))
"""Of each sort of document its number in the table, and where its words stand."""
_CHANGED = (
    "SELECT v.sort, v.number, t.text FROM vector v CROSS JOIN {table} t"
    " WHERE v.sort = {sort} AND v.numbers = x'' AND t.{number} = v.number ORDER BY v.number LIMIT ?1"
)
_NEW = (
    "SELECT {sort}, t.{number}, t.text FROM {table} t"
    " WHERE t.{number} > coalesce((SELECT max(v.number) FROM vector v WHERE v.sort = {sort}), 0)"
    " ORDER BY t.{number} LIMIT ?1"
)
_SEEN = (
    "SELECT p.pos, v.numbers FROM vector v CROSS JOIN place p WHERE v.sort = ?1 AND v.numbers <> x''"
    " AND p.doc_no = 2 * v.number + ?1 AND p.user_no = (SELECT u.user_no FROM stem_user u WHERE u.user_id = ?2)"
    " AND p.bar & ?3 = 0 ORDER BY v.number DESC LIMIT ?4"
)
_PLACES = (
    "SELECT j.key, p.pos FROM json_each(?1) j CROSS JOIN place p WHERE p.doc_no = j.value"
    " AND p.user_no = (SELECT u.user_no FROM stem_user u WHERE u.user_id = ?2) AND p.bar & ?3 = 0 ORDER BY j.key"
)


def vectors_are_of(database: Database, encoder: Encoder) -> bool:
    """Says whether the vectors were made by this model."""
    return database.row("SELECT 1 FROM vector_state WHERE model = ?", (encoder.model,)) is not None


def begin_vectors(database: Database, encoder: Encoder) -> None:
    """Drops the vectors of another model, inside a transaction: every document waits for this one."""
    database.run("DELETE FROM vector")
    database.run("UPDATE vector_state SET model = ?", (encoder.model,))


def make_vectors(database: Database, encoder: Encoder, limit: int) -> bool:
    """Makes and stores up to `limit` vectors, inside a transaction. Returns whether others may wait."""
    waiting = _waiting(database, limit)
    made = encoder.encode(tuple(text for _, _, text in waiting)) if waiting else ()
    rows = [(sort, number, numbers) for (sort, number, _), numbers in zip(waiting, made, strict=False)]
    database.run_many("INSERT OR REPLACE INTO vector (sort, number, numbers) VALUES (?, ?, ?)", rows)
    return bool(rows) and len(waiting) == limit


def may_be_read(database: Database, encoder: Encoder) -> bool:
    """Says whether the vectors are those of this model, and all are there but a few that can be made while one waits.

    So a list depends on the memory and the model alone, and not on how far the vectors are made.
    """
    return vectors_are_of(database, encoder) and len(_waiting(database, MAX_UNMADE_VECTORS + 1)) <= MAX_UNMADE_VECTORS


def gated_vectors(database: Database, encoder: Encoder, gate: Gate, limit: int) -> tuple[tuple[int, bytes], ...]:
    """Returns position and vector of the newest visible documents (`VectorReader`)."""
    if not gate.identified:
        return ()
    barred = gate_mask(gate) | REPLACED
    found = [row for sort, _, _ in _SORTS for row in database.rows(_SEEN, (sort, gate.user_id, barred, limit))]
    waiting = _waiting(database, MAX_UNMADE_VECTORS)
    listed = json.dumps([2 * number + sort for sort, number, _ in waiting])
    visible = database.rows(_PLACES, (listed, gate.user_id, barred)) if waiting else []
    made = encoder.encode(tuple(waiting[at][2] for at, _ in visible)) if visible else ()
    return (*found, *((pos, numbers) for (_, pos), numbers in zip(visible, made, strict=False)))


def _waiting(database: Database, limit: int) -> list[tuple[int, int, str]]:
    """Returns sort, number and words of documents without a vector, at most `limit`. New ones come in their order, so
    that every one before the last that is stored has one.
    """
    found: list[tuple[int, int, str]] = []
    for query in (_CHANGED, _NEW):
        for sort, table, number in _SORTS:
            sql = query.format(sort=sort, table=table, number=number)
            found += database.rows(sql, (limit - len(found),))
    return found
