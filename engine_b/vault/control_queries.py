"""Adapter: the queries of the memory controls: `memory.model.ports.ControlQueries`. Reads only.

Methods with a gate have it in their SQL, like every candidate query; the others serve decisions, and are never shown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine_b.core.policy import MAX_TELLING_DOCS
from engine_b.crypto.sealing import derive, mac
from engine_b.crypto.signed_message import SignedBody
from engine_b.protocol.ledger import pseudonymize_id
from engine_b.protocol.roster import decode_roster
from engine_b.protocol.row_mapping import CORRECTION_COLUMNS, FLAG_COLUMNS, flag_from_row, select_columns
from engine_b.storage.database import Value, vault_error_from_sqlite
from engine_b.storage.queries import SELECT_ATOMS, read_atoms
from engine_b.storage.visibility_sql import offered_to_forget, visible_atoms, visible_lines
from engine_b.vault.history_queries import HistoryQueries
from engine_b.vault.search_queries import COUNTED
from memory.model.atoms import ArchivedLine, Atom, Channel
from memory.model.changes import CorrectionPair, Flag
from memory.model.ports import ForgetSummary, Gate, KnownDevice
from memory.rules.order import CONFLICT_ORDER_SQL, RETRIEVAL_ORDER_SQL
from protos.selene.mirror.v1 import mirror_service_pb2 as pb

_LIVING = "a.user_id = ? AND a.status <> 'replaced'"
_HOLDING = "NOT EXISTS (SELECT 1 FROM json_each(?) w WHERE instr(a.stems, ' ' || w.value || ' ') = 0)"
_LINE_STEMS = "SELECT l.line_id, l.stems FROM json_each(?) j CROSS JOIN archive l ON l.line_id = j.value"
_ATOM_STEMS = "SELECT a.atom_id, a.stems FROM json_each(?) j CROSS JOIN atom a ON a.atom_id = j.value"
_RAREST = (
    "SELECT coalesce(s.stem_no, -1) FROM json_each(?2) j LEFT JOIN stem s ON s.stem = j.value AND s.user_no ="
    " (SELECT u.user_no FROM stem_user u WHERE u.user_id = ?1)"
    " WHERE j.value NOT IN (SELECT q.stem FROM quiet_stem q) ORDER BY coalesce(s.docs, 0), j.value LIMIT 1"
)
"""SQL for the rarest stem of a list that is in the index at all; -1 when no posting has it."""
_POSTED = (
    "a.atom_no IN (SELECT q.doc_no >> 1 FROM posting q WHERE q.stem_no = ? AND q.doc_no & 1"
    " UNION ALL SELECT t.doc_no >> 1 FROM waiting t WHERE t.doc_no & 1)"
)
"""SQL for atoms that may hold it."""
_IS_HIDDEN = (
    "a.status <> 'replaced' AND (a.exposure = 'INTERNAL_ONLY' OR (?4 AND a.exposure = 'SAFE_TO_TEXT')"
    " OR (?5 AND a.recall = 'only_if_asked'))"
)
_HIDDEN = (
    "SELECT s.stem FROM json_each(iif(EXISTS (SELECT 1 FROM posting INDEXED BY posting_hidden"
    " WHERE doc_no & 1 = 1 AND bar & 7 <> 0), ?2, '[]')) j CROSS JOIN stem s WHERE s.stem = j.value AND s.docs <= ?3"
    " AND s.user_no = (SELECT u.user_no FROM stem_user u WHERE u.user_id = ?1)"
    " AND EXISTS (SELECT 1 FROM posting q INDEXED BY posting_hidden JOIN atom a ON a.atom_no = q.doc_no >> 1"
    f" WHERE q.stem_no = s.stem_no AND q.doc_no & 1 = 1 AND q.bar & 7 <> 0 AND {_IS_HIDDEN})"
    " UNION SELECT w.stem FROM waiting_word w CROSS JOIN atom a WHERE w.doc_no & 1 = 1 AND w.bar & 7 <> 0"
    " AND w.stem IN (SELECT j.value FROM json_each(?2) j)"
    f" AND a.atom_no = w.doc_no >> 1 AND a.user_id = ?1 AND {_IS_HIDDEN}"
)
"""SQL for the stems of hidden atoms, among them some that are everywhere. SQLite alone would not choose the index."""
_FEW = f"SELECT c.stem FROM ({COUNTED}) c GROUP BY c.stem HAVING sum(c.docs) <= ?3"
"""SQL for the stems that few documents have."""


class VaultControlQueries(HistoryQueries):
    """Implements `ControlQueries` on a vault."""

    def knows_turn(self, turn_id: str) -> bool:
        """See `ControlQueries`. A turn whose line was forgotten is found by its ledger event."""
        sql = "SELECT EXISTS (SELECT 1 FROM ledger WHERE turn_id = ? AND event = 'LINE_ARCHIVED')"
        return bool(self._rows(sql, self._coded(turn_id))[0][0])

    def devices(self) -> tuple[KnownDevice, ...]:
        """See `ControlQueries`."""
        own, names = self._vault.device_id, dict(self._rows("SELECT device_id, name FROM device_name"))
        active = {own: True}
        for (signed,) in self._rows("SELECT roster FROM account"):
            roster = decode_roster(SignedBody.from_message(pb.Signed.FromString(signed)).body)
            active |= {member.device_id.hex(): not member.revoked for member in roster.members}
        others = json.dumps([each for each in active if each != own])
        sql = "SELECT j.value, max(o.seq) FROM json_each(?) j CROSS JOIN op o ON o.device_id = j.value GROUP BY j.value"
        until = dict(self._rows(sql, others))
        return tuple(
            KnownDevice(each, str(names.get(each, "")), lives, each == own, until.get(each, 0))
            for each, lives in sorted(active.items())
        )

    def count_atoms(self, gate: Gate) -> int:
        """See `ControlQueries`."""
        gated, params = visible_atoms(gate)
        return int(self._rows(f"SELECT count(*) FROM atom a WHERE {gated} AND a.status <> 'outdated'", *params)[0][0])

    def atoms_filed_under(self, gate: Gate, prefix: str, limit: int) -> tuple[Atom, ...]:
        """See `ControlQueries`."""
        gated, params = visible_atoms(gate)
        end = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        sql = (  # ids first: for whole rows the index of the order would be gone through
            f"SELECT a.atom_id FROM atom a WHERE {gated} AND a.user_id = ? AND a.key >= ? AND a.key < ?"
            f" ORDER BY {RETRIEVAL_ORDER_SQL} LIMIT ?"
        )
        found = self._rows(sql, *params, gate.user_id, prefix, end, limit)
        return self._vault.reader.atoms_by_id(gate, tuple(row[0] for row in found))

    def left_open(self, atom: Atom, session_id: str) -> bool:
        """See `ControlQueries`."""
        sql = (
            "SELECT 1 FROM question q WHERE q.user_id = ? AND q.session_id <> ? AND q.state <> 'resolved'"
            " AND q.reason_code = 'CORRECTION_NEEDS_CONFIRMATION' AND q.asked_at_ms > ?"
            " AND EXISTS (SELECT 1 FROM json_each(q.atom_ids) j WHERE j.value = ?) LIMIT 1"
        )
        return bool(self._rows(sql, atom.user_id, session_id, atom.last_confirmed_at_ms or 0, atom.atom_id))

    def atoms_between(self, gate: Gate, from_ms: int, until_ms: int, limit: int) -> tuple[Atom, ...]:
        """See `ControlQueries`."""
        gated, params = visible_atoms(gate)
        sql = (
            f"{gated} AND a.status <> 'outdated' AND a.valid_from_ms < ?"
            " AND a.valid_until_ms > ? ORDER BY a.valid_from_ms, a.atom_id LIMIT ?"
        )
        return self._atoms(sql, *params, until_ms, from_ms, limit)

    def lines_between(self, gate: Gate, from_ms: int, until_ms: int, limit: int) -> tuple[ArchivedLine, ...]:
        """See `ControlQueries`."""
        gated, params = visible_lines(gate)
        sql = (
            f"SELECT l.line_id FROM archive l WHERE {gated} AND l.speaker = 'user' AND l.at_ms >= ? AND l.at_ms < ?"
            " ORDER BY l.line_no DESC LIMIT ?"
        )
        found = self._rows(sql, *params, from_ms, until_ms, limit)
        return self._vault.reader.lines_by_id(gate, tuple(row[0] for row in reversed(found)))

    def visible_holding(self, gate: Gate, stems: tuple[str, ...], limit: int) -> tuple[Atom, ...]:
        """See `ControlQueries`."""
        gated, params = visible_atoms(gate)
        sql = f"SELECT a.atom_id FROM atom a WHERE {gated} AND {_HOLDING} ORDER BY {RETRIEVAL_ORDER_SQL} LIMIT ?"
        found = self._rows(sql, *params, json.dumps(stems), limit) if stems else []
        return self._vault.reader.atoms_by_id(gate, tuple(row[0] for row in found))

    def stored_stems(self, refs: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
        """See `ControlQueries`."""
        found: dict[str, frozenset[str]] = {}
        for sql in (_LINE_STEMS, _ATOM_STEMS):  # what is a line is looked for among no memories
            if wanted := [ref for ref in refs if ref not in found]:
                found |= {row[0]: frozenset(row[1].split()) for row in self._rows(sql, json.dumps(wanted))}
        return found

    def hidden_stems(self, gate: Gate, stems: tuple[str, ...]) -> frozenset[str]:
        """See `ControlQueries`. Uses the retrieval index; a stem that is everywhere is skipped."""
        aloud = gate.channel is Channel.VOICE and not gate.text_allowed_aloud
        rows = self._rows(_HIDDEN, gate.user_id, json.dumps(stems), MAX_TELLING_DOCS, int(aloud), int(not gate.asked))
        found = json.dumps([row[0] for row in rows])
        return frozenset(row[0] for row in (rows and self._rows(_FEW, gate.user_id, found, MAX_TELLING_DOCS)))

    def current_state(self) -> Mapping[str, str]:
        """See `ControlQueries`."""
        return {setting.key: setting.value for setting in self._vault.current_state()}

    def atoms_holding(self, user_id: str, stems: tuple[str, ...], limit: int) -> tuple[Atom, ...]:
        """See `ControlQueries`. Only the atoms with the rarest stem are read, and those that no index has yet."""
        if not stems:
            return ()
        rarest = self._rows(_RAREST, user_id, json.dumps(stems))
        among = f" AND {_POSTED}" if rarest else ""
        sql = f"{'+' if rarest else ''}{_LIVING}{among} AND {_HOLDING} ORDER BY a.learned_at_ms, a.atom_id LIMIT ?"
        return self._atoms(sql, user_id, *(row[0] for row in rarest), json.dumps(stems), limit)

    def any_with_key(self, user_id: str, key: str) -> tuple[Atom, ...]:
        """See `ControlQueries`."""
        return self._atoms(f"{_LIVING} AND a.key = ? ORDER BY {CONFLICT_ORDER_SQL}", user_id, key)

    def all_atom_ids(self, user_id: str) -> tuple[str, ...]:
        """See `ControlQueries`."""
        return tuple(row[0] for row in self._rows("SELECT atom_id FROM atom WHERE user_id = ?", user_id))

    def all_turn_ids(self, user_id: str) -> tuple[str, ...]:
        """See `ControlQueries`."""
        sql = "SELECT DISTINCT turn_id FROM archive WHERE user_id = ?"
        return tuple(row[0] for row in self._rows(sql, user_id))

    def turns_between(self, user_id: str, from_ms: int, until_ms: int) -> tuple[str, ...]:
        """See `ControlQueries`."""
        sql = "SELECT DISTINCT turn_id FROM archive WHERE user_id = ? AND at_ms >= ? AND at_ms < ?"
        return tuple(row[0] for row in self._rows(sql, user_id, from_ms, until_ms))

    def turns_of(self, user_id: str, session_id: str) -> tuple[str, ...]:
        """See `ControlQueries`."""
        sql = "SELECT DISTINCT turn_id FROM archive WHERE user_id = ? AND session_id = ?"
        return tuple(row[0] for row in self._rows(sql, user_id, session_id))

    def heard_after(self, user_id: str, place: int, limit: int, device_id: str = "") -> tuple[tuple[int, str], ...]:
        """See `ControlQueries`. The places of another device count its ops; the first version of a line is of who
        heard it.
        """
        if device_id:
            sql = (
                "SELECT o.seq, l.turn_id FROM op o CROSS JOIN archive l ON l.line_id = o.subject_id"
                " WHERE o.device_id = ? AND o.seq > ? AND o.sort = 'line' AND o.version = 1 AND l.user_id = ?"
                " AND l.speaker = 'user' ORDER BY o.seq DESC LIMIT ?"
            )
            return tuple((int(seq), str(turn)) for seq, turn in self._rows(sql, device_id, place, user_id, limit)[::-1])
        sql = (
            "SELECT line_no, turn_id FROM archive WHERE line_no > ? AND +user_id = ? AND speaker = 'user'"
            " ORDER BY line_no DESC LIMIT ?"
        )
        rows = [(int(row[0]), str(row[1])) for row in self._rows(sql, place, user_id, limit)][::-1]
        heard = self.intents(tuple(turn_id for _, turn_id in rows))
        return tuple(row for row in rows if row[1] in heard)

    def last_heard_ms(self, user_id: str, session_id: str) -> int | None:
        """See `ControlQueries`."""
        sql = (
            "SELECT at_ms FROM archive WHERE user_id = ? AND session_id = ? AND speaker = 'user'"
            " ORDER BY line_no DESC LIMIT 1"
        )
        row = next(iter(self._rows(sql, user_id, session_id)), None)
        return int(row[0]) if row else None

    def told_only_in(self, user_id: str, turn_ids: tuple[str, ...]) -> tuple[Atom, ...]:
        """See `ControlQueries`."""
        sql = (
            f"{_LIVING} AND a.atom_id IN (SELECT s.atom_id FROM json_each(?2) j"
            " CROSS JOIN atom_source s ON s.turn_id = j.value) AND NOT EXISTS (SELECT 1 FROM atom_source o"
            " JOIN archive l ON l.turn_id = o.turn_id WHERE o.atom_id = a.atom_id"
            " AND o.turn_id NOT IN (SELECT value FROM json_each(?2))) ORDER BY a.learned_at_ms, a.atom_id"
        )
        return self._atoms(sql, user_id, json.dumps(turn_ids))

    def offered_to_forget(self, user_id: str) -> tuple[Atom, ...]:
        """See `ControlQueries`."""
        asked = "SELECT w.value FROM question q, json_each(q.atom_ids) w WHERE q.user_id = ?1 AND q.state <> 'resolved'"
        # The plus keeps SQLite from going through every atom of the person: the few that were asked about come first.
        sql = f"+a.user_id = ?1 AND a.status <> 'replaced' AND a.atom_id IN ({asked}) AND {offered_to_forget('a')}"
        return self._atoms(f"{sql} ORDER BY a.atom_id", user_id)

    def forgotten_digest(self, user_id: str, words: str) -> str:
        """See `ControlQueries`."""
        return mac(f"{user_id}\0{words}".encode(), derive(self._vault.vault_id, "selene.gone.v1")).hex()[:32]

    def turns_holding(self, user_id: str, stems: tuple[str, ...], limit: int) -> tuple[str, ...]:
        """See `ControlQueries`."""
        sql = (
            "SELECT l.turn_id FROM archive l WHERE l.user_id = ? AND l.speaker = 'user'"
            " AND NOT EXISTS (SELECT 1 FROM atom_source s WHERE s.turn_id = l.turn_id)"
            " AND NOT EXISTS (SELECT 1 FROM json_each(?) w WHERE instr(l.stems, ' ' || w.value || ' ') = 0)"
            " ORDER BY l.line_no DESC LIMIT ?"
        )
        return tuple(row[0] for row in self._rows(sql, user_id, json.dumps(stems), limit)) if stems else ()

    def feeding_turns(self, user_id: str, stems: tuple[str, ...], limit: int) -> tuple[str, ...]:
        """See `ControlQueries`."""
        sql = (
            "SELECT l.turn_id FROM archive l WHERE l.user_id = ? AND l.speaker = 'user'"
            " AND EXISTS (SELECT 1 FROM atom_source s WHERE s.turn_id = l.turn_id)"
            " AND NOT EXISTS (SELECT 1 FROM json_each(?) w WHERE instr(l.stems, ' ' || w.value || ' ') = 0)"
            " ORDER BY l.line_no DESC LIMIT ?"
        )
        return tuple(row[0] for row in self._rows(sql, user_id, json.dumps(stems), limit)) if stems else ()

    def recent_turns(self, user_id: str, session_id: str, limit: int) -> tuple[str, ...]:
        """See `ControlQueries`."""
        sql = (
            "SELECT turn_id FROM archive WHERE user_id = ? AND session_id = ? AND speaker = 'user'"
            " ORDER BY line_no DESC LIMIT ?"
        )
        return tuple(row[0] for row in self._rows(sql, user_id, session_id, limit))

    def said_up_to(self, user_id: str, turn_id: str, limit: int) -> tuple[tuple[str, bool], ...]:
        """See `ControlQueries`."""
        sql = (
            "SELECT p.text, p.dnm > 0 FROM archive l JOIN archive p ON p.user_id = l.user_id"
            " AND p.session_id = l.session_id AND p.speaker = 'user' AND p.line_no <= l.line_no"
            " WHERE l.turn_id = ? AND l.user_id = ? AND l.speaker = 'user' ORDER BY p.line_no DESC LIMIT ?"
        )
        return tuple((str(text), bool(hidden)) for text, hidden in self._rows(sql, turn_id, user_id, limit))

    def mentioned_in(self, user_id: str, turn_id: str) -> tuple[Atom, ...]:
        """See `ControlQueries`."""
        return self.mentioned_in_each(user_id, (turn_id,))[0]

    def mentioned_in_each(self, user_id: str, turn_ids: tuple[str, ...]) -> tuple[tuple[Atom, ...], ...]:
        """See `ControlQueries`."""
        sql = (  # by turn, then by atom: a user has many
            "SELECT m.turn, a.atom_id FROM (SELECT j.key AS turn, u.atom_id FROM json_each(?2) j"
            " CROSS JOIN atom_use u ON u.turn_id = j.value"
            " UNION SELECT j.key, s.atom_id FROM json_each(?2) j CROSS JOIN atom_source s ON s.turn_id = j.value"
            " UNION SELECT j.key, e.value FROM json_each(?2) j CROSS JOIN question q"
            " ON q.user_id = ?1 AND q.turn_id = j.value CROSS JOIN json_each(q.atom_ids) e"
            " UNION SELECT j.key, g.subject_id FROM json_each(?3) j CROSS JOIN ledger g ON g.turn_id = j.value"
            " AND g.event IN ('ATOM_CREATED', 'ATOM_CHANGED') AND g.reason_code <> 'MADE_OUTDATED') m"
            " CROSS JOIN atom a ON a.atom_id = m.atom_id WHERE +a.user_id = ?1 AND a.status <> 'replaced'"
            " ORDER BY a.learned_at_ms DESC, a.atom_no DESC"
        )
        coded = json.dumps([self._coded(turn_id) for turn_id in turn_ids])
        found = self._rows(sql, user_id, json.dumps(turn_ids), coded)
        if not found:
            return ((),) * len(turn_ids)
        atom_ids = json.dumps(list({atom_id for _, atom_id in found}))
        atoms = {atom.atom_id: atom for atom in self._atoms("a.atom_id IN (SELECT value FROM json_each(?))", atom_ids)}
        return tuple(
            tuple(atoms[atom_id] for turn, atom_id in found if turn == place) for place in range(len(turn_ids))
        )

    def quoted_in(self, user_id: str, turn_id: str) -> tuple[str, ...]:
        """See `ControlQueries`."""
        sql = (
            "SELECT DISTINCT l.turn_id FROM ledger g JOIN archive l ON l.line_id = g.subject_id"
            " WHERE g.turn_id = ? AND g.event = 'LINE_QUOTED' AND l.user_id = ? AND l.speaker = 'user'"
        )
        return tuple(row[0] for row in self._rows(sql, self._coded(turn_id), user_id))

    def latest_learned(self, user_id: str) -> tuple[Atom, ...]:
        """See `ControlQueries`."""
        return self._atoms(f"{_LIVING} ORDER BY a.learned_at_ms DESC, a.atom_no DESC LIMIT 1", user_id)

    def doubted_spans(self, turn_ids: tuple[str, ...]) -> Mapping[str, tuple[tuple[str, int, int], ...]]:
        """See `ControlQueries`."""
        sql = (
            "SELECT DISTINCT s.turn_id, s.atom_id, s.start_at, s.end_at FROM json_each(?) j"
            " CROSS JOIN atom_source s ON s.turn_id = j.value JOIN atom a USING (atom_id) WHERE"
            " a.status NOT IN ('active', 'user_approved')"
            " OR EXISTS (SELECT 1 FROM correction c WHERE c.atom_id = a.atom_id)"
        )
        spans: dict[str, tuple[tuple[str, int, int], ...]] = {}
        for turn_id, atom_id, start, end in self._rows(sql, json.dumps(turn_ids)):
            spans[str(turn_id)] = (*spans.get(str(turn_id), ()), (str(atom_id), int(start), int(end)))
        return spans

    def last_reason(self, user_id: str, session_id: str) -> tuple[str, str]:
        """See `ControlQueries`."""
        sql = (
            "SELECT g.subject_id, g.reason_code FROM ledger g WHERE g.user_id = ? AND g.session_id = ?"
            " AND g.event = 'REPLIED' ORDER BY g.seq DESC LIMIT 1"
        )
        found = self._rows(sql, self._coded(user_id), self._coded(session_id))
        return (str(found[0][0]), str(found[0][1])) if found else ("", "")

    def intents(self, turn_ids: tuple[str, ...]) -> Mapping[str, str]:
        """See `ControlQueries`."""
        ids = {self._coded(turn_id): turn_id for turn_id in turn_ids}
        sql = (
            "SELECT g.turn_id, g.facts FROM json_each(?) j CROSS JOIN ledger g ON g.turn_id = j.value"
            " WHERE g.event = 'TURN_HEARD' ORDER BY g.seq"
        )
        return {ids[turn]: json.loads(facts)["intent"] for turn, facts in self._rows(sql, json.dumps(list(ids)))}

    def used_in(self, gate: Gate, turn_id: str) -> tuple[Atom, ...]:
        """See `ControlQueries`."""
        gated, params = visible_atoms(gate)
        sql = (
            f"+{gated} AND a.atom_id IN (SELECT u.atom_id FROM atom_use u WHERE u.turn_id = ?)"
            f" ORDER BY {RETRIEVAL_ORDER_SQL}"
        )
        return self._atoms(sql, *params, turn_id)

    def flags(self, user_id: str) -> tuple[Flag, ...]:
        """See `ControlQueries`."""
        sql = (
            f"SELECT {select_columns(FLAG_COLUMNS, 'f')} FROM flag f WHERE f.user_id = ?"
            " AND NOT EXISTS (SELECT 1 FROM flag n"
            " WHERE n.user_id = f.user_id AND n.key = f.key"
            " AND (n.touched_ms, n.flag_id) > (f.touched_ms, f.flag_id))"
        )
        return tuple(flag_from_row(row) for row in self._rows(f"{sql} ORDER BY f.touched_ms DESC, f.key", user_id))

    def corrections(self, user_id: str, limit: int) -> tuple[CorrectionPair, ...]:
        """See `ControlQueries`. The order is that of the ledger."""
        sql = (
            f"SELECT {select_columns(CORRECTION_COLUMNS, 'c')} FROM correction c"
            " JOIN ledger g ON g.subject_id = c.pair_id"
            " AND g.event = 'CORRECTION_KEPT' WHERE c.user_id = ? ORDER BY g.seq DESC LIMIT ?"
        )
        return tuple(CorrectionPair(*row) for row in reversed(self._rows(sql, user_id, limit)))

    def forgotten(self, user_id: str) -> ForgetSummary:
        """See `ControlQueries`. What was cut first and deleted later counts once."""
        sql = (
            "SELECT event, count(DISTINCT subject_id), max(at_ms) FROM ledger WHERE user_id = ?"
            " AND event IN ('ATOM_FORGOTTEN', 'LINE_FORGOTTEN', 'CORRECTION_FORGOTTEN') GROUP BY event"
        )
        found = {row[0]: row[1:] for row in self._rows(sql, self._coded(user_id))}
        atoms, lines, pairs = (found.get(f"{sort}_FORGOTTEN", (0, 0)) for sort in ("ATOM", "LINE", "CORRECTION"))
        return ForgetSummary(atoms[0], max(atoms[1], lines[1], pairs[1]), lines[0], pairs[0])

    def measurements(self, user_id: str) -> tuple[Mapping[str, int], ...]:
        """See `ControlQueries`."""
        rows = self._rows("SELECT counts FROM metric WHERE user_id = ? ORDER BY seq", user_id)
        return tuple(json.loads(row[0]) for row in rows)

    def _atoms(self, where: str, *params: Value) -> tuple[Atom, ...]:
        """Returns the atoms of a condition, which has the user or the gate, in its order."""
        return read_atoms(self._vault.database, f"{SELECT_ATOMS}{where}", params)

    def _coded(self, outside: str) -> str:
        return pseudonymize_id(outside, self._vault.code_key)

    def _rows(self, sql: str, *params: Value) -> list[tuple[Any, ...]]:
        from sqlcipher3 import dbapi2

        try:
            return list(self._vault.connection.execute(sql, params))
        except dbapi2.Error as error:
            raise vault_error_from_sqlite(error) from error
