-- Timers, alarms, reminders and lists. They are no memory: no index, no bundle and no summary has them.

CREATE TABLE schedule (
    schedule_id  TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL,
    kind         TEXT NOT NULL,
    label        TEXT NOT NULL,
    state        TEXT NOT NULL,
    due_ms       INTEGER NOT NULL,
    device_id    TEXT NOT NULL,
    set_on       TEXT NOT NULL,
    set_ms       INTEGER NOT NULL,
    zone         TEXT NOT NULL,
    guest        INTEGER NOT NULL DEFAULT 0,
    duration_ms  INTEGER NOT NULL DEFAULT 0,
    recurrence   TEXT NOT NULL DEFAULT '',
    first_local  TEXT NOT NULL DEFAULT '',
    snooze_ms    INTEGER NOT NULL DEFAULT 0,
    rang_ms      INTEGER NOT NULL DEFAULT 0,
    stopped_ms   INTEGER NOT NULL DEFAULT 0,
    boot_id      TEXT NOT NULL DEFAULT '',
    uptime_ms    INTEGER NOT NULL DEFAULT 0,
    turn_id      TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX schedule_by_user ON schedule (user_id);

CREATE TABLE list_item (
    item_id    TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL,
    list_name  TEXT NOT NULL,
    text       TEXT NOT NULL,
    state      TEXT NOT NULL,
    added_ms   INTEGER NOT NULL,
    position   INTEGER NOT NULL DEFAULT 0,
    turn_id    TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX list_item_by_user ON list_item (user_id);
