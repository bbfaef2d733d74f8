-- The Device Vault (design.md section 4). One statement a block; every table STRICT.
-- Times are whole milliseconds since the epoch, UTC. Flags are 0 or 1.

-- Append-only, hash-chained, codes and ids only: nothing here ever needs to be forgotten.
CREATE TABLE ledger (
    seq          INTEGER PRIMARY KEY,
    at_ms        INTEGER NOT NULL,
    session_id   TEXT NOT NULL,
    turn_id      TEXT NOT NULL,
    user_id      TEXT NOT NULL,
    event        TEXT NOT NULL,
    reason_code  TEXT NOT NULL,
    subject_id   TEXT NOT NULL,
    op_id        TEXT NOT NULL,
    retry_count  INTEGER NOT NULL,
    status       TEXT NOT NULL,
    facts        TEXT NOT NULL,
    commitment   BLOB NOT NULL,
    prev_hash    BLOB NOT NULL,
    hash         BLOB NOT NULL
) STRICT;
CREATE INDEX ledger_by_turn ON ledger (turn_id, seq);
CREATE INDEX ledger_by_subject ON ledger (subject_id, seq);
CREATE INDEX ledger_of_settings ON ledger (seq) WHERE event = 'SETTING_CHANGED';
CREATE TRIGGER ledger_refuses_update BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'LEDGER_APPEND_ONLY'); END;
CREATE TRIGGER ledger_refuses_delete BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'LEDGER_APPEND_ONLY'); END;
-- INSERT OR REPLACE would delete without the trigger above.
CREATE TRIGGER ledger_refuses_replace BEFORE INSERT ON ledger
WHEN new.seq IS NOT (SELECT ifnull(max(seq), 0) + 1 FROM ledger)
BEGIN SELECT RAISE(ABORT, 'LEDGER_APPEND_ONLY'); END;

