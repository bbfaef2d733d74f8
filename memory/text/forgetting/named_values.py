"""Pure: finds the value in the words of a named thing: a code, an amount, a time, or what follows a word for a value.

"The locker code 7719" has 7719, "the dose of 14 units" has 14 units, "the phrase blue heron" has blue heron. A number
that only tells which thing it is, as in "the minutes of candidate 207", is none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby

from memory.core.policy import MAX_VALUE_WORDS, MIN_PLACE_WORDS

Span = tuple[int, int]

_CODE = re.compile(
    r"(?<![\w-])(?:\d{1,2}[:.]\d\d(?:\s?[ap]\.?m\b\.?)?|\d{1,2}\s?[ap]\.?m\b\.?|(?=[\w-]*\d)[\w-]{3,}"
    r"(?:[ -]\d[\w-]*)*)(?!\w)",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?:^|\b(?:of|at|von|über)\s+)(?P<said>[€$£]?\d[\d.,]*(?:\s?[%€$£]|\s[^\W\d]{2,12}))$", re.IGNORECASE
)
_TIME = re.compile(r"\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]\.?m\b)|\d{1,2}:\d\d", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_YEAR = re.compile(r"(?:19|20)\d\d")
_UNIT_AT_END = re.compile(r"[€$£]?\d[\d.,]*(?:\s?[%€$£]|\s[^\W\d]{2,12})|[€$£]\d[\d.,]*")
_EDGES = " \t\n\"'“”‘’.,;:!?-–—"


def codes_in(text: str) -> tuple[str, ...]:
    """Returns what holds a digit and is no year: "the bus at 7:15" has 7:15."""
    return tuple(found[0] for found in _CODE.finditer(text) if not _YEAR.fullmatch(found[0]))


def spoken_codes(text: str, digits: Mapping[str, str], least: int) -> tuple[tuple[str, str], ...]:
    """Returns the codes whose digits were said one by one, each with its digits: "four four seven one" and 4471."""
    words = [(found[0], found.span()) for found in _WORD.finditer(text)]
    made = list[tuple[str, str]]()
    for said, run in groupby(words, key=lambda word: word[0].casefold() in digits):
        places = list(run)
        if said and len(places) >= least:
            start, end = places[0][1][0], places[-1][1][1]
            made.append((text[start:end], "".join(digits[word.casefold()] for word, _ in places)))
    return tuple(made)


def code_in(secret: str) -> str:
    """Returns the code of what looks like a secret: "pin 4471" is about 4471."""
    return (codes_in(secret) or (secret,))[-1]


def is_time(value: str) -> bool:
    """Says whether a value begins as a time of day."""
    return _TIME.match(value) is not None


def is_amount(value: str) -> bool:
    """Says whether a value is a number with its unit, which many things may have: "14 units"."""
    return _UNIT_AT_END.fullmatch(value.strip(_EDGES)) is not None and not is_time(value)


class NamedValues:
    """The patterns of one language, compiled once."""

    def __init__(self, said: Mapping[str, str], qualifiers: re.Pattern[str]) -> None:
        self._qualifiers = qualifiers
        self._value_of = re.compile(rf"(?<![\w-]){said['value_of']}\s+(?P<value>\S.*)$", re.IGNORECASE)
        self._of_thing = re.compile(rf"\S\s+{said['place']}\s+(?:[^\W\d]+\s+)+$", re.IGNORECASE)
        self._place = re.compile(rf"\s+{said['place']}\b", re.IGNORECASE)
        self._asks = re.compile(said.get("asks_for", r"(?!x)x"), re.IGNORECASE)
        self._no_value = re.compile(rf"(?:{said['no_value']}\b|{said['value_of']}$)", re.IGNORECASE)

    def find(self, bare: str) -> Span | None:
        """Returns where the value of a named thing stands, at its end."""
        codes = [found.span() for found in _CODE.finditer(bare) if not _YEAR.fullmatch(found[0])]
        if codes and self._of_thing.search(bare, 0, codes[-1][0]):
            return None
        if codes and (codes[-1][1] >= len(bare) or self._place.match(bare, codes[-1][1])):
            return codes[-1]
        amount = _AMOUNT.search(bare)
        return amount.span("said") if amount and not is_time(amount["said"]) else self._called(bare)

    def _called(self, bare: str) -> Span | None:
        """Returns what follows a word for a value: "the phrase blue heron"."""
        found = self._value_of.search(bare) if self._asks.match(bare) is None else None
        value = found["value"].strip(_EDGES) if found else ""
        inside = self._value_of.search(value)
        value = inside["value"].strip(_EDGES) if inside else value
        if not value or len(value.split()) > MAX_VALUE_WORDS or self._no_value.match(value):
            return None
        at = bare.rindex(value)
        return at, at + len(value)

    def place_beside(self, bare: str, time: Span) -> Span | None:
        """Returns where the place of a named time stands: "6:25 at the old river bench"; a short one is anywhere."""
        place = self._place.match(bare, time[1]) if _TIME.match(bare, time[0]) else None
        if place is None:
            return None
        lead = self._qualifiers.match(bare[place.end() :].lstrip())
        first = len(bare) - len(bare[place.end() :].lstrip()) + (lead.end() if lead else 0)
        return (first, len(bare)) if len(bare[first:].split()) >= MIN_PLACE_WORDS else None
