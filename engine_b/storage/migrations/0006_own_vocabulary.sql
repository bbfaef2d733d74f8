-- A person's own vocabulary (2.4.1, 2.4.4): versions of what their memory taught, built and signed on this device.

-- Whose vocabulary it is; empty: the house's, of packages that anybody here may hear.
ALTER TABLE vocabulary ADD COLUMN user_id TEXT NOT NULL DEFAULT '';

-- The atoms and correction pairs that the words of a version came from.
CREATE TABLE vocabulary_source (
    digest       TEXT NOT NULL,
    producer_id  TEXT NOT NULL,
    PRIMARY KEY (digest, producer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX vocabulary_source_by_producer ON vocabulary_source (producer_id);

-- What taught a word that a version brought which was taken back out: the word is neither hinted nor in the next version.
-- Teaching the word again is another producer.
CREATE TABLE word_held (
    producer_id  TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Forgetting destroys every version that came from what is forgotten, on every path into the vault. The pointers are
-- left: they name what is not there, which is no words, until the next version is built.
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
