"""Rules: what a turn does, by its intent. One table; every intent that is not in it only archives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from device.assistant.clarification import may_wait, settled
from device.assistant.compound_commands import Part, decided, joined, scenes, taken_back, takes_back
from device.skills.memory import corrections, forget, memory_controls, spelling
from device.skills.memory.forget_period import forget_about_then, forget_time
from device.skills.memory.remember import remember
from device.skills.turn_context import Outcome, Scene
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


def decide(scene: Scene) -> Outcome:
    """The outcome of a turn: first whether it answers the open question, then what its intent does."""
    question = waiting_question(scene.asked)
    if question is None:
        return _after_restore(scene, _by_intent(scene))
    late = not _asked_just_now(scene, question)
    outcome = settled(scene, question, late=late)
    if outcome is not None:
        return outcome
    ignored = close_question(question, answered=False)
    passed = replace(scene, asked=tuple(ignored if q is question else q for q in scene.asked))
    outcome = _by_intent(passed)
    if not late and may_wait(question) and _was_idle(outcome):
        return outcome
    return replace(outcome, questions=(ignored, *outcome.questions))


def _asked_just_now(scene: Scene, question: Question) -> bool:
    """Whether nothing was said between the question and this turn."""
    last = scene.oversight.recent_turns(scene.turn.user_id, scene.turn.session_id, 1)
    return last == (question.turn_id,)


def _was_idle(outcome: Outcome) -> bool:
    """Whether the turn asked nothing, either way, and did nothing: then a later "yes" is still about before."""
    unclear = "CORRECTION_UNCLEAR" in outcome.reasons
    return outcome.intent in _IDLE and not (outcome.new or outcome.changed or outcome.question_id or unclear)


def decide_parts(scene: Scene, parts: tuple[Part, ...]) -> tuple[Outcome, tuple[tuple[Scene, Outcome], ...]]:
    """The outcome of an utterance, and of each of its commands when there are several."""
    if takes_back(parts):
        telling, _ = scenes(scene, parts)
        return taken_back(scene, decide(telling)), ()
    if len(parts) == 1 and not parts[0].start:
        return decide(scenes(scene, parts)[0]), ()
    each = decided(scenes(scene, parts), decide)
    outcome = joined([one for _, one in each], scene)
    return outcome, each


def _after_restore(scene: Scene, outcome: Outcome) -> Outcome:
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
    return settled_now.because("DEVICE_RESTORE").asking(question)


def _by_intent(scene: Scene) -> Outcome:
    intent = scene.understood.intent
    stretch = scene.naming.spans.of(scene.turn.text, scene.turn.at) if intent.startswith("forget") else None
    if stretch is not None:
        return forget_time(scene, stretch)
    about_then = _forgotten_of_then(scene) if intent in ("forget", "forget_topic", "forget_all_about") else None
    if about_then is not None:
        return about_then
    rule = _RULES.get(intent)
    return rule(scene) if rule else Outcome(intent, _PLAIN.get(intent, ()))


def _forgotten_of_then(scene: Scene) -> Outcome | None:
    """ "Forget what I said about tea yesterday", unless that is what something is called: "the party on Saturday"."""
    found = scene.naming.spans.about(scene.turn.text, scene.turn.at)
    return None if found is None or memory_controls.named(scene) else forget_about_then(scene, *found)


def _spell(scene: Scene) -> Outcome:
    """ "It's spelled S A R A H"; a word that is no letters, "it's spelled Sarah", is a sentence like another."""
    outcome = spelling.spell(scene)
    one_word = len(scene.understood.slot("letters").split()) == 1
    unclear = "CORRECTION_UNCLEAR" in outcome.reasons and one_word
    return corrections.statement(scene) if unclear else outcome


def _review(scene: Scene) -> Outcome:
    """The person wants to go over something: that is a reason to ask again (2.11.12)."""
    keys = scene.naming.keys(scene.understood.slot("about"))
    found = next((atom for key in keys for atom in scene.known(key)), None)
    if found is None:
        return Outcome("review", ("NOTHING_FOUND",))
    question = new_question(scene.turn, found.key, "USER_REQUEST", (found,))
    return Outcome("review", ("USER_REQUEST",), focus=(found.atom_id,)).asking(question)


_RULES: dict[str, Callable[[Scene], Outcome]] = {
    "statement": corrections.statement,
    "remember": remember,
    "insist": remember,
    "forget": forget.forget,
    "forget_topic": forget.forget,
    "forget_all_about": forget.forget,
    "forget_said": forget.forget_said,
    "forget_both": forget.forget_both,
    "forget_them_all": forget.forget_them_all,
    "forget_nth": forget.forget_nth,
    "forget_everything": forget.forget_everything,
    "dont_remember": forget.dont_remember,
    "stop_mentioning": memory_controls.stop_mentioning,
    "mention_again": memory_controls.allow_again,
    "remember_again": memory_controls.allow_again,
    "only_if_asked": memory_controls.mark,
    "pin": memory_controls.mark,
    "unpin": memory_controls.mark,
    "may_say": memory_controls.mark,
    "keep_to_text": memory_controls.mark,
    "keep_inside": memory_controls.mark,
    "correct": memory_controls.correction,
    "spell": _spell,
    "swap": memory_controls.swap,
    "not_so": corrections.not_so,
    "change": memory_controls.change,
    "review": _review,
}

_PLAIN: dict[str, tuple[str, ...]] = {
    "stop": ("USER_STOPPED",),
    "request": ("CANNOT_DO",),
    "confirm": ("NOTHING_OPEN",),
    "deny": ("NOTHING_OPEN",),
    "choose": ("NOTHING_OPEN",),
    "choose_all": ("NOTHING_OPEN",),
    "choose_none": ("NOTHING_OPEN",),
    "keep_both": ("NOTHING_OPEN",),
}
