"""Pure: reads requests to forget in formal words, which name what is to go and leave open who is to do it.

"The offer price is to be removed from the file", "deletion of the alarm code is requested", "no trace of the guest may
remain" say that something is to go. Of most of their verbs the thing itself may be meant, "the hedge is to be removed":
these ask only of what is told, such as a note, a number or a name, or when the words say that it is kept somewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from memory.text.forgetting.request_sentence import Named, RequestSentence
from memory.text.language_file import Data, table
from memory.text.lazy_pattern import PatternReader, filled_pattern, lazy_pattern

_EDGES = " \t\n\"'“”‘’.,;:!?-–—"
_NEVER = r"(?!x)x"
Targets = Callable[[str, int, int], tuple[Named, ...]]
"""Returns what is named between two characters of a text."""


class FormalRequests(PatternReader):
    """The patterns of one language, compiled when they are needed. A language without them reads nothing."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        said = table(data.get("forget_formal", {}))
        shared = {name: str(words) for name, words in table(said.get("shared", {})).items()}

        def compiled(words: Data) -> re.Pattern[str]:
            return lazy_pattern(filled_pattern(str(words), shared))

        self._hint, self._record, self._matter, self._untold = (
            compiled(said.get(name, _NEVER)) for name in ("hint", "record", "matter", "untold")
        )
        self._told, self._asked = (
            [compiled(words) for words in table(said.get(name, {})).values()] for name in ("told", "asked")
        )

    def read(self, text: str, start: int, end: int, begin: int, targets: Targets) -> RequestSentence | None:
        """Reads the sentence from `start` to `end` of a text, of which a label ends at `begin`."""
        until = begin + len(text[begin:end].rstrip(_EDGES))
        if self._hint.search(text, begin, until) is None:
            return None
        turns = self._asked if text[until:end].strip().startswith("?") else self._told
        found = next((match for turn in turns if (match := turn.fullmatch(text, begin, until))), None)
        return None if found is None else self._requested(text, start, end, found, targets)

    def _requested(
        self, text: str, start: int, end: int, found: re.Match[str], targets: Targets
    ) -> RequestSentence | None:
        """Returns what a match asks to forget; None where it may be said of the thing itself, or is only told of."""
        groups = found.groupdict()
        whole, kept = groups.get("whole") is not None, self._record.search(text, *found.span()) is not None
        span = found.span("whole" if whole else "named")
        if self._untold.search(text, *span):
            return None
        named = (Named(*span, False, whole=True),) if whole else targets(text, *span)
        points = bool(named) and all(each.points for each in named)
        told = (
            kept or any(each.is_value for each in named) or self._matter.search(text, 0 if points else span[0], span[1])
        )
        if not named or (groups.get("loose") is not None and not told):
            return None
        return RequestSentence(start, end, named, sure=kept, doubtful=groups.get("open") is not None and not told)
