"""Pure: the skill of lists: put on, read, cross off, empty, and take back the last of these."""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_ITEMS_AT_ONCE, MAX_LIST_ITEMS, MAX_TOLD_ITEMS
from device.skills.lists.list_items import (
    CROSSED,
    ITEM_TYPE,
    OPEN,
    ListItem,
    OwnLists,
    own_lists,
    split_items,
    things_added,
)
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import Intent, IntentSkill, SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome


def _lists(context: TurnContext) -> OwnLists:
    return own_lists(context.reader, context.turn.user_id, context.list_words)


def _add(context: TurnContext) -> TurnOutcome:
    """Puts things on a list; what stands there already stays as it is."""
    understood = context.understood
    name = _lists(context).list_meant(understood.slot("list") or understood.slot("titled"))
    return _put(context, understood.intent, name, split_items(understood.slot("items"), context.list_words))


def _put(context: TurnContext, intent: str, name: str, wanted: tuple[str, ...]) -> TurnOutcome:
    lists, turn = _lists(context), context.turn
    if len(lists.open) + len(wanted) > MAX_LIST_ITEMS:
        return TurnOutcome(intent, ("LIST_FULL",))
    new = [said for said in wanted if not any(one.text.casefold() == said.casefold() for one in lists.on(name))]
    items = tuple(
        ListItem(
            f"item-{turn.turn_id}/{at}", turn.user_id, name, said, turn.at.at_ms, position=at, turn_id=turn.turn_id
        )
        for at, said in enumerate(new)
    )
    known = {one.item_id for one in lists.items}
    reason = "LIST_ITEMS_ADDED" if items else "ON_LIST_ALREADY"
    return TurnOutcome(intent, (reason,), records=tuple(one.record() for one in items if one.item_id not in known))


def _cross_off(context: TurnContext) -> TurnOutcome:
    """Crosses things off."""
    lists, understood = _lists(context), context.understood
    name = lists.list_meant(understood.slot("list") or understood.slot("titled"))
    wanted = split_items(understood.slot("items"), context.list_words)
    found = {one.item_id: one for said in wanted for one in lists.named(said, name) or _anywhere(lists, said)}
    if not found:
        return TurnOutcome(understood.intent, ("NOT_ON_LIST",))
    return _changed(context, "LIST_ITEMS_CROSSED", tuple(found.values()))


def _anywhere(lists: OwnLists, said: str) -> tuple[ListItem, ...]:
    return tuple(one for name in lists.names for one in lists.named(said, name))


def cross_off_named(context: TurnContext) -> TurnOutcome | None:
    """Reads "remove milk and bread": crosses off, where a list was just spoken of or all of it stands on one."""
    if not context.understood.intent.startswith("forget"):
        return None
    said = context.list_words.removal.fullmatch(context.turn.text.strip())
    wanted = split_items(said["items"], context.list_words) if said else ()
    lists = _lists(context) if wanted else OwnLists((), context.list_words)
    each = [_anywhere(lists, name) for name in wanted]
    if not any(each) or not (all(each) or _list_spoken_of(context, lists)):
        return None
    found = {one.item_id: one for items in each for one in items}
    return replace(_changed(context, "LIST_ITEMS_CROSSED", tuple(found.values())), intent="cross_off_list")


def add_more(context: TurnContext) -> TurnOutcome | None:
    """Reads "also eggs" and "we need bread" right after a list was spoken of: puts it there."""
    if context.understood.intent != "statement":
        return None
    wanted, lists = things_added(context.turn.text, context.list_words), _lists(context)
    if not wanted or not _list_spoken_of(context, lists):
        return None
    return _put(context, "add_to_list", lists.list_meant(""), wanted)


def _list_spoken_of(context: TurnContext, lists: OwnLists) -> bool:
    """Says whether the last turn changed a list or named one, or went on with one."""
    turn, words = context.turn, context.list_words
    last = context.queries.recent_turns(turn.user_id, turn.session_id, 1)
    if any(last and one.turn_id == last[0] for one in lists.items):
        return True
    for text, _ in context.queries.said_up_to(turn.user_id, last[0], MAX_ITEMS_AT_ONCE) if last else ():
        if any(words.list.search(word.strip(".,;:!?")) for word in text.split()):
            return True
        if not things_added(text, words) and words.removal.fullmatch(text.strip()) is None:
            return False
    return False


def _empty(context: TurnContext) -> TurnOutcome:
    """Empties a list. What was crossed off before is dropped for good; this can be taken back."""
    lists = _lists(context)
    name = lists.list_meant(context.understood.slot("list") or context.understood.slot("titled"))
    found = lists.on(name)
    if not found:
        return TurnOutcome(context.understood.intent, ("LIST_EMPTY",))
    outcome = _changed(context, "LIST_EMPTIED", found)
    old = (one for one in lists.items if one.state == CROSSED and one.list_name == name)
    return TurnOutcome(
        outcome.intent,
        outcome.reasons,
        records=outcome.records,
        drop_records=tuple((ITEM_TYPE, one.item_id) for one in old),
    )


