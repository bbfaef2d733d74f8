"""Pure: tells what is still open, what was decided and what comes next, over the latest conversations (2.18).

It is told from this conversation and the threads before it, in the person's own words. Where they say nothing of it,
the words are a question as any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from device.languages.reply_templates import quote_text
from device.skills.continuity.own_threads import names_topic, thread_on
from device.skills.continuity.thread_commands import as_it_is_now, present_talk, told_bullets
from device.skills.recall.skill import RECALL
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from memory.continuity.kept_threads import latest_threads
from memory.continuity.points import Field, Point, read_points
from memory.continuity.read_work import read_work
from memory.continuity.thread_words import ReadThread
from memory.continuity.wordings import says_decided
from memory.continuity.work_order import own_work
from memory.core.policy import MAX_LISTED_POINTS, THREADS_AT_ONCE
from memory.model.atoms import Channel
from memory.text.stemming import stems

POINTS: dict[str, Field] = {"list_open": "questions", "list_decisions": "decisions", "list_next": "next_step"}
"""Which field of a thread each intent asks for."""


def tell_points(view: ReplyContext) -> SkillReply:
    """Answers what is open, was decided or comes next; about a topic what a thread says of it."""
    name, topic = POINTS[view.heard.intent], dict(view.heard.slots).get("topic", "")
    known = _as_question(view) if (topic and name == "decisions") or (name == "next_step" and not topic) else None
    is_known = known is not None and "NOTHING_FOUND" not in known[0].reasons
    if known and is_known and (name != "decisions" or _tells_decision(view, known[0])):
        return known
    present, before = present_talk(view), islice(latest_threads(view.memory.reader, view.gate.user_id), THREADS_AT_ONCE)
    threads = (*((present,) if present else ()), *before)
    points = _points_about(view, topic, read_points(view.memory, view.gate, threads, name, present))
    work = _pending(view, topic) if name == "questions" else ()
    if points or work:
        return _told(view, points, work), view.look_up("")
    if known and is_known:
        return known
    thread = thread_on(view.memory, view.gate, topic, view.heard.turn.at.at_ms) if topic else None
    if thread is not None:
        return _told_where(view, as_it_is_now(view, thread)), view.look_up("")
    asked = known or _as_question(view)
    if "NOTHING_FOUND" not in asked[0].reasons or topic:
        return asked
    return Reply(view.say(f"nothing_{view.heard.intent}"), ("NOTHING_FOUND",)), view.look_up("")


def _tells_decision(view: ReplyContext, reply: Reply) -> bool:
    return any(says_decided(one.text, view.memory.language.code) for one in reply.used)


def _as_question(view: ReplyContext) -> SkillReply:
    return RECALL.answer(view.as_question())


def _points_about(view: ReplyContext, topic: str, points: Sequence[Point]) -> tuple[Point, ...]:
    """Returns the points that name a topic; else those of a thread that it is the title of, or that spoke of it."""
    if not topic:
        return tuple(points)
    language = view.memory.language
    naming = tuple(one for one in points if names_topic(topic, stems(one.text), language))
    titled = naming or tuple(one for one in points if names_topic(topic, stems(one.title), language))
    if titled:
        return titled
    found = thread_on(view.memory, view.gate, topic, view.heard.turn.at.at_ms)
    return tuple(one for one in points if found and one.thread.thread_id == found.thread.thread_id)


def _pending(view: ReplyContext, topic: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Returns the words of the pending work orders about a topic, each with its lines."""
    pending = [one for one in own_work(view.memory.reader, view.heard.turn.user_id) if one.is_pending]
    read = read_work(view.memory, view.gate, pending)
    language = view.memory.language
    return tuple((one.text, one.quotes) for one in read if not topic or names_topic(topic, stems(one.text), language))


def _told(view: ReplyContext, points: Sequence[Point], work: Sequence[tuple[str, tuple[str, ...]]]) -> Reply:
    """Renders points, the latest first, each once, and pending work after them."""
    shown = tuple({one.text.casefold(): one for one in points}.values())[:MAX_LISTED_POINTS]
    titles = {one.title for one in shown}
    items = [
        view.say("point_of", text=quote_text(one.text), title=quote_text(one.title))
        if len(titles) > 1 and one.title
        else view.say("quoted", text=quote_text(one.text))
        for one in shown
    ]
    left = MAX_LISTED_POINTS - len(items)
    items += [view.say("point_of_work", text=quote_text(text)) for text, _ in work[:left]]
    lead = view.say(f"told_{view.heard.intent}")
    quotes = tuple(dict.fromkeys((*(one.turn_id for one in shown), *(line for _, each in work for line in each))))
    if view.heard.turn.channel is Channel.TEXT and len(items) > 1:
        return Reply("\n".join((lead, *(f"- {item}" for item in items))), ("EXCERPT",), quotes=quotes)
    return Reply(f"{lead} {'; '.join(items)}.", ("EXCERPT",), quotes=quotes)


def _told_where(view: ReplyContext, thread: ReadThread) -> Reply:
    """Says that a thread has no such point, and where it was left."""
    none = view.say(f"nothing_{view.heard.intent}_of", title=quote_text(thread.title))
    if not thread.bullets:
        return Reply(none, ("NOTHING_FOUND",))
    return Reply(f"{none} {told_bullets(view, thread)}", ("EXCERPT",), quotes=thread.quotes)
