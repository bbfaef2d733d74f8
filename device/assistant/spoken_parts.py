"""Pure: cuts an utterance into what it tells and what it asks, as `memory/reading` reads it.

The intent table has already claimed what is a command as a whole; this splits what is left: "thanks and what's my
sister's name", "we need milk and when does the plumber come".
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import complement, read
from memory.reading.words.closed_words import has_reading


@dataclass(frozen=True, slots=True)
class SpokenPart:
    """Characters of an utterance that are told or asked."""

    start: int
    end: int
    asks: bool
    orders: bool = False
    """It reads like a command, so that the intent table should see it by itself."""
    corrects: bool = False


def spoken_parts(text: str, language: str) -> tuple[SpokenPart, ...]:
    """Returns the parts in order; statements beside each other are one, and courtesies belong to none."""
    parts: list[SpokenPart] = []
    for act in read(text, language).acts:
        if act.kind is ActKind.COURTESY:
            continue
        asks, orders = act.kind is ActKind.ASK, act.kind is ActKind.COMMAND
        corrects = bool(parts) and parts[-1].corrects
        if parts and not (asks or orders or corrects or parts[-1].asks or parts[-1].orders):
            parts[-1] = SpokenPart(parts[-1].start, act.end, asks=False)
        else:
            parts.append(
                SpokenPart(
                    act.clause.start if orders else act.start, act.end, asks, orders, act.kind is ActKind.CORRECT
                )
            )
    return tuple(parts)


def only_values(text: str, language: str) -> bool:
    """Says whether every clause only gives a value to "it": "no it's on tuesday and it's at ten"."""
    return all(complement(text, act, language) or act.kind is ActKind.FRAGMENT for act in read(text, language).acts)


def only_tells(text: str, language: str) -> bool:
    """Says whether every clause has a subject of its own and tells something: "book club's moved to thursdays"."""
    acts = read(text, language).acts
    return bool(acts) and all(
        act.kind in (ActKind.TELL, ActKind.CORRECT) and act.clause.subject[1] > act.clause.subject[0] for act in acts
    )


def asks_for_action(text: str, language: str) -> bool:
    """Says whether the one clause bids something be done in the world: "turn the big light off", "pay the bill"."""
    acts = read(text, language).acts
    lemma = acts[0].clause.lemma if len(acts) == 1 and acts[0].kind is ActKind.COMMAND else ""
    return lemma in ACTIONS


ACTIONS = frozenset(
    [
        "turn",
        "switch",
        "put",
        "play",
        "pay",
        "open",
        "close",
        "lock",
        "unlock",
        "order",
        "buy",
        "book",
        "send",
        "text",
        "phone",
        "ring",
        "email",
        "message",
        "dim",
        "raise",
        "lower",
        "start",
        "stop",
        "pause",
        "skip",
        "charge",
        "print",
        "clean",
        "cook",
        "make",
        "feed",
        "water",
        "wash",
        "find",
        "search",
        "google",
        "check",
        "read",
        "show",
        "translate",
        "convert",
        "calculate",
        "record",
        "film",
        "scan",
    ]
)
"""Verbs of what a person asks a machine to do; of these what no skill claims is declined in one sentence."""


def states_something(text: str, language: str) -> bool:
    """Says whether a clause of the text is worth keeping."""
    return has_reading(language) and any(keepable(text, one, language) for one in statements(text, language))
