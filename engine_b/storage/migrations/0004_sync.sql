-- Sync with the mirror and with the person's other devices (design.md section 7; research: reliability 2 and 3).

-- This device: its id and its secret keys, which never leave it. One row, made when the vault is first opened.
CREATE TABLE identity (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    device_id  TEXT NOT NULL,
    sign_seed  BLOB NOT NULL CHECK (length(sign_seed) = 32),
    box_seed   BLOB NOT NULL CHECK (length(box_seed) = 32),
    tls_key    BLOB
) STRICT;

-- The person's account, once `init` or `restore` made this device part of it. The roster and the epoch are kept as they
-- were signed. The words themselves are nowhere.
CREATE TABLE account (
    one          INTEGER PRIMARY KEY CHECK (one = 1),
    roster       BLOB NOT NULL,
    epoch        BLOB NOT NULL,
    token        BLOB NOT NULL,
    content_key  BLOB NOT NULL CHECK (length(content_key) = 32)
) STRICT;

-- The mirror that this device is paired with.
CREATE TABLE mirror (
    one          INTEGER PRIMARY KEY CHECK (one = 1),
    address      TEXT NOT NULL,
    authority    BLOB NOT NULL,
    certificate  BLOB NOT NULL,
    mirror_key   BLOB NOT NULL CHECK (length(mirror_key) = 32)
) STRICT;

-- Keys that data keys of one device's 256 ops are wrapped under. Those marked `stale` have lost an op and are made anew.
CREATE TABLE page_key (
    device_id  TEXT NOT NULL,
    page       INTEGER NOT NULL,
    key        BLOB NOT NULL CHECK (length(key) = 32),
    epoch      INTEGER NOT NULL,
    stale      INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (device_id, page)
) STRICT, WITHOUT ROWID;

-- Every op that this device has made or seen. `dek` is gone once the op is erased; `head` while no op replaces it.
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
) STRICT;
CREATE INDEX op_by_subject ON op (subject_id);
CREATE UNIQUE INDEX op_by_seq ON op (device_id, seq);

-- Ops that a later op takes the place of, or that were erased, also when they are yet to come.
CREATE TABLE op_replaced (op_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE op_erased (op_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
-- Subjects that are gone for good (atoms, lines, corrections).
CREATE TABLE tombstone (subject_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

-- What the heads of a subject say while it has more than one; and the rivals that they live on as.
CREATE TABLE head_content (op_id TEXT PRIMARY KEY, subject_id TEXT NOT NULL, content TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX head_content_by_subject ON head_content (subject_id);
CREATE TABLE rival (rival_id TEXT PRIMARY KEY, atom_id TEXT NOT NULL, op_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX rival_by_atom ON rival (atom_id);

-- How far each device has been followed: the chain of its ops, as verified here. Of this device: as acknowledged.
CREATE TABLE peer (
    device_id  TEXT PRIMARY KEY,
    seq        INTEGER NOT NULL,
    chain      BLOB NOT NULL CHECK (length(chain) = 32)
) STRICT, WITHOUT ROWID;

-- Ops that could not be sent or understood: kept, shown by `selene sync status`, never in the way of others.
CREATE TABLE parked (
    op_id        TEXT PRIMARY KEY,
    device_id    TEXT NOT NULL,
    seq          INTEGER NOT NULL,
    reason_code  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The mirror's signed word that what came before an epoch is destroyed.
CREATE TABLE erasure (
    epoch      INTEGER PRIMARY KEY,
    body       BLOB NOT NULL,
    signature  BLOB NOT NULL,
    signer     BLOB NOT NULL
) STRICT;

CREATE TABLE device_name (device_id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Numbers and codes of sync: the logical clock of what was seen, the last exchange, what is pending.
CREATE TABLE sync_note (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;

-- Two devices may each know the same stable thing: a flag is found by its key and is one row a device.
CREATE TABLE flag_of_devices (
    flag_id      TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL,
    key          TEXT NOT NULL,
    version      INTEGER NOT NULL,
    touched_ms   INTEGER NOT NULL,
    reason_code  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO flag_of_devices SELECT flag_id, user_id, key, version, touched_ms, reason_code FROM flag;
DROP TABLE flag;
ALTER TABLE flag_of_devices RENAME TO flag;
CREATE INDEX flag_by_key ON flag (user_id, key, touched_ms);

-- Payloads that the mirror does not have yet, by the op's number; an empty one was erased before it was sent.
-- Ops queued before there was sync were sealed for no reader: they are queued again from the records (seeding.py).
DROP TABLE outbox;
CREATE TABLE outbox (
    seq      INTEGER PRIMARY KEY,
    payload  BLOB NOT NULL
) STRICT;
