"""Pure: resumes, pins, lists and forgets threads (2.18, 2.22). Nothing is forgotten on a guess."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

from device.languages.reply_templates import quote_text
from device.skills.continuity.own_threads import (
    latest_thread,
    present_thread,
    present_turns,
    thread_about,
    turns_before,
    turns_of_thread,
)
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.continuity.kept_threads import latest_threads, thread_with_id, threads_since
from memory.continuity.points import brought_up_to_date
from memory.continuity.session_digest import digest_session
from memory.continuity.thread import THREAD_TYPE, Thread
from memory.continuity.thread_words import ReadThread, read_threads
from memory.core.policy import MAX_FORGOTTEN_UNASKED, MAX_LISTED_THREADS
from memory.extraction.extract import is_question
from memory.model.atoms import Channel
from memory.model.changes import Question
from memory.rules.clarification import new_question

FORGET_THREAD = "FORGET_THREAD"
"""Why it is asked whether a thread with many memories is to be forgotten."""
RESUMED, ONE_THREAD, NO_THREAD, PINNED = "THREAD_RESUMED", "ONE_THREAD", "NO_THREAD", "PINNED_BY_USER"


def resume_thread(context: TurnContext) -> TurnOutcome:
    """Resumes the thread about a topic, whatever its tier; without a topic the last one."""
    topic = "" if context.points("topic") else context.understood.slot("topic")
    found = thread_about(context, topic) if topic else latest_thread(context)
    return resumed_outcome(context, found)


def resumed_outcome(context: TurnContext, found: ReadThread | None) -> TurnOutcome:
    """Returns the outcome of resuming a thread: it counts as used now."""
    if found is None:
        return TurnOutcome("resume_thread", (NO_THREAD,))
    return TurnOutcome("resume_thread", (RESUMED,), records=(found.thread.resumed(context.turn.at.at_ms).record(),))


def tell_resumed(view: ReplyContext) -> SkillReply:
    """Tells in 1 to 3 bullets where the thread was left."""
    turn = view.heard.turn
    since = threads_since(view.memory.reader, turn.user_id, turn.at.at_ms)
    used = [one for one in since if one.last_used_ms == turn.at.at_ms]
    read = next(iter(read_threads(view.memory, view.gate, used)), None) if RESUMED in view.heard.reason_codes else None
    if read is None:
        return Reply(view.say("no_thread"), (NO_THREAD,)), view.look_up("")
    left = as_it_is_now(view, read)
    return Reply(told_bullets(view, left), (RESUMED,), quotes=left.quotes), view.look_up("")


def present_talk(view: ReplyContext) -> Thread | None:
    """Returns the conversation that goes on as a thread; None while nothing was told in it."""
    memory, turn = view.memory, view.heard.turn
    here = turns_before(memory.queries, memory.reader, view.gate, turn)
    return digest_session(turn.user_id, here, memory.language) if here else None


def as_it_is_now(view: ReplyContext, read: ReadThread) -> ReadThread:
    """Returns a thread without what this conversation has settled of it."""
    left = brought_up_to_date(view.memory, view.gate, read.thread, present_talk(view))
    return read if left == read.thread else next(iter(read_threads(view.memory, view.gate, (left,))), read)


def told_bullets(view: ReplyContext, read: ReadThread, more: tuple[str, ...] = ()) -> str:
    """Renders a thread: its title and bullets, each in the words of the person, and `more` beside them."""
    lead = view.say("thread_left_off", title=quote_text(read.title), date=view.date(read.thread.ended_ms))
    items = [view.say(f"thread_{kind}", text=quote_text(text)) for kind, text in read.bullets]
    items.extend(more)
    if view.heard.turn.channel is Channel.TEXT:
        return "\n".join((lead, *(f"- {item}" for item in items)))
    return f"{lead} {'; '.join(items)}."


def pin_thread(context: TurnContext) -> TurnOutcome:
    """Pins or unpins a thread: the one about a topic, or this one."""
    name, thread = context.understood.intent, _meant(context)
    if thread is None:
        return TurnOutcome(name, (NO_THREAD,))
    return pin_told_thread(context, thread, wanted=name == "pin_thread")


def pin_told_thread(context: TurnContext, thread: Thread, *, wanted: bool) -> TurnOutcome:
    """Pins or unpins this thread, unless it is so already."""
    name = "pin_thread" if wanted else "unpin_thread"
    if thread.pinned is wanted:
        return TurnOutcome(name, ("ALREADY_SO",))
    reason = PINNED if wanted else "UNPINNED_BY_USER"
    return TurnOutcome(name, (reason,), records=(replace(thread, pinned=wanted).record(),))


def tell_pinned(view: ReplyContext) -> SkillReply:
    """Says that a thread is pinned or not any more."""
    reasons = view.heard.reason_codes
    sentence = {NO_THREAD: "no_thread", "ALREADY_SO": "already_so"}.get(reasons[0], view.heard.intent)
    return Reply(view.say(sentence), reasons), view.look_up("")


def list_threads(view: ReplyContext) -> SkillReply:
    """Names the threads, in the order of resuming."""
    turn = view.heard.turn
    latest = latest_threads(view.memory.reader, turn.user_id)
    each = (read_threads(view.memory, view.gate, (replace(one, evidence=()),)) for one in latest)  # titles alone
    read = list(islice((one for found in each for one in found), MAX_LISTED_THREADS))
    if not read:
        return Reply(view.say("no_threads"), ("NOTHING_FOUND",)), view.look_up("")
    items = view.replies.join_words([f"{quote_text(one.title)} ({view.date(one.thread.ended_ms)})" for one in read])
    reasons = ("SUMMARY",) if len(read) > 1 else (ONE_THREAD, "SUMMARY")
    return Reply(view.say("threads_listed", items=items), reasons), view.look_up("")


def forget_thread(context: TurnContext) -> TurnOutcome:
    """Forgets a thread with its conversation; asks first when more memories than a few came from that alone, or when
    nothing in this conversation says which thread is meant.
    """
    topic = "" if context.points("topic") else context.understood.slot("topic")
    thread = _named(context, topic) if topic else present_thread(context)
    here = () if topic else _turns_here(context, thread)
    guessed = not topic and thread is None and not here
    if guessed:
        last = latest_thread(context)
        thread = last.thread if last else None
    if thread is None and not here:
        return TurnOutcome("forget_thread", (NO_THREAD,))
    return _forgotten_or_asked(context, thread, here, guessed=guessed)


def forget_told_thread(context: TurnContext, thread: Thread) -> TurnOutcome:
    """Forgets the thread that the last reply told; asks first when more memories than a few came from it alone."""
    return _forgotten_or_asked(context, thread, (), guessed=False)


def _forgotten_or_asked(
    context: TurnContext, thread: Thread | None, here: tuple[str, ...], *, guessed: bool
) -> TurnOutcome:
    outcome = forget_thread_outcome(context, thread, here)
    if not guessed and len(outcome.forget) <= MAX_FORGOTTEN_UNASKED:
        return outcome
    atoms = context.queries.told_only_in(context.turn.user_id, outcome.forget_turns)
    proposal = " ".join((thread.thread_id if thread else "", "here" if here else "")).strip()
    question = new_question(context.turn, "forget_thread", FORGET_THREAD, atoms, proposal)
    return TurnOutcome("forget_thread", (FORGET_THREAD,), hide=_all_words(context)).with_question(question)


def settle_forget_thread(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Settles the question whether a thread is to be forgotten."""
    if context.understood.intent in ("deny", "choose_none"):
        return TurnOutcome("deny", ("KEPT_BY_USER",))
    if context.understood.intent not in ("confirm", "choose_all", "forget_them_all", "forget"):
        return None
    named = question.proposal.split()
    thread = thread_with_id(context.reader, context.turn.user_id, named[0]) if named else None
    here = _turns_here(context, thread) if "here" in named else ()
    return forget_thread_outcome(context, thread, here)


