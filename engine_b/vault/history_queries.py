"""Adapter: what was known when: facts with the time at which each was learned and ended. Reads only.

A fact that an answer replaced is no candidate of any other query; here it is told as what was so. The gate is in the
SQL of every query, and what became something hidden is hidden with it: else the older wording would tell what is not
to be shown. A fact that was only doubted and then dropped never held, and is left out.
"""

from __future__ import annotations

import json

from engine_b.protocol.row_mapping import CORRECTION_COLUMNS, select_columns
from engine_b.storage.database import Value
from engine_b.storage.visibility_sql import NOTHING, gate_mask
from engine_b.vault.vault import Vault
from memory.model.changes import CorrectionPair
from memory.model.ports import Gate, KnownPeriod

_HOLDING = "NOT EXISTS (SELECT 1 FROM json_each(?) w WHERE instr(p.stems, ' ' || w.value || ' ') = 0)"
_STANDING = "a.status NOT IN ('outdated', 'replaced')"
_ENDED = (
    f"CASE WHEN {_STANDING} THEN NULL ELSE max(a.learned_at_ms, coalesce("
    "(SELECT n.learned_at_ms FROM atom n WHERE n.atom_id = a.superseded_by AND n.learned_at_ms >= a.learned_at_ms),"
    " (SELECT max(g.at_ms) FROM ledger g WHERE g.subject_id = a.atom_id AND g.event = 'ATOM_CHANGED'), 0)) END"
)
"""SQL for when a fact ended: when what is so instead was learned, else when the ledger says that it was changed."""


class HistoryQueries:
    """Implements the queries of `ControlQueries` about what was known when."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def changed_between(self, gate: Gate, from_ms: int, until_ms: int, limit: int) -> tuple[KnownPeriod, ...]:
        """See `ControlQueries`."""
        touched = "(p.began >= ? AND p.began < ?) OR (p.ended >= ? AND p.ended < ?)"
        order = "max(p.began, coalesce(p.ended, 0)) DESC, p.atom_id"
        return self._periods(gate, touched, (from_ms, until_ms, from_ms, until_ms), order, limit)

    def known_at(self, gate: Gate, at_ms: int, stems: tuple[str, ...], limit: int) -> tuple[KnownPeriod, ...]:
        """See `ControlQueries`."""
        held = f"p.began < ? AND (p.ended IS NULL OR p.ended >= ?) AND {_HOLDING}"
        return self._periods(gate, held, (at_ms, at_ms, json.dumps(stems)), "p.began DESC, p.atom_id", limit)

    def corrected_between(
        self, gate: Gate, from_ms: int, until_ms: int, limit: int
    ) -> tuple[tuple[CorrectionPair, int], ...]:
        """See `ControlQueries`."""
        gated, whose = _visible_periods(gate)
        sql = (
            f"SELECT {select_columns(CORRECTION_COLUMNS, 'c')}, g.at_ms FROM correction c JOIN atom a USING (atom_id)"
            " JOIN ledger g ON g.subject_id = c.pair_id AND g.event = 'CORRECTION_KEPT'"
            f" WHERE {gated} AND g.at_ms >= ? AND g.at_ms < ? ORDER BY g.at_ms DESC, c.pair_id LIMIT ?"
        )
        rows = self._vault.database.rows(sql, (*whose, from_ms, until_ms, limit))
        return tuple((CorrectionPair(*row[:-1]), row[-1]) for row in rows)

    def once_known(self, gate: Gate, limit: int) -> tuple[KnownPeriod, ...]:
        """See `ControlQueries`."""
        return self._periods(gate, "p.ended IS NOT NULL", (), "p.ended DESC, p.began DESC, p.atom_id", limit)

    def _periods(
        self, gate: Gate, where: str, params: tuple[Value, ...], order: str, limit: int
    ) -> tuple[KnownPeriod, ...]:
        gated, whose = _visible_periods(gate)
        sql = (
            f"WITH period AS (SELECT a.atom_id, a.stems, a.learned_at_ms AS began, {_ENDED} AS ended FROM atom a"
            f" WHERE {gated}) SELECT p.atom_id, p.ended FROM period p WHERE {where} ORDER BY {order} LIMIT ?"
        )
        ended: dict[str, int | None] = dict(self._vault.database.rows(sql, (*whose, *params, limit)))
        atoms = self._vault.reader.atoms_for_control(gate.user_id, tuple(ended))
        return tuple(KnownPeriod(atom, ended[atom.atom_id]) for atom in atoms)


def _visible_periods(gate: Gate) -> tuple[str, tuple[Value, ...]]:
    """Returns the condition on `atom AS a` for facts that held once, and that the gate lets through with all that each
    became.
    """
    if not gate.identified:
        return NOTHING
    mask = gate_mask(gate)
    became = (
        "WITH RECURSIVE after (atom_id) AS (SELECT a.superseded_by UNION SELECT s.atom_id FROM atom s"
        " WHERE s.supersedes = a.atom_id UNION SELECT o.superseded_by FROM after f JOIN atom o USING (atom_id))"
        f" SELECT 1 FROM after f JOIN atom n USING (atom_id) WHERE n.user_id = a.user_id AND n.bar & {mask} <> 0"
    )
    held = "(a.status <> 'replaced' OR a.reason_code = 'SUPERSEDED')"
    return f"a.user_id = ? AND a.bar & {mask} = 0 AND {held} AND ({_STANDING} OR NOT EXISTS ({became}))", (
        gate.user_id,
    )
