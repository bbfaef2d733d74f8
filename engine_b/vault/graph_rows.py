"""Adapter: makes the graph of a vault anew, and reads it by bounded recursive queries (2.19).

The edges lie in one table as derived rows of memories and threads, so that they are written, changed and forgotten in
the transaction of their record. Everything here can be dropped and made again from the records.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from engine_b.core.policy import GRAPH_CACHE_KIB, GRAPH_PART_RECORDS, GRAPH_ROWS_AT_ONCE
from engine_b.storage.database import Database
from engine_b.storage.visibility_sql import visible_atoms
from memory.core.policy import GRAPH_FAN_OUT, GRAPH_HUB_EDGES, MAX_GRAPH_DEPTH, MAX_GRAPH_NODES
from memory.model.ports import Gate

if TYPE_CHECKING:
    from memory.graph.edges import Edge

GRAPH_VERSION = 2
"""Rises when the same records give other edges; `0018_graph.sql` gives it to a vault without any."""
_INSERT = "INSERT OR FAIL INTO graph_edge VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
"""Stops at an edge that cannot be; else SQLite would keep every page as it was before a statement of many edges. The
transaction is rolled back either way.
"""
_INSERT_MANY = _INSERT + ", (?, ?, ?, ?, ?, ?, ?, ?)" * (GRAPH_ROWS_AT_ONCE - 1)
_ORDER = "a.confidence_bp DESC, ifnull(a.last_used_at_ms, a.learned_at_ms) DESC, a.use_count DESC, a.atom_id"
"""The order of 2.19."""
_ATOMS = "SELECT atom_id, user_id, kind, value, text FROM atom WHERE atom_id > ? ORDER BY atom_id LIMIT ?"
_THREADS = "SELECT thread_id, user_id, decisions FROM thread WHERE thread_id > ? ORDER BY thread_id LIMIT ?"
_EDGES_OF = (
    "SELECT s.owner_id, s.ordinal FROM ("
    "SELECT * FROM (SELECT f.owner_id, f.ordinal FROM graph_edge f WHERE f.user_id = ?1 AND f.from_node = {node}"
    f" ORDER BY f.owner_id DESC LIMIT {GRAPH_HUB_EDGES})"
    " UNION ALL SELECT * FROM (SELECT f.owner_id, f.ordinal FROM graph_edge f WHERE f.user_id = ?1"
    f" AND f.to_node = {{node}} ORDER BY f.owner_id DESC LIMIT {GRAPH_HUB_EDGES})"
    ") s CROSS JOIN atom a WHERE a.atom_id = s.owner_id AND {gated}"
    f" ORDER BY {_ORDER}, s.ordinal LIMIT {GRAPH_FAN_OUT}"
)
"""The best edges of a node among its newest: a node that everything speaks of costs no more than another."""
_LINKED = f"""
WITH RECURSIVE reach (node, depth, owner_id) AS (
    SELECT j.value, 0, '' FROM json_each(?2) j
    UNION
    SELECT CASE e.from_node WHEN r.node THEN e.to_node ELSE e.from_node END, r.depth + 1, e.owner_id
    FROM reach r CROSS JOIN graph_edge e
    WHERE r.depth < ?3 AND (e.owner_id, e.ordinal) IN ({_EDGES_OF})
    LIMIT ?4
)
SELECT a.atom_id FROM (SELECT owner_id, min(depth) AS depth FROM reach WHERE owner_id <> '' GROUP BY owner_id) x
CROSS JOIN atom a WHERE a.atom_id = x.owner_id ORDER BY x.depth, {_ORDER}
"""
_DECIDED_WITH = f"""
SELECT o.from_node FROM json_each(?2) j CROSS JOIN graph_edge e CROSS JOIN atom_source s CROSS JOIN graph_edge d
CROSS JOIN thread t CROSS JOIN graph_edge o
WHERE (e.owner_id, e.ordinal) IN ({_EDGES_OF}) AND s.atom_id = e.owner_id
AND d.user_id = ?1 AND d.from_node = s.turn_id AND d.edge = 'decided_in' AND t.thread_id = d.to_node
AND o.owner_id = t.thread_id AND o.edge = 'decided_in'
GROUP BY o.from_node ORDER BY max(t.ended_ms) DESC, min(t.thread_id), min(o.ordinal), o.from_node LIMIT ?3
"""


def graph_is_made(database: Database) -> bool:
    """Says whether the edges are those of this build."""
    return database.row("SELECT 1 FROM graph_state WHERE version = ?", (GRAPH_VERSION,)) is not None


def rebuild_graph(database: Database) -> None:
    """Drops all edges and makes them from the records again, some hundred records at a time."""
    with database.wider_cache(GRAPH_CACHE_KIB):
        _make_edges(database)


def _make_edges(database: Database) -> None:
    from memory.graph.edges import edges_of_memory, edges_of_thread  # as in `row_mapping`

    database.run("DELETE FROM graph_edge")
    last = ""
    while atoms := database.rows(_ATOMS, (last, GRAPH_PART_RECORDS)):
        last = atoms[-1][0]
        _insert(database, [row for one in atoms for row in _rows(one[0], one[1], edges_of_memory(*one[2:]))])
    last = ""
    while threads := database.rows(_THREADS, (last, GRAPH_PART_RECORDS)):
        last = threads[-1][0]
        _insert(database, [row for one in threads for row in _rows(one[0], one[1], edges_of_thread(one[0], one[2]))])
    database.run("UPDATE graph_state SET version = ?", (GRAPH_VERSION,))


def _insert(database: Database, rows: Sequence[tuple[str | int, ...]]) -> None:
    """Inserts edges, many by one statement: one statement each takes half as long again."""
    rest = len(rows) // GRAPH_ROWS_AT_ONCE * GRAPH_ROWS_AT_ONCE
    for at in range(0, rest, GRAPH_ROWS_AT_ONCE):
        database.run(_INSERT_MANY, tuple(chain.from_iterable(rows[at : at + GRAPH_ROWS_AT_ONCE])))
    database.run_many(_INSERT, rows[rest:])


def graph_digest(database: Database) -> str:
    """Returns one digest of all edges, which does not depend on when and where they were made."""
    whole = hashlib.blake2b(digest_size=16, person=b"selene.graph.1")
    for row in database.each("SELECT * FROM graph_edge ORDER BY owner_id, ordinal"):
        whole.update(json.dumps(row).encode())
    return whole.hexdigest()


def linked_atoms(database: Database, gate: Gate, nodes: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the memories that are connected with nodes, the nearest first (`GraphReader`)."""
    if not gate.identified:
        return ()
    sql = _LINKED.format(node="r.node", gated=_gated(gate))
    rows = database.rows(sql, (gate.user_id, json.dumps(nodes), MAX_GRAPH_DEPTH, MAX_GRAPH_NODES))
    return tuple(row[0] for row in rows)


def linked_decisions(database: Database, gate: Gate, nodes: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the turns of decisions taken together with one about these nodes (`GraphReader`)."""
    if not gate.identified:
        return ()
    sql = _DECIDED_WITH.format(node="j.value", gated=_gated(gate))
    return tuple(row[0] for row in database.rows(sql, (gate.user_id, json.dumps(nodes), GRAPH_FAN_OUT)))


def _gated(gate: Gate) -> str:
    """Returns the gate of the memory that an edge comes from, for the user that is the first parameter."""
    return visible_atoms(gate)[0].replace("?", "?1")


def _rows(owner_id: str, user_id: str, edges: tuple[Edge, ...]) -> list[tuple[str | int, ...]]:
    return [(owner_id, ordinal, user_id, *edge) for ordinal, edge in enumerate(edges)]
