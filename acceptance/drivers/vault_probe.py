"""Adapter: reads the disk after a case with the vault's own key; writes nothing."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from acceptance.observations.memory_observation import Counts, LedgerLine, ObservedAtom, StoredPair, VaultSnapshot
from engine_b.vault.vault import Vault
from memory.model.atoms import Provenance
from memory.text.stemming import stems
from memory.text.synonyms import STOP_WORDS

_MEMORY = (
    "SELECT user_id, atom_id, kind, key, value, text, provenance, confidence_bp, status, exposure, recall, pinned,"
    " use_count, version, reason_code FROM atom ORDER BY atom_id"
)
_ID = re.compile(r"[0-9a-f]{24,}")
_WITHOUT_WORDS = ("ledger", "metric", "sqlite_sequence")
_DOCUMENTS_WITH = (
    "SELECT count(*), coalesce((SELECT l.stems FROM archive l WHERE 2 * l.line_no = q.doc_no),"
    " (SELECT a.stems FROM atom a WHERE 2 * a.atom_no + 1 = q.doc_no), '')"
    " FROM json_each(?) j JOIN (SELECT s.user_no, s.stem, q.doc_no FROM stem s JOIN posting q USING (stem_no)"
    " UNION ALL SELECT w.user_no, w.stem, w.doc_no FROM waiting_word w) q ON q.stem = j.value"
    " GROUP BY q.user_no, q.doc_no"
)
_TOO_SHORT = 12
"""Shorter texts may be in a random file by chance."""


def probe_vault(state: Path, needles: Iterable[str] = ()) -> VaultSnapshot:
    """Reads all of the vault that a case may check; looks up `needles` in the retrieval index too."""
    with Vault.open(state, create=False, read_only=True, now_ms=0) as vault:
        run = vault.connection.execute
        metrics = list(run("SELECT turn_id, counts FROM metric ORDER BY seq"))
        return VaultSnapshot(
            memories=_memories(run(_MEMORY)),
            ledger=_ledger(vault),
            pairs=tuple(
                StoredPair(*row)
                for row in run("SELECT user_id, atom_id, heard, meant, reason_code, delta_bp FROM correction")
            ),
            flags=_grouped(run("SELECT user_id, key FROM flag ORDER BY user_id, key")),
            current_state=dict(run("SELECT key, value FROM current_state").fetchall()),
            metrics=_metrics(metrics),
            metrics_text=tuple(counts for _, counts in metrics),
            words=tuple(_stored_texts(vault)),
            indexed=tuple(needle for needle in needles if _indexed(vault, needle)),
        )


def ledger_hashes(state: Path) -> tuple[str, ...]:
    """Reads the chain, to check later that it only grew."""
    with Vault.open(state, create=False, read_only=True, now_ms=0) as vault:
        return tuple(line.hash for line in _ledger(vault))


def readable_needles(state: Path, needles: Iterable[str], messages: str) -> tuple[str, ...]:
    """Returns the needles that are readable in a file of the state folder, or in the output on stderr."""
    files = [path.read_bytes() for path in sorted(state.rglob("*")) if path.is_file()]
    sought = {needle for needle in needles if len(needle) >= _TOO_SHORT}
    return tuple(
        sorted(needle for needle in sought if needle in messages or any(needle.encode() in file for file in files))
    )


def _memories(rows: Iterable[tuple[Any, ...]]) -> dict[str, tuple[ObservedAtom, ...]]:
    found: dict[str, list[ObservedAtom]] = defaultdict(list)
    for user, atom_id, kind, key, value, text, provenance, *rest in rows:
        bp, status, exposure, recall, pinned, uses, version, reason = rest
        where = Provenance(provenance).name.lower()
        memory = ObservedAtom(
            atom_id, kind, key, value, text, where, bp, status, exposure, recall, bool(pinned), uses, version, reason
        )
        found[user].append(memory)
    return {user: tuple(memories) for user, memories in found.items()}


def _ledger(vault: Vault) -> tuple[LedgerLine, ...]:
    rows = vault.connection.execute("SELECT event, reason_code, facts, hex(hash) FROM ledger ORDER BY seq")
    return tuple(LedgerLine(*row) for row in rows)


def _grouped(rows: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for user, key in rows:
        found[user] = (*found.get(user, ()), key)
    return found


def _metrics(rows: Iterable[tuple[str, str]]) -> dict[str, Counts]:
    """Returns the counts of each turn; sums up the parts of one turn."""
    found: dict[str, Counts] = {}
    for turn_id, text in rows:
        counts = found.setdefault(turn_id, {})
        for name, count in json.loads(text).items():
            counts[name] = counts.get(name, 0) + count
    return found


def _indexed(vault: Vault, needle: str) -> bool:
    """Says whether the retrieval index still has words of a deleted or changed document."""
    sought = frozenset(stems(needle)) - STOP_WORDS
    found = vault.connection.execute(_DOCUMENTS_WITH, (json.dumps(sorted(sought)),)).fetchall()
    return bool(sought) and any(count == len(sought) and not sought <= set(kept.split()) for count, kept in found)


def _stored_texts(vault: Vault) -> Iterator[str]:
    """Returns the texts of every table; random ids are left out, since any three digits occur in them."""
    run = vault.connection.execute
    tables = run("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'").fetchall()
    for (table,) in tables:
        if table in _WITHOUT_WORDS:
            continue
        for row in run(f'SELECT * FROM "{table}"'):
            yield from (_ID.sub("", _readable(cell)) for cell in row if isinstance(cell, str | bytes))


def _readable(cell: str | bytes) -> str:
    return cell if isinstance(cell, str) else cell.decode("utf-8", "ignore")
