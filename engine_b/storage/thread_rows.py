"""Adapter: finds threads in the vault by when they were last used and by how they are ranked, each by its index.

The rules of 2.21A are in `memory.continuity.tiers`. What is here narrows the rows that these rules read, and decides
nothing: the conditions are those of the indexes of migration 17.
"""

from __future__ import annotations

from engine_b.protocol.core_types import THREAD
from engine_b.protocol.record_types import RecordTypes
from engine_b.storage.database import Database, Value
from engine_b.storage.record_contents import records_where
from memory.model.changes import Record

_ACTIVE = "max(x.ended_ms, x.last_used_ms)"
_BETWEEN = (
    f"t.thread_id IN (SELECT x.thread_id FROM thread x WHERE x.user_id = ? AND {_ACTIVE} BETWEEN ? AND ?"
    f" ORDER BY {_ACTIVE} DESC, x.thread_id LIMIT ? OFFSET ?)"
)
_RANKED = (
    "SELECT * FROM (SELECT x.thread_id FROM thread x WHERE x.user_id = ? AND x.pinned = {pinned}"
    f" AND (x.questions <> '') = {{open}} AND {_ACTIVE} >= ? AND x.muted = 0"
    " AND (x.decisions <> '' OR x.questions <> '' OR x.next_step <> '')"
    f" ORDER BY {_ACTIVE} DESC, x.use_count DESC, x.thread_id LIMIT ?)"
)
_CLASSES = tuple((pinned, unresolved) for pinned in (1, 0) for unresolved in (1, 0))
"""Pinned or not, with something open or not: the first two signals of the ranking."""
_OPEN_RANKED = (
    "SELECT * FROM (SELECT x.thread_id, x.questions FROM thread x WHERE x.user_id = ?1 AND x.pinned = {pinned}"
    f" AND (x.questions <> '') = 1 AND {_ACTIVE} >= ?2 AND x.muted = 0"
    " AND (x.decisions <> '' OR x.questions <> '' OR x.next_step <> '')"
    f" ORDER BY {_ACTIVE} DESC, x.use_count DESC, x.thread_id LIMIT ?4)"
)
_OPEN = (
    f"{_OPEN_RANKED.format(pinned=1)} UNION {_OPEN_RANKED.format(pinned=0)} UNION SELECT * FROM (SELECT * FROM"
    " (SELECT x.thread_id, x.questions FROM thread x WHERE x.user_id = ?1"
    f" AND {_ACTIVE} >= ?2 ORDER BY {_ACTIVE} DESC, x.thread_id LIMIT ?3) WHERE questions <> '' LIMIT ?4)"
    " ORDER BY thread_id"
)
_RESUMABLE = " UNION ALL ".join(_RANKED.format(pinned=pinned, open=unresolved) for pinned, unresolved in _CLASSES)


def threads_between(
    database: Database, types: RecordTypes, user_id: str, span: tuple[int, int], page: tuple[int, int]
) -> tuple[Record, ...]:
    """Returns threads last used in a span, both ends included; `page` says how many, and after how many of the latest.

    They come by id.
    """
    return records_where(database, types, THREAD.name, _BETWEEN, (user_id, *span, *page))


def open_questions(
    database: Database, user_id: str, since_ms: int, most: tuple[int, int]
) -> tuple[tuple[str, str], ...]:
    """Returns the threads with something open, as id and packed places; `most` says among how many of the latest those
    are that were put aside, and how many. They come by id.
    """
    return tuple((row[0], row[1]) for row in database.rows(_OPEN, (user_id, since_ms, *most)))


def resumable_threads(
    database: Database, types: RecordTypes, user_id: str, since: tuple[int, int], limit: int
) -> tuple[Record, ...]:
    """Returns the first `limit` resumable threads of each class; `since` is for those without and with open questions.

    They come by id.
    """
    params: list[Value] = []
    for _, unresolved in _CLASSES:
        params += [user_id, since[unresolved], limit]
    return records_where(database, types, THREAD.name, f"t.thread_id IN ({_RESUMABLE})", tuple(params))
