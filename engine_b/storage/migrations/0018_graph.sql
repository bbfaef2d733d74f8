-- What belongs together: the edges that follow from a memory's words and from a thread's decisions. They are derived
-- from that record alone and deleted with it; whether one may be read is decided by the gate of its memory.
-- A vault with memories makes them at its next opening: `graph_state` says which edges they are. One without has those of
-- this build (`GRAPH_VERSION`).

CREATE TABLE graph_edge (
    owner_id   TEXT NOT NULL,
    ordinal    INTEGER NOT NULL,
    user_id    TEXT NOT NULL,
    from_sort  TEXT NOT NULL CHECK (from_sort IN ('entity', 'project', 'vendor', 'decision')),
    from_node  TEXT NOT NULL,
    edge       TEXT NOT NULL CHECK (edge IN ('mentioned_with', 'depends_on', 'blocked_by', 'decided_in')),
    to_sort    TEXT NOT NULL CHECK (to_sort IN ('entity', 'project', 'vendor', 'thread')),
    to_node    TEXT NOT NULL,
    PRIMARY KEY (owner_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX graph_from ON graph_edge (user_id, from_node, owner_id, to_node);
CREATE INDEX graph_to ON graph_edge (user_id, to_node, owner_id, from_node);
CREATE TABLE graph_state (version INTEGER NOT NULL) STRICT;
INSERT INTO graph_state SELECT 2 * NOT EXISTS (SELECT 1 FROM atom UNION ALL SELECT 1 FROM thread);
