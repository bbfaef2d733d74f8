-- Vocabulary (2.4): the words that one person's memory teaches, and the words that signed packages bring.

-- A word follows from the atom or the correction pair that told it, and goes with it. It is written by the triggers
-- below, in the transaction of what it follows from, so no path into the vault can leave it out: a turn, another
-- device's op, a restore, forgetting. `bar` is that of its atom (engine_b/storage/visibility_sql.py), and 16 when the atom no longer says
-- it, as when a later correction took the word back.
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
INSERT INTO word SELECT * FROM word_told;

-- What this device trusts about each repository of packages: the newest root and catalogue, as received.
CREATE TABLE trusted (
    repository       TEXT PRIMARY KEY,
    root_version     INTEGER NOT NULL,
    root             BLOB NOT NULL,
    catalog_version  INTEGER,
    catalog          BLOB
) STRICT, WITHOUT ROWID;

-- Vocabularies that packages made, by the digest of their table: the one in use, those that may be gone back to, and one
-- that is being made ready beside them. Which is in use is the setting `vocab.active`: flipping it is all that changes.
CREATE TABLE vocabulary (
    digest       TEXT PRIMARY KEY,
    number       INTEGER NOT NULL UNIQUE,
    state        TEXT NOT NULL CHECK (state IN ('staged', 'trial', 'committed', 'failed')),
    reason_code  TEXT NOT NULL,
    changed_ms   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
