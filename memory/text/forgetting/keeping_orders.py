"""Pure: reads the orders that forbid to forget a thing: "vergiss die Milch nicht", "you mustn't forget my address".

Such an order is the opposite of a request, and asks for the thing to be kept in mind. "Don't delete my address" spares
what is kept, and tells nothing new. A language without these patterns reads none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory.text.forgetting.named_values import Span
from memory.text.language_file import Data, table
from memory.text.lazy_pattern import PatternReader, filled_pattern, lazy_pattern

_EDGES = " \t\n\"'“”‘’.,;:!?-–—"


@dataclass(frozen=True, slots=True)
class KeepingOrder:
    """The characters of what is to be kept."""

    thing: Span
    spares: bool
    """It only forbids to delete the thing, and does not ask to remember it."""


class KeepingOrders(PatternReader):
    """The patterns of one language, compiled once."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        said = table(data.get("forget_keeping", {}))
        shared = {name: str(words) for name, words in table(said.get("shared", {})).items()}
        self._orders = [
            (lazy_pattern(filled_pattern(str(pattern), shared)), kind == "spares")
            for kind in ("reminds", "spares")
            for pattern in table(said.get(kind, {})).values()
        ]

    def read(self, text: str) -> KeepingOrder | None:
        """Returns the order that a turn is; none for one that says anything besides."""
        bare = text.rstrip(_EDGES)
        first = len(text) - len(text.lstrip(_EDGES))
        found = ((pattern.fullmatch(bare, first), spares) for pattern, spares in self._orders)
        return next((KeepingOrder(one.span("thing"), spares) for one, spares in found if one is not None), None)
