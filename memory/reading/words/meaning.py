"""Pure: what the reader knows of open words: roles, groups, kinds, marks of change.

The tables are `memory/languages/meaning_*.yaml`, and `kinds_*.tsv` and `derived_*.tsv` where a language has them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from memory.core.policy import MAX_LOOKED_UP_KINDS
from memory.languages import read_table
from memory.reading.words.closed_words import ClosedWords, load_closed_words

Words = frozenset[str]


_NO_WORDS = Words()


@dataclass(frozen=True, slots=True, eq=False)
class Meaning:
    """The tables of one language, which are loaded once. Words are dictionary forms."""

    roles: Mapping[str, str]
    """The role that each word names."""
    male: Words
    female: Words
    animals: Words
    bodies: Words
    changing: Words
    chains: Mapping[str, str]
    """The role that two roles in a chain make."""
    kinds: Mapping[str, Words]
    """The more special words that a word of a question stands for."""
    common: Mapping[str, tuple[str, ...]]
    """The most frequent words of each kind: those by which facts are looked up."""
    members: Words
    """Every word of a kind that is no role: mostly a thing or a place, and no name of a person."""
    groups: Mapping[str, Words]
    """The words that mean nearly the same as a word, and nouns with the verbs and adjectives that they are made of."""
    derived: Mapping[str, Words]
    """The verbs and adjectives that a noun is made of, and the nouns that are made of one: "expulsion", "expel"."""
    implies: Mapping[str, Words]
    sorts: Mapping[str, str]
    soft: Words
    light: Words
    titles: Words
    passing: Words
    weather: Words
    ending: Words
    moving: Words
    sets: Mapping[str, Words]
    """Small sets that one rule asks for, by name; "counts" and "times" are made of the closed classes."""
    language: str = "en"
    changes: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """Verbs of change by sort, each with the particles of which one must stand beside it; "" for none."""
    change_verbs: Words = frozenset()
    slots: Mapping[str, Words] = field(default_factory=dict)
    """Nouns that put a statement into a relation with one value."""
    persons: Words = frozenset()
    """The roles of persons and animals."""

    def set_of(self, name: str) -> Words:
        """Returns a small set, empty where the language has none of that name."""
        return self.sets.get(name, _NO_WORDS)

    def is_person(self, role: str) -> bool:
        """Says whether a role is one of a person or an animal."""
        return role in self.persons


@cache
def load_meaning(language: str) -> Meaning:
    """Loads the tables of a language, once, when they are first needed. Raises `KeyError` for a missing part."""
    data: Mapping[str, Any] = read_table(f"meaning_{language}")
    roles = {word: line.split()[0] for line in data["roles"] for word in line.split()}
    kinds = _kinds(data["kinds"], data.get("kind_names", {}), language)
    plain: dict[str, Any] = {name: frozenset(data[name]) for name in _WORDS}
    derived = _table("derived", language)
    return Meaning(
        roles=roles,
        persons=frozenset(roles.values()) - plain["bodies"],
        kinds={word: frozenset(others) for word, others in kinds.items()},
        members=frozenset(word for others in kinds.values() for word in others) - roles.keys(),
        common={word: tuple(others[:MAX_LOOKED_UP_KINDS]) for word, others in kinds.items()},
        groups=_groups(data["groups"], derived),
        derived={word: frozenset(others) for word, others in _both_ways(derived).items()},
        implies={word: frozenset(others) for word, others in data["implies"].items()},
        sorts=dict.fromkeys(kinds, "member") | data["sorts"],
        chains=dict(data.get("chains", {})),
        sets=_sets({name: frozenset(words) for name, words in data["sets"].items()}, load_closed_words(language)),
        **_changes(data),
        **plain,
    )


_WORDS = (
    "male",
    "female",
    "animals",
    "bodies",
    "changing",
    "soft",
    "light",
    "titles",
    "passing",
    "weather",
    "ending",
    "moving",
)


def _sets(sets: Mapping[str, Words], closed: ClosedWords) -> dict[str, Words]:
    """Adds the number words that count, and every word that says when or how often."""
    single = frozenset(phrase[0] for phrase in closed.day_words if len(phrase) == 1)
    times = closed.days | closed.months | single | closed.numbers | closed.ordinals | sets["clock"]
    return {**sets, "counts": closed.numbers - sets["no_counts"], "times": times}


def _kinds(by_hand: Mapping[str, Sequence[str]], names: Mapping[str, str], language: str) -> dict[str, list[str]]:
    """Joins the kinds decided by hand, with their other names, and those of the table; the frequent words first."""
    listed = _table("kinds", language)
    listed |= {other: listed[kind] for other, kind in names.items() if kind in listed}
    return {kind: list(dict.fromkeys((*by_hand.get(kind, ()), *listed.get(kind, ())))) for kind in (*by_hand, *listed)}


def _table(name: str, language: str) -> dict[str, list[str]]:
    """Returns the words behind each word of a table; empty where a language has no such table."""
    table = files("memory.languages") / f"{name}_{language}.tsv"
    lines = table.read_text(encoding="utf-8").splitlines() if table.is_file() else []
    return {word: others.split(" ") for word, _, others in (line.partition("\t") for line in lines)}


def _particles(verbs: tuple[tuple[str, str], ...]) -> dict[str, tuple[str, ...]]:
    """Returns the particles of each verb."""
    return {verb: tuple(each for other, each in verbs if other == verb) for verb, _ in verbs}


def _changes(data: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the tables of verbs of change, empty where a language has none."""
    sorts = {name: tuple(_verb(each) for each in verbs) for name, verbs in data.get("changes", {}).items()}
    return {
        "language": data["language"],
        "changes": {name: _particles(verbs) for name, verbs in sorts.items()},
        "change_verbs": frozenset(verb for each in sorts.values() for verb, _ in each),
        "slots": {name: frozenset(nouns) for name, nouns in data.get("slots", {}).items()},
    }


def _verb(words: str) -> tuple[str, str]:
    verb, _, particle = words.partition(" ")
    return verb, particle


def _both_ways(derived: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """Returns the nouns of each verb or adjective, and those that each noun is made of."""
    found: dict[str, set[str]] = {base: set(nouns) for base, nouns in derived.items()}
    for base, nouns in derived.items():
        for noun in nouns:
            found.setdefault(noun, set()).add(base)
    return found


def _groups(lines: list[str], derived: Mapping[str, Sequence[str]]) -> dict[str, Words]:
    found: dict[str, Words] = {}
    for line in lines:
        members = frozenset(line.split())
        for word in members:
            found[word] = found.get(word, frozenset()) | members
    for base, nouns in derived.items():
        found[base] = found.get(base, frozenset()).union((base, *nouns))
        for noun in nouns:
            found[noun] = found.get(noun, frozenset()) | {noun, base}
    return found


def is_of_evening(text: str, language: str) -> bool:
    """Says whether words name what is in the evening, "elternabend", so that its seven is no hour of a morning."""
    parts = load_meaning(language).set_of("of the evening")
    return any(part in word for word in text.casefold().split() for part in parts)
