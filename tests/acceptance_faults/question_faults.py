"""Pure: faults in asking and in not asking again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(
    Q12_ONE_QUESTION_RULE="a_conflict_costs_one_question",
    Q14_REASK_GUARDS="staleness",
    Q14_UNRESOLVED_SUPPRESS="another_session_may_ask",
)
def nothing_is_asked() -> None:
    """Doubt is passed over in silence."""
    from memory.rules import clarification as clarification_module

    swap(clarification_module.may_ask, always_returning(False))


@fault(
    Q12_ONE_QUESTION_RULE="unanswered_it_is_left_out",
    Q14_UNRESOLVED_SUPPRESS="ignored_once",
    Q14_DO_NOT_REPEAT="asked_once_when_unknown",
)
def everything_is_asked_again() -> None:
    """What was ignored or is known is asked as often as it comes up."""
    from device.skills.recall import fact_lookup, reading_answer
    from memory.rules import clarification as clarification_module

    swap(clarification_module.may_ask, always_returning(True))

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def ask_first(view: Any, *rest: Any) -> Any:
            text = view.heard.turn.text
            keys = view.fact_keys.keys(dict(view.heard.slots).get("about") or text, text)
            asked = fact_lookup._ask_stable(view, keys[0]) if keys and keys[0] in fact_lookup.STABLE_KEYS else None
            return (asked, view.look_up("")) if asked else right(view, *rest)

        return ask_first

    wrap(fact_lookup.recall_one, around)
    wrap(reading_answer.recall_by_reading, around)


@fault(Q14_DO_NOT_REPEAT="a_known_name", Q14_UNRESOLVED_SUPPRESS="an_unknown_name_is_asked_once")
def known_basics_are_asked() -> None:
    """A name is asked for although it is known."""
    everything_is_asked_again()


@fault(Q12_ONE_QUESTION_RULE="the_answer_settles_the_conflict", Q14_UNRESOLVED_SUPPRESS="answered_is_resolved")
def answers_are_not_heard() -> None:
    """No answer settles anything."""
    from device.assistant import clarification

    swap(clarification.settle_question, always_returning(None))


@fault(Q12_ONE_QUESTION_RULE="many_doubts_one_question")
def doubts_are_asked_in_a_row() -> None:
    """A reply that asks asks twice."""
    from device.skills.reply_context import ReplyContext

    asks = ReplyContext.asks

    def twice(self: Any, *words: Any, **named: Any) -> Any:
        reply = asks(self, *words, **named)
        return replace(reply, text=f"{reply.text} {reply.text}")

    ReplyContext.asks = twice  # type: ignore[method-assign]


@fault(Q12_ONE_QUESTION_RULE="what_does_not_matter_is_not_asked", Q16_SAFE_RECALL_SUMMARY="nothing_known")
def doubts_are_asked_out_of_place() -> None:
    """Any answer is used to ask about something else."""
    from device.assistant import responder
    from memory.rules.clarification import new_question

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def ask(view: Any, *rest: Any) -> Any:
            answered = right(view, *rest)
            question = new_question(view.heard.turn, "anything", "CONFLICT", ())
            return replace(answered, reply=replace(answered.reply, question=question))

        return ask

    wrap(responder.compose_reply, around)


@fault(Q14_UNRESOLVED_SUPPRESS="it_is_not_used_either", Q13_NO_SILENT_OVERWRITE="a_verified_fact")
def ignored_means_agreed() -> None:
    """A question that is not answered counts as a yes."""
    from device.assistant import dispatcher
    from device.nlu.intent_matcher import IntentMatch
    from memory.rules.clarification import waiting_question

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def decide(context: Any, *rest: Any) -> Any:
            if waiting_question(context.asked) is None:
                return right(context, *rest)
            return right(replace(context, understood=IntentMatch("confirm")), *rest)

        return decide

    wrap(dispatcher.decide, around)


@fault(Q13_CRITICAL_TOKEN_CONFIRM="a_yes_after_two_remarks")
def questions_wait_for_ever() -> None:
    """A question stays open through any talk."""
    from device.assistant import dispatcher

    swap(dispatcher._was_asked_last, always_returning(True))


@fault(Q13_CRITICAL_TOKEN_CONFIRM="a_yes_after_a_remark")
def questions_wait_for_nothing() -> None:
    """Whatever is said next ends a question."""
    from device.assistant import clarification

    swap(clarification.can_be_answered_later, always_returning(False))


@fault(Q14_UNRESOLVED_SUPPRESS="a_conflict_ignored")
def unresolved_is_forgotten() -> None:
    """An ignored question leaves no trace, so it is asked again."""
    from memory.rules import clarification as clarification_module

    wrap(
        clarification_module.close_question,
        lambda closed: lambda question, *, answered: closed(question, answered=True),
    )


@fault(Q14_DO_NOT_REPEAT="language_and_contact")
def no_flags() -> None:
    """What is known is not flagged."""
    from memory.rules import clarification as clarification_module

    swap(clarification_module.flags_for, always_returning(()))


@fault(Q14_DO_NOT_REPEAT="what_is_not_stable_is_not_flagged")
def everything_is_flagged() -> None:
    """Every fact is taken for a stable basic."""
    from memory.model.changes import Flag
    from memory.rules import clarification as clarification_module

    def flags_for(atoms: Any, now_ms: int) -> Any:
        return tuple(Flag(atom.user_id, atom.key, now_ms, atom.reason_code) for atom in atoms)

    swap(clarification_module.flags_for, flags_for)


@fault(Q14_DO_NOT_REPEAT="the_hundred_and_twenty_ninth")
def the_newest_flag_goes() -> None:
    """The most recently touched flag is evicted instead of the least."""
    from memory.rules import clarification as clarification_module

    def evicted(flags: Any, coming: Any, most: int) -> Any:
        kept, new = {flag.key: flag for flag in flags}, {flag.key for flag in coming}
        excess = max(0, len(kept.keys() | new) - most)
        newest = sorted((flag for flag in kept.values() if flag.key not in new), key=lambda flag: -flag.touched_ms)
        return tuple((flag.user_id, flag.key) for flag in newest[:excess])

    swap(clarification_module.flags_to_evict, evicted)


@fault(Q14_DO_NOT_REPEAT="never_above_the_cap")
def no_flag_goes() -> None:
    """Flags are kept without end."""
    from memory.rules import clarification as clarification_module
    from tests.acceptance_faults.fault_injection import loosen_limits

    loosen_limits(max_do_not_repeat_keys=1_000)
    swap(clarification_module.flags_to_evict, always_returning(()))


@fault(Q14_DO_NOT_REPEAT="forgotten_is_unknown_again")
def flags_outlive_their_fact() -> None:
    """A flag stays when its fact is forgotten."""
    from engine_b.writes import forget

    swap(forget._drop_flag, always_returning(None))


@fault(Q14_REASK_GUARDS="on_request")
def requests_are_not_heard() -> None:
    """ "Review my name" is not asked about."""
    from device.skills.memory import skill
    from device.skills.turn_context import TurnOutcome

    swap(skill._start_review, always_returning(TurnOutcome("review", ("NOTHING_FOUND",))))


@fault(Q14_REASK_GUARDS="none_of_the_five")
def small_talk_is_a_reason() -> None:
    """A greeting is taken for a reason to ask."""
    doubts_are_asked_out_of_place()


@fault(Q14_REASK_GUARDS="inside_the_window", Q12_TAGGING="said_plainly_is_confirmed")
def everything_is_stale() -> None:
    """Yesterday is long ago."""
    from memory.rules import freshness

    swap(freshness.is_stale, always_returning(True))
