"""Pure: the port through which retrieval reads the graph. Each edge is read through the gate of its memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from memory.model.ports import Gate


class GraphReader(Protocol):
    """Reads the graph of a person, a bounded number of steps and edges."""

    def linked_atoms(self, gate: Gate, nodes: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the memories that are connected with these nodes within `MAX_GRAPH_DEPTH` steps: the nearest first,
        then by confidence, last use, number of uses, and id.
        """
        ...

    def linked_decisions(self, gate: Gate, nodes: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the turns of decisions in a thread in which something was decided about these nodes; the latest
        thread first.
        """
        ...
