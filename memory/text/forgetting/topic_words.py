"""Pure: knows which words of a named thing name it, and which only qualify it or say what sort of value it has."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from memory.text.forgetting.named_values import codes_in, is_time
from memory.text.lazy_pattern import PatternReader, lazy_pattern


class TopicWords(PatternReader):
    """The words of one language. A language without them takes every word for a name."""

    known = False

    def read_words(self, said: Mapping[str, str], compiled: Callable[[str], re.Pattern[str]]) -> None:
        """Takes the patterns from a language file."""
        self._command = said["command"]
        self._qualifiers = lazy_pattern(rf"(?:\b{said['qualifier']}\b[\s,]*)+")
        self._value_word = lazy_pattern(rf"\s+{said['value_of']}$")
        self._after, self._matter, self._older = compiled("after"), compiled("matter"), compiled("older")
        self._newer = lazy_pattern(said.get("newer", r"(?!x)x"))
        self._codes, self._times = compiled("codes"), compiled("times")

    def as_command(self, thing: str) -> str:
        """Returns the plainest command to forget a thing, whose words end it."""
        return f"{self._command}{thing}"

    def telling(self, thing: str) -> str:
        """Returns the words of a thing that name it, without those that qualify it or only say what a value is."""
        if not self.known:
            return thing
        bare = " ".join(self._qualifiers.sub(" ", thing).split())
        return " ".join(self._codes.sub(" ", self._times.sub(" ", bare)).split())

    def naming(self, thing: str) -> str:
        """Returns the words of a thing without those for any matter: "the money thing with Karl"."""
        return self._matter.sub(" ", thing) if self.known else thing

    def named_by(self, thing: str) -> str:
        """Returns the words of a thing without the last, where that only says what it is: "the fob location"."""
        return self._value_word.sub("", self.telling(self._after.sub("", thing))) if self.known else thing

    def is_code(self, thing: str) -> bool:
        """Says whether a thing names a code of some sort: "the combination"."""
        return self.known and self._codes.search(thing) is not None

    def asks_for_older(self, request: str) -> bool:
        """Says whether a request names what was before: "the old code"."""
        return self._older.search(request) is not None

    def tells_newer(self, told: str) -> bool:
        """Says whether words tell that something is new: "I've changed the code to 4471"."""
        return self.known and self._newer.search(told) is not None

    def values_like(self, thing: str, text: str) -> tuple[str, ...]:
        """Returns the values in a text of the sort that the thing names: codes, or times of day."""
        if not self.known:
            return ()
        codes = codes_in(text)
        times = tuple(code for code in codes if is_time(code))
        if self._times.search(thing):
            return times
        return tuple(code for code in codes if code not in times) if self._codes.search(thing) else ()
