"""Pure: makes, lists, resumes, confirms, cancels and suppresses work orders (2.21B). None is ever executed.

The flow is that of a person who agrees on something: a draft, made clear, confirmed. "Cancel that" ends it, "forget
that" only keeps it from coming up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from device.core.policy import MAX_FILLER_WORDS
from device.languages.reply_templates import quote_text
from device.skills.continuity.own_threads import names_topic
from device.skills.reply_context import Reply, ReplyContext
from device.skills.skill import SkillReply
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.continuity.answers import confirms, goes_on, read_resume_answer
from memory.continuity.read_work import ReadWork, read_work
from memory.continuity.thread import Pointer
from memory.continuity.wordings import load_wordings
from memory.continuity.work_order import (
    WorkOrder,
    WorkStatus,
    own_work,
    work_order_id_of,
    work_order_with_id,
)
from memory.core.policy import MAX_CLAUSE_CHARS, MAX_LISTED_THREADS
from memory.model.changes import Question
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import read
from memory.reading.words.closed_words import has_reading
from memory.retrieval.context_builder import MemoryAccess
from memory.rules.clarification import new_question
from memory.rules.mention_target import TELLING
from memory.text.stemming import split_words, stems

RESUME_WORK, WORK_CONFIRM, WORK_CLARIFY = "RESUME_WORK", "WORK_CONFIRM", "WORK_CLARIFY"
"""Why it is asked: whether a work order is to be resumed, whether it is right so, and what it should say."""
WORK_TOLD, WORK_LISTED, WHICH_WORK, NO_WORK = "WORK_TOLD", "WORK_LISTED", "WHICH_WORK", "NO_WORK"
_YES = frozenset({"confirm", "choose_all", "go_on", "resume_work", "leave_off", "take_up"})
_NO = frozenset({"deny", "choose_none", "start_new"})
_NAMING = frozenset({"resume_work", "take_up", "confirm_work"})
"""Intents that may name which work order they mean."""
_SUPPRESSES = frozenset({"forget", "stop_mentioning", "only_if_asked"})
_UNSAYS = frozenset({"forget_said", "cancel_schedule", "request", "statement", "question"})
_SAYS = TELLING | {"request", "not_so", "correct"}


def make_work(context: TurnContext) -> TurnOutcome:
    """Makes a draft that points at the words of this turn."""
    turn, (start, end) = context.turn, context.understood.span("work")
    if context.points("work"):
        return TurnOutcome("make_work", (NO_WORK,))
    said = Pointer(turn.turn_id, start, min(end, start + MAX_CLAUSE_CHARS))
    made = WorkOrder(work_order_id_of(turn.user_id, turn.turn_id), turn.user_id, (said,), turn.at.at_ms, turn.at.at_ms)
    return TurnOutcome("make_work", ("USER_STATED",), records=(made.record(),))


def resume_work(context: TurnContext) -> TurnOutcome:
    """Resumes a pending work order: the one about a topic, else the latest. It is to be confirmed then."""
    found = _meant(context)
    return (
        _asked_to_confirm(context, found.order, "RESUMED_BY_USER") if found else TurnOutcome("resume_work", (NO_WORK,))
    )


def resume_told_work(context: TurnContext, order: WorkOrder) -> TurnOutcome:
    """Resumes the work order that was just told. It is to be confirmed then."""
    return _asked_to_confirm(context, order, "RESUMED_BY_USER")


def asks_about_work(context: TurnContext, order: WorkOrder) -> bool:
    """Says whether a turn asks about what a work order is about, and for nothing of it: "what about the chairs"."""
    about = context.understood.slot("about")
    if context.understood.intent != "recall_about" or not about:
        return False
    read = next((one for one in own_read_work(context) if one.order.work_order_id == order.work_order_id), None)
    return read is not None and names_topic(about, stems(read.text), context.language)


def confirm_work(context: TurnContext) -> TurnOutcome:
    """Says of a pending work order that it is settled."""
    return _ended(context, "confirm_work", WorkStatus.DONE, "CONFIRMED_BY_USER", _meant(context))


def cancel_work(context: TurnContext) -> TurnOutcome:
    """Cancels a pending work order."""
    return _ended(context, "cancel_work", WorkStatus.CANCELED, "CANCELED_BY_USER", _meant(context))


def suppress_work(context: TurnContext) -> TurnOutcome:
    """Keeps a pending work order from coming up: the one about a topic, else the latest. Nothing of it is lost."""
    found = _meant(context)
    return suppressed_outcome(found.order) if found else TurnOutcome("suppress_work", (NO_WORK,))


def suppressed_outcome(order: WorkOrder) -> TurnOutcome:
    """Returns the outcome of a work order that shall not come up any more; its status stays."""
    return TurnOutcome("start_new", ("PUT_ASIDE",), records=(order.suppressed().record(),))


def settle_resume_work(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Settles whether a work order is to be resumed."""
    order = work_order_with_id(context.reader, context.turn.user_id, question.proposal)
    if _means_another(context, order):
        return None
    intent = _answer(context, order)
    if order is not None and intent in _YES:
        return _asked_to_confirm(context, order, "RESUMED_BY_USER")
    if order is not None and intent in _NO:
        return suppressed_outcome(order)
    if intent == "put_off":
        return TurnOutcome("put_off", ("PUT_OFF",))
    return settle_pointed(context, order)


