"""Pure: what changes a list: begin one, put on, cross off, empty, take back."""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_LIST_ITEMS
from device.nlu.intent_matcher import IntentMatch, Slot
from device.nlu.list_words import ListWords
from device.skills.lists.list_items import (
    CROSSED,
    ITEM_TYPE,
    OPEN,
    ListItem,
    OwnLists,
    split_items,
    things_added,
)
from device.skills.lists.spoken_list import context_lists, touched_last
from device.skills.memory.correcting.undone import undo_last_correction
from device.skills.memory.forgetting.forget_commands import forget_referenced, forget_told_of
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.reading.facts.keeping import asks_question


def named_list(slots: dict[str, str], words: ListWords) -> str:
    """Returns the name that the slots of a turn give a list: "camping packing" for a packing list for camping."""
    named = slots.get("list") or slots.get("titled") or slots.get("headed", "")
    purpose = words.edges.sub("", slots.get("purpose", ""))
    if not purpose:
        return named
    return (words.named if named else words.named_for).format(list=named, purpose=purpose)


def things_named(slots: dict[str, str], words: ListWords) -> tuple[str, ...]:
    """Returns the things that the slots of a turn name, also those behind the list: "milk on the list and eggs too"."""
    named = (slots.get(name, "") for name in ("items", "things"))
    return tuple(thing for said in named if said for thing in split_items(said, words))


def slots_of(context: TurnContext) -> dict[str, str]:
    """Returns the slots of a turn by name."""
    return {slot.name: slot.text for slot in context.understood.slots}


def begin(context: TurnContext) -> TurnOutcome:
    """Begins a list. One that is there already stays as it is."""
    lists, turn, words = context_lists(context), context.turn, context.list_words
    named, wanted = _named_with_things(context)
    name = lists.list_meant(words.edges.sub("", named))
    if wanted:
        return put(context, "add_to_list", name, wanted)
    if lists.on(name):
        return TurnOutcome("new_list", ("LIST_THERE",))
    begun = ListItem(f"item-{turn.turn_id}/0", turn.user_id, name, "", turn.at.at_ms, CROSSED, turn_id=turn.turn_id)
    known = any(one.item_id == begun.item_id for one in lists.items)
    return TurnOutcome("new_list", ("LIST_BEGUN",), records=() if known else (begun.record(),))


def _named_with_things(context: TurnContext) -> tuple[str, tuple[str, ...]]:
    """Returns the name of a new list and its things, also those right behind a shop: "the hardware store screws and
    nails".
    """
    words = context.list_words
    named, wanted = named_list(slots_of(context), words), split_items(context.understood.slot("items"), words)
    shop = words.shop.fullmatch(named)
    if shop is None or wanted:
        return named, wanted
    things = split_items(shop["items"], words)
    return (shop["list"], things) if len(things) > 1 else (named, wanted)


def add(context: TurnContext) -> TurnOutcome:
    """Puts things on a list; what stands there already stays as it is."""
    understood = context.understood
    if asks_question(understood.slot("items"), context.language.code):
        return TurnOutcome("read_list", ("LIST_TOLD",))  # "what do i still have on the list" puts nothing there
    named = named_list(slots_of(context), context.list_words) or _heading(context)
    name = context_lists(context).list_meant(named)
    wanted = things_named(slots_of(context), context.list_words)
    if _is_pointer(context, wanted):
        wanted = _just_missed(context)
    if not wanted:
        return TurnOutcome(understood.intent, ("LIST_ITEM_UNCLEAR",))
    return put(context, understood.intent, name, wanted)


def _heading(context: TurnContext) -> str:
    """Returns the list that a turn names, in a language that makes one word of it: "Einkaufsliste Eier"."""
    words = (word.strip(",.:") for word in context.turn.text.split())
    return next((word for word in words if context.list_words.list.search(word)), "")


def put(context: TurnContext, intent: str, name: str, wanted: tuple[str, ...]) -> TurnOutcome:
    """Puts these things on the list of this name."""
    lists, turn = context_lists(context), context.turn
    begins = len(turn.text) - len(turn.text.lstrip())  # a later part of the turn numbers its things from there
    if len(lists.open) + len(wanted) > MAX_LIST_ITEMS:
        return TurnOutcome(intent, ("LIST_FULL",))
    new = [said for said in wanted if not any(one.text.casefold() == said.casefold() for one in lists.on(name))]
    items = tuple(
        ListItem(
            f"item-{turn.turn_id}/{at}", turn.user_id, name, said, turn.at.at_ms, position=at, turn_id=turn.turn_id
        )
        for at, said in enumerate(new, begins)
    )
    known = {one.item_id for one in lists.items}
    reason = "LIST_ITEMS_ADDED" if items else "ON_LIST_ALREADY"
    return TurnOutcome(intent, (reason,), records=tuple(one.record() for one in items if one.item_id not in known))


