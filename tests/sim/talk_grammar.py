"""Reads how people say things (`talk_grammar.yaml`) and puts owners, values and words around them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

_CONTRACTED = (
    (r"\bi am\b", "i'm"),
    (r"\bi have got\b", "i've got"),
    (r"\bi would\b", "i'd"),
    (r"\bis not\b", "isn't"),
    (r"\bwhat is\b", "what's"),
    (r"\b(he|she) is\b", r"\1's"),
    (r"\bwhere is\b", "where's"),
    (r"\bdoes not\b", "doesn't"),
)


@dataclass(frozen=True, slots=True)
class Owner:
    """Whom or what a fact is about: the speaker, a person, a pet, or nobody."""

    sort: str
    role: str = ""
    name: str = ""
    pronoun: str = ""
    named: bool = False
    """Whether the name was told."""

    @property
    def is_speaker(self) -> bool:
        """The one who talks."""
        return self.sort in ("me", "none")

    def ways(self) -> tuple[str, ...]:
        """Every way to speak of them."""
        if self.is_speaker:
            return ("i",)
        if not self.named:
            return (f"my {self.role}",)
        return (self.name, f"my {self.role}", f"my {self.role} {self.name}")

    def is_in(self, text: str) -> bool:
        """Whether a text speaks of them."""
        return any(re.search(rf"\b{word}\b", text) for word in (self.role, self.name) if word)


SPEAKER = Owner("me")
NOBODY = Owner("none")


@dataclass(frozen=True, slots=True)
class FactRule:
    """The ways to tell, change and ask for one sort of fact."""

    name: str
    value: str
    owners: tuple[str, ...] = ("me", "person")
    tell: tuple[str, ...] = ()
    tell_held: tuple[str, ...] = ()
    change: tuple[str, ...] = ()
    ask: tuple[str, ...] = ()
    ask_held: tuple[str, ...] = ()
    confirm: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    reverse: tuple[str, ...] = ()
    reverse_value: str = ""

    @property
    def slots(self) -> tuple[str, ...]:
        """Every slot, the value among them."""
        found = re.findall(r"\{(\w+)\}", " ".join(self.tell + self.ask))
        return tuple(dict.fromkeys(slot for slot in found if slot not in ("I", "my", "old")))


@dataclass(frozen=True, slots=True)
class Grammar:
    """All that the file holds."""

    words: dict[str, list[str]]
    roles: dict[str, list[str]]
    names: dict[str, list[str]]
    facts: dict[str, FactRule]
    near: tuple[frozenset[str], ...]
    lists: dict[str, list[str]]
    subjects: dict[str, list[str]]
    pairs: dict[str, list[list[str]]]


@cache
def talk_grammar() -> Grammar:
    """Reads the file."""
    data: dict[str, Any] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
    rules = {name: FactRule(name, **_tuples(rule)) for name, rule in data.pop("facts").items()}
    near = tuple(frozenset(group) for group in data.pop("near"))
    words, roles, names, subjects = (data.pop(part) for part in ("words", "roles", "names", "subjects"))
    pairs = {part: data.pop(part) for part in ("not_so", "embedded")}
    return Grammar(words, roles, names, rules, near, data, subjects, pairs)


def _tuples(rule: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(told) if isinstance(told, list) else told for key, told in rule.items()}


def phrased(template: str, way: str, slots: dict[str, str], chance: Random) -> str:
    """Fills a form: `way` is how its owner is spoken of."""
    speaker = way == "i"
    text = re.sub(r"\[([^|\]]*)\|([^\]]*)\]", lambda both: both[1 if speaker else 2], template)
    words = {"I": way, "my": _possessive(way), **slots}
    text = re.sub(r"\{(\w+)\}", lambda slot: words[slot[1]], text)
    text = text.replace(" with i ", " with me ").replace(" a a", " an a").replace("  ", " ")
    return contracted(re.sub(r"\ba (?=[aeio]\w)", "an ", text), chance)


def contracted(text: str, chance: Random) -> str:
    """Runs words together as they are said."""
    for long, short in _CONTRACTED:
        if chance.random() < 0.6:
            text = re.sub(long, short, text)
    return text


def _possessive(way: str) -> str:
    return {"i": "my", "he": "his", "she": "her", "they": "their", "we": "our"}.get(way, f"{way}'s")


def written(text: str, names: tuple[str, ...], *, question: bool) -> str:
    """Returns a text as it is written: capitals and a full stop."""
    for name in names:
        text = re.sub(rf"\b{name}\b", name.capitalize(), text)
    text = re.sub(r"\bi\b", "I", text)
    return text[:1].upper() + text[1:] + ("?" if question else ".")
