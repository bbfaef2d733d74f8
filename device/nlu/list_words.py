"""Pure: the words around things on a list, in one language: the part `listed` of a language file; and where the name of
one thing ends in "eggs bin bags and cheddar".

A plural seldom stands before another noun in one name, and some words (milk, bread) stand by themselves unless the next
word makes one name with them (milk powder). Where neither tells, the words stay together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from device.nlu.thing_names import is_same_word
from memory.reading.words.word_table import load_word_table
from memory.text.language_file import Data, table
from memory.text.lazy_pattern import lazy_pattern
from memory.text.word_caches import cache_for_words


@dataclass(frozen=True, slots=True)
class ItemRuns:
    """The words of one language that tell where the name of a thing ends. Each pattern is of whole words."""

    language: str
    lone: re.Pattern[str]
    """Things that are named by this word, and stand before no other noun but a `head`."""
    heads: re.Pattern[str]
    """What makes one name with the word before it: the powder of "milk powder"."""
    compounds: re.Pattern[str]
    """Two words that are one name although both stand alone too: "cream cheese"."""
    attached: re.Pattern[str]
    """Words after which the name goes on: plurals ("sports", "clothes") and measures ("pint", "Pfund")."""
    links: re.Pattern[str]
    """Words that join two nouns to one name: "of", "for"."""
    amounts: re.Pattern[str]
    """What begins another thing: a number, "a", "some"."""

    def cut(self, words: str) -> tuple[str, ...]:
        """Returns the names in these words, in order; the words as they are where it is not sure."""
        said = words.split()
        cuts = [at for at in range(1, len(said)) if self._begins(said, at)]
        return tuple(" ".join(said[start:end]) for start, end in zip([0, *cuts], [*cuts, len(said)], strict=True))

    def is_lone(self, word: str) -> bool:
        """Says whether a word names a thing by itself: "milk", "eggs"."""
        return self.lone.fullmatch(word) is not None or self._is_plural(word)

    def head(self, name: str) -> str:
        """Returns the noun that the others qualify: the card of "birthday card for mum"."""
        said = name.split()
        ends = (at for at, word in enumerate(said) if at and self.links.fullmatch(word))
        return said[next(ends, len(said)) - 1] if said else ""

    def ends_with(self, name: str, word: str) -> bool:
        """Says whether a word stands at the end of a name, or before "of" and "for": the milk of "oat milk", and not of
        "milk powder". In German it would be one word.
        """
        said = name.split()
        ends = (
            one for one, after in zip(said, [*said[1:], ""], strict=True) if self.links.fullmatch(after) or not after
        )
        return self.language != "en" or any(is_same_word(word.casefold(), one.casefold()) for one in ends)

    def _begins(self, said: list[str], at: int) -> bool:
        """Says whether the word at this place begins another thing."""
        before, word = said[at - 1], said[at]
        if self.links.fullmatch(word) or self.links.fullmatch(before) or self.attached.fullmatch(before):
            return False
        if self.amounts.fullmatch(before) or self.compounds.fullmatch(f"{before} {word}"):
            return False
        if self.amounts.fullmatch(word):
            return self._is_named(said[:at])
        if self._is_plural(before):
            return True
        return self.lone.fullmatch(before) is not None and self._begins_name(said, at)

    def _is_named(self, said: list[str]) -> bool:
        """Says whether words before an amount name something, and are no verb: not "call" of "call a plumber"."""
        return len(said) > 1 or self.is_lone(said[-1])

    def _begins_name(self, said: list[str], at: int) -> bool:
        if self.language == "de":  # a name of two nouns is one word there
            return self.heads.fullmatch(said[at]) is None
        following = said[at + 1] if at + 1 < len(said) else ""
        if self.heads.fullmatch(following):
            return True
        return self.heads.fullmatch(said[at]) is None and self.is_lone(said[at])

    def _is_plural(self, word: str) -> bool:
        return self.language == "en" and self.attached.fullmatch(word) is None and _is_plural_noun(word.casefold())


@cache_for_words(None)
def _is_plural_noun(word: str) -> bool:
    """Says whether an English word is the plural of a noun in the word table. A brand, "kelloggs", is in none."""
    table = load_word_table("en")
    one = table.singular(word)
    if one == word or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return False
    known = table.find(one)
    return table.is_thing(word) or (known is not None and "n" in known.usual + known.other)


@dataclass(frozen=True, slots=True)
class ListWords:
    """How a person names several things, and the list that is meant without a name."""

    joint: re.Pattern[str]
    """What stands between two things."""
    edges: re.Pattern[str]
    """Words before and after a thing that are no part of it."""
    usual: str
    """The list that is meant when none is named."""
    named: str
    """The name of a list for a purpose: "camping packing" is the packing list for camping."""
    named_for: str
    """The name of a list that has a purpose only."""
    titles: re.Pattern[str]
    """What a list is called beside its name: "the ... list"."""
    more: re.Pattern[str]
    """What puts things on the list that is spoken of: "also eggs"; the things are the group `items`."""
    removal: re.Pattern[str]
    """The beginning of "remove the milk"; the things are the group `items`."""
    reason: re.Pattern[str]
    """Why something comes off the list, after its name: "i've found some"."""
    empty_reason: re.Pattern[str]
    """Such a reason as a sentence that tells nothing else: "we still have some"."""
    swap: re.Pattern[str]
    """What puts one thing in the place of another: the groups `old` and `new`, or pairs of other words for them."""
    more_of: re.Pattern[str]
    """What changes how much of a thing stands there: "make that two bags of flour"."""
    all_but: re.Pattern[str]
    """What takes everything off but the things of the group `items` or `kept`."""
    first: re.Pattern[str]
    """What points at the first thing on a list."""
    no_thing: re.Pattern[str]
    """A word that stands in no name of a thing to buy."""
    list: re.Pattern[str]
    """A word that names a list, in a language that makes one word of it."""
    bare: re.Pattern[str]
    """Words that may be names of things and nothing else, right after a list was begun; the group `items`."""
    shop: re.Pattern[str]
    """A shop as the name of a list, and things behind it: the groups `list` and `items`."""
    asks: re.Pattern[str]
    """What asks for the list that is spoken of: "what's left", "how many things have i got"."""
    asks_for: re.Pattern[str]
    """What asks whether something is on the list that is spoken of: "did i put matches on"; the group `items`."""
    clears: re.Pattern[str]
    """What empties the list that is spoken of: "clear it"."""
    on_it: re.Pattern[str]
    """What shows that a command is about the list that is spoken of: "what's on it"."""
    points: re.Pattern[str]
    """What points at the things that were named last: "that"."""
    last: re.Pattern[str]
    """What points at the one that was named last: "the last thing"."""
    runs: ItemRuns
    """Where the name of one thing ends when nothing stands between two."""


def list_words(data: Mapping[str, Data]) -> ListWords:
    """Reads the words of a language file. Its patterns are compiled when they are first used."""
    part = {name: str(text) for name, text in table(data["listed"]).items()}
    edges = rf"^(?:(?:{part['before']})\s+)+|(?:\s+(?:{part['after']}))+$"
    compiled: dict[str, Any] = {name: lazy_pattern(text) for name, text in part.items()}
    kept = {name: part[name] for name in ("usual", "named", "named_for")}
    runs = {name: compiled[name] for name in ItemRuns.__dataclass_fields__ if name != "language"}
    given = {**compiled, **kept, "edges": lazy_pattern(edges)}
    names = (name for name in ListWords.__dataclass_fields__ if name != "runs")
    return ListWords(**{name: given[name] for name in names}, runs=ItemRuns(str(data["language"]), **runs))
