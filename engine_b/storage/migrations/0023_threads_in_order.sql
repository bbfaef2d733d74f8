-- Threads lie in the order in which they were made, so that the latest ones are on the same few pages; by their ids,
-- which are digests, each lay on a page of its own, and closing a conversation decrypted a hundred pages.

CREATE TABLE thread_in_order (
    thread_no     INTEGER PRIMARY KEY,
    thread_id     TEXT NOT NULL UNIQUE,
    user_id       TEXT NOT NULL,
    session_id    TEXT NOT NULL,
    began_ms      INTEGER NOT NULL,
    ended_ms      INTEGER NOT NULL,
    title         TEXT NOT NULL DEFAULT '',
    entities      TEXT NOT NULL DEFAULT '',
    decisions     TEXT NOT NULL DEFAULT '',
    questions     TEXT NOT NULL DEFAULT '',
    next_step     TEXT NOT NULL DEFAULT '',
    evidence      TEXT NOT NULL DEFAULT '',
    pinned        INTEGER NOT NULL DEFAULT 0,
    muted         INTEGER NOT NULL DEFAULT 0,
    last_used_ms  INTEGER NOT NULL DEFAULT 0,
    use_count     INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO thread_in_order (
    thread_id, user_id, session_id, began_ms, ended_ms, title, entities, decisions, questions, next_step, evidence,
    pinned, muted, last_used_ms, use_count
) SELECT
    thread_id, user_id, session_id, began_ms, ended_ms, title, entities, decisions, questions, next_step, evidence,
    pinned, muted, last_used_ms, use_count
FROM thread ORDER BY ended_ms, thread_id;
DROP TABLE thread;
ALTER TABLE thread_in_order RENAME TO thread;
CREATE INDEX thread_by_use ON thread (user_id, max(ended_ms, last_used_ms), thread_id);
CREATE INDEX thread_by_rank
    ON thread (user_id, pinned, (questions <> ''), max(ended_ms, last_used_ms), use_count, thread_id)
    WHERE muted = 0 AND (decisions <> '' OR questions <> '' OR next_step <> '');
