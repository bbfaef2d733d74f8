"""Adapter: the words that a person's memory teaches (2.4.1), gated like the atoms that they come from.

Nothing here writes: words are kept by the triggers of migration 0005, with the atoms and corrections they follow from.
"""

from __future__ import annotations

from engine_b.storage.database import Database
from engine_b.storage.visibility_sql import REPLACED, gate_mask, visible_lines
from memory.extraction.personal_words import WordEvidence
from memory.model.ports import Gate

_FREE = "producer_id NOT IN (SELECT h.producer_id FROM word_held h)"
"""Not of a version that was taken back out."""
GONE = 16
"""The bit of `word.bar` of a word that its atom no longer says."""
CORRECTION, NAME = "correction", "name"


def spellings(database: Database, gate: Gate, origin: str, limit: int) -> tuple[str, ...]:
    """The words of one origin, the latest first, at most `limit`. Unidentified: none."""
    if not gate.identified:
        return ()
    rows = database.rows(
        f"SELECT spelling FROM word WHERE user_id = ? AND origin = ? AND bar & {_bar(gate)} = 0 AND {_FREE}"
        " ORDER BY at_ms DESC, producer_id LIMIT ?",
        (gate.user_id, origin, limit),
    )
    return tuple(row[0] for row in rows)


def misheard_forms(database: Database, gate: Gate, limit: int) -> dict[str, tuple[str, ...]]:
    """What corrected words were heard as, the latest first. Unidentified: nothing."""
    if not gate.identified:
        return {}
    rows = database.rows(
        f"SELECT spelling, heard FROM word WHERE user_id = ? AND origin = '{CORRECTION}' AND heard <> ''"
        f" AND bar & {_bar(gate)} = 0 AND {_FREE} ORDER BY at_ms DESC, producer_id LIMIT ?",
        (gate.user_id, limit),
    )
    found: dict[str, tuple[str, ...]] = {}
    for spelling, heard in rows:
        found[spelling] = (*found.get(spelling, ()), heard)
    return found


def load_learned_words(database: Database, gate: Gate) -> tuple[WordEvidence, ...]:
    """Every word, with what taught it, in the order of its spelling."""
    if not gate.identified:
        return ()
    rows = database.rows(
        "SELECT w.spelling, w.heard, w.producer_id, w.atom_id, a.use_count, w.at_ms FROM word w JOIN atom a"
        f" ON a.atom_id = w.atom_id WHERE w.user_id = ? AND w.bar & {_bar(gate)} = 0 AND {_FREE}"
        " ORDER BY w.spelling, w.producer_id",
        (gate.user_id,),
    )
    return tuple(WordEvidence(*row) for row in rows)


def recent_line_texts(database: Database, gate: Gate, limit: int) -> tuple[str, ...]:
    """The latest lines that may be seen, newest first."""
    where, params = visible_lines(gate)
    sql = f"SELECT l.text FROM archive l WHERE {where} ORDER BY l.line_no DESC LIMIT {int(limit)}"
    return tuple(row[0] for row in database.rows(sql, params))


def _bar(gate: Gate) -> int:
    return gate_mask(gate) | REPLACED | GONE
