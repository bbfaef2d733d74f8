"""Pure: what a turn does, by its intent. One table; every intent that is not in it only archives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from device.assistant.clarification import can_be_answered_later, settle_question
from device.assistant.compound_commands import (
    CommandPart,
    decide_each,
    is_retracted,
    merge_outcomes,
    part_contexts,
    retract_outcome,
)
from device.skills.memory import corrections, forget_commands, memory_controls, spelling
from device.skills.memory.fact_storage import store_on_request
from device.skills.memory.forget_time_range import forget_time_range, forget_topic_in_range
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.changes import Question, Setting
from memory.rules.clarification import close_question, new_question, waiting_question
from memory.rules.mention_target import SMALL_TALK

RECALLS = frozenset(
    {"recall_all", "recall_one", "recall_about", "question", "when_told", "last_told", "leave_off", "how_much"}
)
"""Intents that ask the memory: what is "only if asked" may surface for them."""
RESTORED = "restored"
"""The entry of Current State that a restore leaves as `pending`."""
_IDLE = SMALL_TALK | {"statement", "nothing"}
"""Intents that may pass between a question and its answer."""
_BASICS = ("name", "language", "contact_preference")


def decide(scene: TurnContext) -> TurnOutcome:
    """The outcome of a turn: first whether it answers the open question, then what its intent does."""
    question = waiting_question(scene.asked)
    if question is None:
        return _with_restore_question(scene, _decide_by_intent(scene))
    late = not _was_asked_last(scene, question)
    outcome = settle_question(scene, question, late=late)
    if outcome is not None:
        return outcome
    ignored = close_question(question, answered=False)
    passed = replace(scene, asked=tuple(ignored if q is question else q for q in scene.asked))
    outcome = _decide_by_intent(passed)
    if not late and can_be_answered_later(question) and _changed_nothing(outcome):
        return outcome
    return replace(outcome, questions=(ignored, *outcome.questions))


def _was_asked_last(scene: TurnContext, question: Question) -> bool:
    """Whether nothing was said between the question and this turn."""
    last = scene.oversight.recent_turns(scene.turn.user_id, scene.turn.session_id, 1)
    return last == (question.turn_id,)


def _changed_nothing(outcome: TurnOutcome) -> bool:
    """Whether the turn asked nothing, either way, and did nothing: then a later "yes" is still about before."""
    unclear = "CORRECTION_UNCLEAR" in outcome.reasons
    return outcome.intent in _IDLE and not (outcome.new or outcome.changed or outcome.question_id or unclear)


def decide_parts(
    scene: TurnContext, parts: tuple[CommandPart, ...]
) -> tuple[TurnOutcome, tuple[tuple[TurnContext, TurnOutcome], ...]]:
    """The outcome of an utterance, and of each of its commands when there are several."""
    if is_retracted(parts):
        telling, _ = part_contexts(scene, parts)
        return retract_outcome(scene, decide(telling)), ()
    if len(parts) == 1 and not parts[0].start:
        return decide(part_contexts(scene, parts)[0]), ()
    each = decide_each(part_contexts(scene, parts), decide)
    outcome = merge_outcomes([one for _, one in each], scene)
    return outcome, each


def _with_restore_question(scene: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """A device that was just restored confirms one missing basic, once, when nothing else is asked (2.11.12)."""
    if outcome.question_id or outcome.intent in RECALLS:
        return outcome
    if scene.oversight.current_state().get(RESTORED) != "pending":
        return outcome
    missing = next((key for key in _BASICS if not scene.known(key)), None)
    settled_now = replace(outcome, settings=(*outcome.settings, Setting(RESTORED, "confirmed")))
    if missing is None or not scene.may_ask(missing, "DEVICE_RESTORE"):
        return settled_now
    question = new_question(scene.turn, missing, "DEVICE_RESTORE", ())
    return settled_now.with_reasons("DEVICE_RESTORE").with_question(question)


def _decide_by_intent(scene: TurnContext) -> TurnOutcome:
    intent = scene.understood.intent
    stretch = scene.fact_keys.spans.of(scene.turn.text, scene.turn.at) if intent.startswith("forget") else None
    if stretch is not None:
        return forget_time_range(scene, stretch)
    about_then = _forget_topic_in_period(scene) if intent in ("forget", "forget_topic", "forget_all_about") else None
    if about_then is not None:
        return about_then
    rule = _RULES.get(intent)
    return rule(scene) if rule else TurnOutcome(intent, _FIXED_REASONS.get(intent, ()))


def _forget_topic_in_period(scene: TurnContext) -> TurnOutcome | None:
    """ "Forget what I said about tea yesterday", unless that is what something is called: "the party on Saturday"."""
    found = scene.fact_keys.spans.about(scene.turn.text, scene.turn.at)
    return None if found is None or memory_controls.atoms_of_topic(scene) else forget_topic_in_range(scene, *found)


def _decide_spelling(scene: TurnContext) -> TurnOutcome:
    """ "It's spelled S A R A H"; a word that is no letters, "it's spelled Sarah", is a sentence like another."""
    outcome = spelling.start_spelling(scene)
    one_word = len(scene.understood.slot("letters").split()) == 1
    unclear = "CORRECTION_UNCLEAR" in outcome.reasons and one_word
    return corrections.revise_or_store(scene) if unclear else outcome


def _start_review(scene: TurnContext) -> TurnOutcome:
    """The person wants to go over something: that is a reason to ask again (2.11.12)."""
    keys = scene.fact_keys.keys(scene.understood.slot("about"))
    found = next((atom for key in keys for atom in scene.known(key)), None)
    if found is None:
        return TurnOutcome("review", ("NOTHING_FOUND",))
    question = new_question(scene.turn, found.key, "USER_REQUEST", (found,))
    return TurnOutcome("review", ("USER_REQUEST",), focus=(found.atom_id,)).with_question(question)


_RULES: dict[str, Callable[[TurnContext], TurnOutcome]] = {
    "statement": corrections.revise_or_store,
    "remember": store_on_request,
    "insist": store_on_request,
    "forget": forget_commands.forget_referenced,
    "forget_topic": forget_commands.forget_referenced,
    "forget_all_about": forget_commands.forget_referenced,
    "forget_said": forget_commands.forget_said,
    "forget_both": forget_commands.forget_both,
    "forget_them_all": forget_commands.forget_them_all,
    "forget_nth": forget_commands.forget_nth,
    "forget_everything": forget_commands.forget_everything,
    "dont_remember": forget_commands.bar_topic,
    "stop_mentioning": memory_controls.stop_mentioning,
    "mention_again": memory_controls.lift_rules,
    "remember_again": memory_controls.lift_rules,
    "only_if_asked": memory_controls.mark_memory,
    "pin": memory_controls.mark_memory,
    "unpin": memory_controls.mark_memory,
    "may_say": memory_controls.mark_memory,
    "keep_to_text": memory_controls.mark_memory,
    "keep_inside": memory_controls.mark_memory,
    "correct": memory_controls.correct_mentioned,
    "spell": _decide_spelling,
    "swap": memory_controls.replace_word,
    "not_so": corrections.negate_statement,
    "change": memory_controls.change_key_value,
    "review": _start_review,
}

_FIXED_REASONS: dict[str, tuple[str, ...]] = {
    "stop": ("USER_STOPPED",),
    "request": ("CANNOT_DO",),
    "confirm": ("NOTHING_OPEN",),
    "deny": ("NOTHING_OPEN",),
    "choose": ("NOTHING_OPEN",),
    "choose_all": ("NOTHING_OPEN",),
    "choose_none": ("NOTHING_OPEN",),
    "keep_both": ("NOTHING_OPEN",),
}
