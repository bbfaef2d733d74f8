"""Pure: answers what is asked about the last reply: what it was, whether it is sure, and who told it."""

from __future__ import annotations

from device.languages.reply_templates import quote_text
from device.skills.reply_context import Reply, ReplyContext, UnspokenRest
from device.skills.skill import SkillReply
from memory.model.atoms import Atom, Tag

LAST_REPLY = "LAST_REPLY"
GO_ON, AND_THEN = "go_on", "and_then"
"""The intents that ask for the rest of an interrupted reply; the first may also mean a conversation."""
GOING_ON = frozenset({GO_ON, AND_THEN})


def repeat_last_reply(view: ReplyContext) -> SkillReply:
    """Says the last reply once more, in the same words."""
    turn_id = _last_turn(view)
    lines = view.memory.reader.lines_by_id(view.gate, (f"{turn_id}/reply",)) if turn_id else ()
    if not lines or not lines[0].text.strip():
        return Reply(view.say("nothing_said_before"), ("NOTHING_SAID",)), view.look_up("")
    atoms = _relied_on(view, turn_id)
    return Reply(lines[0].text, (LAST_REPLY,), atoms), view.look_up("", atoms)


def tell_rest(view: ReplyContext) -> SkillReply:
    """Says the rest of the reply that was interrupted, while everything that it tells still stands so."""
    rest = view.rest
    if rest is None or rest.user_id != view.heard.turn.user_id or not _stands(view, rest):
        return Reply(view.say("nothing_to_go_on"), ("NOTHING_LEFT",)), view.look_up("")
    return Reply(rest.text, ("GOES_ON",), rest.used, quotes=rest.quotes), view.look_up("", rest.used)


def _stands(view: ReplyContext, rest: UnspokenRest) -> bool:
    """Says whether all memories that the rest may tell are still there, may be told, and say the same."""
    now = {atom.atom_id: atom.text for atom in view.living(view.atoms(tuple(atom.atom_id for atom in rest.used)))}
    lines = view.memory.reader.lines_by_id(view.gate, rest.quotes) if rest.quotes else ()
    same = all(now.get(atom.atom_id) == atom.text for atom in rest.used)
    return same and len(lines) == len(set(rest.quotes)) and all(line.text.strip() for line in lines)


def tell_whether_sure(view: ReplyContext) -> SkillReply:
    """Says what the last reply rests on: who told it and when, and whether that is still in doubt."""
    turn_id = _last_turn(view)
    if not turn_id:
        return Reply(view.say("nothing_said_before"), ("NOTHING_SAID",)), view.look_up("")
    atoms = _relied_on(view, turn_id)
    sentence = "sure_told" if atoms and view.tag(atoms[0]) is Tag.CONFIRMED else "sure_doubted"
    return _told_reply(view, turn_id, atoms, sentence, "sure_of_nothing")


def tell_source(view: ReplyContext) -> SkillReply:
    """Says when the person told what the last reply rests on."""
    turn_id = _last_turn(view)
    if not turn_id:
        return Reply(view.say("why_nothing"), ("NOTHING_SAID",)), view.look_up("")
    return _told_reply(view, turn_id, _relied_on(view, turn_id), "known_from", "known_from_nothing")


def _told_reply(view: ReplyContext, turn_id: str, atoms: tuple[Atom, ...], sentence: str, without: str) -> SkillReply:
    """Quotes the memory that the reply rests on, else the line that it quoted, with the day it was told."""
    if atoms:
        text, date = quote_text(atoms[0].text), view.date(atoms[0].learned_at_ms)
        return Reply(view.say(sentence, date=date, text=text), (LAST_REPLY,), atoms[:1]), view.look_up("", atoms[:1])
    queries, user_id = view.memory.queries, view.heard.turn.user_id
    lines = view.memory.reader.lines_by_id(view.gate, queries.quoted_in(user_id, turn_id))
    if not lines:
        return Reply(view.say(without), (LAST_REPLY,)), view.look_up("")
    told = view.say("known_from", date=view.replies.date(lines[0].at), text=quote_text(lines[0].text))
    return Reply(told, (LAST_REPLY,), quotes=(lines[0].line_id,)), view.look_up("")


def _last_turn(view: ReplyContext) -> str:
    """Returns the turn of the last reply in this conversation."""
    turn = view.heard.turn
    return view.memory.queries.last_reason(turn.user_id, turn.session_id)[0]


def _relied_on(view: ReplyContext, turn_id: str) -> tuple[Atom, ...]:
    """Returns what the reply told, else what it was about; only what may be told here."""
    told = view.memory.queries.used_in(view.gate, turn_id)
    about = view.memory.queries.mentioned_in(view.heard.turn.user_id, turn_id)
    return view.living(told or view.atoms(tuple(atom.atom_id for atom in about)))
