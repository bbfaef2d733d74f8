"""Pure: finds the commands that a text may be, by its beginning and its words, so that few templates are tried.

It uses how hassil matches: a template without a leading slot is at the beginning of the text, except for skipped words,
and a text of it has every piece that the template requires. A template is excluded only when it certainly does not
match.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise

from hassil import Intents
from hassil.expression import Alternative, Expression, ListReference, RuleReference, Sequence, TextChunk
from hassil.intents import Intent, IntentData, TextSlotList

_WORD = re.compile(r"(?:[^\W_]|')++")
_BETWEEN = re.compile(r"[^\w\s']+")
_KNOWN = re.compile(rf"{_WORD.pattern}[\W_]+{_WORD.pattern}(?=[\W_])")
"""Two whole words of a beginning tell most commands from most other sentences."""
_ANYTHING = "\n"
"""Ends a beginning that is not examined any further."""


@dataclass(frozen=True, slots=True)
class _Template:
    """A template of hassil, and sets of pieces: a text of it has one of each."""

    intent: str
    data: IntentData
    required: tuple[frozenset[str], ...]


class TemplateIndex:
    """An index of the beginnings of one language's commands."""

    def __init__(self, commands: Intents) -> None:
        """Examines every template once; each has `IntentData` of its own."""
        self._commands = commands
        self._skipped = frozenset(word for phrase in commands.skip_words for word in _WORD.findall(phrase.casefold()))
        self._templates = list[_Template]()
        self._beginning: dict[str, list[tuple[str, int]]] = defaultdict(list)
        for intent in commands.intents.values():
            for data in intent.data:
                self._add(intent.name, data)
        self._lengths = _lengths(self._beginning)

    def fitting(self, text: str) -> Intents | None:
        """Returns the commands with only the templates that `text` may match, in their order; None without any.

        The text has plain apostrophes.
        """
        folded = text.casefold()
        begun = set(self._begun(folded))
        if not begun:
            return None
        whole = _BETWEEN.sub("", folded)
        intents: dict[str, Intent] = {}
        for one in (self._templates[number] for number in sorted(begun)):
            if all(any(piece in whole for piece in pieces) for pieces in one.required):
                intents.setdefault(one.intent, Intent(one.intent)).data.append(one.data)
        return replace(self._commands, intents=intents) if intents else None

    def _add(self, intent: str, data: IntentData) -> None:
        (sentence,) = data.sentences
        clauses = sentence.get_required_clauses(self._commands.expansion_rules)
        plain = (pieces for pieces in clauses if not any(_BETWEEN.search(piece) for piece in pieces))
        for first, second in {_first_two(each) for each in self._grown({""}, sentence.expression)}:
            self._beginning[first].append((second, len(self._templates)))
        self._templates.append(_Template(intent, data, tuple(sorted(plain, key=len))))

    def _grown(self, before: set[str], said: Expression) -> set[str]:
        """Extends these beginnings of a template by the next expression, as far as it is examined."""
        done = {each for each in before if each.endswith(_ANYTHING)}
        growing = before - done
        return done | self._extended(growing, said) if growing else done

    def _extended(self, before: set[str], said: Expression) -> set[str]:
        if isinstance(said, TextChunk):
            return {_with_literal(each, said.text.casefold()) for each in before}
        if isinstance(said, Sequence):
            return reduce(self._grown, said.items, before)
        if isinstance(said, Alternative):
            return set[str]().union(*(self._grown(before, item) for item in said.items))
        if isinstance(said, RuleReference):
            return self._grown(before, self._commands.expansion_rules[said.rule_name].expression)
        values = self._commands.slot_lists.get(said.list_name) if isinstance(said, ListReference) else None
        if isinstance(values, TextSlotList):
            return set[str]().union(*(self._grown(before, value.text_in) for value in values.values))
        return {each + _ANYTHING for each in before}

    def _begun(self, folded: str) -> Iterator[int]:
        """Returns the templates that begin as the text does, also after skipped words."""
        words = [*_WORD.findall(folded), "", ""]
        for word, following in pairwise(words):
            for length in self._lengths.get(word[:1], (0,)):
                for second, number in self._beginning.get(word[:length], ()):
                    if following.startswith(second) or following in self._skipped:
                        yield number
            if word not in self._skipped:
                return


def _lengths(beginning: Iterable[str]) -> dict[str, list[int]]:
    """Returns the lengths of the beginnings with each letter. Every word begins with the empty one too."""
    found: dict[str, set[int]] = defaultdict(lambda: {0})
    for each in beginning:
        found[each[:1]].add(len(each))
    return {letter: sorted(lengths) for letter, lengths in found.items()}


def _with_literal(before: str, text: str) -> str:
    """Appends literal text to a beginning."""
    whole = (before + text).lstrip()
    known = _KNOWN.match(whole)
    return known[0] + _ANYTHING if known else whole


def _first_two(beginning: str) -> tuple[str, str]:
    """Returns the beginnings of its first two words; every word begins with the empty one."""
    words: list[str] = _WORD.findall(beginning) if _WORD.match(beginning) else []
    first, second, *_ = (*words, "", "")
    return first, second
