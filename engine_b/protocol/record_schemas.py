"""Pure: the fields of the core's record types and their bounds (research: reliability 3.1; parked ops).

They check everything that tables, ledger and records require, so that a valid op can always be applied.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine_b.protocol.ledger import CODE, SUBJECT
from memory.model.atoms import Exposure, Kind, Provenance, Recall, Speaker, Status
from memory.model.changes import RuleKind

Whole = Annotated[int, Meta(ge=-(1 << 53), lt=1 << 53)]
"""Whole numbers that every language reads alike."""
Count = Annotated[int, Meta(ge=0, lt=1 << 53)]
"""Whole numbers of what can be counted or measured."""
Code = Annotated[str, Meta(pattern=rf"\A{CODE.pattern}\Z")]
"""A text that the ledger repeats."""
Subject = Annotated[str, Meta(pattern=rf"\A{SUBJECT.pattern}\Z")]


Version = Annotated[int, Meta(gt=0, lt=1 << 31)]
"""Far more changes than a person makes: an op of a faulty device with more is refused."""


class AtomSchema(Struct):
    """The fields of an atom."""

    atom_id: str
    user_id: str
    kind: Kind
    key: str
    value: str
    text: str
    sources: Annotated[list[tuple[str, Whole, Whole]], Meta(min_length=1)]
    learned_at_ms: Whole
    provenance: Provenance
    confidence_bp: Annotated[int, Meta(ge=0, le=10_000)]
    status: Status
    exposure: Exposure
    recall: Recall
    pinned: Literal[0, 1]
    valid_from_ms: Whole | None
    valid_until_ms: Whole | None
    last_confirmed_at_ms: Whole | None
    supersedes: str | None
    superseded_by: str | None
    version: Version
    reason_code: Code


class LineSchema(Struct):
    """The fields of an archived line."""

    line_id: str
    turn_id: str
    session_id: str
    user_id: str
    speaker: Speaker
    who: str
    text: str
    at_ms: Whole
    utc_offset_min: Whole
    tokens: Whole
    used: list[Subject]


class RuleSchema(Struct):
    """The fields of a do-not-mention or do-not-store rule."""

    rule_id: str
    user_id: str
    kind: RuleKind
    topic: str
    made_at_ms: Whole
    reason_code: Code


class FlagSchema(Struct):
    """The fields of a do-not-repeat flag."""

    user_id: str
    key: str
    touched_ms: Whole
    reason_code: Code


class CorrectionSchema(Struct):
    """The fields of a correction pair."""

    pair_id: str
    user_id: str
    turn_id: str
    atom_id: str
    heard: str
    meant: str
    reason_code: Code
    delta_bp: Whole


class SettingSchema(Struct):
    """The fields of an entry of Current State."""

    key: Code
    value: Code


class DeviceSchema(Struct):
    """The fields of a device's name."""

    device_id: str
    name: str


class QuestionSchema(Struct):
    """The fields of a question, which stays on the device that asked it."""

    question_id: str
    user_id: str
    session_id: str
    turn_id: str
    key: str
    reason_code: Code
    state: Literal["open", "resolved", "unresolved"]
    atom_ids: str
    asked_at_ms: Whole
    proposal: str


class ScheduleSchema(Struct):
    """The fields of a timer, an alarm or a reminder."""

    schedule_id: str
    user_id: str
    kind: Literal["timer", "alarm", "reminder"]
    label: str
    state: Literal["set", "snoozed", "paused", "rang", "missed", "cancelled"]
    due_ms: Whole
    """The next moment at which it is due, on the wall clock, UTC."""
    device_id: str
    """The device that rings."""
    set_on: str
    """The device on which it was set."""
    set_ms: Whole
    zone: str
    """The IANA name of the zone of its wall clock, or `UTC+01:00`."""
    guest: Literal[0, 1] = 0
    duration_ms: Whole = 0
    """How long a timer runs; 0 for a moment of the wall clock."""
    recurrence: str = ""
    """An RRULE of RFC 5545; empty for once."""
    first_local: str = ""
    """The wall clock time from which the recurrence counts: `2026-03-01T06:30:00`."""
    snooze_ms: Whole = 0
    """When it rings again, 0 unless snoozed."""
    rang_ms: Whole = 0
    """When the first sample of the last ringing was played."""
    stopped_ms: Whole = 0
    """When the last ringing was stopped."""
    boot_id: str = ""
    """The run of the device in which `uptime_ms` counts."""
    uptime_ms: Whole = 0
    """When a timer is due on the monotonic clock of that run; of a paused one the time that was left."""
    turn_id: str = ""
    """The turn that changed it last."""


