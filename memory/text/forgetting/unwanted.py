"""Pure: reads turns that say what is unwanted, and then give an order that only points at it, or none at all.

"The lottery business isn't ours to hold, so drop it" asks to forget the lottery, "Vera would rather that wasn't written
down, take it out" what was told last of Vera, and "hang on, that's my aunt's number, get rid of it" what was just told.
A pattern of a language file reads one sentence or two as a whole; what it names is its group `named`, a second thing
`also`; `whole` names what everything is to be forgotten about, `last` whose last telling is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memory.text.forgetting.named_values import Span
from memory.text.language_file import Data, table

_GROUPS = ("named", "also", "whole", "last")
_EDGES = " \t\n\"'“”‘’.,;:!?-–—"


@dataclass(frozen=True, slots=True)
class Unwanted:
    """Characters of a turn that ask to forget something, and what they name; nothing when they only point."""

    start: int
    end: int
    named: tuple[Span, ...] = ()
    whole: bool = False
    """All about what is named."""
    last: bool = False
    """Only what was told last of who is named."""


class UnwantedReader:
    """The patterns of one language, compiled once. A language without them reads nothing."""

    def __init__(self, data: Mapping[str, Data], lead: str) -> None:
        said = table(data.get("forget_unwanted", {}))
        shared = {name: str(words) for name, words in table(said.get("shared", {})).items()}
        shared["lead"] = rf"(?:(?:{lead})\b[\s,.!:;–—-]*)*"
        self._pronoun = re.compile(shared.get("pronoun", r"(?!x)x"), re.IGNORECASE)
        self._patterns = [
            re.compile(_filled(str(pattern), shared), re.IGNORECASE)
            for pattern in table(said.get("turns", {})).values()
        ]

    def is_pronoun(self, words: str) -> bool:
        """Says whether words only point."""
        return self._pronoun.fullmatch(words.strip(_EDGES)) is not None

    def read(self, text: str, sentences: list[Span]) -> tuple[Unwanted, ...]:
        """Returns the sentences, and pairs of them, that ask to forget something."""
        made: list[Unwanted] = []
        at = 0
        while at < len(sentences):
            found = next(self._at(text, sentences, at), None)
            if found is not None:
                made.append(found[0])
            at += found[1] if found else 1
        return tuple(made)

    def _at(self, text: str, sentences: list[Span], at: int) -> Iterator[tuple[Unwanted, int]]:
        for count in (2, 1):
            if at + count <= len(sentences):
                start, end = sentences[at][0], sentences[at + count - 1][1]
                found = self._matched(text, start, end)
                if found is not None:
                    yield found, count

    def _matched(self, text: str, start: int, end: int) -> Unwanted | None:
        said = text[start:end]
        first, until = start + len(said) - len(said.lstrip(_EDGES)), start + len(said.rstrip(_EDGES))
        for pattern in self._patterns:
            found = pattern.fullmatch(text, first, until)
            if found is None:
                continue
            groups = {name: found.span(name) for name in _GROUPS if pattern.groupindex.get(name) and found[name]}
            spans = tuple(span for span in groups.values() if not self.is_pronoun(text[span[0] : span[1]]))
            return Unwanted(start, end, spans, whole="whole" in groups, last="last" in groups)
        return None


def _filled(pattern: str, shared: Mapping[str, str]) -> str:
    """Returns a pattern with its shared parts in their places."""
    for _ in shared:
        for name, words in shared.items():
            pattern = pattern.replace(f"<{name}>", words)
    return pattern
