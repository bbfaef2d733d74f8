"""Pure: loads how a language says what was decided, what is open and what comes next.

The wordings are data: `memory/languages/continuity_*.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from memory.languages import read_table

_SEARCHED = ("decides", "open", "asks", "names_open", "wavers", "next_step", "ends")
"""The sections with patterns of clauses."""
_WHOLE = ("takes_up", "begins_anew", "puts_off", "goes_on", "confirms")
"""The sections with patterns of whole turns."""


@dataclass(frozen=True, slots=True)
class Wordings:
    """The wordings of one language, each searched in one clause."""

    decides: re.Pattern[str]
    open: re.Pattern[str]
    asks: re.Pattern[str]
    """What leaves something open in a clause that asks: "should we", not "what did we decide"."""
    names_open: re.Pattern[str]
    """A clause that names what is open, as a question asks for it: "who does the flowers is still unclear"."""
    wavers: re.Pattern[str]
    """What is for the person alone to decide, in words that leave something open: "if we should", not "who that is"."""
    next_step: re.Pattern[str]
    no_topic: frozenset[str]
    """Nouns that say nothing about a topic."""
    topics: frozenset[str]
    """Nouns that a talk may be about although their stem is that of a small word: "wedding" and "we'd"."""
    cancels: frozenset[str]
    """Words that end something that was to be done."""
    either: frozenset[str]
    """Words between two sides of which one is to be chosen."""
    ends: re.Pattern[str]
    """A whole clause that says that a matter is over, with what it is in its one filled group."""
    takes_up: tuple[re.Pattern[str], ...]
    begins_anew: tuple[re.Pattern[str], ...]
    puts_off: tuple[re.Pattern[str], ...]
    """Whole answers to the question whether something is resumed: yes, something new, and later."""
    goes_on: tuple[re.Pattern[str], ...]
    confirms: tuple[re.Pattern[str], ...]
    """Whole turns about what was just told: "resume it", "confirm it"."""


def leaves_undecided(text: str, language: str) -> bool:
    """Says whether words leave something open, as "I still don't know which gate fits" does."""
    wordings = load_wordings(language)
    return wordings is not None and wordings.open.search(_plain(text)) is not None


def names_open(text: str, language: str) -> bool:
    """Says whether words name what is open, though they begin as a question does."""
    wordings = load_wordings(language)
    return wordings is not None and wordings.names_open.search(_plain(text).rstrip(" .!")) is not None


def says_decided(text: str, language: str) -> bool:
    """Says whether words tell what was decided, as "we agreed on the barn" does."""
    wordings = load_wordings(language)
    return wordings is not None and wordings.decides.search(_plain(text)) is not None


def wavers(text: str, language: str) -> bool:
    """Says whether words leave something open that nobody but the person can decide."""
    wordings = load_wordings(language)
    return wordings is not None and leaves_undecided(text, language) and bool(wordings.wavers.search(_plain(text)))


def _plain(text: str) -> str:
    return text.casefold().replace("’", "'")


@cache
def load_wordings(language: str) -> Wordings | None:
    """Loads the wordings of a language; None where it has none, and a digest then has entities and evidence only."""
    try:
        data = read_table(f"continuity_{language}")
    except FileNotFoundError:
        return None
    patterns = {name: re.compile("|".join(data[name])) for name in _SEARCHED}
    sets = {name: frozenset[str](data.get(name, ())) for name in ("no_topic", "topics", "cancels", "either")}
    parts = {f"{{{name}}}": part for name, part in data.get("answer_parts", {}).items()}
    whole = {name: _compiled(data.get(name, ()), parts) for name in _WHOLE}
    return Wordings(**cast(dict[str, Any], {**patterns, **whole, **sets}))


def _compiled(patterns: Iterable[str], parts: Mapping[str, str]) -> tuple[re.Pattern[str], ...]:
    """Compiles patterns, with the parts that several share put in."""
    made = list[re.Pattern[str]]()
    for pattern in patterns:
        whole = pattern
        for name, part in parts.items():
            whole = whole.replace(name, part)
        made.append(re.compile(whole))
    return tuple(made)
