"""Pure: says the colloquial words of a German sentence in the words in which others ask: "drahtesel" is a bicycle.

The table is `memory/languages/colloquial_de.yaml`. What is said again only answers questions; an answer keeps the words
that were told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from memory.languages import read_table


@dataclass(frozen=True, slots=True)
class EverydayWords:
    """Colloquial verbs, and what each colloquial word or phrase stands for."""

    verbs: frozenset[str]
    plain: Mapping[str, str]
    find: re.Pattern[str]


def in_plain_words(text: str) -> str:
    """Returns a sentence in small letters with its colloquial words replaced; the same words where it has none."""
    table = load_everyday_words()
    return table.find.sub(lambda found: table.plain[found[0]], text)


@cache
def load_everyday_words() -> EverydayWords:
    """Loads the table, once, when it is first needed. Raises `KeyError` for a missing part."""
    data: Mapping[str, Any] = read_table("colloquial_de")
    plain = {word: noun for noun, words in data["nouns"].items() for word in words}
    for verb, meant in data["verbs"].items():
        plain |= dict(_forms(verb, meant))
    plain |= data["phrases"]
    longest = sorted(plain, key=lambda word: (-len(word), word))
    find = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")
    return EverydayWords(frozenset(data["verbs"]), plain, find)


def stem_of(verb: str) -> str:
    """Returns what is left of an infinitive without its ending: "pennen", "futtern"."""
    return verb.removesuffix("n") if verb.endswith(("eln", "ern")) else verb.removesuffix("n").removesuffix("e")


def _forms(verb: str, meant: list[str]) -> Iterator[tuple[str, str]]:
    """Returns each form of a regular verb with the form of the verb that it stands for."""
    stem = stem_of(verb)
    link = "e" if stem.endswith(("t", "d")) else ""
    spoken = (f"{stem}e", f"{stem}{link}st", f"{stem}{link}t", verb)
    yield from zip(spoken, meant, strict=False)
    yield f"ich {stem}", f"ich {meant[0]}"  # "futter" alone is a noun
    yield f"{stem} ich", f"{meant[0]} ich"
    if stem.endswith("el"):
        yield f"{stem[:-2]}le", meant[0]
    prefixed = verb.startswith(("ver", "be")) or verb.endswith("ieren")
    if not prefixed:
        yield f"ge{stem}{link}t", meant[-1]
