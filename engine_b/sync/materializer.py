"""Adapter: a subject made again from its heads: written, changed or taken away, with its ledger event."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from nacl.utils import random as random_bytes

from engine_b.core.errors import ChangeRefused
from engine_b.core.policy import is_local
from engine_b.crypto.sealing import KEY_BYTES, commitment
from engine_b.protocol.ledger import EventDraft, require_code
from engine_b.protocol.merge import merge_atom_heads, merge_line_texts
from engine_b.protocol.ops import OpBody, OpHead, RecordType, rank_heads
from engine_b.storage.record_contents import record_content
from engine_b.storage.row_mapping import (
    ATOM_COLUMNS,
    CORRECTION_COLUMNS,
    FLAG_COLUMNS,
    LINE_COLUMNS,
    RULE_COLUMNS,
    atom_content,
    atom_from_content,
    atom_row,
    atom_stems,
    stem_text,
)
from engine_b.storage.visibility_sql import topic_count
from engine_b.sync.new_records import USE
from engine_b.writes.control_writes import count_topics
from engine_b.writes.correction_cleanup import drop_correction_pairs
from engine_b.writes.derived_cleanup import drop_derived_records, drop_questions
from engine_b.writes.transaction import VaultTransaction, reject_forgotten_op
from memory.model.atoms import Atom
from memory.model.canonical import canonical_bytes
from memory.model.changes import RuleKind
from memory.text.stemming import stems

Content = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BatchContents:
    """The contents that came with this batch, by op id, whether any are kept beside the records, and the subjects of
    which words were taken back."""

    bodies: dict[str, OpBody]
    beside: bool
    retracted_subjects: set[str]


def materialize(
    recorder: VaultTransaction, sort: RecordType, subject_id: str, heads: Sequence[OpHead], known: BatchContents
) -> None:
    """Write what the heads of a subject say now; nothing when nothing changed."""
    if sort is RecordType.CORRECTION and recorder.is_tombstoned(subject_id):  # perhaps by its atom, in this batch
        heads = ()
    told = _contents(recorder, sort, subject_id, heads, known)
    if sort is RecordType.ATOM and subject_id in known.retracted_subjects:
        drop_derived_records(recorder, subject_id)
    _WRITE[sort](recorder, subject_id, [(head, told[head.op_id]) for head in heads])


def _contents(
    recorder: VaultTransaction, sort: RecordType, subject_id: str, heads: Sequence[OpHead], known: BatchContents
) -> dict[str, Content]:
    """What each head says: from this batch, kept beside, or the record itself while it was the only head."""
    told: dict[str, Content] = {}
    for head in heads:
        if head.op_id in known.bodies:
            content = known.bodies[head.op_id].content
            assert isinstance(content, dict)
            told[head.op_id] = content
            continue
        row = recorder.database.row("SELECT content FROM head_content WHERE op_id = ?", (head.op_id,))
        stored = row[0] if row else record_content(recorder.database, sort, subject_id)
        assert stored
        told[head.op_id] = json.loads(stored)
    if len(heads) > 1 or known.beside:
        _keep_head_contents(recorder, subject_id, told if len(heads) > 1 else {})
    return told


def _keep_head_contents(recorder: VaultTransaction, subject_id: str, told: dict[str, Content]) -> None:
    """Keep the contents of several heads until one of them is left."""
    recorder.database.run("DELETE FROM head_content WHERE subject_id = ?", (subject_id,))
    for op_id, content in told.items():
        row = (op_id, subject_id, canonical_bytes(content).decode("utf-8", "surrogatepass"))
        recorder.database.run("INSERT INTO head_content VALUES (?, ?, ?)", row)


def _atom(recorder: VaultTransaction, atom_id: str, told: list[tuple[OpHead, Content]]) -> None:
    rivals = {row[0] for row in recorder.database.rows("SELECT rival_id FROM rival WHERE atom_id = ?", (atom_id,))}
    derived: set[str] = set()
    if told:
        merged = merge_atom_heads(
            [(head, atom_from_content({**content, "atom_id": atom_id})) for head, content in told]
        )
        _put_atom(recorder, merged.atom)
        for origin, rival in merged.conflict_copies:
            if recorder.is_tombstoned(rival.atom_id):
                for op_id in (head.op_id for head, _ in told if head.origin == origin):
                    reject_forgotten_op(recorder, RecordType.ATOM, atom_id, rival.version, op_id, taken_back=True)
                continue
            derived.add(rival.atom_id)
            row = (rival.atom_id, atom_id, origin)
            recorder.database.run("INSERT OR REPLACE INTO rival VALUES (?, ?, ?)", row)
            if not _has_own_ops(recorder, rival.atom_id):
                _put_atom(recorder, rival)
    else:
        _drop_atom(recorder, atom_id)
    for rival_id in sorted(rivals - derived):
        if recorder.is_tombstoned(rival_id):
            drop_correction_pairs(recorder, rival_id)
        recorder.database.run("DELETE FROM rival WHERE rival_id = ?", (rival_id,))
        if not _has_own_ops(recorder, rival_id):
            _drop_atom(recorder, rival_id)


def _has_own_ops(recorder: VaultTransaction, subject_id: str) -> bool:
    """Whether someone changed or forgot a rival since, so that it speaks for itself."""
    sql = "SELECT 1 FROM op WHERE subject_id = ?1 UNION SELECT 1 FROM tombstone WHERE subject_id = ?1 LIMIT 1"
    return recorder.database.row(sql, (subject_id,)) is not None


def _put_atom(recorder: VaultTransaction, atom: Atom) -> None:
    """Write an atom as it now is; how often it was used here stays."""
    database, content = recorder.database, atom_content(atom)
    stored = record_content(database, RecordType.ATOM, atom.atom_id) if recorder.has("atom", atom.atom_id) else None
    if stored == content:
        return
    stem, row = atom_stems(atom), atom_row(atom)
    if stored is None:
        recorder.insert_indexed("atom", ATOM_COLUMNS, row, atom.user_id, stem)
    else:
        kept = [(c, v) for c, v in zip(ATOM_COLUMNS, row, strict=True) if c not in ("use_count", "last_used_at_ms")]
        database.run(
            f"UPDATE atom SET {', '.join(f'{column} = ?' for column, _ in kept)}, stems = ?,"
            f" dnm = {topic_count('?', '?')} WHERE atom_id = ?",
            (*(value for _, value in kept), stem, atom.user_id, stem, atom.atom_id),
        )
        database.run("DELETE FROM atom_source WHERE atom_id = ?", (atom.atom_id,))
    for ordinal, source in enumerate(atom.sources):
        cells = (atom.atom_id, ordinal, source.turn_id, source.start, source.end)
        database.run("INSERT INTO atom_source VALUES (?, ?, ?, ?, ?)", cells)
    dek = random_bytes(KEY_BYTES)
    database.run("INSERT OR REPLACE INTO atom_key VALUES (?, ?, ?)", (atom.atom_id, atom.version, dek))
    facts = (("version", atom.version), ("status", atom.status.value), ("kind", atom.kind.value))
    event = "ATOM_CREATED" if stored is None else "ATOM_CHANGED"
    draft = EventDraft(event, atom.reason_code, atom.atom_id, "", facts, commitment(content, dek))
    recorder.append(draft, atom.user_id)


def _drop_atom(recorder: VaultTransaction, atom_id: str) -> None:
    """Take away an atom that was forgotten elsewhere, with all that hangs on it here.

    One that is not gone for good may come back with an op of another device: which turns spoke of it stays known.
    """
    database = recorder.database
    if recorder.is_tombstoned(atom_id):
        database.run("DELETE FROM atom_use WHERE atom_id = ?", (atom_id,))
        drop_correction_pairs(recorder, atom_id)
    row = database.row("SELECT user_id FROM atom WHERE atom_id = ?", (atom_id,))
    if not row:
        return
    drop_questions(recorder, atom_id)
    for table in ("atom_source", "atom", "atom_key"):
        database.run(f"DELETE FROM {table} WHERE atom_id = ?", (atom_id,))
    recorder.forgot = True
    recorder.append(EventDraft("ATOM_FORGOTTEN", "SYNCED", atom_id), row[0])


def _line(recorder: VaultTransaction, line_id: str, told: list[tuple[OpHead, Content]]) -> None:
    database = recorder.database
    stored = database.row("SELECT user_id, text FROM archive WHERE line_id = ?", (line_id,))
    if not told:
        if stored:
            database.run("DELETE FROM archive WHERE line_id = ?", (line_id,))
            database.run("DELETE FROM atom_key WHERE atom_id = ?", (line_id,))
            recorder.forgot = True
            recorder.append(EventDraft("LINE_FORGOTTEN", "DELETED", line_id), stored[0])
        return
    content = rank_heads(told)[0][1]
    text = merge_line_texts([each["text"] for _, each in rank_heads(told)])
    if not stored:
        _archive(recorder, line_id, {**content, "text": text})
    elif stored[1] != text:
        database.run(
            f"UPDATE archive SET text = ?, stems = ?, dnm = {topic_count('user_id', '?')} WHERE line_id = ?",
            (text, stem_text(text), stem_text(text), line_id),
        )
        recorder.forgot = True
        recorder.append(EventDraft("LINE_FORGOTTEN", "CUT", line_id), stored[0])


def _archive(recorder: VaultTransaction, line_id: str, content: Content) -> None:
    row = tuple(content[column] for column in LINE_COLUMNS)
    recorder.insert_indexed("archive", LINE_COLUMNS, row, content["user_id"], stem_text(content["text"]))
    recorder.database.run_many(USE, [(content["turn_id"], atom_id) for atom_id in content["used"]])
    recorder.append(EventDraft("LINE_ARCHIVED", content["speaker"], line_id), content["user_id"])


def _rule(recorder: VaultTransaction, rule_id: str, told: list[tuple[OpHead, Content]]) -> None:
    database = recorder.database
    stored = database.row(f"SELECT {', '.join(RULE_COLUMNS)} FROM rule WHERE rule_id = ?", (rule_id,))
    now = tuple(rank_heads(told)[0][1][column] for column in RULE_COLUMNS) if told else None
    standing = now or stored
    if stored == now or not standing:
        return
    _, user_id, kind, topic, _, reason_code = standing
    database.run("DELETE FROM rule WHERE rule_id = ?", (rule_id,))
    database.run("DELETE FROM rule_stem WHERE rule_id = ?", (rule_id,))
    if now:
        database.run("INSERT INTO rule VALUES (?, ?, ?, ?, ?, ?)", now)
        database.run_many(
            "INSERT INTO rule_stem VALUES (?, ?)", [(rule_id, stem) for stem in sorted(set(stems(topic)))]
        )
    if now and not stored:
        recorder.append(EventDraft("RULE_MADE", reason_code, rule_id, facts=(("kind", kind),)), user_id)
    else:
        recorder.append(EventDraft("RULE_CHANGED" if now else "RULE_DROPPED", "SYNCED", rule_id), user_id)
    if kind == RuleKind.DO_NOT_MENTION:
        count_topics(recorder, user_id)


def _flag(recorder: VaultTransaction, flag_id: str, told: list[tuple[OpHead, Content]]) -> None:
    database = recorder.database
    stored = database.row("SELECT user_id, version, touched_ms FROM flag WHERE flag_id = ?", (flag_id,))
    if not told:
        if stored:
            database.run("DELETE FROM flag WHERE flag_id = ?", (flag_id,))
            recorder.append(EventDraft("FLAG_DROPPED", "SYNCED", flag_id), stored[0])
        return
    head, content = rank_heads(told)[0]
    if not stored or (stored[1], stored[2]) != (head.version, content["touched_ms"]):
        user_id, key, touched_ms, reason_code = (content[column] for column in FLAG_COLUMNS)
        row = (flag_id, user_id, key, head.version, touched_ms, reason_code)
        database.run("INSERT OR REPLACE INTO flag VALUES (?, ?, ?, ?, ?, ?)", row)
        recorder.append(EventDraft("FLAG_RAISED", reason_code, flag_id), user_id)


def _correction(recorder: VaultTransaction, pair_id: str, told: list[tuple[OpHead, Content]]) -> None:
    database = recorder.database
    stored = database.row("SELECT user_id FROM correction WHERE pair_id = ?", (pair_id,))
    if told and recorder.is_tombstoned(told[0][1]["atom_id"]):
        op = recorder.destroy(RecordType.CORRECTION, pair_id)
        recorder.append(EventDraft("CORRECTION_FORGOTTEN", "ATOM_FORGOTTEN", pair_id, op))
    elif told and not stored:
        content = rank_heads(told)[0][1]
        marks = ", ".join("?" * len(CORRECTION_COLUMNS))
        database.run(f"INSERT INTO correction VALUES ({marks})", tuple(content[c] for c in CORRECTION_COLUMNS))
        facts = (("delta_bp", content["delta_bp"]),)
        recorder.append(EventDraft("CORRECTION_KEPT", content["reason_code"], pair_id, facts=facts), content["user_id"])
    elif stored and not told:
        database.run("DELETE FROM correction WHERE pair_id = ?", (pair_id,))
        recorder.append(EventDraft("CORRECTION_FORGOTTEN", "SYNCED", pair_id), stored[0])


def _setting(recorder: VaultTransaction, subject_id: str, told: list[tuple[OpHead, Content]]) -> None:
    """A setting of this person's other device. It is a code, and gives nobody any right."""
    if not told:
        return
    content = max(told, key=_recency_key)[1]
    key, value = content["key"], content["value"]
    if is_local(key):
        return
    require_code(key, "a setting")
    require_code(value, "a setting")
    stored = recorder.database.row("SELECT value FROM current_state WHERE key = ?", (key,))
    if stored and stored[0] == value:
        return
    recorder.append(EventDraft("SETTING_CHANGED", "SYNCED", key, facts=(("key", key), ("value", value))))
    recorder.database.run(
        "INSERT INTO current_state VALUES (?, ?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value, seq = excluded.seq",
        (key, value, recorder.head.seq),
    )


def _recency_key(told: tuple[OpHead, Content]) -> tuple[int, str]:
    """The order of heads of a sort that has no versions."""
    return told[0].lamport, told[0].origin


def _device(recorder: VaultTransaction, subject_id: str, told: list[tuple[OpHead, Content]]) -> None:
    if told:
        content = max(told, key=_recency_key)[1]
        if f"device:{content['device_id']}" != subject_id:
            raise ChangeRefused
        row = (content["device_id"], content["name"])
        recorder.database.run("INSERT OR REPLACE INTO device_name VALUES (?, ?)", row)


_WRITE: dict[RecordType, Callable[[VaultTransaction, str, list[tuple[OpHead, Content]]], None]] = {
    RecordType.ATOM: _atom,
    RecordType.LINE: _line,
    RecordType.RULE: _rule,
    RecordType.FLAG: _flag,
    RecordType.CORRECTION: _correction,
    RecordType.SETTING: _setting,
    RecordType.DEVICE: _device,
}
