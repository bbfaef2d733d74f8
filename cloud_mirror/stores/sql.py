"""Adapter: every SQL statement of the mirror, the same for SQLite and PostgreSQL.

The portable subset (research: reliability 5): keys made by the caller, no sequences, foreign keys, triggers, SAVEPOINT
or TRUNCATE, no temporary tables, one statement of DDL a transaction, ORDER BY wherever order matters. Type names are
PostgreSQL's; SQLite takes them as they are. Parameters are written `?`. tests/cloud_mirror/process/test_sql_subset.py
checks the subset.

All writers of a vault write its row (`TAKE_TURN`, or a statement that sets the row), so that of two transactions with
the same view one has to try again, on every engine that has at least snapshot isolation.
"""

from __future__ import annotations

VERSION = 1

TABLES = (
    "CREATE TABLE IF NOT EXISTS mirror_schema (version BIGINT PRIMARY KEY)",
    """CREATE TABLE IF NOT EXISTS vault (
        vault_id BYTEA PRIMARY KEY, account_key BYTEA NOT NULL, roster BYTEA NOT NULL, epoch BYTEA NOT NULL,
        erasure BYTEA NOT NULL, turn BIGINT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS account (
        account_key BYTEA PRIMARY KEY, vault_id BYTEA NOT NULL, failures BIGINT NOT NULL,
        locked_until_ms BIGINT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS device (
        device_id BYTEA PRIMARY KEY, vault_id BYTEA NOT NULL, certificate BYTEA NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS head (
        vault_id BYTEA NOT NULL, device_id BYTEA NOT NULL, seq BIGINT NOT NULL, chain BYTEA NOT NULL,
        checkpoint BYTEA NOT NULL, PRIMARY KEY (vault_id, device_id))""",
    """CREATE TABLE IF NOT EXISTS op (
        vault_id BYTEA NOT NULL, device_id BYTEA NOT NULL, seq BIGINT NOT NULL, op_id BYTEA NOT NULL,
        txn_id BIGINT NOT NULL, txn_end BIGINT NOT NULL, payload BYTEA NOT NULL, payload_hash BYTEA NOT NULL,
        wrap BYTEA NOT NULL, erases BYTEA NOT NULL, erased BIGINT NOT NULL, chain BYTEA NOT NULL,
        PRIMARY KEY (vault_id, device_id, seq))""",
    "CREATE UNIQUE INDEX IF NOT EXISTS op_by_id ON op (vault_id, op_id)",
    """CREATE TABLE IF NOT EXISTS erased (
        vault_id BYTEA NOT NULL, op_id BYTEA NOT NULL, epoch BIGINT NOT NULL, PRIMARY KEY (vault_id, op_id))""",
    """CREATE TABLE IF NOT EXISTS page (
        vault_id BYTEA NOT NULL, device_id BYTEA NOT NULL, page BIGINT NOT NULL, epoch BIGINT NOT NULL,
        box BYTEA NOT NULL, PRIMARY KEY (vault_id, device_id, page))""",
    """CREATE TABLE IF NOT EXISTS invitation (
        invitation_id BYTEA PRIMARY KEY, spent_by BYTEA NOT NULL, account_key BYTEA NOT NULL, nonce BYTEA NOT NULL,
        expires_ms BIGINT NOT NULL, claim BYTEA NOT NULL)""",
)
TOKEN_TABLE = """CREATE TABLE IF NOT EXISTS token (
        vault_id BYTEA NOT NULL, epoch BIGINT NOT NULL, token BYTEA NOT NULL, PRIMARY KEY (vault_id, epoch))"""

READ_VERSION = "SELECT version FROM mirror_schema ORDER BY version DESC LIMIT 1"
WRITE_VERSION = "INSERT INTO mirror_schema (version) VALUES (?) ON CONFLICT (version) DO NOTHING"
TOUCH_VERSION = "UPDATE mirror_schema SET version = version WHERE version = ?"

VAULT = "SELECT vault_id, account_key, roster, epoch, erasure FROM vault WHERE vault_id = ?"
NEW_VAULT = "INSERT INTO vault (vault_id, account_key, roster, epoch, erasure, turn) VALUES (?, ?, ?, ?, ?, 0)"
TAKE_TURN = "UPDATE vault SET turn = turn + 1 WHERE vault_id = ?"
SET_ROSTER = "UPDATE vault SET roster = ?, turn = turn + 1 WHERE vault_id = ?"
SET_EPOCH = "UPDATE vault SET epoch = ?, erasure = ?, turn = turn + 1 WHERE vault_id = ?"

ACCOUNT = "SELECT account_key, vault_id, failures, locked_until_ms FROM account WHERE account_key = ?"
PUT_ACCOUNT = (
    "INSERT INTO account (account_key, vault_id, failures, locked_until_ms) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (account_key) DO UPDATE SET failures = excluded.failures, locked_until_ms = excluded.locked_until_ms"
)

DEVICE = "SELECT device_id, vault_id, certificate FROM device WHERE device_id = ?"
PUT_DEVICE = (
    "INSERT INTO device (device_id, vault_id, certificate) VALUES (?, ?, ?)"
    " ON CONFLICT (device_id) DO UPDATE SET certificate = excluded.certificate"
)

