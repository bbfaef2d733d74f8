"""Adapter: fills a new vault in bulk: the retrieval index is built once at the end, not word by word.

It is built a part at a time. SQLCipher sorts and keeps temporary tables in memory, because on disk they would not be
encrypted, so that one statement over all documents would need memory for all of them (2.13).
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from engine_b.core.policy import INDEXED_DOCS, INDEXED_SESSIONS, INDEXED_WORDS
from engine_b.storage.database import Database, Row, Value
from engine_b.storage.migrator import migrations, split_statements
from engine_b.vault.vault import Vault
from memory.model.changes import Scope

_TRIGGERS = (
    "count_place",
    "withdraw_postings",
    "uncount_place",
    "place_line",
    "place_atom",
    "bar_atom_insert",
    "bar_atom_source_insert",
    "bar_atom_use_insert",
    "word_of_new_atom",
)
"""Triggers that index single rows, and that collect the words of atoms; all of it is rebuilt below."""


@contextmanager
def deferred_indexing(vault: Vault, now_ms: int) -> Iterator[None]:
    """Defers indexing inside the block to its end. After an interruption the block has to be entered again."""
    scope = Scope("", "", "", now_ms)
    with vault.recording(scope) as recorder:
        for trigger in _TRIGGERS:
            recorder.database.run(f"DROP TRIGGER IF EXISTS {trigger}")
    with _paused_garbage_collection():
        yield
    with vault.recording(scope) as recorder:
        rebuild_index(recorder.database)
        recorder.database.run("DELETE FROM word")
        recorder.database.run("INSERT INTO word SELECT * FROM word_told")
        for statement in _trigger_statements():
            recorder.database.run(statement)


@contextmanager
def _paused_garbage_collection() -> Iterator[None]:
    """Pauses Python's garbage collector, which would run again and again; opening ops makes no cycles."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def rebuild_index(database: Database) -> None:
    """Rebuilds places and postings of every line and atom, and the counts, as the triggers make them."""
    for statement in _EMPTY_INDEX:
        database.run(statement)
    last: tuple[Value, ...] = ("", "")
    while sessions := database.rows(_NEXT_SESSIONS, (*last, INDEXED_SESSIONS)):
        database.run(_PLACE_LINES, (json.dumps(sessions),))
        last = sessions[-1]
    for statement in _PLACE_ATOMS:
        database.run(statement)
    _write_postings(database)


def _write_postings(database: Database) -> None:
    """Writes the postings of every placed document, in the order of their numbers."""
    database.run(_MAKE_DOC_STEM)
    first = 0
    while docs := database.rows(_NEXT_DOCS, (first, INDEXED_DOCS)):
        last = _last_of_part(docs)
        database.run(_SPLIT_DOCS, (first, last))
        for statement in _POST_DOCS:
            database.run(statement)
        first = last + 1
    database.run("DROP TABLE doc_stem")


def _last_of_part(docs: Sequence[Row]) -> int:
    """Returns the last of the documents that have together at most `INDEXED_WORDS` words, or are one."""
    last, words = int(docs[0][0]), 0
    for doc_no, count in docs:
        words += count
        if words > INDEXED_WORDS:
            break
        last = doc_no
    return last


def _trigger_statements() -> Iterator[str]:
    """Returns the statements of the migrations that make the triggers."""
    for step in migrations():
        for statement in split_statements(step.sql):
            if any(f"CREATE TRIGGER {name} " in statement for name in _TRIGGERS):
                yield statement


