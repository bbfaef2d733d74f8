"""Pure: what goes on with the list that was just spoken of, though its words alone would be for another skill."""

from __future__ import annotations

import re
from dataclasses import replace

from device.core.policy import MAX_ITEMS_AT_ONCE
from device.nlu.intent_matcher import IntentMatch
from device.skills.lists.changing import anywhere, changed, empty, put
from device.skills.lists.list_items import (
    OPEN,
    OwnLists,
    bare_things,
    removal_in,
    things_added,
    things_removed,
)
from device.skills.lists.spoken_list import context_lists, touched_last
from device.skills.turn_context import TurnContext, TurnOutcome

_RID = re.compile(r"^\W*get rid of(?!\w)", re.IGNORECASE)
_TELLING = ("statement", "question", "request")


def go_on(context: TurnContext) -> TurnOutcome | None:
    """Reads a turn as one about the list that is spoken of; None when it is about something else."""
    return _cross_off_named(context) or _add_more(context) or _ask_or_clear(context)


def _cross_off_named(context: TurnContext) -> TurnOutcome | None:
    """Reads "remove milk and bread": crosses off, where a list was just spoken of or all of it stands on one."""
    if not context.understood.intent.startswith(("forget", "add_to_list", "correct", *_TELLING)):
        return None
    said = removal_in(context.turn.text, context.list_words)
    wanted = things_removed(said, context.list_words)
    if context.understood.intent == "add_to_list" and not (said and said["items"]):
        return None  # "put it on, we are out" adds
    lists = context_lists(context) if wanted else OwnLists((), context.list_words)
    if len(wanted) == 1 and context.list_words.last.fullmatch(wanted[0]):
        last = tuple(one for one in touched_last(context, lists) if one.state == OPEN)[-1:]
        return replace(changed(context, "LIST_ITEMS_CROSSED", last), intent="cross_off_list") if last else None
    each = [(name, anywhere(lists, name)) for name in wanted]
    known = [bool(items) for _, items in each]
    if context.understood.intent == "add_to_list" and not any(known):
        return TurnOutcome("cross_off_list", ("LIST_WHICH",)) if said and _RID.search(said.string) else None
    if not any(known) or not (all(known) or (_was_spoken_of(context, lists) and not (said and said["done"]))):
        return None
    found = {one.item_id: one for _, items in each for one in items}
    return replace(changed(context, "LIST_ITEMS_CROSSED", tuple(found.values())), intent="cross_off_list")


def _add_more(context: TurnContext) -> TurnOutcome | None:
    """Reads "also eggs" and "we need bread" right after a list was spoken of: puts it there. Right after a list was
    begun the names of things are enough.
    """
    if context.understood.intent not in _TELLING:
        return None
    text, words, lists = " ".join(context.turn.text.split()), context.list_words, context_lists(context)
    wanted = things_added(text, words)
    if not wanted and any(not one.text for one in touched_last(context, lists)):
        wanted = bare_things(text, words)
    if not wanted or not _was_spoken_of(context, lists):
        return None
    return put(context, "add_to_list", lists.list_meant(""), wanted)


def _ask_or_clear(context: TurnContext) -> TurnOutcome | None:
    """Reads "what's left", "did i put matches on" and "clear it" right after a list was spoken of."""
    words, text = context.list_words, context.turn.text.strip(" ?.!")
    if words.asks.fullmatch(text) is None and words.asks_for.fullmatch(text) is None:
        if words.clears.fullmatch(text) is None or not _was_spoken_of(context, context_lists(context)):
            return None
        return replace(empty(replace(context, understood=IntentMatch("empty_list"))), intent="empty_list")
    if not _was_spoken_of(context, context_lists(context)):
        return None
    return TurnOutcome("is_on_list" if words.asks_for.fullmatch(text) else "read_list")


def _was_spoken_of(context: TurnContext, lists: OwnLists) -> bool:
    """Says whether the last turn changed a list or named one, or went on with one."""
    turn, words = context.turn, context.list_words
    last = context.queries.recent_turns(turn.user_id, turn.session_id, 1)
    if any(last and one.turn_id == last[0] for one in lists.items):
        return True
    for text, _ in context.queries.said_up_to(turn.user_id, last[0], MAX_ITEMS_AT_ONCE) if last else ():
        if any(words.list.search(word.strip(".,;:!?")) for word in text.split()):
            return True
        going = (words.removal, words.asks, words.asks_for, words.clears)
        goes_on = words.on_it.search(text) or any(each.fullmatch(text.strip(" ?.!")) for each in going)
        if not goes_on and not things_added(text, words):
            return False
    return False