def forget_thread_outcome(context: TurnContext, thread: Thread | None, here: tuple[str, ...]) -> TurnOutcome:
    """Returns what goes with a thread: its record, its turns, and the memories that came from these alone."""
    turns = tuple(dict.fromkeys((*(turns_of_thread(context, thread) if thread else ()), *here)))
    atoms = context.queries.told_only_in(context.turn.user_id, turns)
    return TurnOutcome(
        "forget_thread",
        ("FORGOTTEN_BY_USER",),
        forget=tuple(atom.atom_id for atom in atoms),
        forget_turns=turns,
        drop_records=((THREAD_TYPE, thread.thread_id),) if thread else (),
        hide=_all_words(context),
    )


def tell_forgotten_thread(view: ReplyContext) -> SkillReply:
    """Says that a thread is gone, with how many memories, or asks whether it shall go."""
    heard, reasons = view.heard, view.heard.reason_codes
    question = next((one for one in view.questions if one.question_id == heard.question_id), None)
    if question is not None and heard.question_id:
        return _asks_to_forget(view, question, reasons), view.look_up("")
    if "FORGOTTEN_BY_USER" not in reasons:
        return Reply(view.say("no_thread"), reasons), view.look_up("")
    count = len(heard.forgotten)
    sentence = f"thread_forgotten{_OF_COUNT.get(count, '')}"
    return Reply(view.say(sentence, count=count), reasons), view.look_up("")


def _asks_to_forget(view: ReplyContext, question: Question, reasons: tuple[str, ...]) -> Reply:
    """Asks whether a thread shall go, by its title where it has one, with how many memories."""
    named, count = question.proposal.split()[:1], len(question.atom_ids)
    thread = thread_with_id(view.memory.reader, view.gate.user_id, named[0]) if named else None
    read = next(iter(read_threads(view.memory, view.gate, (thread,))), None) if thread else None
    if read is None:
        return view.asks(f"ask_forget_here{_OF_COUNT.get(count, '')}", question, reasons, count=count)
    sentence = f"ask_forget_thread{_OF_COUNT.get(count, '')}"
    return view.asks(sentence, question, reasons, count=count, title=quote_text(read.title))


_OF_COUNT = {0: "_none", 1: "_one"}
"""The endings of sentences that count memories."""


def _turns_here(context: TurnContext, thread: Thread | None) -> tuple[str, ...]:
    """Returns the turns of this conversation that belong to what is forgotten: those since the thread was resumed, else
    all; none while nothing was told.
    """
    since = thread.last_used_ms if thread else 0
    turns = [one for one in present_turns(context) if one.at_ms >= since]
    told = any(one.tells and not is_question(one.text, context.language) for one in turns)
    return tuple(one.turn_id for one in turns) if told else ()


def _meant(context: TurnContext) -> Thread | None:
    """Returns the thread about a topic; without one that of this conversation, else the last one."""
    if not context.points("topic"):
        return _named(context, context.understood.slot("topic"))
    last = latest_thread(context)
    return present_thread(context) or (last.thread if last else None)


def _named(context: TurnContext, topic: str) -> Thread | None:
    found = thread_about(context, topic)
    return found.thread if found else None


def _all_words(context: TurnContext) -> tuple[tuple[int, int], ...]:
    return ((0, len(context.turn.text)),)


Settler = Callable[[TurnContext, Question], TurnOutcome | None]
THREAD_SETTLERS: dict[str, Settler] = {FORGET_THREAD: settle_forget_thread}
"""How the questions about threads are settled, by their reason code."""
