-- The index of retrieval (design.md section 6): which stems stand in which line or atom, and where a line stands.
-- All of it follows from `archive_line` and `atom` by triggers, so a forgotten word leaves it in the same transaction.
-- A document is a line (`doc_no` = 2 x line_no) or an atom (2 x atom_no + 1).

CREATE TABLE stem_user (
    user_no   INTEGER PRIMARY KEY,
    user_id   TEXT NOT NULL UNIQUE,
    docs      INTEGER NOT NULL DEFAULT 0,
    sessions  INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Counted per user: what one person says never changes another's order. A stem without documents is deleted.
CREATE TABLE stem (
    stem_no  INTEGER PRIMARY KEY,
    user_no  INTEGER NOT NULL,
    stem     TEXT NOT NULL,
    docs     INTEGER NOT NULL,
    UNIQUE (user_no, stem)
) STRICT;

-- `spot` is the document's position, whether it is a question, and its length: (pos << 9) | (question << 8) | words.
-- `spot` and `bar` repeat what `place` says, so that a stem is read in one sweep of neighbouring pages.
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

-- `pos`: of a line, the session's first line_no << 20 plus its turn in the session, so that neighbours in a session
-- are neighbours in number; of an atom, a number of its own. `traits`: 1 Selene's reply, 2 a question, 4 a standing
-- wish, 8 names a time, 16 names a number. `bar`: what keeps it out of a turn (engine_b/storage/visibility_sql.py).
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
INSERT INTO trait_stem (stem, trait) VALUES
    ('yesterday', 8), ('today', 8), ('tonight', 8), ('tomorrow', 8), ('last', 8), ('next', 8), ('ago', 8),
    ('week', 8), ('weekend', 8), ('month', 8), ('year', 8), ('monday', 8), ('tuesday', 8), ('wednesday', 8),
    ('thursday', 8), ('friday', 8), ('saturday', 8), ('sunday', 8), ('januari', 8), ('februari', 8), ('march', 8),
    ('april', 8), ('may', 8), ('june', 8), ('juli', 8), ('august', 8), ('septemb', 8), ('octob', 8), ('novemb', 8),
    ('decemb', 8), ('recent', 8), ('sinc', 8), ('one', 16), ('two', 16), ('three', 16), ('four', 16), ('five', 16),
    ('six', 16), ('seven', 16), ('eight', 16), ('nine', 16), ('ten', 16), ('few', 16), ('sever', 16),
    ('coupl', 16), ('dozen', 16), ('onc', 16), ('twice', 16);

-- Stems that ask for nothing (memory/text/synonyms.py, QUIET) and are not indexed.
CREATE TABLE quiet_stem (stem TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO quiet_stem (stem) VALUES
    ('a'), ('about'), ('after'), ('aint'), ('all'), ('also'), ('am'), ('an'), ('and'), ('ani'), ('any'),
    ('are'), ('arent'), ('as'), ('at'), ('be'), ('been'), ('befor'), ('before'), ('being'), ('both'),
    ('but'), ('by'), ('can'), ('cant'), ('could'), ('couldnt'), ('did'), ('didnt'), ('do'), ('doe'),
    ('does'), ('doesnt'), ('doing'), ('done'), ('dont'), ('each'), ('els'), ('else'), ('for'), ('from'),
    ('get'), ('gets'), ('got'), ('had'), ('hadnt'), ('has'), ('hasnt'), ('have'), ('havent'), ('having'),
    ('he'), ('her'), ('here'), ('hers'), ('herself'), ('hes'), ('him'), ('himself'), ('his'), ('how'), ('i'),
    ('id'), ('if'), ('im'), ('in'), ('into'), ('is'), ('isnt'), ('it'), ('its'), ('itself'),
    ('ive'), ('just'), ('let'), ('lets'), ('me'), ('might'), ('mine'), ('more'), ('most'), ('must'),
    ('my'), ('myself'), ('no'), ('nor'), ('not'), ('of'), ('on'), ('onli'), ('only'), ('or'), ('other'),
    ('our'), ('ourselv'), ('ourselves'), ('over'), ('own'), ('pleas'), ('please'), ('said'), ('same'),
    ('say'), ('says'), ('shall'), ('she'), ('shes'), ('should'), ('shouldnt'), ('so'), ('some'), ('such'),
    ('tell'), ('than'), ('that'), ('thats'), ('the'), ('their'), ('theirs'), ('them'), ('themselv'),
    ('themselves'), ('then'), ('there'), ('theres'), ('these'), ('they'), ('theyr'), ('theyre'), ('theyv'),
    ('theyve'), ('this'), ('those'), ('to'), ('told'), ('too'), ('us'), ('veri'), ('very'), ('was'),
    ('wasnt'), ('we'), ('wed'), ('were'), ('werent'), ('weve'), ('what'), ('whats'), ('when'), ('where'),
    ('whi'), ('which'), ('who'), ('whom'), ('whose'), ('why'), ('will'), ('with'), ('wont'), ('would'),
    ('wouldnt'), ('you'), ('youd'), ('youll'), ('your'), ('youre'), ('yours'), ('yourself'), ('youv'),
    ('youve');

CREATE TABLE month_stem (
    month  TEXT PRIMARY KEY,
    stem   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO month_stem (month, stem) VALUES
    ('01', 'januari'), ('02', 'februari'), ('03', 'march'), ('04', 'april'), ('05', 'may'), ('06', 'june'),
    ('07', 'juli'), ('08', 'august'), ('09', 'septemb'), ('10', 'octob'), ('11', 'novemb'), ('12', 'decemb');

-- What can be asked for, as JSON: the stems of the words, and of a line also the day, month and year it was said.
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

-- What bars a line, as bits like those of `atom.bar`: its own topics, the atoms that it is the source of, and for
-- Selene's replies the atoms that were used in the turn. Tested to be what engine_b/storage/visibility_sql.py says.
CREATE VIEW line_bar (line_no, bar) AS
    SELECT l.line_no,
        (l.dnm > 0)
        | coalesce((SELECT max(a.bar & 1) | max(a.bar & 2) | max(a.bar & 4)
            FROM atom_source s JOIN atom a ON a.atom_id = s.atom_id WHERE s.turn_id = l.turn_id), 0)
        | coalesce((SELECT max(a.bar & 1) | max(a.bar & 2) | max(a.bar & 4)
            FROM atom_use u JOIN atom a ON a.atom_id = u.atom_id
            WHERE u.turn_id = l.turn_id AND l.speaker = 'selene'), 0)
    FROM archive l;

-- A place that appears is read into the postings; a place that goes takes its postings with it, and it goes *before*
-- the words that it stands for.
CREATE TRIGGER post_place AFTER INSERT ON place
BEGIN
    UPDATE stem_user SET docs = docs + 1 WHERE user_no = new.user_no;
    INSERT INTO stem (user_no, stem, docs)
        SELECT DISTINCT new.user_no, j.value, 1 FROM json_each(CASE new.doc_no & 1
            WHEN 0 THEN (SELECT w.words FROM line_words w WHERE w.line_no = new.doc_no >> 1)
            ELSE (SELECT w.words FROM atom_words w WHERE w.atom_no = new.doc_no >> 1) END) j
        WHERE j.value <> '' AND j.value NOT IN (SELECT q.stem FROM quiet_stem q)
        ON CONFLICT DO UPDATE SET docs = docs + 1;
    INSERT OR IGNORE INTO posting (stem_no, at_ms, doc_no, spot, bar)
        SELECT s.stem_no, new.at_ms, new.doc_no,
            (new.pos << 9) | ((new.traits & 2) << 7) | min(new.words, 255), new.bar FROM json_each(CASE new.doc_no & 1
            WHEN 0 THEN (SELECT w.words FROM line_words w WHERE w.line_no = new.doc_no >> 1)
            ELSE (SELECT w.words FROM atom_words w WHERE w.atom_no = new.doc_no >> 1) END) j
        CROSS JOIN stem s WHERE s.user_no = new.user_no AND s.stem = j.value;
END;
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
CREATE TRIGGER unpost_place BEFORE DELETE ON place
BEGIN
    UPDATE stem_user SET docs = docs - 1 WHERE user_no = old.user_no;
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

-- Inserting into `placing` gives a line its place: after the last earlier line of its session. When that place is
-- taken, because the line came late, the later lines of the session move up by one.
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

-- Lines come, are cut and go.
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

-- Atoms come, change and go. They stand far behind all lines and 8 apart, so that they are nobody's neighbour.
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

-- What may be seen changes: of a line by its own topics, and by the atoms that it is the source of or that it used.
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
