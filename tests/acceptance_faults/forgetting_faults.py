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
    from device.skills.memory.forgetting import forget_ladder

    swap(forget_ladder.forget_in_records, always_returning(None))


@fault(Q16_FORGET_COMMANDS="a_thing_before_its_order")
def a_thing_stands_only_behind_its_order() -> None:
    """A request is read only where its verb comes first."""
    from memory.text.forgetting.forget_requests import ForgetRequests

    ForgetRequests._fronts = always_returning(None)  # type: ignore[method-assign]


@fault(Q16_FORGET_COMMANDS="a_value_that_another_replaced")
def only_memories_are_searched() -> None:
    """What only a line still has is not looked for."""
    from device.skills.memory.forgetting import forget_ladder

    swap(forget_ladder._in_lines, always_returning(None))


@fault(Q16_FORGET_COMMANDS="a_corrected_secret_is_refused_too")
def a_corrected_secret_is_kept() -> None:
    """What puts a refused secret right is read as any other words."""
    from memory.rules import refused_secrets

    swap(refused_secrets.corrected_statement, always_returning(None))


@fault(Q16_DO_NOT_MENTION="an_order_at_the_end_of_what_is_told")
def orders_stand_alone() -> None:
    """An order to keep something from others is read only where it is the whole turn."""
    from device.assistant import memory_orders

    swap(memory_orders.hiding_parts, always_returning(()))
