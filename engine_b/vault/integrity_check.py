"""Adapter: checks that a vault is whole, and the newest (design.md section 4; research: reliability 0.1, 0.2, 8).

`check_head` is cheap and runs at every open. `inspect_vault` reads everything: pages, chain, records against the
ledger, the retrieval index and Current State.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import permutations

from engine_b.core.errors import LedgerChainBroken, VaultDamaged, VaultError, VaultRolledBack
from engine_b.crypto.sealing import commitment, constant_time_equal
from engine_b.protocol.ledger import START, LedgerHead, current_state_bytes, replay_current_state, verify_ledger
from engine_b.protocol.row_mapping import atom_content
from engine_b.storage.database import Database
from engine_b.storage.queries import every_atom

TABLES = ("ledger", "atom", "archive", "rule", "flag", "question", "correction", "current_state", "metric", "outbox")
_LEDGER = "SELECT * FROM ledger WHERE seq > ? ORDER BY seq"


@dataclass(frozen=True, slots=True)
class RecordCounts:
    """The number of records by type."""

    events: int
    atoms: int
    lines: int
    rules: int
    flags: int
    questions: int
    corrections: int
    settings: int
    metrics: int
    ops: int


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """The result of `Vault.verify`. `problems` holds codes, empty when all is well."""

    head: LedgerHead
    counts: RecordCounts
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """True without problems."""
        return not self.problems


def count_records(database: Database) -> RecordCounts:
    """Counts the rows of every table of records."""
    found = [database.row(f"SELECT count(*) FROM {table}") for table in TABLES]
    return RecordCounts(*(int(row[0]) if row else 0 for row in found))


def last_head(database: Database) -> LedgerHead:
    """Returns the last event of the ledger, not verified."""
    row = database.row("SELECT seq, hash FROM ledger ORDER BY seq DESC LIMIT 1")
    return LedgerHead(row[0], row[1]) if row else START


def check_head(database: Database, acknowledged: LedgerHead) -> None:
    """Raises VaultRolledBack unless the ledger has reached the acknowledged head, LedgerChainBroken when another event
    is there.
    """
    if acknowledged == START:
        return
    row = database.row("SELECT hash FROM ledger WHERE seq = ?", (acknowledged.seq,))
    if row is None:
        raise VaultRolledBack
    if row[0] != acknowledged.hash:
        raise LedgerChainBroken


def check_chain(database: Database, start: LedgerHead) -> LedgerHead:
    """Verifies the chain after `start`; returns its end. Raises LedgerChainBroken."""
    if start != START:
        row = database.row("SELECT hash FROM ledger WHERE seq = ?", (start.seq,))
        if row is None or row[0] != start.hash:
            raise LedgerChainBroken
    with closing(database.each(_LEDGER, (start.seq,))) as events:
        return verify_ledger(events, start)


def check_integrity(database: Database, acknowledged: LedgerHead, *, pages: bool) -> LedgerHead:
    """Checks everything of `inspect_vault` but the indexes, raising for the first problem. Returns the head.

    `pages` is false while the write-ahead log is not empty: the check of the pages ignores it and would report damage.
    """
    if pages and (database.rows("PRAGMA cipher_integrity_check") or database.rows(_CONSISTENT) != [("ok",)]):
        raise VaultDamaged
    check_head(database, acknowledged)
    head = check_chain(database, START)
    if any(_strays(database)):
        raise VaultDamaged("The vault's records are not those that its ledger tells of. It was left as it is.")
    return head


def inspect_vault(database: Database, acknowledged: LedgerHead, *, pages: bool) -> VerifyReport:
    """Checks everything and reports; repairs nothing and raises only errors of reading."""
    problems: list[str] = []
    head = last_head(database)
    try:
        head = check_integrity(database, acknowledged, pages=pages)
    except VaultError as error:
        problems.append(error.code)
    if not problems:
        problems += sorted(set(_state_problems(database)))
        problems += _index_problems(database)
    return VerifyReport(head, count_records(database), tuple(problems))


def _strays(database: Database) -> Iterator[str]:
    """Returns ids of atoms and lines that exist without the ledger, are missing against it, or differ from it."""
    yield from (row[0] for row in database.rows(_STRAY_LINES))
    told = {row[0]: row[1] for row in database.rows(_TOLD_ATOMS)}
    keys = {row[0]: row[1] for row in database.rows(_CURRENT_KEYS)}
    for atom in every_atom(database):
        vouched, dek = told.pop(atom.atom_id, None), keys.get(atom.atom_id)
        if vouched is None or dek is None or not constant_time_equal(vouched, commitment(atom_content(atom), dek)):
            yield atom.atom_id
    yield from told


def _state_problems(database: Database) -> Iterator[str]:
    settings = database.rows("SELECT seq, facts FROM ledger WHERE event = 'SETTING_CHANGED' ORDER BY seq")
    told = [(key, value, seq) for key, (value, seq) in replay_current_state([(r[0], r[1]) for r in settings]).items()]
    stored = [(r[0], r[1], r[2]) for r in database.rows("SELECT key, value, seq FROM current_state")]
    if current_state_bytes(told) != current_state_bytes(stored):
        yield "CURRENT_STATE_DIFFERS"
    words = ("SELECT * FROM word", "SELECT * FROM word_told")
    if any(database.row(f"{one} EXCEPT {other} LIMIT 1") for one, other in permutations(words)):
        yield "WORDS_DIFFER"


def _index_problems(database: Database) -> list[str]:
    """Compares the postings with their words; documents that wait for postings must have none. No vector is left of
    words that are gone.
    """
    differs = any(database.row(f"{one} EXCEPT {other} LIMIT 1") for one, other in permutations((_POSTED, _SAID)))
    stray = database.row(_STRAY_VECTORS) is not None
    return [*(["INDEX_DIFFERS"] if differs else []), *(["VECTORS_DIFFER"] if stray else [])]


_POSTED = "SELECT * FROM (SELECT q.doc_no, s.stem FROM posting q LEFT JOIN stem s ON s.stem_no = q.stem_no)"
_SAID = """
SELECT * FROM (SELECT d.doc_no, j.value FROM (
    SELECT 2 * w.line_no AS doc_no, w.words FROM line_words w
    UNION ALL SELECT 2 * w.atom_no + 1, w.words FROM atom_words w
) d CROSS JOIN json_each(d.words) j WHERE j.value <> '' AND j.value NOT IN (SELECT q.stem FROM quiet_stem q)
    AND d.doc_no NOT IN (SELECT t.doc_no FROM waiting t))
