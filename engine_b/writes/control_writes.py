"""Adapter: what a person said about their memory: rules, flags, questions and corrections (2.4.4, 2.11.11, 2.11.12)."""

from __future__ import annotations

from nacl.utils import random as random_bytes

from engine_b.core.errors import ChangeRefused
from engine_b.protocol.ledger import EventDraft
from engine_b.protocol.ops import RecordType
from engine_b.storage.row_mapping import (
    CORRECTION_COLUMNS,
    FLAG_COLUMNS,
    QUESTION_COLUMNS,
    RULE_COLUMNS,
    correction_row,
    question_row,
    row_content,
    rule_row,
    select_columns,
)
from engine_b.storage.visibility_sql import topic_count
from engine_b.writes.op_lineage import previous_wording_op
from engine_b.writes.transaction import VaultTransaction
from memory.core.policy import MemoryPolicy
from memory.model.changes import CorrectionPair, Flag, Question, Rule, RuleKind
from memory.text.stemming import stems


def make_rule(recorder: VaultTransaction, rule: Rule) -> None:
    """Keep a rule; a do-not-mention topic takes hold of all that is stored already."""
    topic = sorted(set(stems(rule.topic)))
    if not topic:
        raise ChangeRefused("A rule without a word in its topic was to be made; nothing was changed.")
    row = rule_row(rule)
    stored = recorder.database.row(
        f"SELECT {select_columns(RULE_COLUMNS, 'r')} FROM rule r WHERE r.rule_id = ?",
        (rule.rule_id,),
    )
    draft = EventDraft("RULE_MADE", rule.reason_code, rule.rule_id, facts=(("kind", rule.kind.value),))
    if stored == row or (not stored and recorder.replayed(draft)):
        return
    if stored:
        raise ChangeRefused("A rule was to be made twice with other content; nothing was changed.")
    recorder.database.run("INSERT INTO rule VALUES (?, ?, ?, ?, ?, ?)", row)
    for stem in topic:
        recorder.database.run("INSERT INTO rule_stem VALUES (?, ?)", (rule.rule_id, stem))
    version = recorder.next_version("RULE_MADE", rule.rule_id)
    op = recorder.put(RecordType.RULE, rule.rule_id, version, row_content(RULE_COLUMNS, row))
    recorder.append(EventDraft(draft.event, draft.reason_code, draft.subject_id, op, draft.facts))
    if rule.kind is RuleKind.DO_NOT_MENTION:
        count_topics(recorder, rule.user_id)


def drop_rule(recorder: VaultTransaction, rule_id: str) -> None:
    """Take a rule back. One that is not there is passed over."""
    row = recorder.database.row("SELECT user_id, kind FROM rule WHERE rule_id = ?", (rule_id,))
    if not row or recorder.replayed(EventDraft("RULE_DROPPED", "USER_CONTROL", rule_id)):
        return
    recorder.database.run("DELETE FROM rule WHERE rule_id = ?", (rule_id,))
    recorder.database.run("DELETE FROM rule_stem WHERE rule_id = ?", (rule_id,))
    recorder.append(EventDraft("RULE_DROPPED", "USER_CONTROL", rule_id, recorder.destroy(RecordType.RULE, rule_id)))
    if row[1] == RuleKind.DO_NOT_MENTION:
        count_topics(recorder, row[0])


