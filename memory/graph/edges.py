"""Pure: reads the edges of the graph from a memory and from a thread (2.19).

An atom gives the nouns and names of its words: the first of them is connected with each other one. A thread gives its
decisions. Nothing is understood here beyond the words of one memory, so that the edges of a record follow from that
record alone, in any order and on any device. Which edges may be shown is decided where they are read, by the gate of
the memory that they come from.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from typing import NamedTuple

from memory.core.policy import KNOWN_NODE_WORDS, MAX_ATOM_NODES, MAX_GRAPH_CHARS, MIN_TOPIC_CHARS
from memory.extraction.paraphrase import telling_words
from memory.languages import read_table
from memory.model.atoms import Kind
from memory.reading.words.word_table import WordForm, load_word_table
from memory.text.stemming import split_words, stem
from memory.text.word_caches import cache_for_words

_WORD = re.compile(r"[^\W\d_]+")
_PAUSE = re.compile(r"[,;.:]")
LANGUAGES = ("en", "de")
"""The languages whose nouns are known."""


class NodeSort(StrEnum):
    """What a node stands for."""

    ENTITY = "entity"
    PROJECT = "project"
    VENDOR = "vendor"
    DECISION = "decision"
    THREAD = "thread"


class EdgeKind(StrEnum):
    """How two nodes belong together."""

    MENTIONED_WITH = "mentioned_with"
    DEPENDS_ON = "depends_on"
    BLOCKED_BY = "blocked_by"
    DECIDED_IN = "decided_in"


class Edge(NamedTuple):
    """One edge. A node of the words is a stem; a decision is the turn that told it, a thread its id.

    The codes of sorts and kinds are plain strings, which the database takes as they are.
    """

    from_sort: str
    from_node: str
    edge: str
    to_sort: str
    to_node: str


_EDGE: Callable[[tuple[str, ...]], Edge] = partial(tuple.__new__, Edge)
"""Makes an edge of its parts, without a call of Python for each of half a million."""
_ENTITY, _MENTIONED_WITH = NodeSort.ENTITY.value, EdgeKind.MENTIONED_WITH.value


@dataclass(frozen=True, slots=True)
class _GraphWords:
    depends_on: re.Pattern[str]
    blocked_by: re.Pattern[str]
    vendor: frozenset[str]
    project: frozenset[str]
    no_node: frozenset[str]
    articles: frozenset[str]


def edges_of_memory(kind: str, value: str, text: str) -> tuple[Edge, ...]:
    """Returns the edges between what the words of a memory speak of; none of one that speaks of one thing alone."""
    said = text[:MAX_GRAPH_CHARS]
    edge, nodes, after = _sides(said.casefold().replace("\u2019", "'"))
    if len(nodes) < 2:
        return ()
    sorts = _node_sorts(said, nodes_of(value) if kind == Kind.PROJECT else ())
    first, *others = nodes
    first_sort, between = sorts.get(first, _ENTITY), edge.value
    made = [
        (first_sort, first, between if node in after else _MENTIONED_WITH, sorts.get(node, _ENTITY), node)
        for node in others
    ]
    return tuple(map(_EDGE, made))


def edges_of_thread(thread_id: str, decisions: str) -> tuple[Edge, ...]:
    """Returns the edges from the decisions of a thread, which are places in the archive, to that thread."""
    turns = dict.fromkeys(place.rpartition("/")[0] for place in decisions.split())
    decision, decided_in, thread = NodeSort.DECISION.value, EdgeKind.DECIDED_IN.value, NodeSort.THREAD.value
    return tuple(Edge(decision, turn, decided_in, thread, thread_id) for turn in turns)


def nodes_of(text: str) -> tuple[str, ...]:
    """Returns the nodes that words speak of, in their order: the stems of their nouns and names."""
    words, articles = _WORD.findall(text[:MAX_GRAPH_CHARS].casefold()), _graph_words().articles
    found: dict[str, None] = {}
    before = ""
    for word in words:
        if node := _node_of(word, before in articles):
            found[node] = None
            if len(found) == MAX_ATOM_NODES:
                break
        before = word
    return tuple(found)


def _sides(said: str) -> tuple[EdgeKind, tuple[str, ...], frozenset[str]]:
    """Returns what connects the sides of a sentence, the nodes of both, and those of the second side."""
    words = _graph_words()
    for edge, pattern in ((EdgeKind.BLOCKED_BY, words.blocked_by), (EdgeKind.DEPENDS_ON, words.depends_on)):
        if found := pattern.search(said):
            before, after = nodes_of(_PAUSE.split(said[: found.start()])[-1]), nodes_of(said[found.end() :])
            if before and after:
                return edge, tuple(dict.fromkeys((*before, *after))), frozenset(after)
    return EdgeKind.MENTIONED_WITH, nodes_of(said), frozenset()


def _node_sorts(said: str, named: tuple[str, ...]) -> dict[str, str]:
    """Returns the nodes that are projects or vendors: the names of a project, and what stands beside such a word."""
    words, sorts = _graph_words(), dict.fromkeys(named, NodeSort.PROJECT.value)
    if words.project.isdisjoint(spoken := split_words(said)) and words.vendor.isdisjoint(spoken):
        return sorts
    told = telling_words(said)
    for at, word in enumerate(told):
        kind = NodeSort.PROJECT if word in words.project else NodeSort.VENDOR if word in words.vendor else None
        if kind:
            sorts.update((stem(each), kind.value) for each in (*told[max(at - 1, 0) : at], *told[at + 1 : at + 2]))
    return sorts


@cache_for_words(KNOWN_NODE_WORDS)
def _node_of(word: str, marked: bool) -> str:
    """Returns the node of a noun or a name; empty for a word that may be anything else. After an article it may."""
    if len(word) < MIN_TOPIC_CHARS or word in _graph_words().no_node or not telling_words(word):
        return ""
    forms = (load_word_table(language).find(word) for language in LANGUAGES)
    noun = all(form is None or form.usual == "n" or (marked and _is_named_verb(form)) for form in forms)
    return stem(split_words(word)[0]) if noun else ""


def _is_named_verb(form: WordForm) -> bool:
    """Says whether a form is a noun after an article, as "the move" is; "the blue" only begins to name something."""
    return form.usual != "a" and "n" in form.other


@cache
def _graph_words() -> _GraphWords:
    data = read_table("graph")
    # All begin at the edge of a word, which is looked for once, not by each of them again.
    depends_on, blocked_by = (re.compile(rf"\b(?:{'|'.join(data[name])})") for name in ("depends_on", "blocked_by"))
    vendor, project = frozenset(data["vendor"]), frozenset(data["project"])
    return _GraphWords(
        depends_on, blocked_by, vendor, project, frozenset(data["no_node"]) | project, frozenset(data["articles"])
    )
