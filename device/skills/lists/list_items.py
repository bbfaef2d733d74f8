"""Pure: the things on a person's lists, as records of the vault, and which list is meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from device.core.policy import MAX_ITEMS_AT_ONCE, MAX_LABEL_CHARS, MAX_THING_WORDS
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

    @property
    def open(self) -> tuple[ListItem, ...]:
        """Returns what is not crossed off."""
        return tuple(one for one in self.items if one.state == OPEN)

    @property
    def names(self) -> tuple[str, ...]:
        """Returns the names of the lists with something on them."""
        return tuple(dict.fromkeys(one.list_name for one in self.open))

    def list_meant(self, said: str) -> str:
        """Returns the list of this name as it is kept; without a name the only one or the one that was used last."""
        bare = self.words.titles.sub("", said).strip()
        if bare:
            return next((name for name in self.all_names() if is_same_name(bare, name)), bare)
        if len(self.names) == 1:
            return self.names[0]
        last = max(self.open, key=lambda one: (one.added_ms, one.position), default=None)
        return last.list_name if last else self.words.usual

    def all_names(self) -> tuple[str, ...]:
        """Returns the names of all lists, also of those that are empty now."""
        return tuple(dict.fromkeys((*self.names, *(one.list_name for one in self.items), self.words.usual)))

    def on(self, list_name: str) -> tuple[ListItem, ...]:
        """Returns what stands on a list."""
        return tuple(one for one in self.open if one.list_name == list_name)

    def named(self, said: str, list_name: str) -> tuple[ListItem, ...]:
        """Returns the things of this name on a list: the same name, else those that hold its words."""
        there = self.on(list_name)
        same = tuple(one for one in there if is_same_name(said, one.text))
        return same or tuple(one for one in there if names_same(said, one.text))


def own_lists(reader: MemoryReader, user_id: str, words: ListWords) -> OwnLists:
    """Reads the lists of a person."""
    items = (item_from(one.content) for one in reader.records(user_id, ITEM_TYPE))
    in_order = sorted(items, key=lambda one: (one.added_ms, one.position, one.item_id))
    return OwnLists(tuple(in_order), words)


def split_items(said: str, words: ListWords) -> tuple[str, ...]:
    """Cuts "oats, some apples and milk" into its things."""
    bare = (words.edges.sub("", piece.strip(_EDGES)).strip(_EDGES) for piece in words.joint.split(said))
    found = [piece[:MAX_LABEL_CHARS] for piece in bare if piece]
    return tuple(dict.fromkeys(found))[:MAX_ITEMS_AT_ONCE]


def things_added(said: str, words: ListWords) -> tuple[str, ...]:
    """Returns the things of "also eggs" and "we need bread"; none of a sentence that says something else."""
    found = words.more.fullmatch(said.strip())
    things = split_items(found["items"], words) if found else ()
    short = all(len(one.split()) <= MAX_THING_WORDS and words.no_thing.search(one) is None for one in things)
    return things if short else ()
