"""Adapter: writes a person's controls: rules, flags, questions and corrections (2.4.4, 2.11.11, 2.11.12)."""

from __future__ import annotations

from nacl.utils import random as random_bytes

from engine_b.core.errors import ChangeRefused
from engine_b.protocol.core_types import CORRECTION, FLAG, QUESTION, RULE
from engine_b.protocol.ledger import EventDraft
from engine_b.protocol.row_mapping import (
    CORRECTION_COLUMNS,
    FLAG_COLUMNS,
    QUESTION_COLUMNS,
    RULE_COLUMNS,
    correction_row,
    question_row,
    record_fields,
    rule_row,
)
from engine_b.storage.record_contents import stored_content
from engine_b.storage.record_rows import RecordRow
from engine_b.writes.op_lineage import previous_wording_op
from engine_b.writes.record_writes import BY_PERSON, remove_record, save_record
from engine_b.writes.transaction import VaultTransaction
from memory.core.policy import MemoryPolicy
from memory.model.changes import CorrectionPair, Flag, Question, Rule
from memory.text.stemming import stems


def make_rule(recorder: VaultTransaction, rule: Rule) -> None:
    """Stores a rule; a do-not-mention topic is matched with all stored records at once."""
    if not stems(rule.topic):
        raise ChangeRefused("A rule without a word in its topic was to be made; nothing was changed.")
    content = record_fields(RULE_COLUMNS, rule_row(rule))
    stored = stored_content(recorder.database, RULE, rule.rule_id)
    draft = EventDraft("RULE_MADE", rule.reason_code, rule.rule_id, facts=(("kind", rule.kind.value),))
    if stored == content or (not stored and recorder.replayed(draft)):
        return
    if stored:
        raise ChangeRefused("A rule was to be made twice with other content; nothing was changed.")
    version = recorder.next_version("RULE_MADE", rule.rule_id)
    save_record(recorder, RULE, RecordRow(rule.rule_id, version, content), None)


def drop_rule(recorder: VaultTransaction, rule_id: str) -> None:
    """Drops a rule. Skips a missing one."""
    stored = stored_content(recorder.database, RULE, rule_id)
    if stored and not recorder.replayed(EventDraft("RULE_DROPPED", BY_PERSON, rule_id)):
        remove_record(recorder, RULE, rule_id, stored, BY_PERSON)


def raise_flag(recorder: VaultTransaction, flag: Flag, policy: MemoryPolicy) -> None:
    """Flags a stable fact as known (Q14). An older touch changes nothing."""
    stored = recorder.database.row(
        "SELECT flag_id, version, touched_ms FROM flag WHERE user_id = ? AND key = ?"
        " ORDER BY touched_ms DESC, flag_id LIMIT 1",
        (flag.user_id, flag.key),
    )
    if stored and stored[2] >= flag.touched_ms:
        return
    flag_id, version = (stored[0], stored[1] + 1) if stored else (f"f-{random_bytes(12).hex()}", 1)
    content = record_fields(FLAG_COLUMNS, (flag.user_id, flag.key, flag.touched_ms, flag.reason_code))
    before = stored_content(recorder.database, FLAG, flag_id) if stored else None
    save_record(recorder, FLAG, RecordRow(flag_id, version, content), before)
    count = recorder.database.row("SELECT count(DISTINCT key) FROM flag WHERE user_id = ?", (flag.user_id,))
    if count and count[0] > policy.max_do_not_repeat_keys:
        raise ChangeRefused("More do-not-repeat flags were to be kept than there may be; nothing was changed.")


def drop_flag(recorder: VaultTransaction, user_id: str, key: str, reason_code: str = "FLAG_DROPPED") -> None:
    """Drops a flag by its key. Skips a missing one."""
    sql = "SELECT flag_id FROM flag WHERE user_id = ? AND key = ? ORDER BY flag_id"
    for (flag_id,) in recorder.database.rows(sql, (user_id, key)):
        remove_record(recorder, FLAG, flag_id, {"user_id": user_id}, reason_code)


def record_question(recorder: VaultTransaction, question: Question) -> None:
    """Stores a question, or its new state."""
    content = record_fields(QUESTION_COLUMNS, question_row(question))
    before = stored_content(recorder.database, QUESTION, question.question_id)
    draft = EventDraft(f"QUESTION_{question.state.upper()}", question.reason_code, question.question_id)
    if before == content or recorder.replayed(draft):
        return
    save_record(recorder, QUESTION, RecordRow(question.question_id, 1, content), before)
    recorder.append(draft)


def keep_correction(recorder: VaultTransaction, pair: CorrectionPair) -> None:
    """Stores a correction pair."""
    content = record_fields(CORRECTION_COLUMNS, correction_row(pair))
    stored = stored_content(recorder.database, CORRECTION, pair.pair_id)
    if stored == content or recorder.has_tombstone("CORRECTION_FORGOTTEN", pair.pair_id):
        return
    if stored:
        raise ChangeRefused("A correction was to be overwritten with another; nothing was changed.")
    heard = previous_wording_op(recorder.database, pair.atom_id, recorder.device_id, recorder.txn_id)
    save_record(recorder, CORRECTION, RecordRow(pair.pair_id, 1, content), None, new=True, keeps=heard)
