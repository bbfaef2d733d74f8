"""Pure: resumes a thread when a session opens (2.21, 2.21A): speaks of it, asks one question, or stays silent.

It comes up only after a greeting, so that nobody who wants something else is held up; with "remember everything" also
after something that is told. It executes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from device.languages.reply_templates import quote_text
from device.skills.continuity.own_threads import thread_about, turns_before
from device.skills.continuity.taking_up import put_off
from device.skills.continuity.thread_commands import THREAD_SETTLERS, resumed_outcome, told_bullets
from device.skills.continuity.work_commands import RESUME_WORK, WORK_SETTLERS, WORK_TOLD, answer_intent
from device.skills.recall.history_answer import recall_left_off
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from device.skills.small_talk.last_reply import tell_rest
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.continuity.kept_threads import latest_threads, thread_with_id
from memory.continuity.preferences import RetentionMode, read_preferences
from memory.continuity.read_work import ReadWork, read_work
from memory.continuity.resume import build_resume_bundle
from memory.continuity.thread import Thread
from memory.continuity.thread_words import ReadThread, read_threads
from memory.continuity.tiers import Tier
from memory.continuity.work_order import own_work, pending_work, work_tier
from memory.core.policy import THREADS_AT_ONCE
from memory.extraction.extract import is_question
from memory.model.atoms import Channel
from memory.model.changes import Question
from memory.model.ports import Gate
from memory.retrieval.context_builder import MemoryAccess
from memory.rules.clarification import new_question
from memory.rules.mention_target import TELLING

RESUME_THREAD = "RESUME_THREAD"
"""Why it is asked whether a thread is to be resumed."""
RESUMED_HOT, LEFT_OFF, PUT_ASIDE = "RESUMED_HOT", "LEFT_OFF", "PUT_ASIDE"
_OPENINGS = frozenset({"greeting", "how_are_you"})
_YES = frozenset({"confirm", "choose_all", "resume_thread", "go_on", "leave_off", "take_up"})
_NO = frozenset({"deny", "choose_none", "start_new", "forget", "stop_mentioning", "forget_thread"})


def with_resume(view: ReplyContext, reply: Reply) -> Reply:
    """Returns the first reply of a session with what may come up of the top thread; the bundle is built in any case."""
    gate, now_ms = replace(view.gate, asked=False), view.heard.turn.at.at_ms
    bundle = build_resume_bundle(view.memory, gate, now_ms)
    if reply.question is not None or not _may_come_up(view):
        return reply
    if pending := _pending_work(view, gate):
        return _with_work(view, reply, pending[0])
    if bundle.top is None:
        return reply
    if bundle.tier is Tier.HOT:
        apart = "\n" if view.heard.turn.channel is Channel.TEXT else " "
        text = f"{reply.text}{apart}{told_bullets(view, bundle.top)}"
        return replace(reply, text=text, reasons=(RESUMED_HOT, *reply.reasons), quotes=bundle.top.quotes)
    return _with_question(view, reply, bundle.top)


def _pending_work(view: ReplyContext, gate: Gate) -> tuple[ReadWork, ...]:
    now_ms = view.heard.turn.at.at_ms
    return read_work(view.memory, gate, pending_work(own_work(view.memory.reader, gate.user_id), now_ms))


def _with_work(view: ReplyContext, reply: Reply, top: ReadWork) -> Reply:
    """Returns the reply with the top pending work order: a line while it is hot, else the one question (2.21B)."""
    turn, text = view.heard.turn, quote_text(top.text)
    if work_tier(top.order, turn.at.at_ms) is Tier.HOT:
        told = view.say("work_pending", text=text)
        return replace(reply, text=f"{reply.text} {told}", reasons=(WORK_TOLD, *reply.reasons), quotes=top.quotes)
    question = new_question(turn, "resume_work", RESUME_WORK, (), top.order.work_order_id)
    asked = view.say("ask_resume_work", text=text)
    reasons = (*reply.reasons, RESUME_WORK)
    return replace(reply, text=f"{reply.text} {asked}", reasons=reasons, question=question, relied=False)


def _may_come_up(view: ReplyContext) -> bool:
    """Says whether the person lets threads come up, and opened the session with nothing else that is wanted."""
    preferred = read_preferences(view.memory.queries.current_state(), view.gate.user_id)
    openings = _OPENINGS | TELLING if preferred.retention is RetentionMode.REMEMBER_EVERYTHING else _OPENINGS
    return view.heard.intent in openings and preferred.resumes_unasked


def _with_question(view: ReplyContext, reply: Reply, top: ReadThread) -> Reply:
    """Returns the reply with the one question of a warm thread."""
    thread_id = top.thread.thread_id
    question = new_question(view.heard.turn, "resume_thread", RESUME_THREAD, (), thread_id)
    asked = view.say("ask_resume", title=quote_text(top.title))
    reasons = (*reply.reasons, RESUME_THREAD)
    return replace(reply, text=f"{reply.text} {asked}", reasons=reasons, question=question, relied=False)


def settle_resume(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Settles the question of a warm thread. Who wants something new, or wants it forgotten, is not asked again."""
    thread = thread_with_id(context.reader, context.turn.user_id, question.proposal)
    read = _read_thread(context, thread)
    intent, named = answer_intent(context, read.topics if read else ()), not context.points("topic")
    if intent == "put_off":
        return put_off(context)
    if intent not in _YES | _NO or (intent in _NO and named):
        return None
    if thread is None:
        return resumed_outcome(context, None)
    if named and not _is_about(context, thread):
        return None
    if intent in _NO:
        return TurnOutcome("start_new", (PUT_ASIDE,), records=(replace(thread, muted=True).record(),))
    return resumed_outcome(context, read)


