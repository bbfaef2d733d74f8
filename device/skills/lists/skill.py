"""Pure: the skill of lists: begin one, put on, read, cross off, empty, and take back the last of these."""

from __future__ import annotations

from collections.abc import Sequence

from device.core.policy import MAX_TOLD_ITEMS
from device.skills.lists.changing import add, begin, cross_off, empty, named_list, things_named, undo
from device.skills.lists.exchanging import change_things, move
from device.skills.lists.going_on import go_on
from device.skills.lists.list_items import ListItem, removal_in, split_items, things_added, things_removed
from device.skills.lists.spoken_list import told_lists
from device.skills.lists.told_needs import asks_for_needs, told_needs
from device.skills.recall.fact_lookup import tell_in_a_row
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import Intent, IntentSkill, SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.rules.controls import is_unmentionable

_EXCHANGED = ("LIST_ITEMS_MOVED", "LIST_ITEMS_SWAPPED")
"""The reasons of what takes things off and puts things on."""


def _answer_change(view: ReplyContext) -> SkillReply:
    """Says what was done to which list."""
    reason, lists = view.heard.reason_codes[0], told_lists(view)
    if reason == "REPLAYED_TURN":
        return Reply(view.say("list_known"), view.heard.reason_codes), view.look_up("")
    touched = [one for one in lists.items if one.turn_id == view.heard.turn.turn_id]
    slots = dict(view.heard.slots)
    name = touched[0].list_name if touched else lists.list_meant(named_list(slots, view.list_words))
    words = view.list_words
    whole = view.heard.turn.text
    known = things_named(slots, words) or things_added(whole, words) or things_removed(removal_in(whole, words), words)
    gone = [one.text for one in touched if one.is_crossed] if reason in _EXCHANGED else []
    if reason in _EXCHANGED:
        touched = [one for one in touched if not one.is_crossed]
        name = touched[0].list_name if touched else name
    if reason == "LIST_ITEMS_ADDED" and len({one.list_name for one in touched}) > 1:
        return Reply(_several_told(view, touched), view.heard.reason_codes), view.look_up("")
    things = [one.text for one in touched if one.text] or known
    said, was = (view.replies.join_words(each) if each else "" for each in (things, gone))
    title = _list_title(view, name)
    text = view.say(reason.lower(), items=said, gone=was, list=title, title=name, count=len(touched))
    return Reply(text[:1].upper() + text[1:], view.heard.reason_codes), view.look_up("")


def _several_told(view: ReplyContext, added: Sequence[ListItem]) -> str:
    """Says for each list what was put on it."""
    texts = []
    for name in dict.fromkeys(one.list_name for one in added):
        there = [one.text for one in added if one.list_name == name]
        items, title = view.replies.join_words(there), _list_title(view, name)
        text = view.say("list_items_added", items=items, gone="", list=title, title=name, count=len(there))
        texts.append(text[:1].upper() + text[1:])
    return " ".join(texts)


def _read(view: ReplyContext) -> SkillReply:
    """Reads a list aloud."""
    lists = told_lists(view)
    name = lists.list_meant(named_list(dict(view.heard.slots), view.list_words))
    rules = view.memory.reader.rules(view.gate.user_id)
    items = [one.text for one in lists.on(name) if not is_unmentionable(one.text, rules)]
    needs = told_needs(view) if asks_for_needs(view) else ()
    needed = Reply(tell_in_a_row(view, needs), ("LIST_TOLD",), needs) if needs else None
    if not items and needed is not None:
        return needed, view.look_up("", needs)
    if not items:
        text = view.say("list_empty", list=_list_title(view, name))
        return Reply(text[:1].upper() + text[1:], ("LIST_TOLD",)), view.look_up("")
    told = view.replies.join_words(items[:MAX_TOLD_ITEMS])
    more = len(items) - MAX_TOLD_ITEMS
    text = view.say("list_told", items=told, list=_list_title(view, name), count=len(items))
    text = f"{text} {view.say('summary_more', count=more)}" if more > 0 else text
    text = f"{text} {needed.text}" if needed is not None else text
    return Reply(text[:1].upper() + text[1:], ("LIST_TOLD",), needs), view.look_up("", needs)


def _name_lists(view: ReplyContext) -> SkillReply:
    """Names the lists with something on them."""
    lists = told_lists(view)
    names = [f"{view.say('list_name', title=name)} ({len(lists.on(name))})" for name in lists.names if name]
    text = view.say("lists_named", items=view.replies.join_words(names)) if names else view.say("no_list")
    return Reply(text, ("LIST_TOLD",)), view.look_up("")


def _say_whether(view: ReplyContext) -> SkillReply:
    """Says whether a thing is on a list."""
    lists, slots, words = told_lists(view), dict(view.heard.slots), view.list_words
    name = lists.list_meant(named_list(slots, view.list_words))
    asked = words.asks_for.fullmatch(view.heard.turn.text.strip(" ?.!"))
    wanted = split_items(slots.get("items") or (asked["items"] if asked else ""), words)
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
        return change_things(context) or go_on(context)


LISTS = ListSkill(
    "lists",
    (
        Intent("new_list", begin, _answer_change),
        Intent("add_to_list", add, _answer_change),
        Intent("read_list", answer=_read, asks=True),
        Intent("name_lists", answer=_name_lists, asks=True),
        Intent("is_on_list", answer=_say_whether, asks=True),
        Intent("cross_off_list", cross_off, _answer_change),
        Intent("move_to_list", move, _answer_change),
        Intent("empty_list", empty, _answer_change),
        Intent("undo_list", undo, _answer_change),
    ),
)
