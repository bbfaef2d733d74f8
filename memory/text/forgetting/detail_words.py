"""Pure: knows the words that name a detail of a fact: "the time", "where the party is", "just the hall"."""

from __future__ import annotations

from collections.abc import Mapping

from memory.text.language_file import Data, table
from memory.text.lazy_pattern import lazy_pattern

_NEVER = r"(?!x)x"


class DetailWords:
    """The patterns of one language. A language without them knows no detail."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        said = table(data.get("forget_details", {}))
        sorts = table(said.get("sorts", {}))
        self._sorts = [(lazy_pattern(f"(?:{name})"), lazy_pattern(str(tells))) for name, tells in sorts.items()]
        self._head, self._only = (lazy_pattern(str(said.get(name, _NEVER))) for name in ("head", "only"))

    def head(self, topic: str) -> str:
        """Returns what a topic names, without what it is of: "the hall" of "the hall of the meeting"."""
        found = self._head.match(topic.strip())
        return found["head"] if found else topic.strip()

    def means_it_alone(self, request: str) -> bool:
        """Says whether a request wants nothing else to go: "just the hall"."""
        return self._only.search(request) is not None

    def is_of_sort(self, head: str, phrase: str) -> bool:
        """Says whether a phrase is a detail of the sort that a topic names: "at ten" of "the time"."""
        return any(tells.search(phrase) for name, tells in self._sorts if name.fullmatch(head))
