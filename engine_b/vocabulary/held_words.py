"""Adapter: a person's own vocabulary in the vault: the source of its versions, and the words held back.

A version is stored like every vocabulary (engine_b/vocabulary/activation.py), in a scope of its own for each person.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine_b.storage.database import Database
from engine_b.writes.transaction import VaultTransaction


def version_sources(database: Database, digest: str) -> frozenset[str]:
    """Returns the atoms and correction pairs of a version; none for a version that is not stored."""
    rows = database.rows("SELECT producer_id FROM vocabulary_source WHERE digest = ?", (digest,))
    return frozenset(row[0] for row in rows)


def keep_version_sources(recorder: VaultTransaction, digest: str, producers: Iterable[str]) -> None:
    """Stores the sources of a version."""
    rows = [(digest, one) for one in sorted(set(producers))]
    recorder.database.run_many("INSERT OR IGNORE INTO vocabulary_source VALUES (?, ?)", rows)


def hold_back_words(recorder: VaultTransaction, user_id: str, gone: str, chosen: str) -> None:
    """Holds back the words that only the version rolled back has; releases those of the chosen one."""
    came, stay = version_sources(recorder.database, gone), version_sources(recorder.database, chosen)
    for one in sorted(stay):
        recorder.database.run("DELETE FROM word_held WHERE producer_id = ?", (one,))
    for one in sorted(came - stay):
        recorder.database.run("INSERT OR IGNORE INTO word_held VALUES (?, ?)", (one, user_id))
