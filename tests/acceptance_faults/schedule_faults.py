"""Pure: faults in what is told when it is due, and in what becomes of it after that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tests.acceptance_faults.fault_injection import always_returning, swap, wrap
from tests.acceptance_faults.fault_registry import fault


@fault(SCHEDULES_RING_ONCE="told_once", CLIENTS_OWN_MEMORY="killed_and_started_again")
def what_was_told_is_not_committed() -> None:
    """It is due again at the next look."""
    from device.skills.schedules.skill import ScheduleSkill

    ScheduleSkill.announced = always_returning(None)  # type: ignore[method-assign]


@fault(SCHEDULES_RING_ONCE="missed_is_told_once")
def what_was_missed_is_kept_to_herself() -> None:
    """What was due while nobody was there is told to nobody."""
    from device.skills.schedules import ringing

    def present_only(right: Any) -> Any:
        def found(*said: Any) -> Iterator[Any]:
            return (one for one in right(*said) if not one.missed)

        return found

    wrap(ringing.due_schedules, present_only)


@fault(SCHEDULES_RING_ONCE="another_person_and_a_guest")
def everybody_hears_everybodys() -> None:
    """The schedules of a person are those of the household."""
    from device.skills.schedules import schedule
    from memory.model import ids

    wrap(schedule.schedules_of, lambda right: lambda reader, user_id: right(reader, ids.user_id("ana")))


@fault(SCHEDULES_RING_ONCE="summer_time_begins")
def the_zone_is_an_offset() -> None:
    """An alarm of every day keeps the offset of the day on which it was set."""
    from device.skills.schedules.schedule_clock import ScheduleClock

    right = ScheduleClock.of.__func__  # type: ignore[attr-defined]
    ScheduleClock.of = classmethod(  # type: ignore[assignment,method-assign]
        lambda cls, moment: right(cls, replace(moment, clock=None))
    )


@fault(SCHEDULES_RING_ONCE="cancelled")
def cancelling_stops_the_sound_only() -> None:
    """What is cancelled rings all the same."""
    from device.skills.schedules import ringing

    swap(ringing.cancelled, ringing.stopped)


@fault(SCHEDULES_RING_ONCE="snoozed")
def snoozing_is_stopping() -> None:
    """What was snoozed never comes back."""
    from device.skills.schedules import ringing

    swap(ringing.snoozed, lambda one, clock, *_: ringing.stopped(one, clock))


@fault(SCHEDULES_RING_ONCE="changed")
def changing_sets_a_second_one() -> None:
    """The old time stays beside the new one."""
    from device.skills.schedules import change_schedule, set_schedule

    def another(context: Any, one: Any, words: str, own: Any) -> Any:
        return set_schedule.set_new(context, one.kind, words, one.label)

    swap(change_schedule.set_to, another)


@fault(SCHEDULES_RING_ONCE="the_clock_jumps_back")
def what_rang_is_set_again() -> None:
    """Nothing remembers that it rang but the clock."""
    from device.skills.schedules import ringing

    wrap(ringing.after_ringing, lambda right: lambda one, due_ms, *said, **how: _open(right(one, due_ms, *said, **how)))


def _open(schedule: Any) -> Any:
    return replace(schedule, state="set", due_ms=schedule.due_ms)


@fault(SCHEDULES_RING_ONCE="no_time_and_no_place")
def a_place_is_part_of_the_words() -> None:
    """Leaving the house is taken for what is to be done."""
    from device.skills.schedules import set_schedule

    swap(set_schedule.decline_condition, lambda context: set_schedule.set_new(context, "reminder", "in an hour"))


@fault(SCHEDULES_RING_ONCE="a_guest_stops_what_sounds")
def a_guest_hears_and_stops_nothing() -> None:
    """What sounds is stopped by its person alone."""
    from device.skills.schedules import change_schedule

    wrap(
        change_schedule.stop_ringing, lambda right: lambda context: right(context) if context.turn.identified else None
    )


@fault(SCHEDULES_RING_ONCE="paused")
def a_paused_timer_runs_on() -> None:
    """Pausing is said and nothing else."""
    from device.skills.schedules import ringing

    swap(ringing.paused, lambda one, clock: one)


@fault(SCHEDULES_RING_ONCE="two_by_name_in_one_sentence")
def one_sentence_sets_one() -> None:
    """What a sentence names besides is part of the first name."""
    from device.skills.schedules import set_several

    swap(set_several.set_several, always_returning(None))


@fault(SCHEDULES_RING_ONCE="moved_to_another_hour")
def another_hour_is_today() -> None:
    """A bare time is the next one, whatever day the reminder was for."""
    from device.skills.schedules import due_time

    swap(due_time.at_other_time, always_returning(None))
