"""Pure: the words of a language for speaking to the person who spoke, from `memory/languages/rendering_*.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from memory.languages import read_table


@cache
def load_person_words(language: str) -> Mapping[str, Any]:
    """Returns the entries of the file of a language: lists become sets. Raises `FileNotFoundError` without one."""
    data: Mapping[str, Any] = read_table(f"rendering_{language}")
    return {name: frozenset(entry) if isinstance(entry, list) else entry for name, entry in data.items()} | {
        "relative_time": "|".join(data["relative_time"])
    }


@cache
def relative_time_pattern(language: str) -> re.Pattern[str]:
    """Returns the pattern of the words whose meaning depends on the day on which they are said."""
    words = load_person_words(language)
    pattern = words["relative_time"]
    for name, part in words["time_parts"].items():
        pattern = pattern.replace(f"<{name}>", part)
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


def starts_with_capital(text: str) -> str:
    """Returns the text with a capital at its beginning; a word with a capital inside, "iPhone", stays as it is."""
    word = text.split(" ", 1)[0]
    if word != word.lower() or len(text[:1].upper()) != 1:
        return text
    return text[:1].upper() + text[1:]
