"""Pure: which list a talk is about: the one that the last turns changed or named."""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import LIST_STAYS_TURNS, MIN_LIST_NAME_CHARS
from device.skills.lists.list_items import ListItem, OwnLists, own_lists
from device.skills.reply_context import ReplyContext
from device.skills.turn_context import TurnContext
from memory.model.atoms import Channel, Speaker, Turn
from memory.model.ports import ControlQueries, Gate, MemoryReader


def context_lists(context: TurnContext) -> OwnLists:
    """Reads the lists of the speaker of a turn that is being decided."""
    lists = own_lists(context.reader, context.turn.user_id, context.list_words)
    return _with_spoken_of(lists, context.queries, context.reader, context.turn)


def told_lists(view: ReplyContext) -> OwnLists:
    """Reads the lists of the speaker of a turn that is being answered."""
    turn, memory = view.heard.turn, view.memory
    lists = own_lists(memory.reader, turn.user_id, view.list_words)
    return _with_spoken_of(lists, memory.queries, memory.reader, turn)


def touched_last(context: TurnContext, lists: OwnLists) -> tuple[ListItem, ...]:
    """Returns the things that the last turn of this session changed, or began a list with."""
    turn = context.turn
    last = context.queries.recent_turns(turn.user_id, turn.session_id, 1)
    return tuple(one for one in lists.items if last and one.turn_id == last[0])


def _with_spoken_of(lists: OwnLists, queries: ControlQueries, reader: MemoryReader, turn: Turn) -> OwnLists:
    """Adds the list of the latest turn that changed or named one."""
    if not lists.items:
        return lists
    turns = queries.recent_turns(turn.user_id, turn.session_id, LIST_STAYS_TURNS)
    lines = reader.lines_by_id(Gate(turn.user_id, turn.identified, Channel.TEXT), turns)
    said = {line.turn_id: line.text for line in lines if line.speaker is Speaker.USER}
    for turn_id in turns:
        touched = next((one.list_name for one in lists.items if one.turn_id == turn_id), "")
        if name := touched or _named_in(lists, said.get(turn_id, "")):
            return replace(lists, spoken_of=name)
    return lists


def _named_in(lists: OwnLists, said: str) -> str:
    """Returns the list that these words name: its whole name beside the word for a list, or a long word of it."""
    words = [word.strip(".,;:!?") for word in said.split()]
    if not any(lists.words.list.search(word) for word in words):
        return ""
    whole = " ".join(words)
    found = [name for name in lists.all_names() if f" {name} ".casefold() in f" {whole} ".casefold()]
    if found:
        return max(found, key=len)
    telling = [word for word in words if len(lists.words.list.sub("", word)) >= MIN_LIST_NAME_CHARS]
    return next((name for word in telling if (name := lists.known_name(word))), "")
