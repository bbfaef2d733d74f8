"""Pure: knows in which words a thing is told that a request names: "the present" of "I got a scarf for Tom's birthday".

A language file lists, for each sort of thing, the words that name it and a pattern in the words in which people tell
it. What is found so is a guess, and only offered; but what a pattern `sure` tells is nothing else: "she is moving to
Leeds" is a move. A pattern is compiled when its sort is first asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from memory.text.language_file import Data, table
from memory.text.lazy_pattern import lazy_pattern
from memory.text.stemming import split_words


class ToldOtherwise:
    """The sorts of things of one language. A language without them knows none."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        self._tells: dict[str, list[re.Pattern[str]]] = {}
        self._lasting: set[re.Pattern[str]] = set()
        self._sure: dict[str, re.Pattern[str]] = {}
        for row in table(data.get("forget_told_otherwise", {})).values():
            named = table(row)
            pattern = lazy_pattern(str(named["tells"]))
            if "lasting" in named:
                self._lasting.add(pattern)
            for name in split_words(str(named["names"])):
                self._tells.setdefault(name, []).append(pattern)
                if "sure" in named:
                    self._sure[name] = lazy_pattern(str(named["sure"]))

    def is_surely(self, topic: str, told: str) -> bool:
        """Says whether words tell of nothing else than the sort of thing that a topic names by one word."""
        words = split_words(topic)
        return bool(words) and words[-1] in self._sure and self._sure[words[-1]].search(told) is not None

    def matters_of(self, words: str) -> Iterator[re.Pattern[str]]:
        """Yields how the sorts that words name are told, without those of what somebody is or has: an address."""
        yield from (pattern for _, pattern in self.of(words) if pattern not in self._lasting)

    def of(self, topic: str) -> Iterator[tuple[str, re.Pattern[str]]]:
        """Yields each word of a topic that names such a sort, the last word first, and how the sort is told."""
        for word in reversed(split_words(topic)):
            for pattern in self._tells.get(word, ()):
                yield word, pattern
