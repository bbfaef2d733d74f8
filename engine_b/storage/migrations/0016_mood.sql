-- How a person feels, for the tone of the voice alone: numbers that fade, one row a person, and no word.

CREATE TABLE mood (
    mood_id             TEXT PRIMARY KEY,
    user_id             TEXT NOT NULL,
    session             TEXT NOT NULL,
    session_valence     INTEGER NOT NULL,
    session_activation  INTEGER NOT NULL,
    valence             INTEGER NOT NULL,
    activation          INTEGER NOT NULL,
    felt_ms             INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mood_by_user ON mood (user_id);
