"""Pure: reads a question for several things: what it is about, and the parts that are asked of it.

"Give me the picnic plan: the day, the place and who brings bread" asks three things of the picnic. The words of a
language are in its file (`asked_parts`); a language without them has no such questions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from memory.text.language_file import Data, table

_EDGES = " \t\n.,;:!?"
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?]+(?=[^\s.!?])[^.!?\n]*)*[.!?]*")


@dataclass(frozen=True, slots=True)
class SeveralAsked:
    """A question for several things."""

    about: str
    """The words of what all parts belong to."""
    lead: str
    """What it is asked for: "for my trip on Sunday"."""
    parts: tuple[str, ...]
    """The parts; empty when none is named."""
    start: int
    """Where the question begins in the turn."""
    whole: bool
    """It asks for all of something: "the plan", "a summary of"."""
    bids: bool
    """It bids for it: "give me"."""
    leads: bool
    """A clause stands before it: "if it rains, what", "for my notes, tell me"."""
    drafts: bool
    """It bids to write something: "draft a note"."""
    listed: bool
    """The parts stand in a list of their own: "including"."""


class AskedReader:
    """The patterns of one language, compiled once."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        part = table(data.get("asked_parts", {}))
        said = {name: str(pattern) for name, pattern in part.items() if name != "kinds"}
        self.known = bool(said)
        if not self.known:
            return

        def compiled(name: str) -> re.Pattern[str]:
            return re.compile(said[name], re.IGNORECASE)

        self._asks = re.compile(
            rf"(?:{said['before']})(?P<clause>{said['lead']})(?:{said['before']})(?:{said['polite']})(?:(?P<drafts>{said['drafts']})|(?P<sums>{said['sums']})"
            rf"|(?P<bids>{said['bids']})"
            rf"|(?P<asks>{said['asks']}))\b",
            re.IGNORECASE,
        )
        self._list, self._ends, self._whole = compiled("list"), compiled("ends"), compiled("whole")
        self._between, self._opening, self._subject = compiled("between"), compiled("opening"), compiled("subject")
        self.stale, self.empty, self.fresh = compiled("stale"), compiled("empty"), compiled("fresh")
        self._aside, self._inside = compiled("aside"), compiled("inside")
        self._selecting, self._more, self.denies = compiled("selecting"), compiled("more"), compiled("denies")
        self._kinds = tuple(
            (re.compile(rf"\b(?:{name})\b", re.IGNORECASE), re.compile(str(held), re.IGNORECASE))
            for name, held in table(part["kinds"]).items()
        )

    def read(self, text: str) -> SeveralAsked | None:
        """Returns what the last sentence asks for; None when it asks for nothing."""
        sentences = [found for found in _SENTENCE.finditer(text) if found[0].strip(_EDGES)] if self.known else []
        for at in range(len(sentences) - 1, -1, -1):
            begin = sentences[at].start() + len(sentences[at][0]) - len(sentences[at][0].lstrip())
            asks = self._asks.match(text, begin, sentences[at].end())
            if asks:
                asked = self._cut(text[asks.end() : sentences[at].end()], begin, asks)
                return self._with_more(asked, [one[0].strip() for one in sentences[at + 1 :]])
        return None

    def _with_more(self, asked: SeveralAsked, after: list[str]) -> SeveralAsked:
        """Adds what a further sentence asks to include: "What's the plan? Include the day and the place."."""
        found = [(one, self._more.match(one)) for one in after]
        parts = tuple(piece for one, more in found if more for piece in self._pieces(one[more.end() :]))
        return replace(asked, parts=(*asked.parts, *parts), listed=True) if parts else asked

    def _cut(self, said: str, start: int, asks: re.Match[str]) -> SeveralAsked:
        listed = self._list.search(said)
        head = said[: listed.start()] if listed else said
        whole = asks["sums"] is not None or self._whole.search(head) is not None
        subject = self._subject.search(head) if asks["drafts"] else None
        head = head[subject.end() :] if subject else head
        head, tail = self._stopped(self._aside.sub("", head)), self._stopped(said[listed.end() :]) if listed else ""
        pieces = self._pieces(tail if listed else head)
        first = head if listed or len(pieces) < 2 else next(iter(self._between.split(head)))
        return SeveralAsked(
            first.strip(_EDGES),
            asks["lead"] or "",
            pieces if listed or len(pieces) > 1 else (),
            start,
            whole,
            asks["asks"] is None,
            bool(asks["clause"]),
            asks["drafts"] is not None,
            listed is not None,
        )

    def _stopped(self, said: str) -> str:
        stop = self._ends.search(said)
        return said[: stop.start()] if stop else said

    def _pieces(self, said: str) -> tuple[str, ...]:
        pieces = (self._opening.sub("", piece.strip(_EDGES)).strip(_EDGES) for piece in self._between.split(said))
        return tuple(piece for piece in pieces if piece)

    def telling(self, words: str) -> str:
        """Returns words without those that only select or ask for the whole: "the current picnic plan" is a picnic."""
        return " ".join(self._selecting.sub(" ", self._whole.sub(" ", words)).split())

    def heads(self, words: str) -> tuple[str, str]:
        """Returns the words for what is asked and those beside it: "the pin for Ida" asks for a pin, Ida has it."""
        main, *inside = self._inside.split(words, maxsplit=1)
        first, _, last = main.strip().rpartition(" ")
        return last, " ".join((first, *inside)).strip()

    def kind_of(self, part: str) -> re.Pattern[str] | None:
        """Returns what an answer to a part holds: "the window" is told with a time."""
        return next((held for name, held in self._kinds if name.search(part)), None)