def _read_thread(context: TurnContext, thread: Thread | None) -> ReadThread | None:
    memory = MemoryAccess(context.reader, context.queries, context.policy, context.language)
    gate = replace(context.control, channel=context.turn.channel)
    return next(iter(read_threads(memory, gate, (thread,))), None) if thread else None


def _is_about(context: TurnContext, thread: Thread) -> bool:
    """Says whether a turn that names a topic means this thread, and not another one."""
    named = thread_about(context, context.understood.slot("topic"))
    return named is not None and named.thread.thread_id == thread.thread_id


def tell_left_off(view: ReplyContext) -> SkillReply:
    """Answers "where were we": from this conversation when something was told in it, else from the last thread."""
    return _last_thread(view) or recall_left_off(view)


def tell_rest_or_left_off(view: ReplyContext) -> SkillReply:
    """Answers "go on": with the rest of the interrupted reply; where none was, with the last thread."""
    return (None if view.rest else _last_thread(view)) or tell_rest(view)


def _last_thread(view: ReplyContext) -> SkillReply | None:
    """Tells where the last thread was left; None when something was told in this conversation, or there is none."""
    last = None if _told_here(view) else last_left_off(view.memory, view.gate)
    if last is None:
        return None
    return Reply(told_bullets(view, last), (LEFT_OFF, "EXCERPT"), quotes=last.quotes), view.look_up("")


def last_left_off(memory: MemoryAccess, gate: Gate) -> ReadThread | None:
    """Returns the thread that was last talked about or resumed, of those that have something to tell."""
    latest = islice(latest_threads(memory.reader, gate.user_id), THREADS_AT_ONCE)
    each = (read_threads(memory, gate, (one,)) for one in latest) if gate.identified else ()
    return next((one for found in each for one in found if one.bullets), None)


def tell_new_start(view: ReplyContext) -> SkillReply:
    """Says that something new may begin, and that what was put aside does not come up any more."""
    reasons = view.heard.reason_codes or ("UNDERSTOOD",)
    return Reply(view.say("put_aside" if PUT_ASIDE in reasons else "start_new"), reasons), view.look_up("")


def _told_here(view: ReplyContext) -> bool:
    """Says whether something was told in this conversation; what was only asked is nothing that was left."""
    here = turns_before(view.memory.queries, view.memory.reader, view.gate, view.heard.turn)
    return any(one.tells and not is_question(one.text, view.memory.language) for one in here)


SETTLERS = {**THREAD_SETTLERS, **WORK_SETTLERS, RESUME_THREAD: settle_resume}
"""How the questions about threads and work orders are settled, by their reason code."""
