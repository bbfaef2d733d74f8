"""Pure: puts one thing in the place of another, moves things to another list, and takes off all but some."""

from __future__ import annotations

import re
from dataclasses import replace

from device.nlu.thing_names import names_same
from device.skills.lists.changing import anywhere, changed, named_list, put, slots_of
from device.skills.lists.list_items import ListItem, split_items
from device.skills.lists.spoken_list import context_lists
from device.skills.turn_context import TurnContext, TurnOutcome

_PAIRS = (("old", "new"), ("stead", "rather"), ("out", "in"))
"""The names of the groups for what goes and what comes."""


def change_things(context: TurnContext) -> TurnOutcome | None:
    """Reads "swap the pears for plums", "make that two bags of flour" and "remove all but the fish" of things that
    stand on a list; None for other words.
    """
    if context.understood.intent.startswith("set_"):
        return None
    return _swap(context) or _change_amount(context) or _keep_only(context)


def move(context: TurnContext) -> TurnOutcome:
    """Moves things to the list that is named. What stands on no list is put there."""
    lists, words = context_lists(context), context.list_words
    name = lists.list_meant(named_list({**slots_of(context), "purpose": ""}, words))
    wanted = split_items(context.understood.slot("items"), words)
    found = {one.item_id: one for said in wanted for one in anywhere(lists, said) if one.list_name != name}
    if not found:
        return put(context, "move_to_list", name, wanted)
    return _in_place(context, tuple(found.values()), tuple(one.text for one in found.values()), name, "MOVED")


def _swap(context: TurnContext) -> TurnOutcome | None:
    said, words = context.list_words.swap.fullmatch(context.turn.text.strip()), context.list_words
    if said is None:
        return None
    gone, comes = next(((said[old], said[new]) for old, new in _PAIRS if said[old]), ("", ""))
    lists = context_lists(context)
    found = {one.item_id: one for each in split_items(gone, words) for one in anywhere(lists, each)}
    wanted = split_items(comes, words)
    if not found or not wanted or any(words.no_thing.search(each) for each in wanted):
        return None
    return _in_place(context, tuple(found.values()), wanted, next(iter(found.values())).list_name, "SWAPPED")


def _change_amount(context: TurnContext) -> TurnOutcome | None:
    """Reads "make that two bags of flour" of the flour that stands on a list."""
    said = context.list_words.more_of.fullmatch(context.turn.text.strip())
    if said is None or context.times.has_time(said["items"]):
        return None
    wanted = said["items"].strip(" .!")
    known = [one for one in context_lists(context).open if names_same(one.text, wanted) and one.text != wanted]
    return _in_place(context, (known[-1],), (wanted,), known[-1].list_name, "SWAPPED") if known else None


def _keep_only(context: TurnContext) -> TurnOutcome | None:
    said, words = context.list_words.all_but.fullmatch(context.turn.text.strip()), context.list_words
    if said is None:
        return None
    lists = context_lists(context)
    kept = split_items(_words_of(said, "items") or _words_of(said, "kept"), words)
    stay = [one for each in kept for one in anywhere(lists, each)]
    if not stay:
        return None
    name = stay[0].list_name
    gone = tuple(one for one in lists.on(name) if one not in stay)
    return replace(changed(context, "LIST_ITEMS_CROSSED", gone), intent="cross_off_list")


def _words_of(found: re.Match[str], name: str) -> str:
    return found.groupdict().get(name) or ""


def _in_place(
    context: TurnContext, gone: tuple[ListItem, ...], comes: tuple[str, ...], name: str, done: str
) -> TurnOutcome:
    """Returns the outcome that takes these things off and puts those on."""
    added = put(context, "move_to_list", name, comes)
    if not added.records:
        return added
    return replace(
        added, reasons=(f"LIST_ITEMS_{done}",), records=(*changed(context, "", gone).records, *added.records)
    )
