"""Pure: declares the record types of the core, each once (docs/adr/0011)."""

from __future__ import annotations

from collections.abc import Sequence

from engine_b.core.policy import is_local
from engine_b.protocol.merge import merge_atom_heads, merge_line_texts, with_every_thing
from engine_b.protocol.op_heads import rank_heads
from engine_b.protocol.record_schemas import (
    AtomSchema,
    CorrectionSchema,
    DeviceSchema,
    FlagSchema,
    ForgottenValueSchema,
    LineSchema,
    ListItemSchema,
    MoodSchema,
    PauseProfileSchema,
    QuestionSchema,
    RuleSchema,
    ScheduleSchema,
    SettingSchema,
    ThreadSchema,
    VoiceprintSchema,
    WorkOrderSchema,
)
from engine_b.protocol.record_types import (
    EventRule,
    MergedRecord,
    RecordType,
    RecordTypes,
    StatedHead,
    SyncScope,
    TypeName,
    latest_head,
)
from engine_b.protocol.row_mapping import (
    ATOM_ROWS,
    ATOM_SAID,
    CORRECTION_COLUMNS,
    FLAG_COLUMNS,
    LINE_COLUMNS,
    QUESTION_COLUMNS,
    RULE_COLUMNS,
    RULE_ROWS,
    THREAD_ROWS,
    atom_fields,
    atom_from_content,
)
from memory.model.changes import RuleKind

_ATOM_FACTS = ("version", "status", "kind")


def _merge_atoms(atom_id: str, heads: Sequence[StatedHead]) -> MergedRecord:
    """Merges heads of an atom: the strongest becomes the atom, each other one an uncertain conflict copy
    (docs/adr/0009).
    """
    merged = merge_atom_heads([(head, atom_from_content({**said, "atom_id": atom_id})) for head, said in heads])
    copies = tuple((origin, copy.atom_id, atom_fields(copy)) for origin, copy in merged.conflict_copies)
    return MergedRecord(atom_fields(merged.atom), copies)


def _merge_lines(line_id: str, heads: Sequence[StatedHead]) -> MergedRecord:
    """Merges heads of a line: every cut is applied."""
    ranked = [said for _, said in rank_heads(heads)]
    return MergedRecord({**ranked[0], "text": merge_line_texts([said["text"] for said in ranked])})


