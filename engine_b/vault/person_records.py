"""Adapter: everything of one person that may be shown to them, for an export: replaced memories and their words too.

The gate is in the SQL of every query. What a hidden memory replaced is hidden with it, and so are the lines that it
came from: else an older wording would tell what is not to be shown. Reads only.
"""

from __future__ import annotations

from engine_b.protocol.row_mapping import CORRECTION_COLUMNS, LINE_COLUMNS, line_from_row, select_columns
from engine_b.storage.queries import SELECT_ATOMS, read_atoms
from engine_b.storage.visibility_sql import gate_mask, visible_lines
from engine_b.vault.vault import Vault
from memory.model.atoms import ArchivedLine, Atom
from memory.model.changes import CorrectionPair, Record, Rule, RuleKind
from memory.model.ports import Gate
from memory.rules.controls import is_unmentionable


class PersonRecords:
    """Reads the records of one person behind one gate."""

    def __init__(self, vault: Vault, gate: Gate) -> None:
        self._vault, self._gate = vault, gate
        self._rules = vault.reader.rules(gate.user_id)
        self._hidden = (
            "WITH RECURSIVE hidden (atom_id) AS ("
            f"SELECT h.atom_id FROM atom h WHERE h.user_id = ? AND h.bar & {gate_mask(gate)} <> 0"
            " UNION SELECT o.atom_id FROM hidden b JOIN atom n ON n.atom_id = b.atom_id JOIN atom o"
            " ON o.user_id = n.user_id AND o.status = 'replaced'"
            " AND (o.atom_id = n.supersedes OR o.superseded_by = n.atom_id)) "
        )

    def atoms(self) -> tuple[Atom, ...]:
        """Returns every memory that may be shown, also replaced ones, in the order in which they were learned."""
        sql = f"a.user_id = ? AND {int(self._gate.identified)} AND a.atom_id NOT IN (SELECT atom_id FROM hidden)"
        user = self._gate.user_id
        order = "ORDER BY a.learned_at_ms, a.atom_id"
        return read_atoms(self._vault.database, f"{self._hidden}{SELECT_ATOMS}{sql} {order}", (user, user))

    def lines(self) -> tuple[ArchivedLine, ...]:
        """Returns every archived line that may be shown, of either side, in the order in which they were said."""
        gated, params = visible_lines(self._gate)
        sql = (
            f"{self._hidden}SELECT {select_columns(LINE_COLUMNS, 'l')} FROM archive l WHERE {gated}"
            " AND NOT EXISTS (SELECT 1 FROM atom_source s WHERE s.turn_id = l.turn_id"
            " AND s.atom_id IN (SELECT atom_id FROM hidden)) ORDER BY l.at_ms, l.line_no"
        )
        return tuple(map(line_from_row, self._vault.database.rows(sql, (self._gate.user_id, *params))))

    def corrections(self) -> tuple[CorrectionPair, ...]:
        """Returns the corrections of memories that may be shown, in the order in which they were made."""
        sql = (
            f"{self._hidden}SELECT {select_columns(CORRECTION_COLUMNS, 'c')} FROM correction c WHERE c.user_id = ?"
            " AND c.atom_id NOT IN (SELECT atom_id FROM hidden) ORDER BY (SELECT min(g.seq) FROM"
            " ledger g WHERE g.subject_id = c.pair_id), c.pair_id"
        )
        rows = self._vault.database.rows(sql, (self._gate.user_id, self._gate.user_id))
        pairs = (CorrectionPair(*row) for row in rows)
        return tuple(pair for pair in pairs if self._may_mention(f"{pair.heard} {pair.meant}"))

    def barred_topics(self) -> tuple[Rule, ...]:
        """Returns the person's do-not-store rules, oldest first."""
        rules = self._vault.reader.rules(self._gate.user_id)
        return tuple(rule for rule in rules if rule.kind is RuleKind.DO_NOT_STORE and self._may_mention(rule.topic))

    def skill_records(self) -> tuple[Record, ...]:
        """Returns the person's records of types that skills registered, by type and id."""
        reader, user = self._vault.reader, self._gate.user_id
        every = (record for kind in self._vault.record_types for record in reader.records(user, kind.name))
        return tuple(record for record in every if self._may_mention(" ".join(map(str, record.content.values()))))

    def hidden_words(self) -> tuple[tuple[str, str], ...]:
        """Returns value and text of each hidden memory: to keep lines with them out of sight, never to show them."""
        sql = f"{self._hidden}SELECT a.value, a.text FROM atom a JOIN hidden USING (atom_id) ORDER BY a.atom_id"
        return tuple((row[0], row[1]) for row in self._vault.database.rows(sql, (self._gate.user_id,)))

    def _may_mention(self, text: str) -> bool:
        """Says whether a text holds no topic that the person does not want mentioned."""
        return not is_unmentionable(text, self._rules)

    def count_lines(self) -> int:
        """Counts the person's archived lines, hidden ones too."""
        found = self._vault.database.row("SELECT count(*) FROM archive l WHERE l.user_id = ?", (self._gate.user_id,))
        return int(found[0]) if found else 0
