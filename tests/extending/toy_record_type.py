"""Pure: a toy record type, a timer, in three builds: registered through the public seam, in no file of the product."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from msgspec import Struct

from engine_b.protocol.core_types import CORE_TYPES
from engine_b.protocol.record_types import EventRule, RecordType, SyncScope, TypeName


class TimerSchema(Struct):
    """A timer that somebody set."""

    timer_id: str
    user_id: str
    label: str
    due_ms: int
    tone: Literal["soft", "loud"] = "soft"


class LaterTimerSchema(Struct):
    """The same, a year later: with one more tone, and one more field."""

    timer_id: str
    user_id: str
    label: str
    due_ms: int
    tone: Literal["soft", "loud", "birds"] = "soft"
    room: str = ""


TIMER = RecordType(
    name=TypeName("timer"),
    schema=TimerSchema,
    prefix="timer-",
    id_field="timer_id",
    table="timer",
    columns=("timer_id", "user_id", "label", "due_ms", "tone"),
    id_column="timer_id",
    migrations=(
        "CREATE TABLE timer (timer_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, label TEXT NOT NULL,"
        " due_ms INTEGER NOT NULL, tone TEXT NOT NULL) STRICT, WITHOUT ROWID;",
    ),
    made=EventRule("TIMER_SET"),
    changed=EventRule("TIMER_CHANGED"),
    dropped=EventRule("TIMER_DROPPED", forgets=True),
    final=True,
    words=("label",),
)
LATER_TIMER = replace(
    TIMER,
    schema=LaterTimerSchema,
    columns=(*TIMER.columns, "room"),
    words=("label", "room"),
    migrations=(*TIMER.migrations, "ALTER TABLE timer ADD COLUMN room TEXT NOT NULL DEFAULT '';"),
)
NEXT_TIMER = replace(TIMER, format=2)
"""A timer that means something else now, so that an older build must not take it for one that it knows."""

WITH_TIMER = CORE_TYPES.with_type(TIMER)
WITH_LATER_TIMER = CORE_TYPES.with_type(LATER_TIMER)
WITH_NEXT_TIMER = CORE_TYPES.with_type(NEXT_TIMER)
WITH_CONSENTED_TIMER = CORE_TYPES.with_type(replace(TIMER, scope=SyncScope.BY_CONSENT))
WITH_LOCAL_TIMER = CORE_TYPES.with_type(replace(TIMER, scope=SyncScope.NEVER))
