-- How long a person pauses within a turn, learned from turns that were cut off: numbers only.

CREATE TABLE pause_profile (
    pause_profile_id TEXT PRIMARY KEY,
    user_id          TEXT NOT NULL,
    wait_ms          INTEGER NOT NULL,
    cuts             INTEGER NOT NULL,
    learned_ms       INTEGER NOT NULL,
    turn_id          TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX pause_profile_by_user ON pause_profile (user_id);
