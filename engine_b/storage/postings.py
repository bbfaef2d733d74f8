"""Adapter: writes the postings of documents after the commit that a person waits for (docs/adr/0004).

Retrieval finds a document in the same way before and after: see engine_b/vault/search_queries.py and
migrations/0007_waiting.sql.
"""

from __future__ import annotations

from engine_b.storage.database import Database


def count_unposted(database: Database) -> int:
    """Counts documents without postings."""
    row = database.row("SELECT count(*) FROM waiting")
    return int(row[0]) if row else 0


def write_pending_postings(database: Database) -> None:
    """Writes the postings of all waiting documents, in the order of their positions."""
    if count_unposted(database):
        for statement in _POST:
            database.run(statement)


_POST = (
    "INSERT INTO stem (user_no, stem, docs) SELECT w.user_no, w.stem, count(*) FROM waiting_word w"
    " GROUP BY w.user_no, w.stem ON CONFLICT DO UPDATE SET docs = docs + excluded.docs",
    "INSERT INTO posting (stem_no, at_ms, doc_no, spot, bar) SELECT s.stem_no, w.at_ms, w.doc_no, w.spot, w.bar"
    " FROM waiting_word w CROSS JOIN stem s WHERE s.user_no = w.user_no AND s.stem = w.stem ORDER BY 1, 2, 3",
    "DELETE FROM waiting",
)
