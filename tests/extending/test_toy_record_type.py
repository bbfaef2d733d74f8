"""Promise: a record type that is registered, and stands in no file of the product, is written, told, merged, restored,
counted in the digest and forgotten like the core's own."""

from __future__ import annotations

from typing import Any

import pytest

from engine_b.core.errors import ChangeRefused
from engine_b.protocol.core_types import ATOM, CORE_TYPES
from engine_b.protocol.record_types import RecordTypes
from engine_b.vault.digest import memory_digest
from memory.model.changes import Change, Record
from tests.engine_b.change_builders import ANA, BEN
from tests.extending.toy_record_type import (
    TIMER,
    WITH_CONSENTED_TIMER,
    WITH_LOCAL_TIMER,
    WITH_TIMER,
)
from tests.sim.household import FIRST, SECOND, THIRD, Household

EGGS: dict[str, Any] = {"timer_id": "timer-1", "user_id": ANA, "label": "the eggs", "due_ms": 5, "tone": "soft"}


def set_timer(house: Household, name: str, **parts: Any) -> None:
    """The device keeps a timer as it now is."""
    house.vaults[name].commit(Change(house.scope(), records=(Record("timer", {**EGGS, **parts}),)))


def drop_timer(house: Household, name: str, timer_id: str = "timer-1") -> None:
    """The device drops a timer."""
    house.vaults[name].commit(Change(house.scope(), drop_records=(("timer", timer_id),)))


def timers(house: Household, name: str) -> dict[str, tuple[Any, ...]]:
    """The rows of the device's timers, by id."""
    return {row[0]: row[1:] for row in house.vaults[name].database.rows("SELECT * FROM timer ORDER BY timer_id")}


def events(house: Household, name: str) -> list[str]:
    """What the device's ledger says of timers."""
    rows = house.vaults[name].database.rows("SELECT event FROM ledger WHERE event LIKE 'TIMER%' ORDER BY seq")
    return [event for (event,) in rows]


@pytest.fixture
def timed(house: Household) -> Household:
    for name in (FIRST, SECOND):
        house.update(name, WITH_TIMER)
    return house


def test_it_is_written_told_and_in_the_digest(timed: Household) -> None:
    before = timed.digest(FIRST)
    set_timer(timed, FIRST)
    assert timed.digest(FIRST) != before
    assert memory_digest(timed.vaults[FIRST].database) == before.split()[0], "the core alone knows nothing of it"
    timed.settle()
    timed.require_equal()
    assert timers(timed, SECOND) == {"timer-1": (ANA, "the eggs", 5, "soft")}
    assert events(timed, FIRST) == events(timed, SECOND) == ["TIMER_SET"]
    set_timer(timed, SECOND, due_ms=9)
    timed.settle()
    timed.require_equal()
    assert timers(timed, FIRST)["timer-1"][2] == 9
    assert events(timed, FIRST) == ["TIMER_SET", "TIMER_CHANGED"]


def test_the_same_change_again_changes_nothing(timed: Household) -> None:
    change = Change(timed.scope(), records=(Record("timer", EGGS),))
    first, again = (timed.vaults[FIRST].commit(change) for _ in range(2))
    assert first == again


def test_a_conflict_ends_the_same_everywhere(timed: Household) -> None:
    set_timer(timed, FIRST)
    timed.settle()
    set_timer(timed, FIRST, label="the pasta")
    set_timer(timed, SECOND, label="the rice", due_ms=7)
    set_timer(timed, SECOND, label="the rice", due_ms=8)
    timed.settle()
    timed.require_equal()
    assert timers(timed, FIRST) == {"timer-1": (ANA, "the rice", 8, "soft")}, "what was changed more often counts"
    set_timer(timed, FIRST, label="the soup")
    timed.settle()
    timed.require_equal()
    assert not timed.vaults[FIRST].database.rows("SELECT * FROM head_content")


