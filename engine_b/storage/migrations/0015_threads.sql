-- What a conversation was about: places in the archive, never words.

CREATE TABLE thread (
    thread_id     TEXT PRIMARY KEY,
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
) STRICT, WITHOUT ROWID;
CREATE INDEX thread_by_user ON thread (user_id);
