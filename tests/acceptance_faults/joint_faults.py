"""Pure: several rules broken at once, none of which may hide another."""

from __future__ import annotations

from memory.core.policy import FRESHNESS_DAYS
from tests.acceptance_faults.fault_injection import loosen_limits
from tests.acceptance_faults.fault_registry import FAULTS, fault


@fault(Q12_BUNDLE_BUDGETS="an_excerpt_ends_where_its_bound_is")
@fault(
    Q12_ONE_QUESTION_RULE="current_state_wins_without_a_question",
    Q12_BUNDLE_BUDGETS="the_push_slot_leaves_room",
    Q12_TAGGING="the_last_day_of_the_window",
    Q17_METRICS_COUNTS="every_total_by_value",
)
def six_rules_at_once() -> None:
    """Current State answers nothing, two caps are far off, nothing is ever stale, and two metrics are constant."""
    for name in (
        "current_state_answers_nothing",
        "retrieval_precision_bp_is_always_10000",
        "repeated_question_count_is_always_zero",
    ):
        FAULTS[name]()
    loosen_limits(max_push_atoms=19, max_excerpt_chars=1_990, freshness_days=dict.fromkeys(FRESHNESS_DAYS, 99999))
