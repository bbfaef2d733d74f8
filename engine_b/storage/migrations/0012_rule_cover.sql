-- What belongs to the topic of a do-not-mention rule beside its own words: parts of ' a b c ' (memory/rules/life_areas.py).
-- A row matches when all its parts do; an empty part matches always.

CREATE TABLE rule_cover (
    rule_id  TEXT NOT NULL,
    part     TEXT NOT NULL,
    second   TEXT NOT NULL,
    third    TEXT NOT NULL,
    PRIMARY KEY (rule_id, part, second, third)
) STRICT, WITHOUT ROWID;
