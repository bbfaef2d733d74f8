"""Adapter: a `Change`, part by part, each with its ledger event and its outbox op (design.md section 4).

Committing a change again changes nothing: a record that is already there with equal content is passed over, what was
forgotten stays forgotten, and an event that the same turn already left in the ledger is not left twice. A record that
is there with *other* content is refused. Runs inside the transaction of a `VaultTransaction`; whoever opened it rolls
back.
"""

from __future__ import annotations

from engine_b.core.errors import ChangeRefused
from engine_b.core.policy import is_local
from engine_b.protocol.ledger import EventDraft, check_draft, pseudonymize_id, require_code
from engine_b.protocol.ops import RecordType
from engine_b.storage.record_contents import line_content
from engine_b.storage.row_mapping import LINE_COLUMNS, line_row, select_columns, stem_text
from engine_b.writes.atom_writes import change_atom, create_atom, use_atom
from engine_b.writes.control_writes import drop_flag, drop_rule, keep_correction, make_rule, raise_flag, record_question
from engine_b.writes.forget import destroy_atoms, forget_turns, forget_words
from engine_b.writes.transaction import VaultTransaction
from memory.core.policy import MemoryPolicy
from memory.model.atoms import ArchivedLine, Speaker
from memory.model.canonical import canonical_bytes
from memory.model.changes import Change, Note, Setting


def write_change(recorder: VaultTransaction, change: Change, policy: MemoryPolicy) -> None:
    """Write all parts, in the order in which they may depend on each other. Raises Refused at the first bad one."""
    for line in change.lines:
        archive_line(recorder, line, change.used_atoms)
    for rule_id in change.drop_rules:
        drop_rule(recorder, rule_id)
    for rule in change.new_rules:
        make_rule(recorder, rule)
    for atom in change.new_atoms:
        create_atom(recorder, atom)
    for atom in change.changed_atoms:
        change_atom(recorder, atom)
    _check_atom_caps(recorder, policy)
    for atom_id in change.used_atoms:
        use_atom(recorder, atom_id)
    for pair in change.corrections:
        keep_correction(recorder, pair)
    for question in change.questions:
        record_question(recorder, question)
    for user_id, key in change.drop_flags:
        drop_flag(recorder, user_id, key)
    for flag in change.flags:
        raise_flag(recorder, flag, policy)
    for setting in change.settings:
        keep_setting(recorder, setting)
    if change.forget_atoms:
        destroy_atoms(recorder, change.forget_atoms)
    if change.forget_turns:
        forget_turns(recorder, change.forget_turns)
    if change.forget_words:
        forget_words(recorder, change.forget_words)
    _measure(recorder, change, policy)
    for note in change.notes:
        _note(recorder, note)


def archive_line(recorder: VaultTransaction, line: ArchivedLine, used: tuple[str, ...] = ()) -> None:
    """Keep a line of the archive; `used` are the atoms that the turn speaks of."""
    row = line_row(line)
    sql = f"SELECT {select_columns(LINE_COLUMNS, 'l')} FROM archive l WHERE l.line_id = ?"
    stored = recorder.database.row(sql, (line.line_id,))
    if stored == row or recorder.has_tombstone("LINE_FORGOTTEN", line.line_id):
        return
    if stored:
        raise ChangeRefused("An archived line was to be overwritten with other words; nothing was changed.")
    recorder.insert_indexed("archive", LINE_COLUMNS, row, line.user_id, stem_text(line.text))
    spoken = list(used) if line.speaker is Speaker.SELENE else []
    op = recorder.put(RecordType.LINE, line.line_id, 1, line_content(row, spoken), new=True)
    recorder.append(EventDraft("LINE_ARCHIVED", line.speaker.value, line.line_id, op))


def _check_atom_caps(recorder: VaultTransaction, policy: MemoryPolicy) -> None:
    """Q13, as the last gate: so many atoms made and changed in one turn, over all its changes."""
    caps = {"ATOM_CREATED": policy.max_new_atoms_per_turn, "ATOM_CHANGED": policy.max_changed_atoms_per_turn}
    for event, most in caps.items():
        if recorder.written(event) > most:
            raise ChangeRefused("A turn was to make or change more atoms than it may; nothing was changed.")


def keep_setting(recorder: VaultTransaction, setting: Setting) -> None:
    """One entry of Current State: a code, so that the ledger can hold it and give it back."""
    require_code(setting.key, "a setting")
    require_code(setting.value, "a setting")
    draft = EventDraft(
        "SETTING_CHANGED", "SETTING", setting.key, facts=(("key", setting.key), ("value", setting.value))
    )
    stored = recorder.database.row("SELECT value FROM current_state WHERE key = ?", (setting.key,))
    if recorder.replayed(draft) or (stored and stored[0] == setting.value):
        return
    seq, subject = recorder.head.seq + 1, f"setting:{setting.key}"
    content = canonical_bytes({"key": setting.key, "value": setting.value})
    op = "" if is_local(setting.key) else _put_setting(recorder, subject, content)
    recorder.append(EventDraft(draft.event, draft.reason_code, draft.subject_id, op, draft.facts))
    recorder.database.run(
        "INSERT INTO current_state VALUES (?, ?, ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value, seq = excluded.seq",
        (setting.key, setting.value, seq),
    )


def _put_setting(recorder: VaultTransaction, subject: str, content: bytes) -> str:
    version = recorder.next_version("SETTING_CHANGED", subject)
    return recorder.put(RecordType.SETTING, subject, version, content)


def _measure(recorder: VaultTransaction, change: Change, policy: MemoryPolicy) -> None:
    """The counts of a turn (2.12)."""
    if not change.metrics:
        return
    for name, _ in change.metrics:
        require_code(name, "a measurement")
    counts = canonical_bytes(dict(change.metrics))
    if len(counts) > policy.max_metrics_bytes:
        raise ChangeRefused("The measurements of a turn were larger than they may be; nothing was changed.")
    draft = EventDraft("TURN_MEASURED", "MEASURED", facts=(("count", len(change.metrics)),))
    if recorder.replayed(draft):
        return
    recorder.append(draft)
    recorder.database.run(
        "INSERT INTO metric VALUES (?, ?, ?, ?, ?)",
        (recorder.head.seq, change.scope.user_id, change.scope.turn_id, change.scope.at_ms, counts.decode()),
    )


def _note(recorder: VaultTransaction, note: Note) -> None:
    subject = pseudonymize_id(note.subject_id, recorder.key.code_key) if "/" not in note.subject_id else note.subject_id
    draft = EventDraft(note.event, note.reason_code, subject, facts=note.facts)
    check_draft(draft)
    if not recorder.replayed(draft):
        recorder.append(draft)
