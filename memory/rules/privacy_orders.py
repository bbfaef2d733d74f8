"""Pure: finds an order to keep something from others at the end or beginning of what is told, or beside company.

"My wages are twenty six thousand never say that in front of people" tells one thing and hides it: the order is no part
of the fact. "Only tell that if I ask" hides it from whatever is said unasked. "When my wife is home don't mention work"
is the rule "don't mention work", since who listens cannot be known. What somebody else said is no order: "he told me
never to say that".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from memory.text.language_file import Data, table
from memory.text.language_rules import Language

_EDGES = " \t\n,;:.!–—-"
_SORTS = ("asked", "writes", "hides")


@dataclass(frozen=True, slots=True)
class PrivacyOrder:
    """An order at an edge of a turn: where it and what joins it begin, or end where it stands first; and its words."""

    start: int
    words: str
    sort: str
    """`writes` where writing may tell, `asked` where it is told to whom asks for it, `hides` where it is not told."""


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
        self._last = [
            (re.compile(rf"{apart}{lead}(?P<order>{said[name]})[\s.!]*$", re.IGNORECASE), name) for name in _SORTS
        ]
        joint = rf"[\s,;:–—-]+(?:{said['then']})[\s,]+(?=\S)"
        joints = {name: rf"(?:{joint}|\s*[{'' if name != 'asked' else ',;'}:–—]\s*(?=\S))" for name in _SORTS}
        self._first = [
            (re.compile(rf"\s*{lead}(?P<order>{said[name]}){joints[name]}", re.IGNORECASE), name) for name in _SORTS
        ]
        self._first.append((re.compile(rf"\s*{lead}(?P<order>{said['ahead']})[\s,]+(?=\S)", re.IGNORECASE), "writes"))
        self._reported = re.compile(rf"(?:{said['reported']})$", re.IGNORECASE)
        self._before = re.compile(said["before"], re.IGNORECASE)
        self._polite = re.compile(lead, re.IGNORECASE)

    def at_end(self, text: str) -> PrivacyOrder | None:
        """Returns the order that ends a turn; None without one."""
        for pattern, name in self._last if self.known else ():
            found = pattern.search(text)
            if found is not None:
                return PrivacyOrder(found.start(), found["order"], name)
        return None

    def at_start(self, text: str) -> PrivacyOrder | None:
        """Returns the order that what is told follows, with where that begins: "sag es keinem aber ich ziehe aus"."""
        for pattern, name in self._first if self.known else ():
            found = pattern.match(text)
            if found is not None:
                return PrivacyOrder(found.end(), found["order"], name)
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
