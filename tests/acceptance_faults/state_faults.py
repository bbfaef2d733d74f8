"""Pure: faults in what Current State has from what a person says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(
    Q12_STATE_WRITTEN="a_name",
    Q15_RESTORE_CONTINUITY="what_holds_of_a_person",
)
def telling_sets_nothing() -> None:
    """What is told writes no Current State."""
    from memory.rules import current_state

    swap(current_state.told_settings, always_returning(()))


@fault(Q12_STATE_WRITTEN="a_language_that_was_chosen")
def choosing_a_language_sets_nothing() -> None:
    """Only what is told of a language is set, not which one is chosen."""
    from memory.rules import current_state

    vars(current_state)["CHOSEN_LANGUAGE"] = "no such key"


@fault(Q12_STATE_WRITTEN="a_language_that_was_chosen")
def memory_overrides_current_state() -> None:
    """A memory that disagrees with Current State is as good as it."""
    from memory.rules import current_state

    swap(current_state.is_overridden, always_returning(False))


@fault(Q12_STATE_WRITTEN="a_contact_preference")
def orders_about_contact_are_requests() -> None:
    """ "Text me rather than calling" keeps nothing."""
    from device.skills.instructions import contact
    from device.skills.turn_context import TurnOutcome

    swap(contact.prefer_contact, always_returning(TurnOutcome("prefer_contact", ("CANNOT_DO",))))


@fault(Q12_STATE_WRITTEN="all_projects_over")
def projects_never_end() -> None:
    """A project is active for ever."""
    from memory.rules import current_state

    wrap(current_state._entry_of_changed, lambda right: lambda atom, *rest: _without_over(right(atom, *rest)))


def _without_over(entry: dict[str, str]) -> dict[str, str]:
    return {key: value for key, value in entry.items() if value != "over"}


@fault(Q12_STATE_WRITTEN="in_german")
def anything_done_ends_a_project() -> None:
    """ "The cake is done" ends what somebody works on."""
    from memory.extraction import ended_topics
    from memory.model.atoms import Kind

    swap(ended_topics.is_project, lambda end, who, atom, language: atom.kind is Kind.PROJECT)
    from device.skills.memory import life_events

    wrap(life_events._atoms_holding_topic, lambda right: lambda context, topic: _every_project(context, right, topic))


def _every_project(context: Any, right: Callable[..., Any], topic: str) -> tuple[Any, ...]:
    filed = context.queries.atoms_filed_under(context.control, "project:", 8)
    return (*filed, *right(context, topic))


@fault(Q12_STATE_WRITTEN="unsure")
def doubtful_words_are_set() -> None:
    """ "I think my name is Eve" is set as the name."""
    from memory.rules import current_state

    swap(current_state._is_told, always_returning(True))


@fault(Q12_STATE_WRITTEN="not_in_doubt")
def the_newest_name_is_set() -> None:
    """Another name is set while it is still asked about."""
    from memory.model.atoms import Status
    from memory.rules import current_state

    vars(current_state)["_HOLDING"] = frozenset(Status)


@fault(Q12_STATE_WRITTEN="corrected")
def a_yes_sets_nothing() -> None:
    """What is agreed to stays as it was in Current State."""
    from memory.rules import current_state

    vars(current_state)["_SAID_AGAIN"] = frozenset()


@fault(Q12_STATE_WRITTEN="forgotten")
def current_state_outlives_forgetting() -> None:
    """What is forgotten stays in Current State."""
    from memory.rules import current_state

    swap(current_state._entries_of_forgotten, always_returning({}))


@fault(Q12_STATE_WRITTEN="of_one_person")
def one_current_state_for_all() -> None:
    """What one person is called, all are."""
    from memory.rules import current_state

    swap(current_state.person_code, always_returning("0" * 16))


@fault(Q12_STATE_WRITTEN="a_name")
def current_state_has_the_words() -> None:
    """The ledger gets the name itself."""
    from memory.rules import current_state

    wrap(current_state._entry, lambda right: lambda atom, user_id: dict.fromkeys(right(atom, user_id), atom.value))
