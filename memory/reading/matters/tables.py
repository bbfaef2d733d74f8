"""Pure: the matters of a household and the sorts of answer, as patterns, from `memory/languages/matters_de.yaml`.

A matter is what a question and a fact are both about, "an appointment", "what something costs": one pattern finds it in
a question and one in a fact. A sort says what a question asks for and what an answer to it has. Nothing here reads.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from memory.languages import read_table

Words = frozenset[str]
_COMPOUND = re.compile(r"(^|\|)\\w\*(?=\w)")


@dataclass(frozen=True, slots=True)
class AnswerSort:
    """A sort of answer: `asked` finds what asks for it; `told` names the pattern that an answer has."""

    name: str
    asked: re.Pattern[str]
    told: str
    light: Words
    """Words that say no more than the sort itself: "lies" and "keep" of a place."""


@dataclass(frozen=True, slots=True)
class Matter:
    """What a question and a fact may both be about. `sorts` are those that it is asked in; empty for all."""

    name: str
    asked: re.Pattern[str]
    told: re.Pattern[str]
    sorts: Words
    needs: str
    """The part that a fact about it must have besides; empty for none."""
    gives: Words
    """The sorts whose answer a fact about it always has."""


@dataclass(frozen=True, slots=True, eq=False)
class Matters:
    """The tables of one language, which are loaded once."""

    light: Words
    """Words that say nothing of what is asked for."""
    own: Words
    """Words for the speaker."""
    speakers: Words
    """Those that may be who does something."""
    denying: Words
    unreal: Words
    """Words of a fact that tells of nothing that is so: wishes, plans that are open, what was once."""
    directed: Words
    """Words that mean another thing the other way round: "owe"."""
    which: re.Pattern[str]
    """The word before the kind of thing that is asked for."""
    noise: re.Pattern[str]
    """Words of a fact that deny nothing although they look so: "don't forget"."""
    titles: Words
    """Words before a family name."""
    parts: Mapping[str, re.Pattern[str]]
    """What an answer may have: a time, a number, a place."""
    heads: Words
    """What a compound may end in without being of another thing: "football training" of football."""
    sorts: tuple[AnswerSort, ...]
    matters: tuple[Matter, ...]
    shared: int
    """How many letters a compound must share with one of its parts."""


@cache
def load_matters(language: str) -> Matters:
    """Loads the tables of a language, once, when they are first needed. Raises `FileNotFoundError`, `KeyError`."""
    data: Mapping[str, Any] = read_table(f"matters_{language}")
    return Matters(
        light=frozenset(data["light"].split()),
        own=frozenset(data["own"].split()),
        speakers=frozenset(data["speakers"].split()),
        denying=frozenset(data["denying"].split()),
        unreal=frozenset(data["unreal"].split()),
        directed=frozenset(data["directed"].split()),
        which=re.compile(data["which"]),
        noise=re.compile(data["noise"]),
        titles=frozenset(data["titles"].split()),
        parts={name: re.compile(pattern) for name, pattern in _filled(data["parts"]).items()},
        heads=frozenset(data["heads"].split()),
        sorts=tuple(_load_sort(name, each) for name, each in data["sorts"].items()),
        matters=tuple(_load_matter(name, each) for name, each in data["matters"].items()),
        shared=int(data["shared"]),
    )


def _filled(parts: Mapping[str, str]) -> dict[str, str]:
    """Puts the parts named before into those that name them: "<hour>|<day>"."""
    filled: dict[str, str] = {}
    for name, pattern in parts.items():
        filled[name] = re.sub(r"<(\w+)>", lambda found: f"(?:{filled[found[1]]})", pattern)
    return filled


def _load_sort(name: str, each: Mapping[str, str]) -> AnswerSort:
    return AnswerSort(
        name, re.compile(rf"\b(?:{each['asked']})\b"), each["told"], frozenset(each.get("light", "").split())
    )


def _load_matter(name: str, each: Mapping[str, str]) -> Matter:
    both = each.get("both", "")
    alone = _COMPOUND.sub(r"\1", both)  # who asks for the eye drops does not ask for any drops
    return Matter(
        name=name,
        asked=re.compile(rf"\b(?:{each.get('asked', alone)})\b"),
        told=re.compile(rf"\b(?:{each.get('told', both)})\b"),
        sorts=frozenset(each.get("sorts", "").split()),
        needs=each.get("needs", ""),
        gives=frozenset(each.get("gives", "").split()),
    )
