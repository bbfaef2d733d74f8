"""Pure: answers questions of order and summary from the digests of threads (2.20).

"What did we go through before the move, in which order" names the threads in their order. "Sum up our talks about the
garden" tells a thread by its digest, with at most two excerpts where the digest has none of the words.
"""

from __future__ import annotations

from itertools import islice

from device.languages.reply_templates import quote_text
from device.skills.continuity.own_threads import thread_on
from device.skills.continuity.thread_commands import as_it_is_now, told_bullets
from device.skills.recall.skill import RECALL
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from memory.continuity.kept_threads import latest_threads
from memory.continuity.thread import Thread
from memory.continuity.thread_words import ReadThread
from memory.core.policy import MAX_PAGED_DIGESTS, THREADS_AT_ONCE
from memory.paging.page_in import page_in
from memory.rules.controls import topic_stems

_BEFORE, _AFTER, _FIRST = "talks_before", "talks_after", "talks_first"
PAST_TALKS = ("past_talks", _BEFORE, _AFTER, _FIRST)
"""The intents of these questions."""


def tell_past_talks(view: ReplyContext) -> SkillReply:
    """Names past threads in the order in which they were talked about: all, two, those before or after one, or one
    alone.
    """
    slots = dict(view.heard.slots)
    topic, other = slots.get("topic", ""), slots.get("other_topic", "")
    named, beside = _thread_named(view, topic), _thread_named(view, other)
    if (topic and named is None) or (other and beside is None):
        return RECALL.answer(view.as_question())
    if named is not None and beside is not None:
        both = {one.thread.thread_id: one.thread for one in (named, beside)}
        return _in_order(view, tuple(sorted(both.values(), key=_began))), view.look_up("")
    if named is not None and view.heard.intent not in (_BEFORE, _AFTER):
        return _summary(view, named, topic), view.look_up("")
    return _in_order(view, _chosen(view, named)), view.look_up("")


def _thread_named(view: ReplyContext, topic: str) -> ReadThread | None:
    return thread_on(view.memory, view.gate, topic, view.heard.turn.at.at_ms) if topic else None


def _began(thread: Thread) -> tuple[int, str]:
    return thread.began_ms, thread.thread_id


def _chosen(view: ReplyContext, named: ReadThread | None) -> tuple[Thread, ...]:
    """Returns the latest threads that are asked for, the earliest first."""
    every = islice(latest_threads(view.memory.reader, view.gate.user_id), THREADS_AT_ONCE)
    talked = sorted(every, key=_began)
    if named is None:
        return tuple(talked)[-MAX_PAGED_DIGESTS:]
    pivot = named.thread
    if view.heard.intent == _BEFORE:
        return tuple(one for one in talked if one.ended_ms < pivot.began_ms)[-MAX_PAGED_DIGESTS:]
    return tuple(one for one in talked if one.began_ms > pivot.ended_ms)[:MAX_PAGED_DIGESTS]


def _in_order(view: ReplyContext, threads: tuple[Thread, ...]) -> Reply:
    digests = page_in(view.memory, view.gate, threads, frozenset()).digests
    if not digests:
        return Reply(view.say("no_threads_then"), ("NOTHING_FOUND",))
    items = [f"{quote_text(one.title)} ({view.date(one.thread.began_ms)})" for one in digests]
    return Reply(view.say("talks_in_order", items=view.say("join").join(items)), ("SUMMARY",))


def _summary(view: ReplyContext, named: ReadThread, topic: str) -> Reply:
    """Tells the digest of a thread, and excerpts where the digest lacks the words."""
    page = page_in(view.memory, view.gate, (named.thread,), frozenset(topic_stems(topic, view.memory.language)))
    excerpts = tuple(view.say("thread_told", text=quote_text(line.text)) for line in page.excerpts)
    named = as_it_is_now(view, named)
    text = told_bullets(view, named, excerpts) if named.bullets else view.say("join").join(excerpts)
    quotes = tuple(dict.fromkeys((*named.quotes, *(line.line_id for line in page.excerpts))))
    return Reply(text, ("EXCERPT",), quotes=quotes) if text else Reply(view.say("nothing_found"), ("NOTHING_FOUND",))