def _is_pointer(context: TurnContext, wanted: tuple[str, ...]) -> bool:
    """Says whether "it" or "that" is all that was named."""
    return len(wanted) == 1 and context.list_words.points.fullmatch(wanted[0]) is not None


def _just_missed(context: TurnContext) -> tuple[str, ...]:
    """Returns what the last turn said was missing: "we're out of washing powder"."""
    said = context.said_before()
    return things_added(said[-1], context.list_words) if said else ()


def cross_off(context: TurnContext) -> TurnOutcome:
    """Crosses things off."""
    lists, understood = context_lists(context), context.understood
    name = lists.list_meant(named_list(slots_of(context), context.list_words))
    said = understood.slot("items") or understood.slot("things")
    wanted = split_items(context.list_words.reason.sub("", said), context.list_words)
    if len(wanted) == 1 and context.list_words.first.fullmatch(wanted[0]):
        return changed(context, "LIST_ITEMS_CROSSED" if lists.on(name) else "LIST_EMPTY", lists.on(name)[:1])
    if len(wanted) == 1 and context.list_words.last.fullmatch(wanted[0]):
        return changed(context, "LIST_ITEMS_CROSSED" if lists.on(name) else "LIST_EMPTY", lists.on(name)[-1:])
    if _is_pointer(context, wanted):
        return _cross_off_last(context, lists, name)
    found = {one.item_id: one for said in wanted for one in lists.named(said, name) or anywhere(lists, said)}
    if not found and not lists.open and (told := _forget_told(context)) is not None:
        return told
    return changed(context, "LIST_ITEMS_CROSSED" if found else "NOT_ON_LIST", tuple(found.values()))


def _forget_told(context: TurnContext) -> TurnOutcome | None:
    """Reads "take out the bit about the piano" as one to forget, where nothing is on any list; None where nothing told
    is meant.
    """
    items = [slot for slot in context.understood.slots if slot.name == "items"]
    if len(items) == 1 and context.list_words.list.search(context.turn.text) is None:
        told = forget_told_of(context, items[0])
        if told is not None:
            return told
    named = [one for read in context.requests.read(context.turn.text) for one in read.named if not one.points]
    if len(named) != 1:
        return None
    start, end = named[0].start, named[0].end
    topic = context.turn.text[start:end]
    meant = IntentMatch("forget_topic", (Slot("topic", topic, start, end),))
    outcome = forget_referenced(replace(context, understood=meant))
    return outcome if outcome.forget or outcome.questions else None


def _cross_off_last(context: TurnContext, lists: OwnLists, name: str) -> TurnOutcome:
    """Crosses off what the last turn put there, or the only thing on the list; asks which one otherwise."""
    last = tuple(one for one in touched_last(context, lists) if one.state == OPEN)
    meant = last or lists.on(name)
    if not last and len(meant) != 1:
        return TurnOutcome(context.understood.intent, ("LIST_WHICH" if meant else "LIST_EMPTY",))
    return changed(context, "LIST_ITEMS_CROSSED", meant)


def anywhere(lists: OwnLists, said: str) -> tuple[ListItem, ...]:
    """Returns the things of this name on any list."""
    return tuple(one for name in lists.names for one in lists.named(said, name))


def empty(context: TurnContext) -> TurnOutcome:
    """Empties a list. What was crossed off before is dropped for good; this can be taken back."""
    lists = context_lists(context)
    name = lists.list_meant(named_list(slots_of(context), context.list_words))
    found = lists.on(name)
    if not found:
        return TurnOutcome(context.understood.intent, ("LIST_EMPTY",))
    outcome = changed(context, "LIST_EMPTIED", found)
    old = (one for one in lists.items if one.state == CROSSED and one.list_name == name)
    return replace(outcome, drop_records=tuple((ITEM_TYPE, one.item_id) for one in old))


def undo_last_list(context: TurnContext) -> TurnOutcome | None:
    """Takes back what the last turn did to a list; None when it did nothing to one."""
    touched = touched_last(context, context_lists(context))
    if not touched:
        return None
    added = tuple((ITEM_TYPE, one.item_id) for one in touched if one.state == OPEN or not one.text)
    back = tuple(one.changed(OPEN, context.turn.turn_id).record() for one in touched if one.is_crossed)
    reason = "LIST_RESTORED" if back else "LIST_ITEMS_TAKEN_BACK"
    return TurnOutcome("undo_list", (reason,), records=back, drop_records=added)


def undo(context: TurnContext) -> TurnOutcome:
    """Takes back what the last turn did to a list or put right, or says that it did nothing."""
    return undo_last_list(context) or undo_last_correction(context) or TurnOutcome("undo_list", ("NOTHING_TO_UNDO",))


def changed(context: TurnContext, reason: str, items: tuple[ListItem, ...]) -> TurnOutcome:
    """Returns the outcome of a turn that takes these things off."""
    records = tuple(one.changed(CROSSED, context.turn.turn_id).record() for one in items)
    return TurnOutcome(context.understood.intent, (reason,), records=records)
