"""Pure: faults in the graph: in its edges, in how far it leads, and in what it may show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(Q18_GRAPH_LINKED="one_step_further")
def nothing_belongs_together() -> None:
    """No memory has an edge."""
    from memory.graph import edges

    swap(edges.edges_of_memory, always_returning(()))


@fault(Q18_GRAPH_LINKED="what_it_depends_on")
def the_graph_ends_after_a_step() -> None:
    """Only what shares a node with the question is found."""
    from engine_b.vault import graph_rows

    vars(graph_rows)["MAX_GRAPH_DEPTH"] = 1


@fault(Q18_GRAPH_LINKED="what_it_is_blocked_by")
def only_names_are_nodes() -> None:
    """A noun after an article is no node."""
    from memory.graph import edges

    wrap(edges._node_of, lambda right: lambda word, marked: right(word, marked=False))


@fault(Q18_GRAPH_LINKED="no_third_step")
def the_graph_never_ends() -> None:
    """It leads from anything to anything."""
    from engine_b.vault import graph_rows

    vars(graph_rows)["MAX_GRAPH_DEPTH"] = 9


@fault(Q18_GRAPH_LINKED="few")
def everything_that_belongs_comes_in() -> None:
    """The bundle is filled from the graph."""
    from memory.graph import related

    vars(related)["MAX_LINKED_ATOMS"] = 20


@fault(Q18_GRAPH_LINKED="unsure")
def the_graph_brings_up_what_is_unsure() -> None:
    """Whatever is linked comes in."""
    from memory.graph import related

    swap(related._is_sure, always_returning(True))


@fault(Q18_GRAPH_LINKED="internal_only")
def the_graph_leads_through_what_is_hidden() -> None:
    """Edges are read past the gate of their memory."""
    from engine_b.vault import graph_rows

    swap(graph_rows._gated, always_returning("a.user_id = ?1"))


@fault(Q18_GRAPH_LINKED="forgotten")
def edges_outlive_their_memory() -> None:
    """The edges of a forgotten memory stay in the vault."""
    from engine_b.storage import record_rows

    def kept(right: Any) -> Any:
        return lambda database, kind, subject_id: right(
            database, replace(kind, derived=tuple(one for one in kind.derived if one.table != "graph_edge")), subject_id
        )

    wrap(record_rows.delete_row, kept)


@fault(Q18_GRAPH_LINKED="stale")
def the_graph_brings_up_what_is_stale() -> None:
    """Age makes no memory doubtful."""
    from memory.graph import related

    vars(related)["is_stale"] = always_returning(False)


@fault(Q18_GRAPH_LINKED="enough_found")
def the_graph_always_adds() -> None:
    """However much the words found, more comes in."""
    from memory.graph import related

    vars(related)["FEW_FOUND_ATOMS"] = 1_000
