-- The tables of a new vault, as the migrations leave them, which say what they are for.
-- Made by fixtures/regenerate_schema.py; not to be edited.

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

CREATE TRIGGER ledger_refuses_replace BEFORE INSERT ON ledger
WHEN new.seq IS NOT (SELECT ifnull(max(seq), 0) + 1 FROM ledger)
BEGIN SELECT RAISE(ABORT, 'LEDGER_APPEND_ONLY'); END;

CREATE TABLE current_state (
    key    TEXT PRIMARY KEY,
    value  TEXT NOT NULL,
    seq    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE atom_use (
    turn_id  TEXT NOT NULL,
    atom_id  TEXT NOT NULL,
    PRIMARY KEY (turn_id, atom_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX atom_use_by_atom ON atom_use (atom_id);

CREATE TABLE atom_key (
    atom_id  TEXT NOT NULL,
    version  INTEGER NOT NULL,
    dek      BLOB NOT NULL CHECK (length(dek) = 32),
    PRIMARY KEY (atom_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE rule_stem (
    rule_id  TEXT NOT NULL,
    stem     TEXT NOT NULL,
    PRIMARY KEY (rule_id, stem)
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

CREATE TABLE metric (
    seq      INTEGER PRIMARY KEY,
    user_id  TEXT NOT NULL,
    turn_id  TEXT NOT NULL,
    at_ms    INTEGER NOT NULL,
    counts   TEXT NOT NULL
) STRICT;

CREATE INDEX metric_by_turn ON metric (turn_id);

CREATE TABLE stem_user (
    user_no   INTEGER PRIMARY KEY,
    user_id   TEXT NOT NULL UNIQUE,
    docs      INTEGER NOT NULL DEFAULT 0,
    sessions  INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE stem (
    stem_no  INTEGER PRIMARY KEY,
    user_no  INTEGER NOT NULL,
    stem     TEXT NOT NULL,
    docs     INTEGER NOT NULL,
    UNIQUE (user_no, stem)
) STRICT;

CREATE TABLE posting (
    stem_no  INTEGER NOT NULL,
    at_ms    INTEGER NOT NULL,
    doc_no   INTEGER NOT NULL,
    spot     INTEGER NOT NULL,
    bar      INTEGER NOT NULL,
    PRIMARY KEY (stem_no, at_ms, doc_no)
) STRICT, WITHOUT ROWID;

CREATE TABLE voice (
    voice_no  INTEGER PRIMARY KEY,
    user_no   INTEGER NOT NULL,
    who       TEXT NOT NULL,
    lines     INTEGER NOT NULL,
    UNIQUE (user_no, who)
) STRICT;

CREATE TABLE place (
    doc_no    INTEGER PRIMARY KEY,
    user_no   INTEGER NOT NULL,
    pos       INTEGER NOT NULL,
    at_ms     INTEGER NOT NULL,
    words     INTEGER NOT NULL,
    traits    INTEGER NOT NULL,
    voice_no  INTEGER NOT NULL,
    bar       INTEGER NOT NULL
) STRICT;

CREATE INDEX place_by_pos ON place (pos, user_no, bar, at_ms, words, traits, voice_no, doc_no);

CREATE TABLE trait_stem (
    stem   TEXT PRIMARY KEY,
    trait  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE quiet_stem (stem TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE month_stem (
    month  TEXT PRIMARY KEY,
    stem   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE VIEW line_words (line_no, words) AS
    SELECT l.line_no, '["' || replace(trim(l.stems), ' ', '","') || coalesce(
        '","' || (SELECT m.stem FROM month_stem m
            WHERE m.month = strftime('%m', l.at_ms / 1000 + l.utc_offset_min * 60, 'unixepoch'))
        || '","' || ltrim(strftime('%d', l.at_ms / 1000 + l.utc_offset_min * 60, 'unixepoch'), '0')
        || '","' || strftime('%Y', l.at_ms / 1000 + l.utc_offset_min * 60, 'unixepoch'), '') || '"]'
    FROM archive l;

CREATE VIEW atom_words (atom_no, words) AS
    SELECT a.atom_no, '["' || replace(trim(a.stems), ' ', '","') || '"]' FROM atom a;

CREATE VIEW line_traits (line_no, traits, words) AS
    SELECT l.line_no,
        (l.speaker = 'selene')
        | 2 * (rtrim(l.text) LIKE '%?')
        | 4 * (l.speaker = 'user' AND (l.text LIKE '%i prefer %' OR l.text LIKE '%i''d prefer %'
            OR ltrim(l.text) LIKE 'always %' OR ltrim(l.text) LIKE 'never %' OR l.text LIKE '%please always %'
            OR l.text LIKE '%please never %' OR l.text LIKE '%. always %' OR l.text LIKE '%. never %'
            OR l.text LIKE '%from now on%' OR l.text LIKE '%remember that%'))
        | 8 * EXISTS (SELECT 1 FROM json_each('["' || replace(trim(l.stems), ' ', '","') || '"]') j
            WHERE j.value GLOB '[12][09][0-9][0-9]'
            OR (SELECT t.trait FROM trait_stem t WHERE t.stem = j.value) = 8)
        | 16 * EXISTS (SELECT 1 FROM json_each('["' || replace(trim(l.stems), ' ', '","') || '"]') j
            WHERE j.value GLOB '[0-9]*' OR (SELECT t.trait FROM trait_stem t WHERE t.stem = j.value) = 16),
        length(l.stems) - length(replace(l.stems, ' ', '')) - 1
    FROM archive l;

CREATE VIEW line_bar (line_no, bar) AS
    SELECT l.line_no,
        (l.dnm > 0)
        | coalesce((SELECT max(a.bar & 1) | max(a.bar & 2) | max(a.bar & 4)
            FROM atom_source s JOIN atom a ON a.atom_id = s.atom_id WHERE s.turn_id = l.turn_id), 0)
        | coalesce((SELECT max(a.bar & 1) | max(a.bar & 2) | max(a.bar & 4)
            FROM atom_use u JOIN atom a ON a.atom_id = u.atom_id
            WHERE u.turn_id = l.turn_id AND l.speaker = 'selene'), 0)
    FROM archive l;

CREATE TRIGGER repost_place AFTER UPDATE OF pos, bar ON place WHEN new.pos <> old.pos OR new.bar <> old.bar
BEGIN
    UPDATE posting
        SET spot = (new.pos << 9) | ((new.traits & 2) << 7) | min(new.words, 255), bar = new.bar
        WHERE at_ms = new.at_ms AND doc_no = new.doc_no AND stem_no IN (
            SELECT s.stem_no FROM json_each(CASE new.doc_no & 1
                WHEN 0 THEN (SELECT w.words FROM line_words w WHERE w.line_no = new.doc_no >> 1)
                ELSE (SELECT w.words FROM atom_words w WHERE w.atom_no = new.doc_no >> 1) END) j
            CROSS JOIN stem s WHERE s.user_no = new.user_no AND s.stem = j.value);
END;

CREATE VIEW placing (line_no) AS SELECT NULL;

CREATE TRIGGER place_in_session INSTEAD OF INSERT ON placing
BEGIN
    INSERT INTO place (doc_no, user_no, pos, at_ms, words, traits, voice_no, bar)
        SELECT 2 * l.line_no, u.user_no, coalesce((
            SELECT p.pos + 1 FROM place p JOIN archive o ON o.line_no = p.doc_no >> 1
            WHERE p.pos >= s.base AND p.pos < s.base + (1 << 20) AND (o.at_ms, o.line_id) < (l.at_ms, l.line_id)
            ORDER BY p.pos DESC LIMIT 1), s.base, l.line_no << 20),
            l.at_ms, t.words, t.traits, v.voice_no, b.bar
        FROM archive l JOIN stem_user u ON u.user_id = l.user_id
        JOIN voice v ON v.user_no = u.user_no AND v.who = l.who
        JOIN line_traits t ON t.line_no = l.line_no JOIN line_bar b ON b.line_no = l.line_no
        LEFT JOIN (SELECT p.pos >> 20 << 20 AS base FROM archive n CROSS JOIN archive o CROSS JOIN place p
            WHERE n.line_no = new.line_no AND o.user_id = n.user_id AND o.session_id = n.session_id
            AND o.line_no <> n.line_no AND p.doc_no = 2 * o.line_no LIMIT 1) s
        WHERE l.line_no = new.line_no;
    UPDATE place SET pos = pos + 1
        WHERE pos >= (SELECT n.pos FROM place n WHERE n.doc_no = 2 * new.line_no)
        AND pos < ((SELECT n.pos FROM place n WHERE n.doc_no = 2 * new.line_no) >> 20 << 20) + (1 << 20)
        AND doc_no <> 2 * new.line_no
        AND EXISTS (SELECT 1 FROM place n JOIN place o ON o.pos = n.pos AND o.doc_no <> n.doc_no
            WHERE n.doc_no = 2 * new.line_no);
END;

CREATE TRIGGER place_line AFTER INSERT ON archive
BEGIN
    INSERT INTO stem_user (user_id) VALUES (new.user_id) ON CONFLICT DO NOTHING;
    UPDATE stem_user SET sessions = sessions + 1 WHERE user_id = new.user_id AND NOT EXISTS (
        SELECT 1 FROM archive s WHERE s.user_id = new.user_id AND s.session_id = new.session_id
        AND s.line_no <> new.line_no);
    INSERT INTO voice (user_no, who, lines)
        SELECT u.user_no, new.who, 1 FROM stem_user u WHERE u.user_id = new.user_id
        ON CONFLICT DO UPDATE SET lines = lines + 1;
    INSERT INTO placing (line_no) VALUES (new.line_no);
END;

CREATE TRIGGER cut_line_before BEFORE UPDATE OF stems ON archive WHEN new.stems <> old.stems
BEGIN DELETE FROM place WHERE doc_no = 2 * old.line_no; END;

CREATE TRIGGER cut_line_after AFTER UPDATE OF stems ON archive WHEN new.stems <> old.stems
BEGIN INSERT INTO placing (line_no) VALUES (new.line_no); END;

CREATE TRIGGER unplace_line BEFORE DELETE ON archive
BEGIN
    UPDATE voice SET lines = lines - 1
        WHERE voice_no = (SELECT p.voice_no FROM place p WHERE p.doc_no = 2 * old.line_no);
    DELETE FROM voice WHERE lines = 0
        AND voice_no = (SELECT p.voice_no FROM place p WHERE p.doc_no = 2 * old.line_no);
    DELETE FROM place WHERE doc_no = 2 * old.line_no;
    UPDATE stem_user SET sessions = sessions - 1 WHERE user_id = old.user_id AND NOT EXISTS (
        SELECT 1 FROM archive s WHERE s.user_id = old.user_id AND s.session_id = old.session_id
        AND s.line_no <> old.line_no);
END;

CREATE TRIGGER place_atom AFTER INSERT ON atom
BEGIN
    INSERT INTO stem_user (user_id) VALUES (new.user_id) ON CONFLICT DO NOTHING;
    INSERT INTO place (doc_no, user_no, pos, at_ms, words, traits, voice_no, bar)
        SELECT 2 * new.atom_no + 1, u.user_no, (1 << 53) + 8 * new.atom_no, new.learned_at_ms,
            length(new.stems) - length(replace(new.stems, ' ', '')) - 1, 0, 0, a.bar
        FROM stem_user u JOIN atom a ON a.atom_no = new.atom_no WHERE u.user_id = new.user_id;
END;

CREATE TRIGGER change_atom_before BEFORE UPDATE OF stems ON atom WHEN new.stems <> old.stems
BEGIN DELETE FROM place WHERE doc_no = 2 * old.atom_no + 1; END;

CREATE TRIGGER change_atom_after AFTER UPDATE OF stems ON atom WHEN new.stems <> old.stems
BEGIN
    INSERT INTO place (doc_no, user_no, pos, at_ms, words, traits, voice_no, bar)
        SELECT 2 * new.atom_no + 1, u.user_no, (1 << 53) + 8 * new.atom_no, new.learned_at_ms,
            length(new.stems) - length(replace(new.stems, ' ', '')) - 1, 0, 0, a.bar
        FROM stem_user u JOIN atom a ON a.atom_no = new.atom_no WHERE u.user_id = new.user_id;
END;

CREATE TRIGGER unplace_atom BEFORE DELETE ON atom
BEGIN DELETE FROM place WHERE doc_no = 2 * old.atom_no + 1; END;

CREATE TRIGGER bar_line AFTER UPDATE OF dnm ON archive WHEN (new.dnm > 0) <> (old.dnm > 0)
BEGIN
    UPDATE place SET bar = (SELECT b.bar FROM line_bar b WHERE b.line_no = new.line_no)
        WHERE doc_no = 2 * new.line_no;
END;

CREATE TRIGGER bar_atom AFTER UPDATE ON atom WHEN new.bar <> old.bar
BEGIN
    UPDATE place SET bar = new.bar WHERE doc_no = 2 * new.atom_no + 1;
    UPDATE place SET bar = (SELECT b.bar FROM line_bar b WHERE b.line_no = place.doc_no >> 1)
        WHERE doc_no IN (SELECT 2 * l.line_no FROM archive l WHERE l.turn_id IN (
            SELECT s.turn_id FROM atom_source s WHERE s.atom_id = new.atom_id
            UNION SELECT u.turn_id FROM atom_use u WHERE u.atom_id = new.atom_id));
END;

CREATE TRIGGER bar_atom_source_insert AFTER INSERT ON atom_source
WHEN EXISTS (SELECT 1 FROM atom a WHERE a.atom_id = new.atom_id AND a.bar <> 0)
BEGIN
    UPDATE place SET bar = (SELECT b.bar FROM line_bar b WHERE b.line_no = place.doc_no >> 1)
        WHERE doc_no IN (SELECT 2 * l.line_no FROM archive l WHERE l.turn_id = new.turn_id);
END;

CREATE TRIGGER bar_atom_source_delete AFTER DELETE ON atom_source
BEGIN
    UPDATE place SET bar = (SELECT b.bar FROM line_bar b WHERE b.line_no = place.doc_no >> 1)
        WHERE doc_no IN (SELECT 2 * l.line_no FROM archive l WHERE l.turn_id = old.turn_id);
END;

CREATE TRIGGER bar_atom_use_insert AFTER INSERT ON atom_use
WHEN EXISTS (SELECT 1 FROM atom a WHERE a.atom_id = new.atom_id AND a.bar <> 0)
BEGIN
    UPDATE place SET bar = (SELECT b.bar FROM line_bar b WHERE b.line_no = place.doc_no >> 1)
        WHERE doc_no IN (SELECT 2 * l.line_no FROM archive l WHERE l.turn_id = new.turn_id);
END;

CREATE TRIGGER bar_atom_use_delete AFTER DELETE ON atom_use
BEGIN
    UPDATE place SET bar = (SELECT b.bar FROM line_bar b WHERE b.line_no = place.doc_no >> 1)
        WHERE doc_no IN (SELECT 2 * l.line_no FROM archive l WHERE l.turn_id = old.turn_id);
END;

CREATE TRIGGER bar_atom_insert AFTER INSERT ON atom WHEN new.bar <> 0
BEGIN
    UPDATE place SET bar = (SELECT b.bar FROM line_bar b WHERE b.line_no = place.doc_no >> 1)
        WHERE doc_no IN (SELECT 2 * l.line_no FROM archive l WHERE l.turn_id IN (
            SELECT s.turn_id FROM atom_source s WHERE s.atom_id = new.atom_id
            UNION SELECT u.turn_id FROM atom_use u WHERE u.atom_id = new.atom_id));
END;

CREATE TRIGGER bar_atom_delete AFTER DELETE ON atom WHEN old.bar <> 0
BEGIN
    UPDATE place SET bar = (SELECT b.bar FROM line_bar b WHERE b.line_no = place.doc_no >> 1)
        WHERE doc_no IN (SELECT 2 * l.line_no FROM archive l WHERE l.turn_id IN (
            SELECT s.turn_id FROM atom_source s WHERE s.atom_id = old.atom_id
            UNION SELECT u.turn_id FROM atom_use u WHERE u.atom_id = old.atom_id));
END;

CREATE TABLE identity (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    device_id  TEXT NOT NULL,
    sign_seed  BLOB NOT NULL CHECK (length(sign_seed) = 32),
    box_seed   BLOB NOT NULL CHECK (length(box_seed) = 32),
    tls_key    BLOB
) STRICT;

CREATE TABLE account (
    one          INTEGER PRIMARY KEY CHECK (one = 1),
    roster       BLOB NOT NULL,
    epoch        BLOB NOT NULL,
    token        BLOB NOT NULL,
    content_key  BLOB NOT NULL CHECK (length(content_key) = 32)
) STRICT;

CREATE TABLE mirror (
    one          INTEGER PRIMARY KEY CHECK (one = 1),
    address      TEXT NOT NULL,
    authority    BLOB NOT NULL,
    certificate  BLOB NOT NULL,
    mirror_key   BLOB NOT NULL CHECK (length(mirror_key) = 32)
) STRICT;

CREATE TABLE page_key (
    device_id  TEXT NOT NULL,
    page       INTEGER NOT NULL,
    key        BLOB NOT NULL CHECK (length(key) = 32),
    epoch      INTEGER NOT NULL,
    stale      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (device_id, page)
) STRICT, WITHOUT ROWID;

CREATE TABLE op (
    op_id         TEXT NOT NULL UNIQUE,
    device_id     TEXT NOT NULL,
    seq           INTEGER NOT NULL,
    txn_id        INTEGER NOT NULL,
    sort          TEXT NOT NULL,
    subject_id    TEXT NOT NULL,
    version       INTEGER NOT NULL,
    lamport       INTEGER NOT NULL,
    head          INTEGER NOT NULL,
    dek           BLOB CHECK (length(dek) = 32),
    payload_hash  BLOB NOT NULL,
    erases        TEXT NOT NULL DEFAULT '[]'
, repeats TEXT, parents TEXT NOT NULL DEFAULT '[]', keeps TEXT) STRICT;

CREATE INDEX op_by_subject ON op (subject_id);

CREATE UNIQUE INDEX op_by_seq ON op (device_id, seq);

CREATE TABLE op_replaced (op_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE op_erased (op_id TEXT PRIMARY KEY, taken_back INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;

CREATE TABLE tombstone (subject_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE head_content (op_id TEXT PRIMARY KEY, subject_id TEXT NOT NULL, content TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE INDEX head_content_by_subject ON head_content (subject_id);

CREATE TABLE rival (rival_id TEXT PRIMARY KEY, atom_id TEXT NOT NULL, op_id TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE INDEX rival_by_atom ON rival (atom_id);

CREATE TABLE peer (
    device_id  TEXT PRIMARY KEY,
    seq        INTEGER NOT NULL,
    chain      BLOB NOT NULL CHECK (length(chain) = 32)
) STRICT, WITHOUT ROWID;

CREATE TABLE parked (
    op_id        TEXT PRIMARY KEY,
    device_id    TEXT NOT NULL,
    seq          INTEGER NOT NULL,
    reason_code  TEXT NOT NULL
, payload BLOB, subject_id TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;

CREATE TABLE erasure (
    epoch      INTEGER PRIMARY KEY,
    body       BLOB NOT NULL,
    signature  BLOB NOT NULL,
    signer     BLOB NOT NULL
) STRICT;

CREATE TABLE device_name (device_id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE sync_note (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE "flag" (
    flag_id      TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL,
    key          TEXT NOT NULL,
    version      INTEGER NOT NULL,
    touched_ms   INTEGER NOT NULL,
    reason_code  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX flag_by_key ON flag (user_id, key, touched_ms);

CREATE TABLE outbox (
    seq      INTEGER PRIMARY KEY,
    payload  BLOB NOT NULL
) STRICT;

CREATE TABLE word (
    producer_id  TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL,
    atom_id      TEXT NOT NULL,
    origin       TEXT NOT NULL CHECK (origin IN ('correction', 'name')),
    spelling     TEXT NOT NULL,
    heard        TEXT NOT NULL,
    bar          INTEGER NOT NULL,
    at_ms        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX word_by_user ON word (user_id, origin, at_ms DESC, producer_id);

CREATE INDEX word_by_atom ON word (atom_id);

CREATE VIEW word_told AS
    SELECT a.atom_id AS producer_id, a.user_id, a.atom_id, 'name' AS origin, a.value AS spelling, '' AS heard, a.bar,
        max(a.learned_at_ms, ifnull(a.last_confirmed_at_ms, 0), ifnull(a.last_used_at_ms, 0)) AS at_ms
    FROM atom a WHERE a.kind IN ('name', 'relationship', 'place', 'project', 'vocabulary')
    UNION ALL
    SELECT c.pair_id, c.user_id, c.atom_id, 'correction', c.meant, c.heard,
        a.bar | 16 * (instr(a.text, c.meant) = 0 AND instr(a.value, c.meant) = 0),
        max(a.learned_at_ms, ifnull(a.last_confirmed_at_ms, 0), ifnull(a.last_used_at_ms, 0))
    FROM correction c JOIN atom a ON a.atom_id = c.atom_id AND a.user_id = c.user_id;

CREATE TRIGGER word_of_new_atom AFTER INSERT ON atom
BEGIN INSERT INTO word SELECT * FROM word_told WHERE atom_id = new.atom_id; END;

CREATE TRIGGER word_of_changed_atom AFTER UPDATE ON atom
WHEN (new.kind, new.value, new.text, new.bar, new.last_confirmed_at_ms, new.last_used_at_ms)
    IS NOT (old.kind, old.value, old.text, old.bar, old.last_confirmed_at_ms, old.last_used_at_ms)
BEGIN
    DELETE FROM word WHERE atom_id = old.atom_id;
    INSERT INTO word SELECT * FROM word_told WHERE atom_id = new.atom_id;
END;

CREATE TRIGGER word_of_gone_atom AFTER DELETE ON atom
BEGIN DELETE FROM word WHERE atom_id = old.atom_id; END;

CREATE TRIGGER word_of_new_correction AFTER INSERT ON correction
BEGIN INSERT INTO word SELECT * FROM word_told WHERE producer_id = new.pair_id; END;

CREATE TRIGGER word_of_gone_correction AFTER DELETE ON correction
BEGIN DELETE FROM word WHERE producer_id = old.pair_id; END;

CREATE TABLE trusted (
    repository       TEXT PRIMARY KEY,
    root_version     INTEGER NOT NULL,
    root             BLOB NOT NULL,
    catalog_version  INTEGER,
    catalog          BLOB
) STRICT, WITHOUT ROWID;

CREATE TABLE vocabulary (
    digest       TEXT PRIMARY KEY,
    number       INTEGER NOT NULL UNIQUE,
    state        TEXT NOT NULL CHECK (state IN ('staged', 'trial', 'committed', 'failed')),
    reason_code  TEXT NOT NULL,
    changed_ms   INTEGER NOT NULL
, user_id TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;

CREATE TABLE vocabulary_package (
    digest           TEXT NOT NULL,
    number           INTEGER NOT NULL,
    name             TEXT NOT NULL,
    version          TEXT NOT NULL,
    repository       TEXT NOT NULL,
    catalog_version  INTEGER NOT NULL,
    document         BLOB NOT NULL,
    payload          BLOB NOT NULL,
    PRIMARY KEY (digest, number)
) STRICT;

CREATE TABLE vocabulary_term (
    digest          TEXT NOT NULL,
    number          INTEGER NOT NULL,
    language        TEXT NOT NULL,
    spelling        TEXT NOT NULL,
    role            TEXT NOT NULL,
    weight          INTEGER NOT NULL,
    pronunciations  TEXT NOT NULL,
    heard           TEXT NOT NULL,
    package         TEXT NOT NULL,
    version         TEXT NOT NULL,
    PRIMARY KEY (digest, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE vocabulary_source (
    digest       TEXT NOT NULL,
    producer_id  TEXT NOT NULL,
    PRIMARY KEY (digest, producer_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX vocabulary_source_by_producer ON vocabulary_source (producer_id);

CREATE TABLE word_held (
    producer_id  TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER versions_of_gone_atom AFTER DELETE ON atom
BEGIN
    DELETE FROM word_held WHERE producer_id = old.atom_id;
    DELETE FROM vocabulary_term WHERE digest IN (SELECT digest FROM vocabulary_source WHERE producer_id = old.atom_id);
    DELETE FROM vocabulary_package
        WHERE digest IN (SELECT digest FROM vocabulary_source WHERE producer_id = old.atom_id);
    DELETE FROM vocabulary WHERE digest IN (SELECT digest FROM vocabulary_source WHERE producer_id = old.atom_id);
    DELETE FROM vocabulary_source WHERE digest NOT IN (SELECT digest FROM vocabulary);
END;

CREATE TRIGGER versions_of_gone_correction AFTER DELETE ON correction
BEGIN
    DELETE FROM word_held WHERE producer_id = old.pair_id;
    DELETE FROM vocabulary_term WHERE digest IN (SELECT digest FROM vocabulary_source WHERE producer_id = old.pair_id);
    DELETE FROM vocabulary_package
        WHERE digest IN (SELECT digest FROM vocabulary_source WHERE producer_id = old.pair_id);
    DELETE FROM vocabulary WHERE digest IN (SELECT digest FROM vocabulary_source WHERE producer_id = old.pair_id);
    DELETE FROM vocabulary_source WHERE digest NOT IN (SELECT digest FROM vocabulary);
END;

CREATE TABLE waiting (doc_no INTEGER PRIMARY KEY) STRICT;

CREATE VIEW waiting_word (user_no, stem, at_ms, doc_no, spot, bar) AS
    SELECT DISTINCT p.user_no, j.value, p.at_ms, p.doc_no,
        (p.pos << 9) | ((p.traits & 2) << 7) | min(p.words, 255), p.bar
    FROM waiting t CROSS JOIN place p ON p.doc_no = t.doc_no CROSS JOIN json_each(CASE p.doc_no & 1
        WHEN 0 THEN (SELECT w.words FROM line_words w WHERE w.line_no = p.doc_no >> 1)
        ELSE (SELECT w.words FROM atom_words w WHERE w.atom_no = p.doc_no >> 1) END) j
    WHERE j.value <> '' AND j.value NOT IN (SELECT q.stem FROM quiet_stem q);

CREATE TRIGGER count_place AFTER INSERT ON place
BEGIN
    UPDATE stem_user SET docs = docs + 1 WHERE user_no = new.user_no;
    INSERT INTO waiting (doc_no) VALUES (new.doc_no);
END;

CREATE TRIGGER withdraw_postings BEFORE DELETE ON place
WHEN NOT EXISTS (SELECT 1 FROM waiting t WHERE t.doc_no = old.doc_no)
BEGIN
    UPDATE stem SET docs = docs - 1 WHERE user_no = old.user_no AND stem IN (
        SELECT j.value FROM json_each(CASE old.doc_no & 1
            WHEN 0 THEN (SELECT w.words FROM line_words w WHERE w.line_no = old.doc_no >> 1)
            ELSE (SELECT w.words FROM atom_words w WHERE w.atom_no = old.doc_no >> 1) END) j);
    DELETE FROM posting WHERE at_ms = old.at_ms AND doc_no = old.doc_no AND stem_no IN (
        SELECT s.stem_no FROM json_each(CASE old.doc_no & 1
            WHEN 0 THEN (SELECT w.words FROM line_words w WHERE w.line_no = old.doc_no >> 1)
            ELSE (SELECT w.words FROM atom_words w WHERE w.atom_no = old.doc_no >> 1) END) j
        CROSS JOIN stem s WHERE s.user_no = old.user_no AND s.stem = j.value);
    DELETE FROM stem WHERE docs = 0 AND user_no = old.user_no AND stem IN (
        SELECT j.value FROM json_each(CASE old.doc_no & 1
            WHEN 0 THEN (SELECT w.words FROM line_words w WHERE w.line_no = old.doc_no >> 1)
            ELSE (SELECT w.words FROM atom_words w WHERE w.atom_no = old.doc_no >> 1) END) j);
END;

CREATE TRIGGER uncount_place AFTER DELETE ON place
BEGIN
    UPDATE stem_user SET docs = docs - 1 WHERE user_no = old.user_no;
    DELETE FROM waiting WHERE doc_no = old.doc_no;
END;

CREATE INDEX op_by_repeated ON op (repeats) WHERE repeats IS NOT NULL;

CREATE INDEX op_by_kept ON op (keeps) WHERE keeps IS NOT NULL;

CREATE TABLE record_extra (
    subject_id  TEXT PRIMARY KEY,
    fields      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX parked_by_subject ON parked (subject_id) WHERE subject_id <> '';

CREATE TABLE record_type (
    name    TEXT PRIMARY KEY,
    number  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE schedule (
    schedule_id  TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL,
    kind         TEXT NOT NULL,
    label        TEXT NOT NULL,
    state        TEXT NOT NULL,
    due_ms       INTEGER NOT NULL,
    device_id    TEXT NOT NULL,
    set_on       TEXT NOT NULL,
    set_ms       INTEGER NOT NULL,
    zone         TEXT NOT NULL,
    guest        INTEGER NOT NULL DEFAULT 0,
    duration_ms  INTEGER NOT NULL DEFAULT 0,
    recurrence   TEXT NOT NULL DEFAULT '',
    first_local  TEXT NOT NULL DEFAULT '',
    snooze_ms    INTEGER NOT NULL DEFAULT 0,
    rang_ms      INTEGER NOT NULL DEFAULT 0,
    stopped_ms   INTEGER NOT NULL DEFAULT 0,
    boot_id      TEXT NOT NULL DEFAULT '',
    uptime_ms    INTEGER NOT NULL DEFAULT 0,
    turn_id      TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE INDEX schedule_by_user ON schedule (user_id);

CREATE TABLE list_item (
    item_id    TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL,
    list_name  TEXT NOT NULL,
    text       TEXT NOT NULL,
    state      TEXT NOT NULL,
    added_ms   INTEGER NOT NULL,
    position   INTEGER NOT NULL DEFAULT 0,
    turn_id    TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE INDEX list_item_by_user ON list_item (user_id);

CREATE TABLE forgotten_value (
    value_id    TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL,
    digest      TEXT NOT NULL,
    words       INTEGER NOT NULL,
    about       TEXT NOT NULL DEFAULT '',
    forgot_ms   INTEGER NOT NULL DEFAULT 0
, thing TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;

CREATE INDEX forgotten_value_by_user ON forgotten_value (user_id);

CREATE TABLE rule_cover (
    rule_id  TEXT NOT NULL,
    part     TEXT NOT NULL,
    second   TEXT NOT NULL,
    third    TEXT NOT NULL,
    PRIMARY KEY (rule_id, part, second, third)
) STRICT, WITHOUT ROWID;

CREATE INDEX atom_by_time ON atom (user_id, valid_from_ms) WHERE valid_from_ms IS NOT NULL;

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

CREATE TABLE graph_edge (
    owner_id   TEXT NOT NULL,
    ordinal    INTEGER NOT NULL,
    user_id    TEXT NOT NULL,
    from_sort  TEXT NOT NULL CHECK (from_sort IN ('entity', 'project', 'vendor', 'decision')),
    from_node  TEXT NOT NULL,
    edge       TEXT NOT NULL CHECK (edge IN ('mentioned_with', 'depends_on', 'blocked_by', 'decided_in')),
    to_sort    TEXT NOT NULL CHECK (to_sort IN ('entity', 'project', 'vendor', 'thread')),
    to_node    TEXT NOT NULL,
    PRIMARY KEY (owner_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE INDEX graph_from ON graph_edge (user_id, from_node, owner_id, to_node);

CREATE INDEX graph_to ON graph_edge (user_id, to_node, owner_id, from_node);

CREATE TABLE graph_state (version INTEGER NOT NULL) STRICT;

CREATE TABLE pause_profile (
    pause_profile_id TEXT PRIMARY KEY,
    user_id          TEXT NOT NULL,
    wait_ms          INTEGER NOT NULL,
    cuts             INTEGER NOT NULL,
    learned_ms       INTEGER NOT NULL,
    turn_id          TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE INDEX pause_profile_by_user ON pause_profile (user_id);

CREATE TABLE "rule" (
    rule_id      TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('do_not_mention', 'do_not_store', 'only_if_asked')),
    topic        TEXT NOT NULL,
    made_at_ms   INTEGER NOT NULL,
    reason_code  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX rule_by_user ON rule (user_id, kind);

CREATE INDEX posting_hidden ON posting (stem_no) WHERE doc_no & 1 = 1 AND bar & 7 <> 0;

CREATE TABLE "thread" (
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

CREATE INDEX thread_by_use ON thread (user_id, max(ended_ms, last_used_ms), thread_id);

CREATE INDEX thread_by_rank
    ON thread (user_id, pinned, (questions <> ''), max(ended_ms, last_used_ms), use_count, thread_id)
    WHERE muted = 0 AND (decisions <> '' OR questions <> '' OR next_step <> '');

CREATE TABLE vector (
    sort     INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    numbers  BLOB NOT NULL,
    PRIMARY KEY (sort, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX vector_waiting ON vector (sort, number) WHERE numbers = x'';

CREATE TABLE vector_state (model TEXT NOT NULL) STRICT;

CREATE TRIGGER forget_line_vector AFTER DELETE ON archive
BEGIN DELETE FROM vector WHERE sort = 0 AND number = old.line_no; END;

CREATE TRIGGER cut_line_vector AFTER UPDATE OF text ON archive WHEN new.text <> old.text
BEGIN UPDATE vector SET numbers = x'' WHERE sort = 0 AND number = old.line_no; END;

CREATE TRIGGER forget_atom_vector AFTER DELETE ON atom
BEGIN DELETE FROM vector WHERE sort = 1 AND number = old.atom_no; END;

CREATE TRIGGER change_atom_vector AFTER UPDATE OF text ON atom WHEN new.text <> old.text
BEGIN UPDATE vector SET numbers = x'' WHERE sort = 1 AND number = old.atom_no; END;

INSERT INTO trait_stem VALUES
    ('ago', 8),
    ('april', 8),
    ('august', 8),
    ('coupl', 16),
    ('decemb', 8),
    ('dozen', 16),
    ('eight', 16),
    ('februari', 8),
    ('few', 16),
    ('five', 16),
    ('four', 16),
    ('friday', 8),
    ('januari', 8),
    ('juli', 8),
    ('june', 8),
    ('last', 8),
    ('march', 8),
    ('may', 8),
    ('monday', 8),
    ('month', 8),
    ('next', 8),
    ('nine', 16),
    ('novemb', 8),
    ('octob', 8),
    ('onc', 16),
    ('one', 16),
    ('recent', 8),
    ('saturday', 8),
    ('septemb', 8),
    ('seven', 16),
    ('sever', 16),
    ('sinc', 8),
    ('six', 16),
    ('sunday', 8),
    ('ten', 16),
    ('three', 16),
    ('thursday', 8),
    ('today', 8),
    ('tomorrow', 8),
    ('tonight', 8),
    ('tuesday', 8),
    ('twice', 16),
    ('two', 16),
    ('wednesday', 8),
    ('week', 8),
    ('weekend', 8),
    ('year', 8),
    ('yesterday', 8);

INSERT INTO quiet_stem VALUES
    ('a'),
    ('about'),
    ('after'),
    ('aint'),
    ('all'),
    ('also'),
    ('am'),
    ('an'),
    ('and'),
    ('ani'),
    ('any'),
    ('are'),
    ('arent'),
    ('as'),
    ('at'),
    ('be'),
    ('been'),
    ('befor'),
    ('before'),
    ('being'),
    ('both'),
    ('but'),
    ('by'),
    ('can'),
    ('cant'),
    ('could'),
    ('couldnt'),
    ('did'),
    ('didnt'),
    ('do'),
    ('doe'),
    ('does'),
    ('doesnt'),
    ('doing'),
    ('done'),
    ('dont'),
    ('each'),
    ('els'),
    ('else'),
    ('for'),
    ('from'),
    ('get'),
    ('gets'),
    ('got'),
    ('had'),
    ('hadnt'),
    ('has'),
    ('hasnt'),
    ('have'),
    ('havent'),
    ('having'),
    ('he'),
    ('her'),
    ('here'),
    ('hers'),
    ('herself'),
    ('hes'),
    ('him'),
    ('himself'),
    ('his'),
    ('how'),
    ('i'),
    ('id'),
    ('if'),
    ('im'),
    ('in'),
    ('into'),
    ('is'),
    ('isnt'),
    ('it'),
    ('its'),
    ('itself'),
    ('ive'),
    ('just'),
    ('let'),
    ('lets'),
    ('me'),
    ('might'),
    ('mine'),
    ('more'),
    ('most'),
    ('must'),
    ('my'),
    ('myself'),
    ('no'),
    ('nor'),
    ('not'),
    ('of'),
    ('on'),
    ('onli'),
    ('only'),
    ('or'),
    ('other'),
    ('our'),
    ('ourselv'),
    ('ourselves'),
    ('over'),
    ('own'),
    ('pleas'),
    ('please'),
    ('said'),
    ('same'),
    ('say'),
    ('says'),
    ('shall'),
    ('she'),
    ('shes'),
    ('should'),
    ('shouldnt'),
    ('so'),
    ('some'),
    ('such'),
    ('tell'),
    ('than'),
    ('that'),
    ('thats'),
    ('the'),
    ('their'),
    ('theirs'),
    ('them'),
    ('themselv'),
    ('themselves'),
    ('then'),
    ('there'),
    ('theres'),
    ('these'),
    ('they'),
    ('theyr'),
    ('theyre'),
    ('theyv'),
    ('theyve'),
    ('this'),
    ('those'),
    ('to'),
    ('told'),
    ('too'),
    ('us'),
    ('veri'),
    ('very'),
    ('was'),
    ('wasnt'),
    ('we'),
    ('wed'),
    ('were'),
    ('werent'),
    ('weve'),
    ('what'),
    ('whats'),
    ('when'),
    ('where'),
    ('whi'),
    ('which'),
    ('who'),
    ('whom'),
    ('whose'),
    ('why'),
    ('will'),
    ('with'),
    ('wont'),
    ('would'),
    ('wouldnt'),
    ('you'),
    ('youd'),
    ('youll'),
    ('your'),
    ('youre'),
    ('yours'),
    ('yourself'),
    ('youv'),
    ('youve');

INSERT INTO month_stem VALUES
    ('01', 'januari'),
    ('02', 'februari'),
    ('03', 'march'),
    ('04', 'april'),
    ('05', 'may'),
    ('06', 'june'),
    ('07', 'juli'),
    ('08', 'august'),
    ('09', 'septemb'),
    ('10', 'octob'),
    ('11', 'novemb'),
    ('12', 'decemb');

INSERT INTO graph_state VALUES
    (2);

INSERT INTO vector_state VALUES
    ('');

PRAGMA user_version = 24;
