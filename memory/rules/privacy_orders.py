"""Pure: finds an order to keep something from others at the end or beginning of what is told, or beside company.

"My wages are twenty six thousand never say that in front of people" tells one thing and hides it: the order is no part
of the fact. "When my wife is home don't mention work" is the rule "don't mention work", since who listens cannot be
known. What somebody else said is no order: "he told me never to say that".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from memory.text.language_file import Data, table
from memory.text.language_rules import Language

_EDGES = " \t\n,;:.!–—-"


@dataclass(frozen=True, slots=True)
class PrivacyOrder:
    """An order at an edge of a turn: where it and what joins it begin, or end where it stands first; its words, and
    whether writing may tell.
    """

    start: int
    words: str
    writes: bool


class PrivacyOrders:
    """The patterns of one language, compiled once. A language without them reads no such order."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        said = {name: str(pattern) for name, pattern in table(data.get("privacy_orders", {})).items()}
        self.known = bool(said)
        if not self.known:
            return
        lead = rf"(?:{said['lead']})"
        # A search begins at the first of many spaces only: else each of them would be tried, and all behind it.
        apart = r"(?:^|(?<![\s,;:.!–—-])[\s,;:.!–—-]+)"
        self._hides = re.compile(rf"{apart}{lead}(?P<order>{said['hides']})[\s.!]*$", re.IGNORECASE)
        self._writes = re.compile(rf"{apart}{lead}(?P<order>{said['writes']})[\s.!]*$", re.IGNORECASE)
        self._first = [
            (
                re.compile(
                    rf"\s*{lead}(?P<order>{said[name]})[\s,;:–—-]+(?:{said['then']})[\s,]+(?=\S)", re.IGNORECASE
                ),
                name,
            )
            for name in ("writes", "hides")
        ]
        self._reported = re.compile(rf"(?:{said['reported']})$", re.IGNORECASE)
        self._before = re.compile(said["before"], re.IGNORECASE)
        self._polite = re.compile(lead, re.IGNORECASE)

    def at_end(self, text: str) -> PrivacyOrder | None:
        """Returns the order that ends a turn; None without one."""
        for pattern, writes in ((self._writes, True), (self._hides, False)):
            found = pattern.search(text) if self.known else None
            if found is not None:
                return PrivacyOrder(found.start(), found["order"], writes)
        return None

    def at_start(self, text: str) -> PrivacyOrder | None:
        """Returns the order that what is told follows, with where that begins: "sag es keinem aber ich ziehe aus"."""
        for pattern, name in self._first if self.known else ():
            found = pattern.match(text)
            if found is not None:
                return PrivacyOrder(found.end(), found["order"], name == "writes")
        return None

    def is_reported(self, told: str) -> bool:
        """Says whether what stands before an order makes it another's: "my boss told me"."""
        return self.known and self._reported.search(told.rstrip(_EDGES)) is not None

    def without_company(self, text: str, language: Language) -> tuple[int, int] | None:
        """Returns where a turn begins and ends without polite words and those that say before whom; None when it has
        none.
        """
        if not self.known:
            return None
        begin = self._polite.match(text)
        first = begin.end() if begin else 0
        company = self._before.match(text, first)
        first = company.end() if company else first
        end = len(language.in_company.sub("", text.rstrip(_EDGES)))
        return (first, end) if first < end and (first or end < len(text)) else None
