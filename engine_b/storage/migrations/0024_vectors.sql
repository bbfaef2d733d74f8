-- What an encoder makes of the words of lines and atoms, if the person has one (docs/adr/0036). Derived from the words
-- alone, never synced, and gated by `place`. `sort` and `number`: 0 and line_no, or 1 and atom_no. A document without
-- numbers waits for them, and so does every one after the last of its sort. `model` is the model that made them.

CREATE TABLE vector (
    sort     INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    numbers  BLOB NOT NULL,
    PRIMARY KEY (sort, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX vector_waiting ON vector (sort, number) WHERE numbers = x'';
CREATE TABLE vector_state (model TEXT NOT NULL) STRICT;
INSERT INTO vector_state (model) VALUES ('');

-- A vector goes with its words, in the same statement; of words that were cut or changed the old one goes at once.
CREATE TRIGGER forget_line_vector AFTER DELETE ON archive
BEGIN DELETE FROM vector WHERE sort = 0 AND number = old.line_no; END;
CREATE TRIGGER cut_line_vector AFTER UPDATE OF text ON archive WHEN new.text <> old.text
BEGIN UPDATE vector SET numbers = x'' WHERE sort = 0 AND number = old.line_no; END;
CREATE TRIGGER forget_atom_vector AFTER DELETE ON atom
BEGIN DELETE FROM vector WHERE sort = 1 AND number = old.atom_no; END;
CREATE TRIGGER change_atom_vector AFTER UPDATE OF text ON atom WHEN new.text <> old.text
BEGIN UPDATE vector SET numbers = x'' WHERE sort = 1 AND number = old.atom_no; END;