INVITATION = (
    "SELECT invitation_id, spent_by, account_key, nonce, expires_ms, claim FROM invitation WHERE invitation_id = ?"
)
PUT_INVITATION = (
    "INSERT INTO invitation (invitation_id, spent_by, account_key, nonce, expires_ms, claim) VALUES (?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (invitation_id) DO UPDATE SET spent_by = excluded.spent_by, account_key = excluded.account_key,"
    " nonce = excluded.nonce, expires_ms = excluded.expires_ms, claim = excluded.claim"
)

TOKEN = "SELECT token FROM token WHERE vault_id = ? AND epoch = ?"
PUT_TOKEN = (
    "INSERT INTO token (vault_id, epoch, token) VALUES (?, ?, ?)"
    " ON CONFLICT (vault_id, epoch) DO UPDATE SET token = excluded.token"
)
DROP_OTHER_TOKENS = "DELETE FROM token WHERE vault_id = ? AND epoch <> ?"
TOKENS = "SELECT vault_id, epoch FROM token ORDER BY vault_id, epoch"

HEAD = "SELECT device_id, seq, chain, checkpoint FROM head WHERE vault_id = ? AND device_id = ?"
HEADS = "SELECT device_id, seq, chain, checkpoint FROM head WHERE vault_id = ? ORDER BY device_id"
PUT_HEAD = (
    "INSERT INTO head (vault_id, device_id, seq, chain, checkpoint) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (vault_id, device_id) DO UPDATE SET seq = excluded.seq, chain = excluded.chain,"
    " checkpoint = excluded.checkpoint"
)

CHAINS = "SELECT seq, chain FROM op WHERE vault_id = ? AND device_id = ? AND seq BETWEEN ? AND ? ORDER BY seq"
# Ids are given as a table, and first: with a long list after IN, PostgreSQL compares each row to each id, and SQLite
# reads a join from the left only when it is a CROSS JOIN.
GIVEN = "WITH given (op_id) AS (VALUES {}) "
KNOWN = GIVEN + (
    "SELECT op.op_id FROM given CROSS JOIN op WHERE op.vault_id = ? AND op.op_id = given.op_id ORDER BY op.op_id"
)
ERASED = GIVEN + (
    "SELECT erased.op_id FROM given CROSS JOIN erased WHERE erased.vault_id = ? AND erased.op_id = given.op_id"
    " ORDER BY erased.op_id"
)
ERASED_UNDER = "SELECT op_id FROM erased WHERE vault_id = ? AND epoch = ? ORDER BY op_id"
PLACED = GIVEN + (
    "SELECT op.op_id, op.device_id, op.seq FROM given CROSS JOIN op WHERE op.vault_id = ? AND op.op_id = given.op_id"
    " AND length(op.wrap) > 0 ORDER BY op.op_id"
)
LIVING = (
    "SELECT op_id FROM op WHERE vault_id = ? AND device_id = ? AND seq BETWEEN ? AND ? AND length(wrap) > 0"
    " ORDER BY seq"
)
SIZES = (
    "SELECT seq, length(payload) + length(wrap) + length(erases) FROM op"
    " WHERE vault_id = ? AND device_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
)
OPS = (
    "SELECT op_id, seq, txn_id, txn_end, payload, payload_hash, wrap, erases, erased FROM op"
    " WHERE vault_id = ? AND device_id = ? AND seq > ? AND seq <= ? ORDER BY seq"
)
NEW_OP = (
    "INSERT INTO op (vault_id, device_id, seq, op_id, txn_id, txn_end, payload, payload_hash, wrap, erases, erased,"
    " chain) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
PUT_WRAP = "UPDATE op SET wrap = ? WHERE vault_id = ? AND op_id = ?"
DESTROY = "UPDATE op SET payload = ?, wrap = ?, erased = 1 WHERE vault_id = ? AND op_id = ?"
REMEMBER_ERASED = (
    "INSERT INTO erased (vault_id, op_id, epoch) VALUES (?, ?, ?) ON CONFLICT (vault_id, op_id) DO NOTHING"
)

PAGES = "SELECT device_id, page, epoch, box FROM page WHERE vault_id = ? ORDER BY device_id, page"
PAGE_BOXES = "SELECT page, box FROM page WHERE vault_id = ? AND device_id = ? AND page BETWEEN ? AND ? ORDER BY page"
PUT_PAGE = (
    "INSERT INTO page (vault_id, device_id, page, epoch, box) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (vault_id, device_id, page) DO UPDATE SET epoch = excluded.epoch, box = excluded.box"
)

DUMP = {
    "vault": "SELECT vault_id, account_key, roster, epoch, erasure FROM vault ORDER BY vault_id",
    "account": "SELECT account_key, vault_id, failures, locked_until_ms FROM account ORDER BY account_key",
    "device": "SELECT device_id, vault_id, certificate FROM device ORDER BY device_id",
    "head": "SELECT vault_id, device_id, seq, chain, checkpoint FROM head ORDER BY vault_id, device_id",
    "op": "SELECT vault_id, device_id, seq, op_id, txn_id, txn_end, payload, payload_hash, wrap, erases, erased, chain"
    " FROM op ORDER BY vault_id, device_id, seq",
    "erased": "SELECT vault_id, op_id, epoch FROM erased ORDER BY vault_id, op_id",
    "page": "SELECT vault_id, device_id, page, epoch, box FROM page ORDER BY vault_id, device_id, page",
    "invitation": "SELECT invitation_id, spent_by, account_key, nonce, expires_ms, claim FROM invitation"
    " ORDER BY invitation_id",
    "token": "SELECT vault_id, epoch, token FROM token ORDER BY vault_id, epoch",
}
"""Everything that is stored, in one order: for digests that show any change."""
