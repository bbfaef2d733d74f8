"""Pure: forgets a time range: "forget what I told you yesterday", or a topic in it: "what I said about tea yesterday".

Facts stated in the range are forgotten, with the record of the talk (2.11.11). What was stated before or again after it
stays. More than a few memories cost one question.
"""

from __future__ import annotations

from device.core.policy import MAX_FOUND_ATOMS
from device.nlu.time_ranges import TimeRange
from device.skills.memory.forgetting.outcomes import forget_outcome
from device.skills.memory.memory_controls import ask_which_atom
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.model.atoms import Atom
from memory.model.changes import Question
from memory.rules.clarification import new_question
from memory.rules.controls import atoms_about_topic, topics_meant

INTENT = "forget_time"


def forget_time_range(context: TurnContext, stretch: TimeRange, *, sure: bool = True) -> TurnOutcome:
    """Forgets what was stated in the range; asks once when that is much, or when it is not sure that it is meant."""
    turns = _turns_in_range(context, stretch)
    atoms = _atoms_told_in_turns(context, turns)
    if not turns:
        return TurnOutcome(INTENT, ("NOTHING_SAID_THEN",))
    if sure and len(atoms) <= context.policy.max_forget_unasked:
        return _forget_range_outcome(context, atoms, turns)
    proposal = f"{stretch.from_ms} {stretch.until_ms}" if not stretch.whole_session else ""
    question = new_question(context.turn, INTENT, "FORGET_TIME", atoms, proposal)
    return TurnOutcome(INTENT, ("FORGET_TIME",)).with_question(question)


def forget_topic_in_range(context: TurnContext, topic: str, stretch: TimeRange) -> TurnOutcome | None:
    """Forgets what was stated about a topic in a range; None when nothing was."""
    meant, turns = topics_meant(topic, context.language), _turns_in_range(context, stretch)
    then, user_id = frozenset(turns), context.turn.user_id
    atoms = atoms_about_topic(topic, _atoms_told_in_turns(context, turns), context.language)
    held = (context.queries.turns_holding(user_id, each, MAX_FOUND_ATOMS) for each in meant)
    said = tuple(dict.fromkeys(turn for turns in held for turn in turns if turn in then))
    if not atoms and not said:
        return None
    return (
        ask_which_atom(context, atoms)
        if len(atoms) > context.policy.max_forget_unasked
        else forget_outcome(context, atoms, said)
    )


def settle_forget_time_range(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Settles the question about a range."""
    if context.understood.intent in ("deny", "choose_none"):
        return TurnOutcome("deny", ("KEPT_BY_USER",))
    if context.understood.intent not in ("confirm", "choose_all", "forget_them_all", "forget"):
        return None
    begin, _, end = question.proposal.partition(" ")
    stretch = TimeRange(int(begin), int(end)) if end else TimeRange(until_ms=question.asked_at_ms, whole_session=True)
    turns = _turns_in_range(context, stretch)
    return _forget_range_outcome(context, _atoms_told_in_turns(context, turns), turns)


def _forget_range_outcome(context: TurnContext, atoms: tuple[Atom, ...], turns: tuple[str, ...]) -> TurnOutcome:
    outcome = forget_outcome(context, atoms, turns)
    return TurnOutcome(INTENT, ("FORGOTTEN_BY_USER",), outcome.new, outcome.changed, outcome.forget, turns)


def _turns_in_range(context: TurnContext, stretch: TimeRange) -> tuple[str, ...]:
    user_id = context.turn.user_id
    if stretch.whole_session:
        return context.queries.turns_of(user_id, context.turn.session_id)
    return context.queries.turns_between(user_id, stretch.from_ms, stretch.until_ms)


def _atoms_told_in_turns(context: TurnContext, turns: tuple[str, ...]) -> tuple[Atom, ...]:
    return context.queries.told_only_in(context.turn.user_id, turns)
