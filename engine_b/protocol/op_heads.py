"""Pure: the heads of a subject and their order (docs/adr/0009): the highest is what the subject is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class OpHead:
    """One head of a subject, as it is stored."""

    op_id: str
    origin: str
    """The op that it says again, or its own id."""
    version: int
    lamport: int

    @property
    def rank(self) -> tuple[int, int, str]:
        """The order of heads: the highest is what the subject is. It is the same for whatever says the same again."""
        return (self.version, self.lamport, self.origin)

    @property
    def clock_rank(self) -> tuple[int, str]:
        """The order of heads of a type whose versions each device counts for itself."""
        return (self.lamport, self.origin)


T = TypeVar("T")


def rank_heads(heads: Sequence[tuple[OpHead, T]]) -> list[tuple[OpHead, T]]:
    """The heads, the one that counts first."""
    return sorted(heads, key=lambda each: each[0].rank, reverse=True)
