"""Pure: what the graph adds to the Context Bundle of a question: memories one step further than its words (2.19, 2.20).

The step is bounded by `MAX_GRAPH_DEPTH`, `GRAPH_FAN_OUT` and `MAX_GRAPH_NODES`, whatever the size of the memory, and
what comes in is the least of the bundle, within its caps. It is never an answer by itself, and overrides nothing.
"""

from __future__ import annotations

from memory.core.policy import FEW_FOUND_ATOMS, MAX_LINKED_ATOMS, MAX_LINKED_TURNS, MemoryPolicy
from memory.graph.edges import nodes_of
from memory.model.atoms import Atom, Status
from memory.model.ports import Gate, MemoryReader
from memory.rules.freshness import is_stale


def related_atoms(
    reader: MemoryReader, gate: Gate, text: str, found: frozenset[str], now_ms: int, policy: MemoryPolicy
) -> tuple[Atom, ...]:
    """Returns memories that are connected with what a question speaks of and not in `found`, the nearest first.

    Where its words found many, nothing is missing. A memory that costs a question before it may be used is left out:
    nobody asked for it.
    """
    nodes = nodes_of(text) if len(found) <= FEW_FOUND_ATOMS else ()
    if not nodes:
        return ()
    linked = (atom_id for atom_id in reader.linked_atoms(gate, nodes) if atom_id not in found)
    atoms = reader.atoms_by_id(gate, tuple(linked))
    return tuple(atom for atom in atoms if _is_sure(atom, now_ms, policy))[:MAX_LINKED_ATOMS]


def _is_sure(atom: Atom, now_ms: int, policy: MemoryPolicy) -> bool:
    told = atom.status in (Status.ACTIVE, Status.USER_APPROVED) and atom.confidence_bp >= policy.low_confidence_bp
    return told and not is_stale(atom, now_ms, policy)


def related_turns(reader: MemoryReader, gate: Gate, text: str) -> tuple[str, ...]:
    """Returns the turns of decisions that were taken together with one about what a question speaks of."""
    nodes = nodes_of(text)
    return reader.linked_decisions(gate, nodes)[:MAX_LINKED_TURNS] if nodes else ()
