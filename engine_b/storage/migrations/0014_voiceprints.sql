-- How a person's voice sounds, in numbers: mean pitch and level, and the vector of a model where there is one.

CREATE TABLE voiceprint (
    voiceprint_id  TEXT PRIMARY KEY,
    user_id        TEXT NOT NULL,
    state          TEXT NOT NULL,
    sentences      INTEGER NOT NULL,
    pitch_dhz      INTEGER NOT NULL,
    below_full_cdb INTEGER NOT NULL,
    voiced_ms      INTEGER NOT NULL,
    learned_ms     INTEGER NOT NULL,
    model          TEXT NOT NULL DEFAULT '',
    embedding      TEXT NOT NULL DEFAULT '',
    turn_id        TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX voiceprint_by_user ON voiceprint (user_id);
