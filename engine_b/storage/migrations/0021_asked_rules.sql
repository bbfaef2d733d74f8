-- A rule may also say that a topic is told only when it is asked for.

CREATE TABLE rule_of_each_kind (
    rule_id      TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL,
    kind         TEXT NOT NULL CHECK (kind IN ('do_not_mention', 'do_not_store', 'only_if_asked')),
    topic        TEXT NOT NULL,
    made_at_ms   INTEGER NOT NULL,
    reason_code  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO rule_of_each_kind SELECT rule_id, user_id, kind, topic, made_at_ms, reason_code FROM rule;
DROP TABLE rule;
ALTER TABLE rule_of_each_kind RENAME TO rule;
CREATE INDEX rule_by_user ON rule (user_id, kind);
