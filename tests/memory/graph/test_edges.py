"""Promise: the edges of a memory follow from its words alone, in both languages, and are few."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import chain, pairwise
from random import Random

import pytest
import yaml

from memory.core.policy import MAX_ATOM_NODES
from memory.graph.edges import Edge, edges_of_memory, edges_of_thread, nodes_of

SAID: tuple[tuple[str, list[tuple[str, str, str]]], ...] = (
    ("my sister is called Maria", [("sister", "mentioned_with", "maria")]),
    ("Maria works in Hamburg", [("maria", "mentioned_with", "hamburg")]),
    ("the kitchen project depends on the electrician", [("kitchen", "depends_on", "electrician")]),
    ("Nordlicht is waiting for the tiles", [("nordlicht", "depends_on", "tile")]),
    ("the move is blocked by the landlord", [("move", "blocked_by", "landlord")]),
    ("it rained, so the move is still held up by Brinkmann", [("move", "blocked_by", "brinkmann")]),
    ("Maria arbeitet in Hamburg", [("maria", "mentioned_with", "hamburg")]),
    ("Das Küchenprojekt hängt vom Elektriker ab", [("kuchenprojekt", "depends_on", "elektrik")]),
    ("Nordlicht wartet noch auf die Fliesen", [("nordlicht", "depends_on", "fliesen")]),
    ("Der Umzug scheitert noch am Vermieter", [("umzug", "blocked_by", "vermiet")]),
    ("my favorite color is green", []),
    ("I work every Monday morning", []),
    ("Hamburg", []),
    ("", []),
    ("12345 ... !?", []),
)


@pytest.mark.parametrize(("text", "edges"), SAID)
def test_the_edges_of_a_memory(text: str, edges: list[tuple[str, str, str]]) -> None:
    found = edges_of_memory("statement", text, text)
    assert [(one.from_node, one.edge, one.to_node) for one in found] == edges


SORTS = (
    ("statement", "we work on the project Nordlicht with Berger", {"nordlicht": "project", "berger": "entity"}),
    ("project", "Nordlicht and Berger", {"nordlicht": "project", "berger": "project"}),
    ("statement", "our supplier Brinkmann knows Berger", {"brinkmann": "vendor", "berger": "entity"}),
    ("statement", "Unser Lieferant Brinkmann kennt Berger", {"brinkmann": "vendor", "berger": "entity"}),
)


@pytest.mark.parametrize(("kind", "text", "sorts"), SORTS)
def test_the_sorts_of_nodes(kind: str, text: str, sorts: dict[str, str]) -> None:
    edges = edges_of_memory(kind, text, text)
    found = {one.from_node: one.from_sort for one in edges} | {one.to_node: one.to_sort for one in edges}
    assert {node: found[node] for node in sorts} == sorts


def test_a_long_text_has_few_nodes() -> None:
    names = " ".join(f"{first}{last}orf" for first in "bdfgklmnprst" for last in "aeiou")
    assert len(nodes_of(names * 40)) == MAX_ATOM_NODES
    assert len(edges_of_memory("statement", "", names * 40)) == MAX_ATOM_NODES - 1


def test_the_nodes_are_the_first_of_all_words() -> None:
    chance = Random(7)
    words = (
        "the",
        "my",
        "move",
        "blue",
        "Berger",
        "garden",
        "drives",
        "Monday",
        "Hamburg",
        "to",
        "roof",
        "Kater",
        "läuft",
    )
    for _ in range(400):
        said = chance.choices(words, k=chance.randint(0, 24))
        alone = [
            nodes_of(f"{before} {word}" if before in ("the", "my") else word) for before, word in pairwise(("", *said))
        ]
        assert nodes_of(" ".join(said)) == tuple(dict.fromkeys(chain.from_iterable(alone)))[:MAX_ATOM_NODES]


def test_what_connects_begins_at_the_edge_of_a_word() -> None:
    data = yaml.safe_load((files("memory.languages") / "graph.yaml").read_text(encoding="utf-8"))
    for pattern in (*data["depends_on"], *data["blocked_by"]):
        assert pattern.startswith(r"\b(?:")
        assert re.sub(r"\((?:[^()]|\([^()]*\))*\)", "", pattern).count("|") == 0, "it is one alternative"


def test_the_decisions_of_a_thread() -> None:
    assert edges_of_thread("thread-1", "t-1/0-9 t-1/12-20 t-2/3-7") == (
        Edge("decision", "t-1", "decided_in", "thread", "thread-1"),
        Edge("decision", "t-2", "decided_in", "thread", "thread-1"),
    )
    assert edges_of_thread("thread-1", "") == ()
