"""Pure: reads requests to forget in formal words, which name what is to go and leave open who is to do it.

"The offer price is to be removed from the file", "deletion of the alarm code is requested", "no trace of the guest may
remain" say that something is to go. Of most of their verbs the thing itself may be meant, "the hedge is to be removed":
these ask only of what is told, such as a note, a number or a name, or when the words say that it is kept somewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from memory.text.forgetting.named_values import Span
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

        names = ("hint", "record", "matter", "untold", "about", "joint")
        self._hint, self._record, self._matter, self._untold, self._about, self._joint = (
            compiled(said.get(name, _NEVER)) for name in names
        )
        self._told, self._asked = (
            [compiled(words) for words in table(said.get(name, {})).values()] for name in ("told", "asked")
        )

    def read(self, text: str, start: int, end: int, begin: int, targets: Targets) -> RequestSentence | None:
        """Reads the sentence from `start` to `end` of a text, of which a label ends at `begin`."""
        found = self._found(text, begin, end)
        return None if found is None else self._requested(text, start, end, found, targets)

    def joint(self, text: str, start: int, end: int) -> Span | None:
        """Returns where the words stand that join a request to what a sentence tells before it: "she has paid, so her
        arrears can come off the record". None where the whole sentence is one, or only a condition stands before it.
        """
        if self._hint.search(text, start, end) is None or self._found(text, start, end) is not None:
            return None
        for joint in self._joint.finditer(text, start, end):
            told = joint.start() > start and self._untold.search(text[start : joint.start()]) is None
            if told and self._found(text, joint.end(), end) is not None:
                return joint.span()
        return None

    def _found(self, text: str, begin: int, end: int) -> re.Match[str] | None:
        begin += len(text[begin:end]) - len(text[begin:end].lstrip())
        until = begin + len(text[begin:end].rstrip(_EDGES))
        if self._hint.search(text, begin, until) is None:
            return None
        turns = self._asked if text[until:end].strip().startswith("?") else self._told
        return next((match for turn in turns if (match := turn.fullmatch(text, begin, until))), None)

    def _requested(
        self, text: str, start: int, end: int, found: re.Match[str], targets: Targets
    ) -> RequestSentence | None:
        """Returns what a match asks to forget; None where it may be said of the thing itself, or is only told of."""
        groups = found.groupdict()
        whole, kept = groups.get("whole") is not None, self._record.search(text, *found.span()) is not None
        if groups.get("it") is not None:
            return RequestSentence(start, end, (Named(*found.span("it"), False, points=True),), sure=True)
        first, last = found.span("whole" if whole else "named")
        span = first, first + len(text[first:last].rstrip(_EDGES))
        about = self._about.fullmatch(text, *span)
        span = next((about.span(name) for name in about.groupdict() if about[name]), span) if about else span
        if self._untold.search(text[slice(*span)]):
            return None
        named = (Named(*span, False, whole=True),) if whole else targets(text, *span)
        points = bool(named) and all(each.points for each in named)
        known = kept or about is not None or any(each.is_value for each in named)
        told = known or self._matter.search(text[0 if points else span[0] : span[1]]) is not None
        if not named or (groups.get("loose") is not None and not told):
            return None
        doubtful = groups.get("open") is not None and not told
        return RequestSentence(start, end, named, sure=kept, doubtful=doubtful)