def raise_flag(recorder: VaultTransaction, flag: Flag, policy: MemoryPolicy) -> None:
    """Note that a stable thing is known (Q14). An older touch changes nothing."""
    stored = recorder.database.row(
        "SELECT flag_id, version, touched_ms FROM flag WHERE user_id = ? AND key = ?"
        " ORDER BY touched_ms DESC, flag_id LIMIT 1",
        (flag.user_id, flag.key),
    )
    if stored and stored[2] >= flag.touched_ms:
        return
    flag_id, version = (stored[0], stored[1] + 1) if stored else (f"f-{random_bytes(12).hex()}", 1)
    cells = (flag.user_id, flag.key, flag.touched_ms, flag.reason_code)
    recorder.database.run(
        "INSERT OR REPLACE INTO flag (flag_id, user_id, key, version, touched_ms, reason_code)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (flag_id, flag.user_id, flag.key, version, flag.touched_ms, flag.reason_code),
    )
    count = recorder.database.row("SELECT count(DISTINCT key) FROM flag WHERE user_id = ?", (flag.user_id,))
    if count and count[0] > policy.max_do_not_repeat_keys:
        raise ChangeRefused("More do-not-repeat flags were to be kept than there may be; nothing was changed.")
    op = recorder.put(RecordType.FLAG, flag_id, version, row_content(FLAG_COLUMNS, cells))
    recorder.append(EventDraft("FLAG_RAISED", flag.reason_code, flag_id, op))


def drop_flag(recorder: VaultTransaction, user_id: str, key: str, reason_code: str = "FLAG_DROPPED") -> None:
    """Take a flag back, by its key. One that is not there is passed over."""
    sql = "SELECT flag_id FROM flag WHERE user_id = ? AND key = ? ORDER BY flag_id"
    for (flag_id,) in recorder.database.rows(sql, (user_id, key)):
        recorder.database.run("DELETE FROM flag WHERE flag_id = ?", (flag_id,))
        recorder.append(EventDraft("FLAG_DROPPED", reason_code, flag_id, recorder.destroy(RecordType.FLAG, flag_id)))


def record_question(recorder: VaultTransaction, question: Question) -> None:
    """Keep a question, or the state that it has reached."""
    row = question_row(question)
    stored = recorder.database.row(
        f"SELECT {select_columns(QUESTION_COLUMNS, 'q')} FROM question q WHERE q.question_id = ?",
        (question.question_id,),
    )
    draft = EventDraft(f"QUESTION_{question.state.upper()}", question.reason_code, question.question_id)
    if stored == row or recorder.replayed(draft):
        return
    marks = ", ".join("?" * len(QUESTION_COLUMNS))
    recorder.database.run(f"INSERT OR REPLACE INTO question VALUES ({marks})", row)
    recorder.append(draft)


def keep_correction(recorder: VaultTransaction, pair: CorrectionPair) -> None:
    """Keep what was heard and what was meant."""
    row = correction_row(pair)
    stored = recorder.database.row(
        f"SELECT {select_columns(CORRECTION_COLUMNS, 'c')} FROM correction c WHERE c.pair_id = ?",
        (pair.pair_id,),
    )
    if stored == row or recorder.has_tombstone("CORRECTION_FORGOTTEN", pair.pair_id):
        return
    if stored:
        raise ChangeRefused("A correction was to be overwritten with another; nothing was changed.")
    marks = ", ".join("?" * len(CORRECTION_COLUMNS))
    recorder.database.run(f"INSERT INTO correction VALUES ({marks})", row)
    content = row_content(CORRECTION_COLUMNS, row)
    heard = previous_wording_op(recorder.database, pair.atom_id, recorder.device_id, recorder.txn_id)
    op = recorder.put(RecordType.CORRECTION, pair.pair_id, 1, content, new=True, keeps=heard)
    facts: tuple[tuple[str, int | str], ...] = (("delta_bp", pair.delta_bp),)
    recorder.append(EventDraft("CORRECTION_KEPT", pair.reason_code, pair.pair_id, op, facts))


def count_topics(recorder: VaultTransaction, user_id: str) -> None:
    """Count again, for all rows of a user, the topics that match."""
    for table in ("atom", "archive"):
        count = topic_count(f"{table}.user_id", f"{table}.stems")
        recorder.database.run(
            f"UPDATE {table} SET dnm = {count} WHERE user_id = ? AND dnm <> {count}",
            (user_id,),
        )
