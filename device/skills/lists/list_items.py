"""Pure: the things on a person's lists, as records of the vault, and which list is meant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from device.core.policy import MAX_ITEMS_AT_ONCE, MAX_LABEL_CHARS, MAX_THING_WORDS, MIN_LIST_NAME_CHARS
from device.nlu.list_words import ListWords
from device.nlu.thing_names import is_same_name, names_same
from memory.model.changes import Record
from memory.model.ports import MemoryReader
from protos.canonical_json import Plain

ITEM_TYPE = "list_item"
"""The name of the record type."""
OPEN, CROSSED = "open", "crossed"
_EDGES = " \t\n\"'“”‘’.,;:!?-–—"


@dataclass(frozen=True, slots=True)
class ListItem:
    """One thing on a list. Its fields are those of `ListItemSchema`."""

    item_id: str
    user_id: str
    list_name: str
    text: str
    added_ms: int
    state: str = OPEN
    position: int = 0
    turn_id: str = ""

    @property
    def is_crossed(self) -> bool:
        """Says whether it was a thing on the list. What begins a list has no words and is no thing."""
        return self.state == CROSSED and bool(self.text)

    def record(self) -> Record:
        """Returns it as a record of the vault."""
        return Record(ITEM_TYPE, asdict(self))

    def changed(self, state: str, turn_id: str) -> ListItem:
        """Returns it in another state, since this turn."""
        return replace(self, state=state, turn_id=turn_id)


def item_from(content: Mapping[str, Plain]) -> ListItem:
    """Returns the thing that a record holds."""
    told: dict[str, Any] = {each.name: content[each.name] for each in fields(ListItem) if each.name in content}
    return ListItem(**told)


@dataclass(frozen=True, slots=True)
class OwnLists:
    """Everything on the lists of a person, in the order in which it was put there."""

    items: tuple[ListItem, ...]
    words: ListWords
    spoken_of: str = ""
    """The list that the last turns of the talk were about."""

    @property
    def open(self) -> tuple[ListItem, ...]:
        """Returns what is not crossed off."""
        return tuple(one for one in self.items if one.state == OPEN)

    @property
    def names(self) -> tuple[str, ...]:
        """Returns the names of the lists with something on them."""
        return tuple(dict.fromkeys(one.list_name for one in self.open))

    def list_meant(self, said: str) -> str:
        """Returns the list of this name as it is kept; without a name the one that is spoken of, the only one or the
        one that was used last.
        """
        bare = self.words.titles.sub("", said).strip()
        if bare:
            return self.known_name(bare) or bare
        if self.spoken_of:
            return self.spoken_of
        if len(self.names) == 1:
            return self.names[0]
        last = max(self.open, key=lambda one: (one.added_ms, one.position), default=None)
        return last.list_name if last else self.words.usual

    def known_name(self, said: str) -> str:
        """Returns the one list of this name, or whose name holds these words: "camping" is the packing list for it."""
        names = self.all_names()
        same = [name for name in names if is_same_name(said, name)]
        word = self.words.list.sub("", said.strip()).strip("- ")
        near = [name for name in names if word and _holds(name, word)]
        return next(iter(same), "") or (near[0] if len(near) == 1 else "")

    def all_names(self) -> tuple[str, ...]:
        """Returns the names of all lists, also of those that are empty now."""
        return tuple(dict.fromkeys((*self.names, *(one.list_name for one in self.items), self.words.usual)))

    def on(self, list_name: str) -> tuple[ListItem, ...]:
        """Returns what stands on a list."""
        return tuple(one for one in self.open if one.list_name == list_name)

    def named(self, said: str, list_name: str) -> tuple[ListItem, ...]:
        """Returns the things of this name on a list: the same name, else those whose noun it is, else those in which
        it stands for a thing: the plumber of "call the plumber", and not the milk of "milk powder".
        """
        there = self.on(list_name)
        same = tuple(one for one in there if is_same_name(said, one.text))
        runs, last = self.words.runs, said.split()[-1] if said.split() else ""
        near = tuple(one for one in there if names_same(said, one.text) and runs.ends_with(one.text, last))
        nouns = tuple(one for one in near if is_same_name(runs.head(said), runs.head(one.text)))
        return same or nouns or near


def _holds(name: str, word: str) -> bool:
    """Says whether the name of a list has a word, or begins with it: "Camping" of "Campingliste"."""
    begun = (
        any(part.casefold().startswith(word.casefold()) for part in name.split()) and len(word) >= MIN_LIST_NAME_CHARS
    )
    return names_same(word, name) or begun


def own_lists(reader: MemoryReader, user_id: str, words: ListWords) -> OwnLists:
    """Reads the lists of a person."""
    items = (item_from(one.content) for one in reader.records(user_id, ITEM_TYPE))
    in_order = sorted(items, key=lambda one: (one.added_ms, one.position, one.item_id))
    return OwnLists(tuple(in_order), words)


def split_items(said: str, words: ListWords) -> tuple[str, ...]:
    """Cuts "oats, some apples and milk" into its things, and "eggs bin bags" where it is sure that they are two."""
    pieces = (piece.strip(_EDGES) for piece in words.joint.split(words.edges.sub("", said)))
    runs = (run for piece in pieces if piece for run in words.runs.cut(piece))
    bare = (words.edges.sub("", run).strip(_EDGES) for run in runs)
    found = [piece[:MAX_LABEL_CHARS] for piece in bare if piece]
    return tuple(dict.fromkeys(found))[:MAX_ITEMS_AT_ONCE]


def things_added(said: str, words: ListWords) -> tuple[str, ...]:
    """Returns the things of "also eggs" and "we need bread"; none of a sentence that says something else."""
    return _things(words.more.fullmatch(said.strip()), words)


def removal_in(said: str, words: ListWords) -> re.Match[str] | None:
    """Returns what takes things off in "take the milk off, i found some"; None where words say something else."""
    # Single spaces: the patterns try every one of them.
    return words.removal.fullmatch(words.reason.sub("", " ".join(said.split())))


def things_removed(found: re.Match[str] | None, words: ListWords) -> tuple[str, ...]:
    """Returns the things that such words name."""
    return split_items(found["items"] or found["off"] or found["done"], words) if found else ()


def bare_things(said: str, words: ListWords) -> tuple[str, ...]:
    """Returns the things of words that may name nothing but things: "balloons, candles and crisps"."""
    return _things(words.bare.fullmatch(said.strip()), words)


def _things(found: re.Match[str] | None, words: ListWords) -> tuple[str, ...]:
    things = split_items(found["items"], words) if found else ()
    short = all(len(one.split()) <= MAX_THING_WORDS and words.no_thing.search(one) is None for one in things)
    return things if short else ()
