"""Pure: decides what a turn does, by its intent. One table; an intent that is not in it only archives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from device.assistant.clarification import can_be_answered_later, settle_question
from device.assistant.compound_commands import (
    CommandPart,
    decide_each,
    is_one_statement,
    is_retracted,
    part_contexts,
    retract_outcome,
)
from device.assistant.intent_table import IntentTable
from device.assistant.responder import compose_reply
from device.assistant.turn_records import turn_result
from device.core.messages import TurnResult
from device.nlu.intent_matcher import IntentMatch
from device.skills.changed_memory import merge_outcomes
from device.skills.instructions.announced import announced_order, order_ended
from device.skills.instructions.manner import read_manner
from device.skills.instructions.off_record import left_unkept, off_record_mode, off_record_outcome
from device.skills.memory.forgetting.asked_facts import ask_of_offered
from device.skills.memory.forgetting.spoken_requests import forget_told
from device.skills.memory.home_codes import with_guarded_corrections
from device.skills.memory.privacy_rules import with_ruled_recall
from device.skills.reply_context import ReplyContext
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.changes import Question, Setting
from memory.rules.clarification import close_question, new_question, waiting_question
from memory.rules.controls import is_barred
from memory.rules.mention_target import TELLING

RESTORED = "restored"
"""The entry of Current State that a restore sets to `pending`."""
_BASICS = ("name", "language", "contact_preference")


def decide(context: TurnContext, intents: IntentTable) -> TurnOutcome:
    """Returns the outcome of a turn: first whether it answers the open question, then what its intent does."""
    question = waiting_question(context.asked)
    if question is None:
        return _with_restore_question(context, _decide_intent(context, intents), intents)
    late = not _was_asked_last(context, question)
    outcome = settle_question(context, question, late=late)
    if outcome is not None:
        return outcome
    ignored = close_question(question, answered=False)
    passed = replace(context, asked=tuple(ignored if q is question else q for q in context.asked))
    outcome = _decide_intent(passed, intents)
    if not late and can_be_answered_later(question) and _changed_nothing(outcome, intents):
        return outcome
    return replace(outcome, questions=(ignored, *outcome.questions))


def _decide_intent(context: TurnContext, intents: IntentTable) -> TurnOutcome:
    """Returns what an intent does; a question for what may have been meant to be forgotten is not answered yet."""
    again = ask_of_offered(context) if context.understood.intent in intents.recalls else None
    return intents.decide(context) if again is None else again


def _was_asked_last(context: TurnContext, question: Question) -> bool:
    """Says whether the question is of the turn right before."""
    last = context.queries.recent_turns(context.turn.user_id, context.turn.session_id, 1)
    return last == (question.turn_id,)


def _changed_nothing(outcome: TurnOutcome, intents: IntentTable) -> bool:
    """Says whether the turn asked and changed nothing: then a later "yes" is still about the question before.

    A plain fact told in between ("i had soup for lunch") is kept, and changes nothing that was asked about.
    """
    unclear = "CORRECTION_UNCLEAR" in outcome.reasons
    return intents.intent(outcome.intent).idle and not (outcome.changed or outcome.question_id or unclear)


def decide_parts(
    context: TurnContext, parts: tuple[CommandPart, ...], intents: IntentTable
) -> tuple[TurnOutcome, tuple[tuple[TurnContext, TurnOutcome], ...]]:
    """Returns the outcome of an utterance, and of each of its commands when there are several."""
    if is_retracted(parts):
        telling, _ = part_contexts(context, parts)
        return retract_outcome(context, decide(telling, intents)), ()
    if len(parts) == 1 and not parts[0].start:
        return decide(part_contexts(context, parts)[0], intents), ()
    each = decide_each(part_contexts(context, parts), lambda part: decide(part, intents))
    if len(each) == len(parts) and is_one_statement(parts, [one for _, one in each]):
        return decide(context, intents), ()
    outcome = merge_outcomes([one for _, one in each], context)
    return outcome, each


def decide_turn(
    context: TurnContext, parts: tuple[CommandPart, ...], intents: IntentTable
) -> tuple[TurnOutcome, tuple[tuple[TurnContext, TurnOutcome], ...]]:
    """Returns the outcome of an utterance, of which nothing is kept when the person asked for that before."""
    mode = off_record_mode(context.queries.current_state(), context.turn)
    if not mode:
        outcome, each = _as_announced(context, parts, intents) or decide_parts(context, parts, intents)
        outcome = with_guarded_corrections(context, outcome)
        return with_ruled_recall(_with_barred_reason(context, outcome), context.rules), each
    if all(part.understood.intent in TELLING for part in parts):
        return off_record_outcome(context, left_unkept(context), mode), ()
    outcome, each = decide_parts(context, parts, intents)
    return off_record_outcome(context, outcome, mode), () if outcome.new else each


def told_first(
    asked: TurnContext | None, intents: IntentTable, view: Callable[[TurnResult], ReplyContext]
) -> tuple[str, TurnOutcome, tuple[tuple[TurnContext, TurnOutcome], ...]] | None:
    """Returns what is told before it is forgotten, and that it is forgotten; None where nothing is asked or known."""
    if asked is None or asked.understood.intent not in intents.asks | intents.recalls:
        return None
    outcome, _ = decide_turn(asked, (CommandPart(asked.understood, 0, len(asked.turn.text)),), intents)
    told = compose_reply(view(turn_result(asked, outcome)), intents).reply
    return (told.text, forget_told(asked, told.used), ()) if told.used and told.relied else None


def _as_announced(
    context: TurnContext, parts: tuple[CommandPart, ...], intents: IntentTable
) -> tuple[TurnOutcome, tuple[tuple[TurnContext, TurnOutcome], ...]] | None:
    """Returns the outcome of what is told as if it ended in the order that was announced for it; None without one."""
    order, end = announced_order(context.queries.current_state(), context.turn), len(context.turn.text)
    if not order or any(part.understood.intent not in TELLING for part in parts):
        return None
    outcome, each = decide_parts(context, (*parts, CommandPart(IntentMatch(order), end, end)), intents)
    if not (outcome.new or outcome.changed):
        return None
    return replace(outcome, settings=(*outcome.settings, order_ended(context.turn))), each


def _with_barred_reason(context: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """Says of words that hold no fact, and are not stored at the person's wish, that they are not stored."""
    if outcome.reasons == ("NOTHING_TO_KEEP",) and is_barred(context.turn.text, context.rules):
        return replace(outcome, reasons=("DO_NOT_STORE",))
    return outcome


def _with_restore_question(context: TurnContext, outcome: TurnOutcome, intents: IntentTable) -> TurnOutcome:
    """Asks a restored device's person for one missing basic fact, once, when nothing else is asked (2.11.12)."""
    intent = intents.intent(outcome.intent)
    if outcome.question_id or intent.recalls or intent.answer is not None:
        return outcome
    if context.queries.current_state().get(RESTORED) != "pending":
        return outcome
    chosen = ("language",) if read_manner(context.queries, context.control).language else ()
    missing = next((key for key in _BASICS if not context.known(key) and key not in chosen), None)
    settled_now = replace(outcome, settings=(*outcome.settings, Setting(RESTORED, "confirmed")))
    if missing is None or not context.may_ask(missing, "DEVICE_RESTORE"):
        return settled_now
    question = new_question(context.turn, missing, "DEVICE_RESTORE", ())
    return settled_now.with_reasons("DEVICE_RESTORE").with_question(question)
