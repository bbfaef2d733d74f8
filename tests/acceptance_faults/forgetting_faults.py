"""Pure: faults in forgetting that is asked for in the person's own words."""

from __future__ import annotations

from tests.acceptance_faults.fault_injection import always_returning, swap
from tests.acceptance_faults.fault_registry import fault


@fault(Q16_FORGET_COMMANDS="a_notice_with_a_label_and_a_part_to_keep")
def requests_are_read_by_templates_alone() -> None:
    """What no command template matches is no request."""
    from device.assistant import memory_orders

    swap(memory_orders.forget_parts, always_returning(()))


@fault(Q16_FORGET_COMMANDS="a_value_goes_from_every_line")
def lines_keep_the_value() -> None:
    """The atoms with a named value go, and the lines with it stay."""
    from engine_b.writes import forget_phrases

    swap(forget_phrases._cut, always_returning(None))


@fault(Q16_FORGET_COMMANDS="what_was_forgotten_does_not_come_back_in_passing")
def what_was_forgotten_may_come_back() -> None:
    """A forgotten value is kept again as soon as it is mentioned."""
    from memory.rules import forgotten_values

    swap(forgotten_values.barred_spans, always_returning(()))


@fault(Q16_FORGET_COMMANDS="questions_about_a_name_go_with_it")
def questions_keep_a_forgotten_name() -> None:
    """A memory goes, and what was asked about its name stays."""
    from engine_b.writes import quote_finder

    swap(quote_finder.turns_asking, always_returning(()))


@fault(Q16_FORGET_COMMANDS="what_only_a_list_has")
def lists_are_nothing_to_forget() -> None:
    """Lists and reminders are not looked at when something is to be forgotten."""
    from device.skills.memory import forget_ladder

    swap(forget_ladder.forget_in_records, always_returning(None))
