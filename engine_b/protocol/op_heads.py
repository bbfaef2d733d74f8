"""Pure: orders the heads of a subject (docs/adr/0009): the highest is its record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar


@dataclass(frozen=True, slots=True)
class OpHead:
    """One head of a subject, as it is stored."""

    op_id: str
    origin: str
    """The op that it reissues, or its own id."""
    version: int
    lamport: int

    @property
    def rank(self) -> tuple[int, int, str]:
        """The order of heads: the highest is the record. Equal for an op and its reissues."""
        return (self.version, self.lamport, self.origin)

    @property
    def clock_rank(self) -> tuple[int, str]:
        """The order of heads of a type whose versions each device counts by itself."""
        return (self.lamport, self.origin)


T = TypeVar("T")


def rank_heads(heads: Sequence[tuple[OpHead, T]]) -> list[tuple[OpHead, T]]:
    """Returns the heads, the strongest first."""
    return sorted(heads, key=lambda each: each[0].rank, reverse=True)