"""
_STRAY_VECTORS = """
SELECT 1 FROM vector v WHERE NOT EXISTS (SELECT 1 FROM archive l WHERE v.sort = 0 AND l.line_no = v.number)
AND NOT EXISTS (SELECT 1 FROM atom a WHERE v.sort = 1 AND a.atom_no = v.number) LIMIT 1
"""
_CONSISTENT = "PRAGMA integrity_check(1)"
_STRAY_LINES = """
SELECT line_id FROM archive WHERE line_id NOT IN (SELECT subject_id FROM ledger WHERE event = 'LINE_ARCHIVED')
UNION ALL
SELECT subject_id FROM ledger WHERE event = 'LINE_ARCHIVED' AND subject_id NOT IN (SELECT line_id FROM archive)
AND subject_id NOT IN (SELECT subject_id FROM ledger WHERE event = 'LINE_FORGOTTEN' AND reason_code = 'DELETED')
"""
_TOLD_ATOMS = """
SELECT subject_id, commitment FROM ledger WHERE seq IN (
    SELECT max(seq) FROM ledger WHERE event IN ('ATOM_CREATED', 'ATOM_CHANGED', 'ATOM_FORGOTTEN') GROUP BY subject_id
) AND event <> 'ATOM_FORGOTTEN'
"""
_CURRENT_KEYS = "SELECT k.atom_id, k.dek FROM atom_key k JOIN atom a ON a.atom_id = k.atom_id AND a.version = k.version"
