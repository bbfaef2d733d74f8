"""Pure: takes up what a person names without calling it a thread, or puts it off (2.21, 2.21B).

"Let's continue with the garden" resumes a thread or a pending work order about it. "Put that on hold" changes nothing:
what is open stays open and is resumed whenever it is asked for.
"""

from __future__ import annotations

from device.languages.reply_templates import quote_text
from device.skills.continuity.own_threads import names_topic, thread_about
from device.skills.continuity.thread_commands import resume_thread, resumed_outcome
from device.skills.continuity.work_commands import (
    WORK_TOLD,
    resume_work,
    work_about,
)
from device.skills.recall.skill import RECALL
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.continuity.read_work import ReadWork, read_work
from memory.continuity.work_order import WorkStatus, own_work
from memory.text.stemming import stems

PUT_OFF = "PUT_OFF"


def take_up(context: TurnContext) -> TurnOutcome:
    """Resumes the thread about a topic, else the pending work order about it."""
    if not context.points("topic") and thread_about(context, context.understood.slot("topic")) is None:
        return resume_work(context) if work_about(context) else resumed_outcome(context, None)
    return resume_thread(context)


def ask_state(context: TurnContext) -> TurnOutcome:
    """Resumes the thread that is asked about by its topic; what no thread is about is a question as any other."""
    found = None if context.points("topic") else thread_about(context, context.understood.slot("topic"))
    return resumed_outcome(context, found) if found is not None and found.bullets else TurnOutcome("question")


def put_off(context: TurnContext) -> TurnOutcome:
    """Changes nothing: it only says that something is for later."""
    return TurnOutcome("put_off", (PUT_OFF,))


def confirm_done(context: TurnContext) -> TurnOutcome:
    """Settles the work order that the last reply told: "it's done". Of anything else it changes nothing."""
    turn = context.turn
    turn_id, reason = context.queries.last_reason(turn.user_id, turn.session_id)
    last = context.queries.recent_turns(turn.user_id, turn.session_id, 1) == (turn_id,)
    pending = next((one for one in own_work(context.reader, turn.user_id) if one.is_pending and not one.muted), None)
    if not last or reason != WORK_TOLD or pending is None:
        return TurnOutcome("is_done", ("UNDERSTOOD",))
    done = pending.moved(WorkStatus.DONE, "CONFIRMED_BY_USER", turn.at.at_ms)
    return TurnOutcome("confirm_work", ("CONFIRMED_BY_USER",), records=(done.record(),))


def tell_done(view: ReplyContext) -> SkillReply:
    """Says how far the work order is that is asked about, else the latest; without one the words are a question, and
    last what Selene cannot do.
    """
    read = _asked_about(view)
    if read is not None:
        order = read.order
        sentence = "work_is_pending" if order.is_pending else f"work_is_{order.status.value.lower()}"
        text = view.say(sentence, text=quote_text(read.text), date=view.date(order.touched_ms))
        return Reply(text, (WORK_TOLD,), quotes=read.quotes), view.look_up("")
    if "topic" not in dict(view.heard.slots):
        return Reply(view.say("did_nothing"), ("CANNOT_DO",)), view.look_up("")
    asked = RECALL.answer(view.as_question())
    if "NOTHING_FOUND" not in asked[0].reasons or view.heard.intent == "ask_ended":
        return asked
    return Reply(view.say("did_nothing"), ("CANNOT_DO",)), view.look_up("")


def _asked_about(view: ReplyContext) -> ReadWork | None:
    topic = dict(view.heard.slots).get("topic", "")
    every = read_work(view.memory, view.gate, own_work(view.memory.reader, view.heard.turn.user_id))
    language = view.memory.language
    return next((one for one in every if not topic or names_topic(topic, stems(one.text), language)), None)
