-- Postings are written when nobody waits for them (docs/adr/0004): a new document only notes that it has none yet.
-- Until it has, its words are read from the line or the atom itself, so what is found is the same before and after.

CREATE TABLE waiting (doc_no INTEGER PRIMARY KEY) STRICT;

-- What the postings of the waiting documents will be.
CREATE VIEW waiting_word (user_no, stem, at_ms, doc_no, spot, bar) AS
    SELECT DISTINCT p.user_no, j.value, p.at_ms, p.doc_no,
        (p.pos << 9) | ((p.traits & 2) << 7) | min(p.words, 255), p.bar
    FROM waiting t CROSS JOIN place p ON p.doc_no = t.doc_no CROSS JOIN json_each(CASE p.doc_no & 1
        WHEN 0 THEN (SELECT w.words FROM line_words w WHERE w.line_no = p.doc_no >> 1)
        ELSE (SELECT w.words FROM atom_words w WHERE w.atom_no = p.doc_no >> 1) END) j
    WHERE j.value <> '' AND j.value NOT IN (SELECT q.stem FROM quiet_stem q);

DROP TRIGGER IF EXISTS post_place;
CREATE TRIGGER count_place AFTER INSERT ON place
BEGIN
    UPDATE stem_user SET docs = docs + 1 WHERE user_no = new.user_no;
    INSERT INTO waiting (doc_no) VALUES (new.doc_no);
END;

-- A place that goes takes its postings with it, *before* the words that they were made of; or it stops waiting.
DROP TRIGGER IF EXISTS unpost_place;
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
