"""Pure: faults in how corrections are captured, and in how a turn that is delivered again is met."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(
    Q13_NO_SILENT_OVERWRITE="a_replayed_turn_makes_nothing_new",
    Q14_UNRESOLVED_SUPPRESS="a_retry_of_the_question_turn",
    Q16_FORGET_COMMANDS="a_retry_does_not_bring_it_back",
    Q17_METRICS_STABLE="a_retry_is_not_measured_twice",
    Q17_METRICS_NONAUTHORITATIVE="a_retry_measures_once",
    Q14_DO_NOT_REPEAT="a_retry_raises_one_flag",
)
def every_delivery_is_new() -> None:
    """A turn delivered again is taken for a new one, in the assistant and in the ids that it makes."""
    from itertools import count

    from device.cli.talk import cmd_say

    number = count()

    def around(turn: Callable[..., Any]) -> Callable[..., Any]:
        def make(how: Any, line: Any) -> Any:
            made = turn(how, line)
            return replace(made, turn_id=f"{made.turn_id}{next(number):x}{_process()}")

        return make

    wrap(cmd_say._turn, around)


def _process() -> str:
    import os

    return f"{os.getpid():x}"


@fault(
    Q13_CORRECTION_PAIR_CAPTURE="not_anna_but_ana",
    Q13_CONFIDENCE_DELTAS="corrected",
    Q17_METRICS_COUNTS="wrong_recall",
)
def corrections_are_dropped() -> None:
    """A correction is heard and changes nothing."""
    from memory.extraction import correction_rules

    swap(
        correction_rules.correct_atom,
        always_returning(correction_rules.CorrectionOutcome(reason_code="CORRECTION_UNCLEAR")),
    )


@fault(Q13_CORRECTION_PAIR_CAPTURE="after_a_power_cut")
def pairs_are_not_kept() -> None:
    """The atom changes, the pair is lost."""
    from device.skills.memory import memory_controls

    wrap(
        memory_controls.correction_outcome, lambda corrected: lambda *words: replace(corrected(*words), corrections=())
    )


@fault(Q13_CORRECTION_PAIR_CAPTURE="said_again_later")
def corrected_twice() -> None:
    """What is so already is corrected once more."""
    from memory.extraction import correction_rules

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def again(turn: Any, heard: str, meant: str, span: Any, targets: Any, policy: Any, language: Any) -> Any:
            done = right(turn, heard, meant, span, targets, policy, language)
            if done.reason_code != "ALREADY_SO":
                return done
            return correction_rules.apply_correction(turn, targets[0], meant, meant, span, policy, language)

        return again

    wrap(correction_rules.correct_atom, around)


@fault(Q13_CORRECTION_PAIR_CAPTURE="a_retry_changes_nothing_twice")
def retries_correct_again() -> None:
    """A turn delivered again corrects again."""
    every_delivery_is_new()
    corrected_twice()


@fault(Q13_CORRECTION_PAIR_CAPTURE="nothing_to_correct")
def anything_is_corrected() -> None:
    """A correction of something never said hits whatever was mentioned last."""
    from memory.extraction import correction_rules

    swap(correction_rules.atom_contains_words, always_returning(True))


@fault(Q13_CORRECTION_PAIR_CAPTURE="one_atom_only")
def every_holder_is_corrected() -> None:
    """All atoms with the misheard word change."""
    from device.skills.memory import memory_controls
    from memory.extraction import correction_rules

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def all_of_them(context: Any) -> Any:
            outcome = right(context)
            heard, meant = context.understood.slot("heard"), context.understood.slot("meant")
            others = [
                atom
                for atom in memory_controls._atoms_holding_stems(context, heard)
                if atom.atom_id not in outcome.focus
            ]
            done = [
                correction_rules.apply_correction(
                    context.turn, atom, heard, meant, (0, 1), context.policy, context.language
                )
                for atom in others
            ]
            return replace(outcome, changed=(*outcome.changed, *(one.atom for one in done)))

        return all_of_them

    wrap(memory_controls.correct_mentioned, around)


@fault(Q13_CRITICAL_TOKEN_CONFIRM="the_right_word_alone")
def a_new_value_is_a_correction() -> None:
    """A different value changes a fact although nothing said that it corrects."""
    from device.skills.memory import corrections

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        return lambda context, put, said: right(context, replace(put, sure=True), said)

    wrap(corrections._apply_replacement, around)


@fault(Q13_CRITICAL_TOKEN_CONFIRM="a_neighbouring_name")
def nothing_is_critical() -> None:
    """A name changes as easily as a color."""
    from memory.extraction import correction_rules

    swap(correction_rules.is_critical, always_returning(False))


@fault(Q13_CRITICAL_TOKEN_CONFIRM="a_neighbouring_name")
def neighbours_change_unasked() -> None:
    """A name beside what a fact tells changes like what it tells."""
    from memory.extraction import value_types

    swap(value_types.is_only_match, always_returning(True))


@fault(Q13_CRITICAL_TOKEN_CONFIRM="another_sort_of_word")
def any_sort_will_do() -> None:
    """A number takes the place of a name."""
    from memory.extraction import value_types

    swap(value_types.may_replace, always_returning(True))


@fault(Q13_CORRECTION_PAIR_CAPTURE="a_sentence_of_its_own", Q13_NO_SILENT_OVERWRITE="what_is_over")
def sentences_only_tell() -> None:
    """A sentence without "no, it's" is never a correction, and takes nothing back."""
    from device.skills.memory import corrections
    from device.skills.memory.fact_storage import store_statement

    swap(corrections.revise_or_store, store_statement)


@fault(Q13_NO_SILENT_OVERWRITE="words_that_differ_in_a_number")
def free_words_are_their_own_key() -> None:
    """What is kept for its own sake is filed under all its words."""
    from memory.extraction import extract

    swap(extract.statement_key, lambda text, language: f"statement:{text.casefold()}")


@fault(Q13_CORRECTION_PAIR_CAPTURE="orders_inside_a_correction")
def corrections_are_obeyed() -> None:
    """What something is corrected to is taken for a command."""
    from device.skills.memory import memory_controls
    from device.skills.memory.forgetting import forget_commands

    def around(right: Callable[..., Any]) -> Callable[..., Any]:
        def obey(context: Any) -> Any:
            return (
                forget_commands.forget_all_confirmed(context)
                if "forget" in context.understood.slot("meant")
                else right(context)
            )

        return obey

    wrap(memory_controls.correct_mentioned, around)
