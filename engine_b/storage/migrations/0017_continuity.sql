-- The threads of a person by when they were last talked about or resumed, and those that may come up in a session by
-- their rank, so that opening a session does not read them all.

CREATE INDEX thread_by_use ON thread (user_id, max(ended_ms, last_used_ms), thread_id);
CREATE INDEX thread_by_rank
    ON thread (user_id, pinned, (questions <> ''), max(ended_ms, last_used_ms), use_count, thread_id)
    WHERE muted = 0 AND (decisions <> '' OR questions <> '' OR next_step <> '');
DROP INDEX thread_by_user;

-- What is to be done, and how far it is agreed: places in the archive, never words.
CREATE TABLE work_order (
    work_order_id TEXT PRIMARY KEY,
    user_id       TEXT NOT NULL,
    said          TEXT NOT NULL DEFAULT '',
    made_ms       INTEGER NOT NULL,
    touched_ms    INTEGER NOT NULL,
    status        TEXT NOT NULL DEFAULT 'DRAFT',
    reason        TEXT NOT NULL DEFAULT 'USER_STATED',
    muted         INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX work_order_by_user ON work_order (user_id);
