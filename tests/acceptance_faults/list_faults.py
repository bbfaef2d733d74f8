"""Pure: faults in whose a list is, what stands on it, and when it goes."""

from __future__ import annotations

from tests.acceptance_faults.fault_injection import always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(SCHEDULES_LISTS="another_person_and_a_guest")
def lists_are_the_households() -> None:
    """The lists of a person are those of everybody."""
    from device.skills.lists import list_items
    from memory.model import ids

    wrap(list_items.own_lists, lambda right: lambda reader, _, words: right(reader, ids.user_id("ana"), words))


@fault(SCHEDULES_LISTS="crossed_off")
def crossing_off_is_only_said() -> None:
    """What was crossed off stays on the list."""
    from device.skills.lists import changing
    from device.skills.turn_context import TurnOutcome

    swap(changing.changed, lambda context, reason, items: TurnOutcome(context.understood.intent, (reason,)))


@fault(SCHEDULES_LISTS="emptied_and_taken_back")
def nothing_is_taken_back() -> None:
    """What was emptied stays away."""
    from device.skills.lists import changing

    swap(changing.undo_last_list, always_returning(None))


@fault(SCHEDULES_LISTS="lists_by_name")
def there_is_one_list() -> None:
    """Whatever list is named, it is the usual one."""
    from device.skills.lists.list_items import OwnLists

    OwnLists.list_meant = lambda self, said: self.words.usual  # type: ignore[method-assign]


@fault(SCHEDULES_LISTS="forget_everything_asks_about_them", SCHEDULES_RING_ONCE="forget_everything_asks_about_them")
def forgetting_everything_leaves_records() -> None:
    """What is set and what stands on lists outlives everything else."""
    from device.skills import kept_records

    swap(kept_records.kept_records, always_returning(()))
