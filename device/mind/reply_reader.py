"""Pure: reads the JSON of a mind's reply while it is made: each whole part at once, and nothing of what is no part."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from device.mind.heard_letters import heard_words
from device.mind.policy import MAX_MIND_NUMBER_DIGITS, MAX_MIND_REPLY_CHARS, MAX_MIND_SENTENCE_CHARS
from memory.text.normalise import tidy


@dataclass(frozen=True, slots=True)
class ReplyPart:
    """One part of a reply: words, a question, or the number of a fact."""

    words: str = ""
    asks: bool = False
    fact: int = 0


class ReplyReader:
    """Takes a reply piece by piece. One that is no JSON, or has no end, is broken: what was whole before it counts."""

    def __init__(self) -> None:
        """Begins with nothing."""
        import ijson  # a device without a mind never needs it

        self.broken = False
        self._size, self._digits = 0, 0
        self._events: Any = ijson.sendable_list()
        self._parser: Generator[None, bytes, None] = ijson.items_coro(self._events, "parts.item")

    def take(self, piece: str) -> tuple[ReplyPart, ...]:
        """Returns the parts that are whole with this piece. What is too long is not even parsed."""
        import ijson

        if self.broken or not piece:
            return ()
        piece = self._cut(piece)
        try:
            self._parser.send(piece.encode("utf-8", "replace"))
        except (ijson.JSONError, StopIteration, RecursionError):
            self.broken = True
        found = tuple(part for event in self._events if (part := _part_of(event)) is not None)
        del self._events[:]
        return found

    def _cut(self, piece: str) -> str:
        """Returns as much of a piece as is read: none of a reply without an end, nor of a number that no fact has.

        The parser ends the process at a number of some thousand digits.
        """
        for at, letter in enumerate(piece):
            self._digits = self._digits + 1 if letter.isdigit() else 0
            self._size += 1
            if self._size > MAX_MIND_REPLY_CHARS or self._digits > MAX_MIND_NUMBER_DIGITS:
                self.broken = True
                return piece[:at]
        return piece


def _part_of(event: object) -> ReplyPart | None:
    """Returns what a whole entry says; None for what is no part."""
    if not isinstance(event, dict) or len(event) != 1:
        return None
    fact = event.get("fact")
    if isinstance(fact, int) and not isinstance(fact, bool):
        return ReplyPart(fact=fact)
    words = event.get("say", event.get("ask"))
    if not isinstance(words, str):
        return None
    words = tidy(heard_words(words))
    if not words or len(words) > MAX_MIND_SENTENCE_CHARS:
        return None
    return ReplyPart(words, asks="ask" in event or words.endswith("?"))
