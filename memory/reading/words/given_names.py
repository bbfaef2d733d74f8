"""Pure: tells given names from other words, and which pronoun stands for them, by a list of a language.

German says "der tim" and "die lisa", so that an article does not tell a person from a thing; and "i'm ben", as it is
heard, is told from "i'm tired" by its word alone. A name that is not in the list is still read where the grammar shows
it. Nothing is looked up in a memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_PRONOUNS = {"m": "male", "f": "female", "x": "any"}


@cache
def _given_names(language: str) -> Mapping[str, str]:
    text = (files("memory.languages") / f"given_names_{language}.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t") for line in text.splitlines())


def is_given_name(word: str, language: str = "de") -> bool:
    """Says whether a folded word is in the list of given names of a language."""
    return word in _given_names(language)


def pronoun_for_name(word: str, language: str = "de") -> str:
    """Returns male, female or any for a given name of the list of a language; empty for another word."""
    return _PRONOUNS.get(_given_names(language).get(word, ""), "")
