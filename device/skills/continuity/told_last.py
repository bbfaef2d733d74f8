"""Pure: what "forget that" and "cancel that" mean right after a thread or a work order was told (2.21B).

A thread and a work order are suppressed by "forget that": they do not come up any more, and nothing of them is lost.
Without this the words would be about the memory that was told in it, which would be gone for good.
"""

from __future__ import annotations

from dataclasses import replace

from device.skills.continuity.own_threads import present_thread
from device.skills.continuity.resuming import PUT_ASIDE, RESUMED_HOT
from device.skills.continuity.thread_commands import RESUMED, pin_thread
from device.skills.continuity.work_commands import WORK_TOLD, settle_pointed, suppresses_pointing
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.continuity.resume import build_resume_bundle
from memory.continuity.thread import Thread
from memory.continuity.work_order import own_work
from memory.retrieval.context_builder import MemoryAccess

_PINS = {"pin": "pin_thread", "unpin": "unpin_thread"}


def settle_told(context: TurnContext) -> TurnOutcome | None:
    """Puts aside the thread that the last reply told, when the turn says so without a name, and suppresses or cancels a
    work order; None for other turns.
    """
    if _last_reason(context) == WORK_TOLD:
        pending = (one for one in own_work(context.reader, context.turn.user_id) if one.is_pending and not one.muted)
        return settle_pointed(context, next(pending, None))
    if context.understood.intent in _PINS and context.points("topic") and _told_thread(context) is not None:
        named = replace(context.understood, intent=_PINS[context.understood.intent])
        return pin_thread(replace(context, understood=named))
    if not suppresses_pointing(context):
        return None
    thread = _told_thread(context)
    if thread is None:
        return None
    return TurnOutcome("start_new", (PUT_ASIDE,), records=(replace(thread, muted=True).record(),))


def _told_thread(context: TurnContext) -> Thread | None:
    """Returns the thread that the reply right before told."""
    reason = _last_reason(context)
    if reason == RESUMED:
        return present_thread(context)
    if reason != RESUMED_HOT:
        return None
    memory = MemoryAccess(context.reader, context.queries, context.policy, context.language)
    gate = replace(context.control, channel=context.turn.channel, asked=False)
    top = build_resume_bundle(memory, gate, context.turn.at.at_ms).top
    return top.thread if top else None


def _last_reason(context: TurnContext) -> str:
    """Returns the reason of the reply right before; empty when it was another turn's."""
    turn = context.turn
    turn_id, reason = context.queries.last_reason(turn.user_id, turn.session_id)
    return reason if context.queries.recent_turns(turn.user_id, turn.session_id, 1) == (turn_id,) else ""
