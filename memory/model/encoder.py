"""Pure: the port of an encoder, which makes vectors of words, and the one through which retrieval reads vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from memory.model.ports import Gate


class Encoder(Protocol):
    """Makes vectors of words: near ones for words of like meaning. It may be called from several threads at once."""

    model: str
    """Identifies the model: vectors of two models cannot be compared, and equal ones give equal vectors."""

    def encode(self, texts: tuple[str, ...]) -> tuple[bytes, ...]:
        """Returns for each text whole numbers from -127 to 127, a byte each, with a length of 127 together; zeros where
        it knows no word. Nothing at all when the model fails.
        """
        ...


class VectorReader(Protocol):
    """Reads the vectors of a memory, gated as everything is that is found by words."""

    def encoded(self, text: str) -> bytes:
        """Returns the vector of a text; empty without an encoder, and until the vectors of the memory are made."""
        ...

    def vectors(self, gate: Gate, limit: int) -> tuple[tuple[int, bytes], ...]:
        """Returns position and vector of the newest visible lines and of the newest visible atoms, at most `limit` of
        each. Those that are not stored yet are made now.
        """
        ...