LINE = RecordType(
    name=TypeName("line"),
    gated=True,
    schema=LineSchema,
    prefix="t-",
    id_field="line_id",
    table="archive",
    columns=LINE_COLUMNS,
    id_column="line_id",
    order="line_no",
    gathered=((
        "used",
        "CASE t.speaker WHEN 'selene' THEN (SELECT json_group_array(u.atom_id) FROM"
        " (SELECT atom_id FROM atom_use WHERE turn_id = t.turn_id ORDER BY atom_id) u) ELSE '[]' END",
    ),),
    spoken_of="used",
    indexed_text=lambda line: str(line["text"]),
    made=EventRule("LINE_ARCHIVED", reason_field="speaker"),
    changed=EventRule("LINE_FORGOTTEN", "CUT", forgets=True),
    dropped=EventRule("LINE_FORGOTTEN", "DELETED", forgets=True),
    final=True,
    merge=_merge_lines,
    changes=("text",),
    bulk=True,
    words=("text", "who"),
    wordless=("turn_id", "session_id"),
)  # fmt: skip
ATOM = RecordType(
    name=TypeName("atom"),
    gated=True,
    schema=AtomSchema,
    prefix="a-",
    id_field="atom_id",
    table="atom",
    columns=ATOM_SAID,
    id_column="atom_id",
    version_column="version",
    unsaid=(("use_count", 0), ("last_used_at_ms", None)),
    gathered=((
        "sources",
        "(SELECT json_group_array(json_array(s.turn_id, s.start_at, s.end_at)) FROM"
        " (SELECT turn_id, start_at, end_at FROM atom_source WHERE atom_id = t.atom_id ORDER BY ordinal) s)",
    ),),
    order="atom_no",
    derived=ATOM_ROWS,
    indexed_text=lambda atom: f"{atom['key']} {atom['value']} {atom['text']}",
    keyed=True,
    made=EventRule("ATOM_CREATED", reason_field="reason_code", facts=_ATOM_FACTS),
    changed=EventRule("ATOM_CHANGED", reason_field="reason_code", facts=_ATOM_FACTS),
    dropped=EventRule("ATOM_FORGOTTEN", forgets=True),
    final=True,
    merge=_merge_atoms,
    bulk=True,
    words=("key", "value", "text"),
    wordless=("sources", "supersedes", "superseded_by"),
    teaches=True,
)  # fmt: skip
RULE = RecordType(
    name=TypeName("rule"),
    gated=True,
    schema=RuleSchema,
    prefix="r-",
    id_field="rule_id",
    table="rule",
    columns=RULE_COLUMNS,
    id_column="rule_id",
    derived=RULE_ROWS,
    recounts_topics=lambda rule: bool(rule["kind"] == RuleKind.DO_NOT_MENTION),
    made=EventRule("RULE_MADE", reason_field="reason_code", facts=("kind",)),
    changed=EventRule("RULE_CHANGED"),
    dropped=EventRule("RULE_DROPPED", forgets=True),
    words=("topic",),
    needs_words=lambda rule: bool(rule["kind"] == RuleKind.DO_NOT_STORE),
)
"""A standing order about a topic. What is not to be mentioned is gone with its words, and so is the order; what is not
to be stored may still be told, and the order stays until the person lifts it.
"""
FLAG = RecordType(
    name=TypeName("flag"),
    gated=True,
    schema=FlagSchema,
    prefix="f-",
    table="flag",
    columns=FLAG_COLUMNS,
    id_column="flag_id",
    version_column="version",
    made=EventRule("FLAG_RAISED", reason_field="reason_code"),
    changed=EventRule("FLAG_RAISED", reason_field="reason_code"),
    dropped=EventRule("FLAG_DROPPED", forgets=True),
    words=("key",),
    one_of=("user_id", "key"),
    newest="touched_ms",
)
CORRECTION = RecordType(
    name=TypeName("correction"),
    gated=True,
    schema=CorrectionSchema,
    prefix="c-",
    id_field="pair_id",
    table="correction",
    columns=CORRECTION_COLUMNS,
    id_column="pair_id",
    made=EventRule("CORRECTION_KEPT", reason_field="reason_code", facts=("delta_bp",)),
    dropped=EventRule("CORRECTION_FORGOTTEN", forgets=True),
    final=True,
    changes=(),
    words=("heard", "meant"),
    wordless=("turn_id",),
    goes_with="atom_id",
)
DEVICE = RecordType(
    name=TypeName("device"),
    gated=True,
    schema=DeviceSchema,
    prefix="device:",
    id_field="device_id",
    bare_id=True,
    table="device_name",
    columns=("device_id", "name"),
    id_column="device_id",
    erasable=False,
    merge=latest_head,
    kept_words=("name",),
    in_digest=False,
)
"""The names of the devices. Not in the digest: a restored device adds its own, and must show the digest of the lost
one. An erasing op of this type takes nothing back: the ops that it names are reissued elsewhere.
"""
SETTING = RecordType(
    name=TypeName("setting"),
    gated=True,
    schema=SettingSchema,
    prefix="setting:",
    id_field="key",
    bare_id=True,
    table="current_state",
    columns=("key", "value"),
    id_column="key",
    seq_column="seq",
    made=EventRule("SETTING_CHANGED", facts=("key", "value")),
    changed=EventRule("SETTING_CHANGED", facts=("key", "value")),
    stays_here=lambda setting: is_local(setting["key"]),
    erasable=False,
    merge=latest_head,
)
"""An entry of Current State. It is a code, and grants nothing."""
QUESTION = RecordType(
    name=TypeName("question"),
    gated=True,
    schema=QuestionSchema,
    prefix="q-",
    id_field="question_id",
    table="question",
    columns=QUESTION_COLUMNS,
    id_column="question_id",
    scope=SyncScope.NEVER,
    words=("key", "proposal"),
    wordless=("session_id", "turn_id", "atom_ids"),
    in_digest=False,
)

_CLOSED = frozenset({"rang", "missed"})


def _merge_schedules(schedule_id: str, heads: Sequence[StatedHead]) -> MergedRecord:
    """Merges heads of a schedule: the latest counts, but one that rang does not undo a later time that was set
    meanwhile.
    """
    latest = latest_head(schedule_id, heads).content
    if latest["state"] not in _CLOSED:
        return MergedRecord(latest)
    later = [said for _, said in heads if said["state"] not in _CLOSED and said["due_ms"] > latest["due_ms"]]
    return MergedRecord(min(later, key=lambda said: int(said["due_ms"])) if later else latest)


