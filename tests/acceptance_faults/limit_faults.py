"""Pure: faults one step beyond a bound: a cap that is one too high, a window that is a day too long, a delta that is
one too many.

A case that sees only gross breaches leaves the bound itself unguarded, so each fault here is the smallest there is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from memory.core.policy import CONFIDENCE_DELTAS_BP, FRESHNESS_DAYS
from tests.acceptance_faults.fault_injection import loosen_limits, wrap
from tests.acceptance_faults.fault_registry import fault
from tests.acceptance_faults.update_faults import read_without_end


def _limit(name: str, does: str, value: Callable[[], dict[str, object]], **seen: str) -> None:
    """Register the fault `name`, which gives limits of the policy other values."""

    def apply() -> None:
        loosen_limits(**value())

    apply.__name__, apply.__doc__ = name, does
    fault(**seen)(apply)


def _one_more(limit: str, value: int, **seen: str) -> None:
    _limit(f"{limit}_is_{value}", f"The limit {limit} is {value}, one too high.", lambda: {limit: value}, **seen)


_one_more("max_bundle_bytes", 32_769, Q12_BUNDLE_BUDGETS="one_byte_more_than_fits")
_one_more(
    "max_bundle_atoms",
    21,
    Q12_BUNDLE_BUDGETS="a_thousand_relevant_atoms",
    Q18_RETENTION_MODES="caps_stay",
)
_one_more("max_bundle_excerpts", 3, Q12_BUNDLE_BUDGETS="excerpts_stay_two_and_short")
_one_more("max_excerpt_chars", 1_201, Q12_BUNDLE_BUDGETS="an_excerpt_ends_where_its_bound_is")
_one_more("max_push_atoms", 9, Q12_BUNDLE_BUDGETS="the_push_slot_leaves_room")
_one_more("max_do_not_repeat_keys", 129, Q14_DO_NOT_REPEAT="the_hundred_and_twenty_ninth")
_one_more("max_recall_summary_items", 11, Q16_SAFE_RECALL_SUMMARY="at_most_ten")
_limit(
    "max_recall_summary_bytes_is_1200",
    "A summary is over a kilobyte: sentences that it may need and does not are counted with it.",
    lambda: {"max_recall_summary_bytes": 1_200},
    Q16_SAFE_RECALL_SUMMARY="at_most_a_kilobyte",
)


def _one_more_hint(limit: str, value: int, case_id: str) -> None:
    def apply() -> None:
        from memory.retrieval import hint_bundle

        wrap(
            hint_bundle.bounded_terms,
            lambda right: lambda wanted, policy: right(wanted, replace(policy, **{limit: value})),
        )

    apply.__name__, apply.__doc__ = f"{limit}_is_{value}", f"The limit {limit} is {value}, one too high."
    fault(Q13_VOCAB_LEARNED=case_id)(apply)


_one_more_hint("max_hint_terms", 101, "more_words_than_may_be_hinted")
_one_more_hint("max_hint_bytes", 4_097, "one_byte_more_than_fits")


def _one_more_a_turn(limit: str, case_id: str) -> None:
    def apply() -> None:
        read_without_end()
        loosen_limits(**{"max_new_atoms_per_turn": 6, limit: 6})

    apply.__name__, apply.__doc__ = f"{limit}_is_6", f"The limit {limit} is 6, one too high."
    fault(Q13_NO_SILENT_OVERWRITE=case_id)(apply)


_one_more_a_turn("max_new_atoms_per_turn", "nine_facts_in_one_breath")
_one_more_a_turn("max_changed_atoms_per_turn", "nine_changes_in_one_breath")


def _window(kind: str, days: int) -> None:
    _limit(
        f"{kind}_is_fresh_for_{days}_days",
        f"An atom of the kind {kind} is stale after {days} days.",
        lambda: {"freshness_days": {**FRESHNESS_DAYS, kind: days}},
        Q12_TAGGING="the_last_day_of_the_window",
    )


for _kind, _days in FRESHNESS_DAYS.items():
    _window(_kind, _days + 1)
    _window(_kind, _days - 1)


def _delta(code: str, case_id: str) -> None:
    _limit(
        f"{code.lower()}_moves_one_more",
        f"The delta of {code} is a basis point too high.",
        lambda: {"confidence_deltas_bp": {**CONFIDENCE_DELTAS_BP, code: CONFIDENCE_DELTAS_BP[code] + 1}},
        Q13_CONFIDENCE_DELTAS=case_id,
    )


for _code, _case in {
    "RESTATED": "restated",
    "CONFIRMED_BY_USER": "confirmed",
    "KEPT_BY_USER": "kept",
    "APPROVED_BY_USER": "superseded_and_approved",
    "CORRECTED_BY_USER": "corrected",
    "DENIED_BY_USER": "denied",
    "SUPERSEDED": "superseded_and_approved",
    "MADE_OUTDATED": "declared_over",
}.items():
    _delta(_code, _case)