def test_it_comes_back_with_a_restore(timed: Household) -> None:
    set_timer(timed, FIRST)
    set_timer(timed, FIRST, timer_id="timer-2", label="the bread")
    drop_timer(timed, FIRST)
    timed.settle()
    timed.types[THIRD] = WITH_TIMER
    timed.join(THIRD)
    assert timers(timed, THIRD) == {"timer-2": (ANA, "the bread", 5, "soft")}
    timed.settle()
    timed.require_equal()
    assert all(vault.verify().ok for vault in timed.vaults.values())


def test_it_is_dropped_everywhere_and_stays_so(timed: Household) -> None:
    set_timer(timed, FIRST)
    timed.settle()
    set_timer(timed, SECOND, due_ms=9)
    drop_timer(timed, FIRST)
    timed.settle()
    timed.require_equal()
    assert timers(timed, FIRST) == timers(timed, SECOND) == {}
    rows = timed.vaults[SECOND].database.rows("SELECT dek FROM op WHERE subject_id = 'timer-1' AND erases = '[]'")
    assert rows == [(None,)] * len(rows)
    set_timer(timed, SECOND)
    assert timers(timed, SECOND) == {}, "a final subject never comes back"


def test_it_goes_with_a_memory_whose_words_it_says(timed: Household) -> None:
    atom = timed.remember(FIRST, "Zanzibar quokka ingots", "note", "quokka ingots")
    set_timer(timed, FIRST, label="call about the Quokka Ingots today")
    set_timer(timed, FIRST, timer_id="timer-2")
    timed.settle()
    timed.forget(FIRST, atom.atom_id)
    timed.settle()
    timed.require_equal()
    assert list(timers(timed, SECOND)) == ["timer-2"]


def test_one_that_travels_by_consent_waits_for_it(house: Household) -> None:
    for name in (FIRST, SECOND):
        house.update(name, WITH_CONSENTED_TIMER)
    set_timer(house, FIRST)
    set_timer(house, FIRST, timer_id="timer-2")
    drop_timer(house, FIRST)
    house.settle()
    assert timers(house, SECOND) == {}
    house.set(FIRST, "sync.timer", "yes")
    house.settle()
    house.require_equal()
    assert list(timers(house, SECOND)) == ["timer-2"]
    house.set(FIRST, "sync.timer", "no")
    house.settle()
    set_timer(house, FIRST, timer_id="timer-3")
    drop_timer(house, FIRST, "timer-2")
    house.settle()
    assert timers(house, SECOND) == {}, "forgetting is told whether or not anything else is"


def test_one_that_never_travels_leaves_no_op(house: Household) -> None:
    house.update(FIRST, WITH_LOCAL_TIMER)
    before = house.digest(FIRST)
    set_timer(house, FIRST)
    assert list(timers(house, FIRST)) == ["timer-1"]
    drop_timer(house, FIRST)
    assert (timers(house, FIRST), house.waiting(FIRST), house.digest(FIRST)) == ({}, 0, before)


@pytest.mark.parametrize(
    "spoiled",
    [{"due_ms": "soon"}, {"tone": "birds"}, {"user_id": BEN}, {"timer_id": "a-1"}, {"timer_id": "timer 1"}, {"x": 1}],
)
def test_what_is_no_record_of_the_type_is_refused(timed: Household, spoiled: dict[str, Any]) -> None:
    with pytest.raises(ChangeRefused):
        set_timer(timed, FIRST, **spoiled)
    assert timers(timed, FIRST) == {}


def test_a_type_that_is_not_registered_is_refused(house: Household) -> None:
    with pytest.raises(ChangeRefused):
        set_timer(house, FIRST)


def test_two_types_cannot_be_mistaken_for_each_other() -> None:
    with pytest.raises(ValueError, match="same name"):
        WITH_TIMER.with_type(TIMER)
    with pytest.raises(ValueError, match="same name"):
        RecordTypes((*CORE_TYPES, ATOM))
