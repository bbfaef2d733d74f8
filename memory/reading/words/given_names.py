"""Pure: tells given names from other words, and which pronoun stands for them, by a list of a language.

German says "der tim" and "die lisa", so that an article does not tell a person from a thing. A name that is not in the
list is still read where the grammar shows it. Nothing is looked up in a memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_PRONOUNS = {"m": "male", "f": "female", "x": "any"}


@cache
def _given_names() -> Mapping[str, str]:
    text = (files("memory.languages") / "given_names_de.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t") for line in text.splitlines())


def is_given_name(word: str) -> bool:
    """Says whether a folded word is in the list of given names."""
    return word in _given_names()


def pronoun_for_name(word: str) -> str:
    """Returns male, female or any for a given name; empty for another word."""
    return _PRONOUNS.get(_given_names().get(word, ""), "")