def undo_last_list(context: TurnContext) -> TurnOutcome | None:
    """Takes back what the last turn did to a list; None when it did nothing to one."""
    turn = context.turn
    last = context.queries.recent_turns(turn.user_id, turn.session_id, 1)
    touched = tuple(one for one in _lists(context).items if last and one.turn_id == last[0])
    if not touched:
        return None
    added = tuple((ITEM_TYPE, one.item_id) for one in touched if one.state == OPEN)
    back = tuple(one.changed(OPEN, turn.turn_id).record() for one in touched if one.state == CROSSED)
    reason = "LIST_RESTORED" if back else "LIST_ITEMS_TAKEN_BACK"
    return TurnOutcome("undo_list", (reason,), records=back, drop_records=added)


def _undo(context: TurnContext) -> TurnOutcome:
    return undo_last_list(context) or TurnOutcome("undo_list", ("NOTHING_TO_UNDO",))


def _changed(context: TurnContext, reason: str, items: tuple[ListItem, ...]) -> TurnOutcome:
    records = tuple(one.changed(CROSSED, context.turn.turn_id).record() for one in items)
    return TurnOutcome(context.understood.intent, (reason,), records=records)


def _told_lists(view: ReplyContext) -> OwnLists:
    return own_lists(view.memory.reader, view.heard.turn.user_id, view.list_words)


def _answer_change(view: ReplyContext) -> SkillReply:
    """Says what was done to which list."""
    reason, lists = view.heard.reason_codes[0], _told_lists(view)
    touched = [one for one in lists.items if one.turn_id == view.heard.turn.turn_id]
    slots = dict(view.heard.slots)
    name = touched[0].list_name if touched else lists.list_meant(slots.get("list") or slots.get("titled", ""))
    known = split_items(slots.get("items", ""), view.list_words) or things_added(view.heard.turn.text, view.list_words)
    things = [one.text for one in touched] or known
    said = view.replies.join_words(things) if things else ""
    text = view.say(reason.lower(), items=said, list=_list_title(view, name), count=len(touched))
    return Reply(text[:1].upper() + text[1:], view.heard.reason_codes), view.look_up("")


def _read(view: ReplyContext) -> SkillReply:
    """Reads a list aloud."""
    lists, slots = _told_lists(view), dict(view.heard.slots)
    name = lists.list_meant(slots.get("list") or slots.get("titled", ""))
    items = [one.text for one in lists.on(name)]
    if not items:
        text = view.say("list_empty", list=_list_title(view, name))
        return Reply(text[:1].upper() + text[1:], ("LIST_TOLD",)), view.look_up("")
    told = view.replies.join_words(items[:MAX_TOLD_ITEMS])
    more = len(items) - MAX_TOLD_ITEMS
    text = view.say("list_told", items=told, list=_list_title(view, name), count=len(items))
    text = f"{text} {view.say('summary_more', count=more)}" if more > 0 else text
    return Reply(text[:1].upper() + text[1:], ("LIST_TOLD",)), view.look_up("")


def _name_lists(view: ReplyContext) -> SkillReply:
    """Names the lists with something on them."""
    lists = _told_lists(view)
    names = [f"{_list_title(view, name)} ({len(lists.on(name))})" for name in lists.names]
    text = view.say("lists_named", items=view.replies.join_words(names)) if names else view.say("no_list")
    return Reply(text, ("LIST_TOLD",)), view.look_up("")


def _say_whether(view: ReplyContext) -> SkillReply:
    """Says whether a thing is on a list."""
    lists, slots = _told_lists(view), dict(view.heard.slots)
    name = lists.list_meant(slots.get("list") or slots.get("titled", ""))
    wanted = split_items(slots.get("items", ""), view.list_words)
    there = [said for said in wanted if lists.named(said, name)]
    missing = [said for said in wanted if said not in there]
    parts = [("on_list", there), ("not_on_list_item", missing)]
    texts = (
        view.say(sentence, items=view.replies.join_words(said), list=_list_title(view, name))
        for sentence, said in parts
        if said
    )
    return Reply(" ".join(text[:1].upper() + text[1:] for text in texts), ("LIST_TOLD",)), view.look_up("")


def _list_title(view: ReplyContext, name: str) -> str:
    return view.say("list_title", title=name) if name else view.say("list_untitled")


class ListSkill(IntentSkill):
    """Keeps lists as records of the vault."""

    def follow_up(self, context: TurnContext) -> TurnOutcome | None:
        """Goes on with the list that is spoken of."""
        return cross_off_named(context) or add_more(context)


LISTS = ListSkill(
    "lists",
    (
        Intent("add_to_list", _add, _answer_change),
        Intent("read_list", answer=_read, asks=True),
        Intent("name_lists", answer=_name_lists, asks=True),
        Intent("is_on_list", answer=_say_whether, asks=True),
        Intent("cross_off_list", _cross_off, _answer_change),
        Intent("empty_list", _empty, _answer_change),
        Intent("undo_list", _undo, _answer_change),
    ),
)
