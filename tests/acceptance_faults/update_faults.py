"""Pure: faults in how memory changes: conflicts and their answers, confidence, caps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, loosen_limits, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(
    Q13_CRITICAL_TOKEN_CONFIRM="a_date",
    Q13_NO_SILENT_OVERWRITE="a_preference_said_otherwise",
    Q14_REASK_GUARDS="conflict",
    Q17_METRICS_COUNTS="a_conflict_and_the_question_it_costs",
    Q13_CONFIDENCE_DELTAS="superseded_and_approved",
)
def the_newest_wins() -> None:
    """A new value silently replaces the old one."""
    from memory.rules import conflict

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def overwrite(candidate: Any, known: Any, now_ms: int, policy: Any, language: Any) -> Any:
            weighed = right(candidate, known, now_ms, policy, language)
            if not weighed.ask_about:
                return weighed
            old, new = weighed.ask_about
            return conflict.ConflictOutcome(
                (), conflict.settle_conflict(old, new, True, now_ms, policy), (), "USER_STATED"
            )

        def plainly(candidate: Any, known: Any, now_ms: int, policy: Any, language: Any) -> Any:
            weighed = overwrite(candidate, known, now_ms, policy, language)
            if weighed.new or not weighed.changed or weighed.reason_code == "RESTATED":
                return weighed
            old = next(atom for atom in weighed.changed if atom.atom_id != candidate.atom_id)
            return conflict.ConflictOutcome((candidate,), (old,), (), "USER_STATED")

        return plainly

    wrap(conflict.resolve_conflict, around)


@fault(Q13_CRITICAL_TOKEN_CONFIRM="a_yes_to_something_later", Q13_NO_SILENT_OVERWRITE="unanswered_the_old_one_stands")
def anything_is_a_yes() -> None:
    """Whatever is said next confirms."""
    _answers(lambda context, question: True)


@fault(Q13_CRITICAL_TOKEN_CONFIRM="yes_twice")
def answered_questions_stay_open() -> None:
    """A question that was answered waits for another answer."""
    from memory.rules import clarification as clarification_module

    swap(clarification_module.close_question, lambda question, *, answered: question)


@fault(Q13_CRITICAL_TOKEN_CONFIRM="a_yes_with_orders_attached")
def a_yes_inside_is_a_yes() -> None:
    """Words that only contain a yes confirm."""
    _answers(lambda context, question: "yes" in context.turn.text)


def _answers(is_yes: Callable[[Any, Any], bool]) -> None:
    from device.assistant import clarification
    from device.nlu.intent_matcher import IntentMatch

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def settle(context: Any, question: Any, **how: Any) -> Any:
            agreed = replace(context, understood=IntentMatch("confirm")) if is_yes(context, question) else context
            return right(agreed, question, **how)

        return settle

    wrap(clarification.settle_question, around)


@fault(Q13_CRITICAL_TOKEN_CONFIRM="a_date_denied", Q13_CONFIDENCE_DELTAS="kept")
def a_no_is_a_yes() -> None:
    """Denying changes it all the same."""
    from memory.rules import conflict

    wrap(conflict.settle_conflict, lambda settle: lambda old, new, accepted, *rest: settle(old, new, True, *rest))


@fault(Q13_CRITICAL_TOKEN_CONFIRM="a_yes_in_another_session", Q14_UNRESOLVED_SUPPRESS="interleaved_sessions")
def sessions_are_mixed() -> None:
    """A question of one talk waits in all of them."""
    from engine_b.protocol.row_mapping import QUESTION_COLUMNS, question_from_row, select_columns
    from engine_b.vault.vault_reader import VaultReader

    def questions(self: Any, user_id: str, session_id: str) -> Any:
        rows = self._database.rows(
            f"SELECT {select_columns(QUESTION_COLUMNS, 'q')} FROM question q WHERE q.user_id = ?"
            " AND q.state <> 'resolved' ORDER BY q.asked_at_ms DESC",
            (user_id,),
        )
        return tuple(question_from_row(row) for row in rows)

    VaultReader.questions = questions  # type: ignore[method-assign]


@fault(Q13_CONFIDENCE_DELTAS="restated")
def saying_again_adds_nothing() -> None:
    """The delta of a restatement is lost."""
    _delta("RESTATED", 0)


@fault(Q13_CONFIDENCE_DELTAS="confirmed")
def a_yes_adds_nothing() -> None:
    """The delta of a confirmation is lost."""
    _delta("CONFIRMED_BY_USER", 0)


@fault(Q13_CONFIDENCE_DELTAS="denied", Q12_ONE_QUESTION_RULE="a_no_takes_it_out_of_use")
def a_no_takes_nothing() -> None:
    """The delta of a denial is lost."""
    _delta("DENIED_BY_USER", 0)


def _delta(reason_code: str, delta_bp: int) -> None:
    from memory.rules import confidence

    def around(moved: Callable[..., int]) -> Callable[..., int]:
        return lambda bp, reason, policy: max(0, bp + delta_bp) if reason == reason_code else moved(bp, reason, policy)

    wrap(confidence.adjust_confidence, around)


@fault(Q13_CONFIDENCE_DELTAS="never_above_ten_thousand")
def confidence_has_no_top() -> None:
    """Confidence grows without end, and an atom does not mind."""
    from memory.model.atoms import Atom
    from memory.rules import confidence

    Atom.__post_init__ = always_returning(None)  # type: ignore[method-assign]

    swap(confidence.adjust_confidence, lambda bp, reason, policy: bp + policy.confidence_deltas_bp[reason])


@fault(Q13_CONFIDENCE_DELTAS="use_adds_nothing")
def being_used_makes_surer() -> None:
    """Every use adds confidence."""
    from engine_b.writes import atom_writes

    def around(use_atom: Callable[..., None]) -> Callable[..., None]:
        def use(recorder: Any, atom_id: str) -> None:
            use_atom(recorder, atom_id)
            recorder.database.run(
                "UPDATE atom SET confidence_bp = min(10000, confidence_bp + 10) WHERE atom_id = ?", (atom_id,)
            )

        return use

    wrap(atom_writes.use_atom, around)


@fault(Q13_CONFIDENCE_DELTAS="the_same_everywhere")
def chance_moves_confidence() -> None:
    """The delta depends on the hash seed."""
    from memory.rules import confidence

    def around(moved: Callable[..., int]) -> Callable[..., int]:
        return lambda bp, reason, policy: max(0, moved(bp, reason, policy) - hash(reason) % 97)

    wrap(confidence.adjust_confidence, around)


@fault(Q13_NO_SILENT_OVERWRITE="nine_facts_in_one_breath")
def atoms_made_without_end() -> None:
    """A turn may make any number of atoms."""
    read_without_end()
    loosen_limits(max_new_atoms_per_turn=50)


@fault(Q13_NO_SILENT_OVERWRITE="nine_changes_in_one_breath")
def atoms_changed_without_end() -> None:
    """A turn may change any number of atoms."""
    read_without_end()
    loosen_limits(max_new_atoms_per_turn=50, max_changed_atoms_per_turn=50)


def read_without_end() -> None:
    """Lets the reader return any number of acts; its own cap would hide that the one of a turn is gone."""
    from memory.reading.grammar import reader

    vars(reader)["MAX_ACTS"] = 50


@fault(Q13_CONFIDENCE_DELTAS="a_number_in_the_text_is_no_confidence")
def texts_set_their_confidence() -> None:
    """A text that says how sure it is is believed."""
    from memory.extraction import extract

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def believe(fact: Any, *rest: Any) -> Any:
            atom = right(fact, *rest)
            return replace(atom, confidence_bp=10_000) if "confidence_bp 10000" in atom.text else atom

        return believe

    wrap(extract.atom_from_fact, around)


@fault(Q13_NO_SILENT_OVERWRITE="a_question_states_nothing")
def questions_are_statements() -> None:
    """What is asked is taken for said."""
    from device.skills.memory.fact_storage import store_statement
    from device.skills.recall.skill import RECALL

    _tell(lambda text: text[max(text.rfind("my "), 0) :].rstrip("?").replace(" was ", " is "))
    deciding = next(intent for intent in RECALL.intents if intent.name == "question")
    object.__setattr__(deciding, "decide", store_statement)


@fault(Q13_NO_SILENT_OVERWRITE="what_others_said")
def hearsay_is_a_statement() -> None:
    """What somebody else said is taken for the person's own word."""
    _tell(lambda text: text[max(text.rfind("my "), 0) :])


@fault(Q13_NO_SILENT_OVERWRITE="ordered_to_overwrite")
def orders_to_overwrite_are_obeyed() -> None:
    """A text that orders a fact to be overwritten is obeyed."""
    the_newest_wins()
    _tell(lambda text: "my favorite color is blue" if "blue" in text else text)


def _tell(heard: Callable[[str], str]) -> None:
    from memory.extraction import extract, told_facts

    for rule in (extract.extract_facts, told_facts.extract_told):
        wrap(rule, lambda right: lambda turn, *rest: right(replace(turn, text=heard(turn.text)), *rest))