SCHEDULE = RecordType(
    name=TypeName("schedule"),
    schema=ScheduleSchema,
    prefix="schedule-",
    id_field="schedule_id",
    table="schedule",
    columns=ScheduleSchema.__struct_fields__,
    id_column="schedule_id",
    made=EventRule("SCHEDULE_SET", facts=("kind", "state")),
    changed=EventRule("SCHEDULE_CHANGED", facts=("kind", "state")),
    dropped=EventRule("SCHEDULE_DROPPED", forgets=True),
    final=True,
    merge=_merge_schedules,
    words=("label",),
    wordless=("device_id", "set_on", "zone", "recurrence", "first_local", "boot_id", "turn_id"),
)
"""A timer, an alarm or a reminder."""
LIST_ITEM = RecordType(
    name=TypeName("list_item"),
    schema=ListItemSchema,
    prefix="item-",
    id_field="item_id",
    table="list_item",
    columns=ListItemSchema.__struct_fields__,
    id_column="item_id",
    made=EventRule("LIST_ITEM_ADDED", facts=("state",)),
    changed=EventRule("LIST_ITEM_CHANGED", facts=("state",)),
    dropped=EventRule("LIST_ITEM_DROPPED", forgets=True),
    final=True,
    merge=latest_head,
    words=("list_name", "text"),
    wordless=("turn_id",),
)
"""One thing on a list."""
VOICEPRINT = RecordType(
    name=TypeName("voiceprint"),
    schema=VoiceprintSchema,
    prefix="voice-",
    id_field="voiceprint_id",
    table="voiceprint",
    columns=VoiceprintSchema.__struct_fields__,
    id_column="voiceprint_id",
    made=EventRule("VOICE_HEARD", facts=("state",)),
    changed=EventRule("VOICE_HEARD", facts=("state",)),
    dropped=EventRule("VOICE_FORGOTTEN", forgets=True),
    final=True,
    merge=latest_head,
    scope=SyncScope.BY_CONSENT,
    wordless=("model", "embedding", "turn_id"),
)
"""The voice of a person. It is biometric: no other device gets it without consent."""
PAUSE_PROFILE = RecordType(
    name=TypeName("pause_profile"),
    schema=PauseProfileSchema,
    prefix="pause-",
    id_field="pause_profile_id",
    table="pause_profile",
    columns=PauseProfileSchema.__struct_fields__,
    id_column="pause_profile_id",
    made=EventRule("PAUSES_LEARNED"),
    changed=EventRule("PAUSES_LEARNED"),
    dropped=EventRule("PAUSES_FORGOTTEN", forgets=True),
    final=True,
    merge=latest_head,
    scope=SyncScope.BY_CONSENT,
    wordless=("turn_id",),
)
"""How long a person pauses within a turn. It is of their way of speaking: no other device gets it without consent."""
THREAD = RecordType(
    name=TypeName("thread"),
    schema=ThreadSchema,
    prefix="thread-",
    id_field="thread_id",
    table="thread",
    columns=ThreadSchema.__struct_fields__,
    id_column="thread_id",
    made=EventRule("THREAD_DIGESTED", facts=("pinned",)),
    changed=EventRule("THREAD_CHANGED", facts=("pinned", "muted", "use_count")),
    dropped=EventRule("THREAD_FORGOTTEN", forgets=True),
    final=True,
    derived=THREAD_ROWS,
    merge=latest_head,
    wordless=("session_id", "title", "entities", "decisions", "questions", "next_step", "evidence"),
)
"""What a conversation was about, as places in the archive (2.18)."""
WORK_ORDER = RecordType(
    name=TypeName("work_order"),
    schema=WorkOrderSchema,
    prefix="work-",
    id_field="work_order_id",
    table="work_order",
    columns=WorkOrderSchema.__struct_fields__,
    id_column="work_order_id",
    made=EventRule("WORK_ORDER_MADE", reason_field="reason", facts=("status",)),
    changed=EventRule("WORK_ORDER_CHANGED", reason_field="reason", facts=("status", "muted")),
    dropped=EventRule("WORK_ORDER_FORGOTTEN", forgets=True),
    final=True,
    merge=latest_head,
    wordless=("said", "reason"),
)
"""What is to be done, and how far it is agreed, as places in the archive (2.21B)."""
FORGOTTEN_VALUE = RecordType(
    name=TypeName("forgotten_value"),
    schema=ForgottenValueSchema,
    prefix="gone-",
    id_field="value_id",
    table="forgotten_value",
    columns=ForgottenValueSchema.__struct_fields__,
    id_column="value_id",
    made=EventRule("VALUE_BARRED"),
    changed=EventRule("VALUE_BARRED"),
    dropped=EventRule("VALUE_ALLOWED"),
    merge=with_every_thing,
    wordless=("digest", "about", "thing"),
)
"""The keyed digest of a value that must not come back by being told in passing."""

MOOD = RecordType(
    name=TypeName("mood"),
    schema=MoodSchema,
    prefix="mood-",
    id_field="mood_id",
    table="mood",
    columns=MoodSchema.__struct_fields__,
    id_column="mood_id",
    made=EventRule("MOOD_FELT"),
    changed=EventRule("MOOD_FELT"),
    dropped=EventRule("MOOD_FORGOTTEN", forgets=True),
    merge=latest_head,
    wordless=("session",),
)
"""How a person feels, in numbers, for the tone of the voice (2.3). No rule of the memory reads it."""

CORE_TYPES = RecordTypes(
    (
        LINE,
        ATOM,
        RULE,
        FLAG,
        CORRECTION,
        DEVICE,
        SETTING,
        QUESTION,
        SCHEDULE,
        LIST_ITEM,
        FORGOTTEN_VALUE,
        VOICEPRINT,
        PAUSE_PROFILE,
        THREAD,
        MOOD,
        WORK_ORDER,
    )
)
"""The order in which a vault older than sync queues them: lines before the atoms that came from them."""