class ListItemSchema(Struct):
    """The fields of one thing on a list."""

    item_id: str
    user_id: str
    list_name: str
    text: str
    state: Literal["open", "crossed"]
    added_ms: Whole
    position: Whole = 0
    """Its place among the things that one turn added."""
    turn_id: str = ""
    """The turn that changed it last."""


class VoiceprintSchema(Struct):
    """The fields of a person's voice: how it sounds, in numbers that no word can be read from."""

    voiceprint_id: str
    user_id: str
    state: Literal["learning", "learned"]
    sentences: Count
    """Of how many sentences it is the mean."""
    pitch_dhz: Annotated[int, Meta(gt=0, lt=1 << 16)]
    """Tenths of a hertz."""
    below_full_cdb: Count
    """Hundredths of a decibel below full scale."""
    voiced_ms: Count
    learned_ms: Whole
    """When its last sentence was heard."""
    model: str = ""
    """The model of the vector; empty without one."""
    embedding: Annotated[str, Meta(max_length=4_096)] = ""
    """The vector, as whole numbers of 16 bits in base64."""
    turn_id: str = ""
    """The turn that changed it last."""


class PauseProfileSchema(Struct):
    """The fields of how long a person pauses within a turn, in numbers that no word can be read from."""

    pause_profile_id: str
    user_id: str
    wait_ms: Annotated[int, Meta(ge=300, le=2_000)]
    """How long a silence ends a turn of the person."""
    cuts: Count
    """How many turns taught it that were cut off too soon."""
    learned_ms: Whole
    """When the last of them was heard."""
    turn_id: str = ""
    """The turn that changed it last."""


Pointers = Annotated[str, Meta(max_length=4_096, pattern=r"\A(?:[^ /]{1,80}/[0-9]{1,9}-[0-9]{1,9}(?: (?=[^ ])|\Z))*\Z")]
"""Places in archived lines: `turn/start-end`, with a space between two."""


class ThreadSchema(Struct):
    """The fields of a thread. It has no words: every field of text is an id or says where words stand."""

    thread_id: str
    user_id: str
    session_id: str
    began_ms: Whole
    ended_ms: Whole
    title: Pointers = ""
    entities: Pointers = ""
    decisions: Pointers = ""
    questions: Pointers = ""
    next_step: Pointers = ""
    evidence: Pointers = ""
    pinned: Literal[0, 1] = 0
    muted: Literal[0, 1] = 0
    last_used_ms: Whole = 0
    """When it was last resumed; 0 for never."""
    use_count: Annotated[int, Meta(ge=0, lt=1 << 31)] = 0


class WorkOrderSchema(Struct):
    """The fields of a work order. It has no words: its text is where it was said."""

    work_order_id: str
    user_id: str
    said: Pointers
    made_ms: Whole
    touched_ms: Whole
    """When it was last told, made clear, confirmed or cancelled."""
    status: Literal["DRAFT", "CLARIFY", "CONFIRM", "DONE", "CANCELED"] = "DRAFT"
    reason: Annotated[str, Meta(pattern=r"\A[A-Z_]{1,40}\Z")] = "USER_STATED"
    """The reason code of its last change."""
    muted: Literal[0, 1] = 0


Felt = Annotated[int, Meta(ge=-100, le=100)]
"""A scale of feeling."""


class MoodSchema(Struct):
    """The fields of a mood."""

    mood_id: str
    user_id: str
    session: Annotated[str, Meta(pattern=r"\A[0-9a-f]{0,64}\Z")]
    session_valence: Felt
    session_activation: Felt
    valence: Felt
    activation: Felt
    felt_ms: Whole


class ForgottenValueSchema(Struct):
    """The fields of the digest of a forgotten value."""

    value_id: str
    user_id: str
    digest: str
    words: Annotated[int, Meta(gt=0, lt=1 << 53)]
    """Of how many words the value is; a value without words bars nothing, so none is kept."""
    about: str = ""
    """Digests of words of which one must stand beside it; empty when it bars alone."""
    forgot_ms: Whole = 0
    thing: str = ""
    """Digests of the words that name what it was the value of: a name is sorted digests, names are parted by `;`."""
