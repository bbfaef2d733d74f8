"""Pure: what "forget that" and "cancel that" mean right after a thread or a work order was told (2.21B).

A thread and a work order are suppressed by "forget that": they do not come up any more, and nothing of them is lost.
Without this the words would be about the memory that was told in it, which would be gone for good.
"""

from __future__ import annotations

from dataclasses import replace

from device.core.policy import MAX_FILLER_WORDS
from device.skills.continuity.own_threads import latest_thread, present_thread, thread_about
from device.skills.continuity.resuming import LEFT_OFF, PUT_ASIDE, RESUMED_HOT, last_left_off
from device.skills.continuity.taking_up import put_off
from device.skills.continuity.thread_commands import (
    ONE_THREAD,
    PINNED,
    RESUMED,
    forget_told_thread,
    pin_told_thread,
    resumed_outcome,
)
from device.skills.continuity.work_commands import (
    NO_WORK,
    WHICH_WORK,
    WORK_LISTED,
    WORK_TOLD,
    asks_about_work,
    cancels_pointing,
    resume_told_work,
    settle_pointed,
    settle_told_work,
    suppresses_pointing,
)
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.continuity.kept_threads import own_threads
from memory.continuity.resume import build_resume_bundle
from memory.continuity.thread import Thread
from memory.continuity.work_order import WorkOrder, own_work
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import read
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.retrieval.context_builder import MemoryAccess
from memory.text.stemming import split_words

_PINS, _UNPINS = frozenset({"pin", "pin_thread"}), frozenset({"unpin", "unpin_thread"})
_OF_THREADS = _PINS | _UNPINS | {"forget_thread"}


def settle_told(context: TurnContext) -> TurnOutcome | None:
    """Puts aside the thread that the last reply told, when the turn says so without a name, and suppresses or cancels a
    work order; a bare "no" to what came up puts it off; None for other turns.
    """
    reason = _last_reason(context)
    if context.understood.intent == "deny" and reason in (RESUMED_HOT, WORK_TOLD):
        return put_off(context)
    if reason == WORK_TOLD:
        order = _told_work(context)
        if (
            order is None
            and cancels_pointing(context)
            and not context.pointers.isdisjoint(split_words(context.turn.text))
        ):
            return TurnOutcome("cancel_work", (NO_WORK,))  # it is settled already, and another one is not meant
        if order is not None and asks_about_work(context, order):
            return resume_told_work(context, order)
        return settle_told_work(context, order)
    if reason == WORK_LISTED and (cancels_pointing(context) or suppresses_pointing(context)):
        return TurnOutcome("list_work", (WHICH_WORK,))
    if (outcome := _told_of_thread(context) or _goes_to_another(context, reason)) is not None:
        return outcome
    cancels = cancels_pointing(context)
    if not (cancels or suppresses_pointing(context)):
        return None
    thread = None if cancels else _told_thread(context)
    if thread is not None:
        return TurnOutcome("start_new", (PUT_ASIDE,), records=(replace(thread, muted=True).record(),))
    return _settle_mentioned(context, cancels=cancels)


def _told_of_thread(context: TurnContext) -> TurnOutcome | None:
    """Pins, unpins or forgets the thread that the last reply told: "pin it", "forget this thread"; None otherwise."""
    intent = context.understood.intent
    if intent not in _OF_THREADS or not context.points("topic"):
        return None
    thread = _told_thread(context)
    if thread is None:
        return None
    if intent == "forget_thread":
        return forget_told_thread(context, thread)
    return pin_told_thread(context, thread, wanted=intent in _PINS)


def _goes_to_another(context: TurnContext, reason: str) -> TurnOutcome | None:
    """Resumes another thread by its topic alone, right after one was told: "and the kitchen"; None otherwise."""
    text, code = context.turn.text, context.language.code
    first, *rest = split_words(text) or [""]
    if reason not in (RESUMED, RESUMED_HOT, LEFT_OFF) or not 0 < len(rest) <= MAX_FILLER_WORDS or not has_reading(code):
        return None
    if first not in load_closed_words(code).conjunctions:
        return None
    if any(one.kind is not ActKind.FRAGMENT for one in read(text, code).acts):
        return None
    found = thread_about(context, " ".join(rest))
    return resumed_outcome(context, found) if found is not None and found.bullets else None


def _told_work(context: TurnContext) -> WorkOrder | None:
    """Returns the pending work order that the reply right before told; none when that one is settled."""
    turn = context.turn
    turn_id, _ = context.queries.last_reason(turn.user_id, turn.session_id)
    told = frozenset(context.queries.quoted_in(turn.user_id, turn_id))
    pending = (one for one in own_work(context.reader, turn.user_id) if one.is_pending)
    return next((one for one in pending if any(said.turn_id in told for said in one.said)), None)


def _settle_mentioned(context: TurnContext, *, cancels: bool) -> TurnOutcome | None:
    """Cancels the pending work order that "that" means, or keeps it from coming up: its words are not what is
    forgotten. Of several none is cancelled on a guess.
    """
    mentioned = context.mentioned()
    turns = frozenset[str]() if mentioned.atoms else frozenset(mentioned.turn_ids)
    pending = (one for one in own_work(context.reader, context.turn.user_id) if one.is_pending)
    meant = [one for one in pending if any(said.turn_id in turns for said in one.said)]
    if not meant:
        return None
    if cancels:
        return settle_pointed(context, meant[0]) if len(meant) == 1 else TurnOutcome("list_work", (WHICH_WORK,))
    return TurnOutcome("start_new", (PUT_ASIDE,), records=tuple(one.suppressed().record() for one in meant))


def _told_thread(context: TurnContext) -> Thread | None:
    """Returns the thread that the reply right before told."""
    reason = _last_reason(context)
    if reason == RESUMED:
        return present_thread(context)
    memory = MemoryAccess(context.reader, context.queries, context.policy, context.language)
    gate = replace(context.control, channel=context.turn.channel)
    if reason == PINNED:
        pinned = [one for one in own_threads(context.reader, context.turn.user_id) if one.pinned]
        return pinned[0] if len(pinned) == 1 else None
    if reason in (LEFT_OFF, ONE_THREAD):
        last = last_left_off(memory, gate) if reason == LEFT_OFF else latest_thread(context)
        return last.thread if last else None
    if reason != RESUMED_HOT:
        return None
    gate = replace(gate, asked=False)
    top = build_resume_bundle(memory, gate, context.turn.at.at_ms).top
    return top.thread if top else None


def _last_reason(context: TurnContext) -> str:
    """Returns the reason of the reply right before; empty when it was another turn's."""
    turn = context.turn
    turn_id, reason = context.queries.last_reason(turn.user_id, turn.session_id)
    return reason if context.queries.recent_turns(turn.user_id, turn.session_id, 1) == (turn_id,) else ""
