-- A newer Selene's ops and fields are kept until this one is updated (docs/adr/0011).

-- The fields of a record that this build does not know, as a JSON object: they go with every change, and with the record.
CREATE TABLE record_extra (
    subject_id  TEXT PRIMARY KEY,
    fields      TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What an op says that is not understood, sealed as it came; its key is in `op`. Both go when it is erased.
ALTER TABLE parked ADD COLUMN payload BLOB;
ALTER TABLE parked ADD COLUMN subject_id TEXT NOT NULL DEFAULT '';
CREATE INDEX parked_by_subject ON parked (subject_id) WHERE subject_id <> '';

-- How many of its own migrations each record type beyond the core has had here, also of types that are not known now.
CREATE TABLE record_type (
    name    TEXT PRIMARY KEY,
    number  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
