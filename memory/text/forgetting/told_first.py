"""Pure: finds the question of a turn that asks to be told something and to forget it then: "tell me X, and then forget
it". "Who is my vet, and forget it" only gives up the question.
"""

from __future__ import annotations

from collections.abc import Mapping

from memory.text.forgetting.named_values import Span
from memory.text.language_file import Data, table
from memory.text.lazy_pattern import PatternReader, filled_pattern, lazy_pattern

_EDGES = " \t\n.,;:!?"


class ToldFirst(PatternReader):
    """The patterns of one language. A language without them reads no such turn."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        said = table(data.get("forget_told_first", {}))
        shared = {name: str(words) for name, words in table(said.get("shared", {})).items()}
        turns = table(said.get("turns", {})).values()
        self._turns = [lazy_pattern(filled_pattern(str(words), shared)) for words in turns]

    def question(self, text: str) -> Span | None:
        """Returns the characters of what is to be told first; None where nothing is to be forgotten then."""
        until = len(text.rstrip(_EDGES))
        found = (turn.fullmatch(text, 0, until) for turn in self._turns)
        return next((one.span("asked") for one in found if one is not None), None)