def answer_intent(context: TurnContext, topics: Iterable[str]) -> str:
    """Returns the intent of an answer to whether something with these topics is resumed: also of "okay" and of its
    title, which mean nothing by themselves.
    """
    spoken, language = tuple(topics), context.language
    answer = read_resume_answer(
        context.turn.text,
        language.code,
        lambda title: names_topic(title, spoken, language) and not _states(title, language.code),
    )
    return context.understood.intent if answer is None else answer.value


def _states(words: str, code: str) -> bool:
    """Says whether words tell something and are no title: "the wedding needs some work"."""
    told = (one.clause for one in read(words, code).acts if one.kind is ActKind.TELL) if has_reading(code) else ()
    return any(one.subject[0] < one.subject[1] for one in told)


def _answer(context: TurnContext, order: WorkOrder | None) -> str:
    read = read_work(_memory(context), context.control, (order,) if order else ())
    return answer_intent(context, (root for one in read for root in stems(one.text)))


def settle_confirm_work(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Settles whether a work order is right as it is. If not, she asks what it should say."""
    order = work_order_with_id(context.reader, context.turn.user_id, question.proposal)
    if _means_another(context, order):
        return None
    intent = _answer(context, order)
    if intent == "put_off":
        return TurnOutcome("put_off", ("PUT_OFF",))
    if order is None or intent not in _YES | _NO | {"confirm_work", "is_done"}:
        return settle_pointed(context, order)
    if intent not in _NO:
        done = order.moved(WorkStatus.DONE, "CONFIRMED_BY_USER", context.turn.at.at_ms)
        return TurnOutcome("confirm_work", ("CONFIRMED_BY_USER",), records=(done.record(),))
    unclear = order.moved(WorkStatus.CLARIFY, "DENIED_BY_USER", context.turn.at.at_ms)
    asked = new_question(context.turn, "resume_work", WORK_CLARIFY, (), order.work_order_id)
    return TurnOutcome("resume_work", (WORK_CLARIFY,), records=(unclear.record(),)).with_question(asked)


def settle_clarify_work(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Takes what is said now as the words of the work order, which is to be confirmed then."""
    order, turn = work_order_with_id(context.reader, context.turn.user_id, question.proposal), context.turn
    intent = context.understood.intent
    if order is None or not (intent in _SAYS or intent.startswith("cannot_")):
        return settle_pointed(context, order)
    start = len(turn.text) - len(turn.text.lstrip())
    said = Pointer(turn.turn_id, start, min(len(turn.text), start + MAX_CLAUSE_CHARS))
    return _asked_to_confirm(context, order.told_again(said, turn.at.at_ms), "CLARIFIED_BY_USER")


def _means_another(context: TurnContext, order: WorkOrder | None) -> bool:
    """Says whether a turn that names a topic means another work order than the one that was asked about."""
    if order is None or context.understood.intent not in _NAMING or context.points("topic"):
        return False
    named = _meant(context)
    return named is None or named.order.work_order_id != order.work_order_id


def settle_told_work(context: TurnContext, order: WorkOrder | None) -> TurnOutcome | None:
    """Settles what is said of the pending work order that the last reply told, without naming it: "resume it", "confirm
    it", "cancel that" and "forget that".
    """
    if order is not None and goes_on(context.turn.text, context.language.code):
        return _asked_to_confirm(context, order, "RESUMED_BY_USER")
    if order is not None and confirms(context.turn.text, context.language.code):
        done = order.moved(WorkStatus.DONE, "CONFIRMED_BY_USER", context.turn.at.at_ms)
        return TurnOutcome("confirm_work", ("CONFIRMED_BY_USER",), records=(done.record(),))
    return settle_pointed(context, order)


def settle_pointed(context: TurnContext, order: WorkOrder | None) -> TurnOutcome | None:
    """Settles "cancel that" and "forget that" about a pending work order; None for anything else."""
    if order is None or not order.is_pending:
        return None
    if cancels_pointing(context):
        ended = order.moved(WorkStatus.CANCELED, "CANCELED_BY_USER", context.turn.at.at_ms)
        return TurnOutcome("cancel_work", ("CANCELED_BY_USER",), records=(ended.record(),))
    return suppressed_outcome(order) if suppresses_pointing(context) else None


def cancels_pointing(context: TurnContext) -> bool:
    """Says whether the turn cancels what was told last, without naming it: "cancel that"."""
    intent, said = context.understood.intent, split_words(context.turn.text)
    if intent == "cancel_work":
        return context.points("topic")
    wordings = load_wordings(context.language.code)
    if wordings is None or not (intent in _UNSAYS or intent.startswith("cannot_")):
        return False
    beside = [word for word in said if word not in wordings.cancels | context.pointers]
    points = not wordings.cancels.isdisjoint(said) and not context.pointers.isdisjoint(said)
    return points and len(beside) <= MAX_FILLER_WORDS  # "can you cancel that please"


def suppresses_pointing(context: TurnContext) -> bool:
    """Says whether the turn wants to hear no more of what was told last, without naming it: "forget that, please"."""
    if context.understood.intent == "forget_said":
        return not context.pointers.isdisjoint(split_words(context.turn.text))
    return context.understood.intent in _SUPPRESSES and context.points("topic")


def tell_work(view: ReplyContext) -> SkillReply:
    """Says what became of a work order, or asks the one question that it costs."""
    heard, reasons = view.heard, view.heard.reason_codes
    touched = (one for one in own_work(view.memory.reader, heard.turn.user_id) if one.touched_ms == heard.turn.at.at_ms)
    read = next(iter(read_work(view.memory, view.gate, touched)), None)
    if read is None or NO_WORK in reasons:
        return Reply(view.say("no_work"), reasons or (NO_WORK,)), view.look_up("")
    text = quote_text(read.text)
    question = next((one for one in view.questions if heard.question_id and one.question_id == heard.question_id), None)
    if question is not None:
        sentence = "ask_clarify_work" if question.reason_code == WORK_CLARIFY else "ask_confirm_work"
        return view.asks(sentence, question, (WORK_TOLD, *reasons), text=text), view.look_up("")
    return Reply(view.say(f"work_{heard.intent}", text=text), (WORK_TOLD, *reasons), quotes=read.quotes), view.look_up(
        ""
    )


def list_work(view: ReplyContext) -> SkillReply:
    """Names the work orders that are pending, also those that do not come up any more."""
    pending = [one for one in own_work(view.memory.reader, view.heard.turn.user_id) if one.is_pending]
    read = read_work(view.memory, view.gate, pending)[:MAX_LISTED_THREADS]
    if not read:
        return Reply(view.say("no_pending_work"), ("NOTHING_FOUND",)), view.look_up("")
    items = view.replies.join_words([view.say("work_item", text=quote_text(one.text)) for one in read])
    quotes = tuple(line for one in read for line in one.quotes)
    sentence = "which_work" if WHICH_WORK in view.heard.reason_codes else "work_listed"
    reason = WORK_LISTED if len(read) > 1 else WORK_TOLD
    return Reply(view.say(sentence, items=items), (reason, "SUMMARY"), quotes=quotes), view.look_up("")


def work_about(context: TurnContext) -> ReadWork | None:
    """Returns the pending work order about the topic of a turn; without a topic the latest."""
    return _meant(context)


def own_read_work(context: TurnContext) -> tuple[ReadWork, ...]:
    """Returns the work orders of the person of a turn, with the words that may be shown in it, the latest first."""
    return read_work(_memory(context), context.control, own_work(context.reader, context.turn.user_id))


def _memory(context: TurnContext) -> MemoryAccess:
    return MemoryAccess(context.reader, context.queries, context.policy, context.language)


def _meant(context: TurnContext) -> ReadWork | None:
    """Returns the pending work order about a topic; without a topic the latest."""
    read = [one for one in own_read_work(context) if one.order.is_pending]
    topic, language = "" if context.points("topic") else context.understood.slot("topic"), context.language
    return next((one for one in read if not topic or names_topic(topic, stems(one.text), language)), None)


def _ended(context: TurnContext, intent: str, status: WorkStatus, reason: str, found: ReadWork | None) -> TurnOutcome:
    if found is None:
        return TurnOutcome(intent, (NO_WORK,))
    return TurnOutcome(intent, (reason,), records=(found.order.moved(status, reason, context.turn.at.at_ms).record(),))


def _asked_to_confirm(context: TurnContext, order: WorkOrder, reason: str) -> TurnOutcome:
    asked = new_question(context.turn, "resume_work", WORK_CONFIRM, (), order.work_order_id)
    moved = order.moved(WorkStatus.CONFIRM, reason, context.turn.at.at_ms)
    return TurnOutcome("resume_work", (reason,), records=(moved.record(),)).with_question(asked)


WORK_SETTLERS: dict[str, Callable[[TurnContext, Question], TurnOutcome | None]] = {
    RESUME_WORK: settle_resume_work,
    WORK_CONFIRM: settle_confirm_work,
    WORK_CLARIFY: settle_clarify_work,
}
"""How the questions about work orders are settled, by their reason code."""
