"""Pure: reads from the text of a sentence template of hassil how texts of it may begin, as far as two words, and of
which words they are.

hassil takes half a millisecond to parse a template, and few templates are ever tried; their beginnings and words are
read without it. What is not known certainly may begin with anything and have any words. Nothing here matches a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from hassil import Intents
from hassil.expression import TextChunk
from hassil.intents import TextSlotList

WORD = re.compile(r"(?:[^\W_]|')++")
ANYTHING = "\n"
"""Ends a beginning that is not examined any further."""

_KNOWN = re.compile(rf"{WORD.pattern}[\W_]+{WORD.pattern}(?=[\W_])")
"""Two whole words of a beginning tell most commands from most other sentences."""
_FIRST_TWO = re.compile(rf"({WORD.pattern})(?:[^\w']|_)*+({WORD.pattern})?")
_TOKEN = re.compile(r"[()\[\]|]|<[^>]*>|\{[^}]*\}|[^()\[\]|<>{}]+")
_UNREAD = re.compile(r"[;\\]")
"""Permutations and escaped marks, which no template of a language file has."""

LETTERS = re.compile(r"[^\W_]+")
_JOINED = re.compile(r"[^\W_][\[(<{]|[\])>}][^\W_]|[\])>}][\[(<{]")
"""Where a piece of a template may end inside a word."""
_GLUED = re.compile(rf"{_JOINED.pattern}|'[\[(<{{]|[\])>}}]'")
"""Where it may end inside a word or before its apostrophe."""
_ENDED = re.compile(r"([^\W_]+)([\[(])([^()\[\]<>{}]*)[\])]")
"""A word with its endings: "name[s]", "what('s| is)"."""

_Item = str | list["_Sequence"]
_Sequence = list[_Item]


class TemplateBeginnings:
    """The beginnings of the templates of one language, and of its rules, which are read once."""

    def __init__(self, commands: Intents) -> None:
        """Reads nothing yet."""
        self._commands = commands
        self._rule = cache(self._beginnings_of_rule)
        self._list = cache(self._beginnings_of_list)
        self._joined = cache(self._join)  # many templates begin with the same long rule, and go on alike
        self._first_two = cache(first_two)

    def words_of(self, template: str) -> frozenset[tuple[str, str]]:
        """Returns the beginnings of the first two words of the texts of the template."""
        return frozenset(map(self._first_two, self.of(template)))

    def of(self, template: str) -> frozenset[str]:
        """Returns how a text of the template may begin. One that ends in `ANYTHING` goes on with anything."""
        if _UNREAD.search(template):
            return frozenset({ANYTHING})
        return self._extended(frozenset({""}), _alternatives(template))

    def forget(self) -> None:
        """Drops what was kept to read many templates. It refers to itself, so that it would stay as long as the process
        does where what was loaded is taken out of the search for cycles.
        """
        for kept in (self._rule, self._list, self._joined, self._first_two):
            kept.cache_clear()

    def _beginnings_of_rule(self, name: str) -> frozenset[str]:
        return self.of(self._commands.expansion_rules[name].text or ANYTHING)

    def _beginnings_of_list(self, name: str) -> frozenset[str]:
        values = self._commands.slot_lists.get(name.partition(":")[0])
        said = [value.text_in for value in values.values] if isinstance(values, TextSlotList) else [None]
        return frozenset(one.text.casefold() if isinstance(one, TextChunk) else ANYTHING for one in said)

    def _grown(self, before: frozenset[str], sequence: _Sequence) -> frozenset[str]:
        """Extends these beginnings of a template by what follows, as far as it is examined."""
        done, growing = frozenset[str](), before
        for item in sequence:
            ended, growing = (
                self._joined(growing, item) if isinstance(item, str) else _parted(self._extended(growing, item))
            )
            done |= ended
            if not growing:
                break
        return done | growing

    def _extended(self, before: frozenset[str], alternatives: list[_Sequence]) -> frozenset[str]:
        return frozenset[str]().union(*(self._grown(before, sequence) for sequence in alternatives))

    def _join(self, before: frozenset[str], item: str) -> tuple[frozenset[str], frozenset[str]]:
        """Returns every beginning followed by each text of the item: those that are examined no further, and others."""
        if item.startswith("<"):
            more = self._rule(item[1:-1])
        elif item.startswith("{"):
            more = self._list(item[1:-1])
        else:
            more = frozenset({item.casefold()})
        return _parted(frozenset(whole for other in more for whole in _followed(before, other)))


class TemplateWords:
    """The words of the templates of one language, and of its rules and lists, which are read once."""

    def __init__(self, commands: Intents) -> None:
        """Reads nothing yet."""
        self._commands = commands
        self._rule = cache(self._words_of_rule)
        self._list = cache(self._words_of_list)
        self._needed_rule = cache(self._needed_by_rule)
        self._alone = cache(lambda word: frozenset({word}))  # many templates need the same words

    def of(self, template: str) -> tuple[frozenset[str], ...] | None:
        """Returns sets that together hold every word of every text of the template, cut at apostrophes; None where it
        has free words, or words that are joined of several pieces.
        """
        if _UNREAD.search(template) or _JOINED.search(template):
            return None
        own, others = set[str](), list[frozenset[str]]()
        for token in _TOKEN.findall(template):
            if token[0] not in "<{":
                own.update(LETTERS.findall(token.casefold()))
                continue
            more = self._rule(token[1:-1]) if token[0] == "<" else self._list(token[1:-1])
            if more is None:
                return None
            others += more
        return (frozenset(own), *dict.fromkeys(others))

    def _words_of_rule(self, name: str) -> tuple[frozenset[str], ...] | None:
        text = self._commands.expansion_rules[name].text
        return None if text is None else self.of(text)

    def _words_of_list(self, name: str) -> tuple[frozenset[str], ...] | None:
        values = self._commands.slot_lists.get(name.partition(":")[0])
        said = [value.text_in for value in values.values] if isinstance(values, TextSlotList) else [None]
        words = [LETTERS.findall(one.text.casefold()) if isinstance(one, TextChunk) else None for one in said]
        return None if None in words else (frozenset(word for each in words for word in each or ()),)

    def needed_by(self, template: str) -> tuple[frozenset[str], ...]:
        """Returns sets of whole words, the most telling first: every text of the template has a word of each set."""
        whole = _ENDED.sub(_with_endings, template)
        if _UNREAD.search(whole) or _GLUED.search(whole):
            return ()
        return tuple(sorted(self._needed_of(_alternatives(whole)), key=_telling, reverse=True))

    def _needed_by_rule(self, name: str) -> tuple[frozenset[str], ...]:
        return self.needed_by(self._commands.expansion_rules[name].text or "")

    def _needed_of(self, alternatives: list[_Sequence]) -> list[frozenset[str]]:
        """Returns what one sequence needs, or a word of each of several: of "none of your business" only "business"."""
        needed = [self._needed_in(sequence) for sequence in alternatives]
        if len(needed) == 1 or not all(needed):
            return needed[0] if len(needed) == 1 else []
        return [frozenset[str]().union(*(max(each, key=_telling) for each in needed))]

    def _needed_in(self, sequence: _Sequence) -> list[frozenset[str]]:
        needed: dict[frozenset[str], None] = {}
        for item in sequence:
            if not isinstance(item, str):
                needed.update(dict.fromkeys(self._needed_of(item)))
            elif item.startswith("<"):
                needed.update(dict.fromkeys(self._needed_rule(item[1:-1])))
            elif not item.startswith("{"):
                needed.update((self._alone(word), None) for word in item.casefold().split() if WORD.fullmatch(word))
        return list(needed)


def words_said(folded: str) -> frozenset[str]:
    """Returns the words of a text in small letters as a template may have them: also what follows an apostrophe."""
    words = WORD.findall(folded)
    return frozenset({*words, *LETTERS.findall(folded), *(word.lstrip("'") for word in words)})


def _with_endings(found: re.Match[str]) -> str:
    """Returns the whole words in a group: "(name|names)" for "name[s]"."""
    word, bracket, endings = found.groups()
    return f"({'|'.join(word + ending for ending in ([''] if bracket == '[' else []) + endings.split('|'))})"


def _telling(words: frozenset[str]) -> tuple[int, int]:
    """Orders sets of words by how much they tell: long words are in few texts."""
    return min(map(len, words)), -len(words)


def _parted(beginnings: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    ended = frozenset(each for each in beginnings if each.endswith(ANYTHING))
    return ended, beginnings - ended


def first_two(beginning: str) -> tuple[str, str]:
    """Returns the beginnings of its first two words; every word begins with the empty one."""
    found = _FIRST_TWO.match(beginning)
    return (found[1], found[2] or "") if found else ("", "")


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


def _followed(before: frozenset[str], other: str) -> Iterator[str]:
    """Yields every beginning with this text behind it, as far as it is examined."""
    text = other.removesuffix(ANYTHING)
    end = other[len(text) :]
    for each in before:
        whole = (each + text).lstrip()
        known = _KNOWN.match(whole)
        yield known[0] + ANYTHING if known else whole + end
