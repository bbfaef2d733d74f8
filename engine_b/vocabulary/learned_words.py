"""Adapter: reads the words that a person's memory teaches (2.4.1), gated like the atoms they come from.

Nothing here writes: the triggers of migration 0005 update the words with their atoms and corrections.
"""

from __future__ import annotations

from engine_b.storage.database import Database
from engine_b.storage.visibility_sql import REPLACED, gate_mask, visible_lines
from memory.extraction.personal_words import WordEvidence
from memory.model.ports import Gate

_FREE = "producer_id NOT IN (SELECT h.producer_id FROM word_held h)"
"""The condition that no version with the word was rolled back."""
GONE = 16
"""The bit of `word.bar` for a word that its atom does not have any more."""
CORRECTION, NAME = "correction", "name"


def spellings(database: Database, gate: Gate, origin: str, limit: int) -> tuple[str, ...]:
    """Yields the words of one origin, the latest first, at most `limit`. None for an unidentified speaker."""
    if not gate.identified:
        return ()
    rows = database.rows(
        f"SELECT spelling FROM word WHERE user_id = ? AND origin = ? AND bar & {_bar(gate)} = 0 AND {_FREE}"
        " ORDER BY at_ms DESC, producer_id LIMIT ?",
        (gate.user_id, origin, limit),
    )
    return tuple(row[0] for row in rows)


def misheard_forms(database: Database, gate: Gate, limit: int) -> dict[str, tuple[str, ...]]:
    """Returns the misheard forms of corrected words, the latest first. None for an unidentified speaker."""
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
    """Returns every word with its evidence, in the order of its spelling."""
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
    """Returns the latest visible lines, newest first."""
    where, params = visible_lines(gate)
    sql = f"SELECT l.text FROM archive l WHERE {where} ORDER BY l.line_no DESC LIMIT {int(limit)}"
    return tuple(row[0] for row in database.rows(sql, params))


def _bar(gate: Gate) -> int:
    return gate_mask(gate) | REPLACED | GONE