_EMPTY_INDEX = (
    "DELETE FROM waiting",
    "DELETE FROM posting",
    "DELETE FROM stem",
    "DELETE FROM place",
    "DELETE FROM voice",
    "DELETE FROM stem_user",
    "INSERT INTO stem_user (user_id) SELECT DISTINCT user_id FROM archive UNION SELECT DISTINCT user_id FROM atom",
    "UPDATE stem_user SET sessions ="
    " (SELECT count(DISTINCT l.session_id) FROM archive l WHERE l.user_id = stem_user.user_id)",
    "INSERT INTO voice (user_no, who, lines) SELECT u.user_no, l.who, count(*) FROM archive l"
    " JOIN stem_user u ON u.user_id = l.user_id GROUP BY u.user_no, l.who ORDER BY min(l.line_no)",
)
_NEXT_SESSIONS = """
SELECT DISTINCT user_id, session_id FROM archive WHERE (user_id, session_id) > (?, ?) ORDER BY 1, 2 LIMIT ?
"""
_PLACE_LINES = """
INSERT INTO place (doc_no, user_no, pos, at_ms, words, traits, voice_no, bar)
SELECT 2 * l.line_no, u.user_no, l.pos, l.at_ms, t.words, t.traits, v.voice_no, b.bar
FROM (SELECT line_no, user_id, who, at_ms,
      (min(line_no) OVER (PARTITION BY user_id, session_id) << 20)
      + row_number() OVER (PARTITION BY user_id, session_id ORDER BY at_ms, line_id) - 1 AS pos
      FROM archive WHERE (user_id, session_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))) l
JOIN stem_user u ON u.user_id = l.user_id JOIN voice v ON v.user_no = u.user_no AND v.who = l.who
JOIN line_traits t ON t.line_no = l.line_no JOIN line_bar b ON b.line_no = l.line_no ORDER BY l.line_no
"""
_PLACE_ATOMS = (
    "INSERT INTO place (doc_no, user_no, pos, at_ms, words, traits, voice_no, bar)"
    " SELECT 2 * a.atom_no + 1, u.user_no, (1 << 53) + 8 * a.atom_no, a.learned_at_ms,"
    " length(a.stems) - length(replace(a.stems, ' ', '')) - 1, 0, 0, a.bar"
    " FROM atom a JOIN stem_user u ON u.user_id = a.user_id ORDER BY a.atom_no",
    "UPDATE stem_user SET docs = (SELECT count(*) FROM place p WHERE p.user_no = stem_user.user_no)",
)
_MAKE_DOC_STEM = """
CREATE TEMP TABLE doc_stem (stem TEXT, user_no INTEGER, at_ms INTEGER, doc_no INTEGER, spot INTEGER, bar INTEGER,
PRIMARY KEY (stem, user_no, at_ms, doc_no)) WITHOUT ROWID
"""
_NEXT_DOCS = "SELECT doc_no, words FROM place WHERE doc_no >= ? ORDER BY doc_no LIMIT ?"
_SPLIT_DOCS = """
INSERT OR IGNORE INTO doc_stem
SELECT j.value, p.user_no, p.at_ms, p.doc_no, (p.pos << 9) | ((p.traits & 2) << 7) | min(p.words, 255), p.bar
FROM place p JOIN json_each(CASE p.doc_no & 1
    WHEN 0 THEN (SELECT w.words FROM line_words w WHERE w.line_no = p.doc_no >> 1)
    ELSE (SELECT w.words FROM atom_words w WHERE w.atom_no = p.doc_no >> 1) END) j
WHERE p.doc_no BETWEEN ? AND ? AND j.value <> '' AND j.value NOT IN (SELECT q.stem FROM quiet_stem q)
ORDER BY 1, 2, 3, 4
"""
"""Every word of these documents once, with its position."""
_POST_DOCS = (
    "INSERT INTO stem (user_no, stem, docs)"
    " SELECT user_no, stem, count(*) FROM doc_stem GROUP BY stem, user_no ORDER BY user_no, stem"
    " ON CONFLICT DO UPDATE SET docs = docs + excluded.docs",
    "INSERT INTO posting (stem_no, at_ms, doc_no, spot, bar) SELECT s.stem_no, w.at_ms, w.doc_no, w.spot, w.bar"
    " FROM stem s CROSS JOIN doc_stem w ON w.stem = s.stem AND w.user_no = s.user_no ORDER BY 1, 2, 3",
    "DELETE FROM doc_stem",
)
