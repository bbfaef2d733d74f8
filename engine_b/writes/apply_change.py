"""Adapter: writes a `Change` part by part, each with its ledger event and its outbox op (design.md section 4).

Committing a change again changes nothing: an equal record is skipped, what was forgotten stays forgotten, and an event
that the same turn already left in the ledger is not added twice. A stored record with *other* content is refused. Runs
inside a `VaultTransaction`; its owner rolls back.
"""

from __future__ import annotations

from engine_b.core.errors import ChangeRefused
from engine_b.protocol.core_types import LINE, SETTING
from engine_b.protocol.ledger import EventDraft, check_draft, pseudonymize_id, require_code
from engine_b.protocol.record_types import Content
from engine_b.protocol.row_mapping import LINE_COLUMNS, line_row, record_fields
from engine_b.storage.record_contents import stored_content
from engine_b.storage.record_rows import RecordRow
from engine_b.writes.atom_writes import change_atom, create_atom, use_atom
from engine_b.writes.control_writes import drop_flag, drop_rule, keep_correction, make_rule, raise_flag, record_question
from engine_b.writes.forget import destroy_atoms, forget_turns, forget_words
from engine_b.writes.forget_phrases import forget_phrases
from engine_b.writes.initial_ops import queue_untold
from engine_b.writes.record_writes import consented_type, drop_record, save_record, write_record
from engine_b.writes.transaction import VaultTransaction
from memory.core.policy import MemoryPolicy
from memory.model.atoms import ArchivedLine, Speaker
from memory.model.changes import Change, Note, Setting
from protos.canonical_json import canonical_bytes


def write_change(recorder: VaultTransaction, change: Change, policy: MemoryPolicy) -> None:
    """Writes all parts, in the order in which they depend on each other. Raises ChangeRefused at the first bad one."""
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
    for type_name, subject_id in change.drop_records:
        drop_record(recorder, type_name, subject_id)
    for record in change.records:
        write_record(recorder, record.type, record.content)
    if change.forget_atoms:
        destroy_atoms(recorder, change.forget_atoms)
    if change.forget_turns:
        forget_turns(recorder, change.forget_turns)
    if change.forget_words:
        forget_words(recorder, change.forget_words)
    if change.forget_phrases:
        forget_phrases(recorder, change.forget_phrases)
    _measure(recorder, change, policy)
    for note in change.notes:
        _note(recorder, note)


def archive_line(recorder: VaultTransaction, line: ArchivedLine, used: tuple[str, ...] = ()) -> None:
    """Archives a line; `used` are the atoms that the turn used."""
    spoken = sorted(set(used)) if line.speaker is Speaker.SELENE else []
    content = {**record_fields(LINE_COLUMNS, line_row(line)), "used": spoken}
    stored = stored_content(recorder.database, LINE, line.line_id)
    if (stored and {**stored, "used": spoken} == content) or recorder.has_tombstone("LINE_FORGOTTEN", line.line_id):
        return
    if stored:
        raise ChangeRefused("An archived line was to be overwritten with other words; nothing was changed.")
    save_record(recorder, LINE, RecordRow(line.line_id, 1, content), None, new=True)


def _check_atom_caps(recorder: VaultTransaction, policy: MemoryPolicy) -> None:
    """Checks the caps of Q13 once more: atoms made and changed in one turn, over all its changes."""
    caps = {"ATOM_CREATED": policy.max_new_atoms_per_turn, "ATOM_CHANGED": policy.max_changed_atoms_per_turn}
    for event, most in caps.items():
        if recorder.written(event) > most:
            raise ChangeRefused("A turn was to make or change more atoms than it may; nothing was changed.")


def keep_setting(recorder: VaultTransaction, setting: Setting) -> None:
    """Stores an entry of Current State: a code, so that the ledger can hold and restore it."""
    require_code(setting.key, "a setting")
    require_code(setting.value, "a setting")
    content: Content = {"key": setting.key, "value": setting.value}
    subject = SETTING.subject_of(content)
    stored = stored_content(recorder.database, SETTING, subject)
    draft = EventDraft("SETTING_CHANGED", "SETTING", setting.key, facts=tuple(content.items()))
    if recorder.replayed(draft) or stored == content:
        return
    version = recorder.next_version("SETTING_CHANGED", subject)
    save_record(recorder, SETTING, RecordRow(subject, version, content), stored, reason="SETTING")
    kind = consented_type(recorder, setting.key)
    if kind and setting.value == "yes":
        queue_untold(recorder, kind)


def _measure(recorder: VaultTransaction, change: Change, policy: MemoryPolicy) -> None:
    """Stores the counts of a turn (2.12)."""
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
