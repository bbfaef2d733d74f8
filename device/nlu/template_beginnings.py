"""Pure: reads from the text of a sentence template of hassil how texts of it may begin, as far as two words.

hassil takes half a millisecond to parse a template, and few templates are ever tried; their beginnings are read
without it. What is not known certainly may begin with anything. Nothing here matches a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from hassil import Intents
from hassil.expression import TextChunk
from hassil.intents import TextSlotList

WORD = re.compile(r"(?:[^\W_]|')++")
ANYTHING = "\n"
"""Ends a beginning that is not examined any further."""

_KNOWN = re.compile(rf"{WORD.pattern}[\W_]+{WORD.pattern}(?=[\W_])")
"""Two whole words of a beginning tell most commands from most other sentences."""
_TOKEN = re.compile(r"[()\[\]|]|<[^>]*>|\{[^}]*\}|[^()\[\]|<>{}]+")
_UNREAD = re.compile(r"[;\\]")
"""Permutations and escaped marks, which no template of a language file has."""

_Item = str | list["_Sequence"]
_Sequence = list[_Item]


class TemplateBeginnings:
    """The beginnings of the templates of one language, and of its rules, which are read once."""

    def __init__(self, commands: Intents) -> None:
        """Reads nothing yet."""
        self._commands = commands
        self._rule = cache(self._beginnings_of_rule)
        self._list = cache(self._beginnings_of_list)

    def of(self, template: str) -> set[str]:
        """Returns how a text of the template may begin. One that ends in `ANYTHING` goes on with anything."""
        if _UNREAD.search(template):
            return {ANYTHING}
        return self._extended({""}, _alternatives(template))

    def _beginnings_of_rule(self, name: str) -> frozenset[str]:
        return frozenset(self.of(self._commands.expansion_rules[name].text or ANYTHING))

    def _beginnings_of_list(self, name: str) -> frozenset[str]:
        values = self._commands.slot_lists.get(name.partition(":")[0])
        said = [value.text_in for value in values.values] if isinstance(values, TextSlotList) else [None]
        return frozenset(one.text.casefold() if isinstance(one, TextChunk) else ANYTHING for one in said)

    def _grown(self, before: set[str], sequence: _Sequence) -> set[str]:
        """Extends these beginnings of a template by what follows, as far as it is examined."""
        done, growing = set[str](), before
        for item in sequence:
            longer = self._extended(growing, item)
            ended = {each for each in longer if each.endswith(ANYTHING)}
            done, growing = done | ended, longer - ended
            if not growing:
                break
        return done | growing

    def _extended(self, before: set[str], item: _Item) -> set[str]:
        if isinstance(item, list):
            return set[str]().union(*(self._grown(before, sequence) for sequence in item))
        if item.startswith("<"):
            return _chained(before, self._rule(item[1:-1]))
        if item.startswith("{"):
            return _chained(before, self._list(item[1:-1]))
        return {_with_literal(each, item.casefold()) for each in before}


def first_two(beginning: str) -> tuple[str, str]:
    """Returns the beginnings of its first two words; every word begins with the empty one."""
    words: list[str] = WORD.findall(beginning) if WORD.match(beginning) else []
    first, second, *_ = (*words, "", "")
    return first, second


def _alternatives(template: str) -> list[_Sequence]:
    """Returns the alternatives of a template, each with its groups; what may be left out has an empty one."""
    groups: list[list[_Sequence]] = [[[]]]
    for token in _TOKEN.findall(template):
        if token in ("(", "["):
            groups.append([[]])
        elif token == "|":
            groups[-1].append([])
        elif token in (")", "]"):
            group = groups.pop()
            groups[-1][-1].append([*group, []] if token == "]" else group)
        else:
            groups[-1][-1].append(token)
    return groups[0]


def _chained(before: set[str], more: Iterable[str]) -> set[str]:
    """Returns every beginning followed by each of the others."""
    return {_followed(each, other) for other in more for each in before}


def _followed(before: str, other: str) -> str:
    whole = _with_literal(before, other.removesuffix(ANYTHING))
    return whole + ANYTHING if other.endswith(ANYTHING) and not whole.endswith(ANYTHING) else whole


def _with_literal(before: str, text: str) -> str:
    """Appends literal text to a beginning."""
    whole = (before + text).lstrip()
    known = _KNOWN.match(whole)
    return known[0] + ANYTHING if known else whole
