"""Pure: the word classes that only German needs, from `memory/languages/reading_de.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from memory.languages import read_table

Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class ExtraWords:
    """Persons of irregular verb forms, cases of articles, helpers of the bracket, prepositions of place and time."""

    first_person: Words
    second_person: Words
    both_persons: Words
    third_person: Words
    plural_person: Words
    nominative_articles: Words
    genitives: Words
    infinitive_helpers: Words
    participle_helpers: Words
    wordless_places: Words
    place_prepositions: Words
    time_prepositions: Words
    standing_alone: Words
    vorfeld_adverbs: Words
    ordering: Words
    asking: Words
    number_endings: Words
    heads: Words
    regular_verbs: Words
    participle_prefixes: Words
    taking_objects: Words


@cache
def load_extra_words() -> ExtraWords:
    """Loads the classes once, when they are first needed. Raises `KeyError` for a missing one."""
    data: Mapping[str, Any] = read_table("reading_de")
    return ExtraWords(**{each.name: frozenset(str(word) for word in data[each.name]) for each in fields(ExtraWords)})