-- Derived from the ledger's SETTING_CHANGED events, and rebuilt from them byte for byte.
CREATE TABLE current_state (
    key    TEXT PRIMARY KEY,
    value  TEXT NOT NULL,
    seq    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What was said. `stems` is ' a b c ' (memory/text/stemming.py); `dnm` counts the do-not-mention topics that match it.
CREATE TABLE archive (
    line_no         INTEGER PRIMARY KEY,
    line_id         TEXT NOT NULL UNIQUE,
    turn_id         TEXT NOT NULL,
    session_id      TEXT NOT NULL,
    user_id         TEXT NOT NULL,
    dnm             INTEGER NOT NULL DEFAULT 0,
    speaker         TEXT NOT NULL CHECK (speaker IN ('user', 'selene')),
    who             TEXT NOT NULL,
    text            TEXT NOT NULL,
    at_ms           INTEGER NOT NULL,
    utc_offset_min  INTEGER NOT NULL,
    tokens          INTEGER NOT NULL,
    stems           TEXT NOT NULL
) STRICT;
CREATE INDEX archive_by_session ON archive (user_id, session_id, line_no);
CREATE INDEX archive_by_turn ON archive (turn_id);

-- `bar` is what the gates compare with (engine_b/storage/visibility_sql.py): 1 never, 2 not aloud, 4 only if asked, 8 replaced.
CREATE TABLE atom (
    atom_no               INTEGER PRIMARY KEY,
    atom_id               TEXT NOT NULL UNIQUE,
    user_id               TEXT NOT NULL,
    dnm                   INTEGER NOT NULL DEFAULT 0,
    bar                   INTEGER NOT NULL GENERATED ALWAYS AS (
        (dnm > 0 OR exposure = 'INTERNAL_ONLY') | 2 * (exposure <> 'SAFE_TO_SPEAK')
        | 4 * (recall = 'only_if_asked') | 8 * (status = 'replaced')
    ) STORED,
    kind                  TEXT NOT NULL,
    key                   TEXT NOT NULL,
    value                 TEXT NOT NULL,
    text                  TEXT NOT NULL,
    learned_at_ms         INTEGER NOT NULL,
    provenance            INTEGER NOT NULL CHECK (provenance BETWEEN 0 AND 3),
    confidence_bp         INTEGER NOT NULL CHECK (confidence_bp BETWEEN 0 AND 10000),
    status                TEXT NOT NULL,
    exposure              TEXT NOT NULL CHECK (exposure IN ('SAFE_TO_SPEAK', 'SAFE_TO_TEXT', 'INTERNAL_ONLY')),
    recall                TEXT NOT NULL CHECK (recall IN ('push', 'pull', 'only_if_asked')),
    pinned                INTEGER NOT NULL CHECK (pinned IN (0, 1)),
    valid_from_ms         INTEGER,
    valid_until_ms        INTEGER,
    last_confirmed_at_ms  INTEGER,
    last_used_at_ms       INTEGER,
    use_count             INTEGER NOT NULL,
    supersedes            TEXT,
    superseded_by         TEXT,
    version               INTEGER NOT NULL CHECK (version >= 1),
    reason_code           TEXT NOT NULL,
    stems                 TEXT NOT NULL
) STRICT;
CREATE INDEX atom_by_key ON atom (user_id, key);
CREATE INDEX atom_by_rank ON atom (
    user_id, pinned DESC, provenance DESC, confidence_bp DESC, last_used_at_ms DESC, use_count DESC, atom_id
);
CREATE INDEX atom_by_supersedes ON atom (supersedes) WHERE supersedes IS NOT NULL;

CREATE TABLE atom_source (
    atom_id   TEXT NOT NULL,
    ordinal   INTEGER NOT NULL,
    turn_id   TEXT NOT NULL,
    start_at  INTEGER NOT NULL,
    end_at    INTEGER NOT NULL,
    PRIMARY KEY (atom_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX atom_source_by_turn ON atom_source (turn_id, atom_id);

-- Which turns an atom was used in: counts a use once a turn, and finds the replies that spoke of it.
CREATE TABLE atom_use (
    turn_id  TEXT NOT NULL,
    atom_id  TEXT NOT NULL,
    PRIMARY KEY (turn_id, atom_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX atom_use_by_atom ON atom_use (atom_id);

-- One data key per subject and version; destroying the row is what forgets (research: crypto-shred).
CREATE TABLE atom_key (
    atom_id  TEXT NOT NULL,
    version  INTEGER NOT NULL,
    dek      BLOB NOT NULL CHECK (length(dek) = 32),
    PRIMARY KEY (atom_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE rule (
    rule_id      TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('do_not_mention', 'do_not_store')),
    topic        TEXT NOT NULL,
    made_at_ms   INTEGER NOT NULL,
    reason_code  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rule_by_user ON rule (user_id, kind);
CREATE TABLE rule_stem (
    rule_id  TEXT NOT NULL,
    stem     TEXT NOT NULL,
    PRIMARY KEY (rule_id, stem)
) STRICT, WITHOUT ROWID;

-- `flag_id` is random, so that the ledger can name a flag without naming its key.
CREATE TABLE flag (
    user_id      TEXT NOT NULL,
    key          TEXT NOT NULL,
    flag_id      TEXT NOT NULL,
    version      INTEGER NOT NULL,
    touched_ms   INTEGER NOT NULL,
    reason_code  TEXT NOT NULL,
    PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE question (
    question_id  TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL,
    session_id   TEXT NOT NULL,
    turn_id      TEXT NOT NULL,
    key          TEXT NOT NULL,
    reason_code  TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('open', 'resolved', 'unresolved')),
    atom_ids     TEXT NOT NULL,
    asked_at_ms  INTEGER NOT NULL,
    proposal     TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX question_by_session ON question (user_id, session_id, state);

CREATE TABLE correction (
    pair_id      TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL,
    turn_id      TEXT NOT NULL,
    atom_id      TEXT NOT NULL,
    heard        TEXT NOT NULL,
    meant        TEXT NOT NULL,
    reason_code  TEXT NOT NULL,
    delta_bp     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX correction_by_user ON correction (user_id, atom_id);
CREATE INDEX correction_by_atom ON correction (atom_id);

-- Counts of a turn (2.12): codes and integers as canonical JSON, at most 1 KB.
CREATE TABLE metric (
    seq      INTEGER PRIMARY KEY,
    user_id  TEXT NOT NULL,
    turn_id  TEXT NOT NULL,
    at_ms    INTEGER NOT NULL,
    counts   TEXT NOT NULL
) STRICT;
CREATE INDEX metric_by_turn ON metric (turn_id);

-- What must survive the device. `seq` is gapless; `op_id` follows from subject, version and verb; a payload is sealed under the key of its subject and version.
CREATE TABLE outbox (
    seq         INTEGER PRIMARY KEY AUTOINCREMENT,
    op_id       TEXT NOT NULL,
    txn_id      INTEGER NOT NULL,
    verb        TEXT NOT NULL CHECK (verb IN ('put', 'erase', 'void')),
    subject_id  TEXT NOT NULL,
    version     INTEGER NOT NULL,
    payload     BLOB NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'blocked')),
    UNIQUE (subject_id, version, op_id)
) STRICT;

-- Full text, external content: the words live once. `secure-delete` makes a forgotten word leave the index.
CREATE VIRTUAL TABLE archive_fts USING fts5 (
    text, content = 'archive', content_rowid = 'line_no', tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO archive_fts (archive_fts, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER archive_fts_insert AFTER INSERT ON archive
BEGIN INSERT INTO archive_fts (rowid, text) VALUES (new.line_no, new.text); END;
CREATE TRIGGER archive_fts_delete AFTER DELETE ON archive
BEGIN INSERT INTO archive_fts (archive_fts, rowid, text) VALUES ('delete', old.line_no, old.text); END;
CREATE TRIGGER archive_fts_update AFTER UPDATE OF text ON archive WHEN old.text IS NOT new.text
BEGIN
    INSERT INTO archive_fts (archive_fts, rowid, text) VALUES ('delete', old.line_no, old.text);
    INSERT INTO archive_fts (rowid, text) VALUES (new.line_no, new.text);
END;

CREATE VIRTUAL TABLE atom_fts USING fts5 (
    text, value, content = 'atom', content_rowid = 'atom_no', tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO atom_fts (atom_fts, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER atom_fts_insert AFTER INSERT ON atom
BEGIN INSERT INTO atom_fts (rowid, text, value) VALUES (new.atom_no, new.text, new.value); END;
CREATE TRIGGER atom_fts_delete AFTER DELETE ON atom
BEGIN INSERT INTO atom_fts (atom_fts, rowid, text, value) VALUES ('delete', old.atom_no, old.text, old.value); END;
CREATE TRIGGER atom_fts_update AFTER UPDATE OF text, value ON atom
WHEN old.text IS NOT new.text OR old.value IS NOT new.value
BEGIN
    INSERT INTO atom_fts (atom_fts, rowid, text, value) VALUES ('delete', old.atom_no, old.text, old.value);
    INSERT INTO atom_fts (rowid, text, value) VALUES (new.atom_no, new.text, new.value);
END;
