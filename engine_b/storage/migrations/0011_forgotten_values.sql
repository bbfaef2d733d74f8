-- What must not come back by being told in passing: a keyed digest of forgotten words, never the words.

CREATE TABLE forgotten_value (
    value_id    TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL,
    digest      TEXT NOT NULL,
    words       INTEGER NOT NULL,
    about       TEXT NOT NULL DEFAULT '',
    forgot_ms   INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX forgotten_value_by_user ON forgotten_value (user_id);
