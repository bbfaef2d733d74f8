"""Doors: filling a new vault at once: the index of retrieval is made in one sweep at the end, not word by word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine_b import membership
from engine_b.database import Database
from engine_b.schema import migrations, statements
from engine_b.vault import Vault
from memory.changes import Scope

_TRIGGER = "post_place"
_UNFINISHED = "filling"


@contextmanager
def filled_at_once(vault: Vault, now_ms: int) -> Iterator[None]:
    """Nothing is posted inside, all of it at the end. Cut off in the middle, it has to be entered again."""
    scope = Scope("", "", "", now_ms)
    with vault.recording(scope) as recorder:
        membership.note(recorder.database, _UNFINISHED, 1)
        recorder.database.run(f"DROP TRIGGER IF EXISTS {_TRIGGER}")
    yield
    with vault.recording(scope) as recorder:
        _post_all(recorder.database)
        recorder.database.run(_trigger_sql())
        membership.note(recorder.database, _UNFINISHED, 0)


def _post_all(database: Database) -> None:
    """The postings of every place, and the counts that follow from them; the same as the trigger makes one by one."""
    for statement in _POST_ALL:
        database.run(statement)


def _trigger_sql() -> str:
    found = [s for step in migrations() for s in statements(step.sql) if f"CREATE TRIGGER {_TRIGGER} " in s]
    return found[-1]


_WORDS = """
SELECT p.doc_no, p.user_no, p.at_ms, p.pos, p.traits, p.words, p.bar, j.value AS stem FROM place p
JOIN json_each(CASE p.doc_no & 1
    WHEN 0 THEN (SELECT w.words FROM line_words w WHERE w.line_no = p.doc_no >> 1)
    ELSE (SELECT w.words FROM atom_words w WHERE w.atom_no = p.doc_no >> 1) END) j
WHERE j.value <> '' AND j.value NOT IN (SELECT q.stem FROM quiet_stem q)
"""
_POST_ALL = (
    "DELETE FROM posting",
    "DELETE FROM stem",
    "UPDATE stem_user SET docs = (SELECT count(*) FROM place p WHERE p.user_no = stem_user.user_no)",
    f"CREATE TEMP TABLE word AS {_WORDS}",
    "INSERT INTO stem (user_no, stem, docs) SELECT user_no, stem, count(DISTINCT doc_no) FROM word"
    " GROUP BY user_no, stem ORDER BY user_no, stem",
    "INSERT OR IGNORE INTO posting (stem_no, at_ms, doc_no, spot, bar)"
    " SELECT s.stem_no, w.at_ms, w.doc_no, (w.pos << 9) | ((w.traits & 2) << 7) | min(w.words, 255), w.bar"
    " FROM word w JOIN stem s ON s.user_no = w.user_no AND s.stem = w.stem ORDER BY s.stem_no, w.at_ms, w.doc_no",
    "DROP TABLE word",
)
