"""Pure: the words around things on a list, in one language: the part `listed` of a language file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from memory.text.language_file import Data, table


@dataclass(frozen=True, slots=True)
class ListWords:
    """How a person names several things, and the list that is meant without a name."""

    joint: re.Pattern[str]
    """What stands between two things."""
    edges: re.Pattern[str]
    """Words before and after a thing that are no part of it."""
    usual: str
    """The list that is meant when none is named."""
    titles: re.Pattern[str]
    """What a list is called beside its name: "the ... list"."""
    more: re.Pattern[str]
    """What puts things on the list that is spoken of: "also eggs"; the things are the group `items`."""
    removal: re.Pattern[str]
    """The beginning of "remove the milk"; the things are the group `items`."""
    no_thing: re.Pattern[str]
    """A word that stands in no name of a thing to buy."""
    list: re.Pattern[str]
    """A word that names a list, in a language that makes one word of it."""


def list_words(data: Mapping[str, Data]) -> ListWords:
    """Compiles the words of a language file."""
    part = {name: str(text) for name, text in table(data["listed"]).items()}
    return ListWords(
        re.compile(part["joint"], re.IGNORECASE),
        re.compile(rf"^(?:(?:{part['before']})\s+)+|(?:\s+(?:{part['after']}))+$", re.IGNORECASE),
        part["usual"],
        re.compile(part["titles"], re.IGNORECASE),
        *(re.compile(part[name], re.IGNORECASE) for name in ("more", "removal", "no_thing", "list")),
    )
