"""Promise: what a newer Selene tells an older one is kept whole by it, through every change, and is there once the
older one is updated (docs/adr/0011). The second device runs the newer build."""

from __future__ import annotations

from typing import Any

from engine_b.apply.parked_ops import parked_ops
from engine_b.protocol.core_types import CORE_TYPES
from engine_b.protocol.record_types import RecordTypes
from engine_b.storage.record_contents import unknown_fields
from tests.extending.test_toy_record_type import drop_timer, set_timer, timers
from tests.extending.toy_record_type import WITH_LATER_TIMER, WITH_NEXT_TIMER, WITH_TIMER
from tests.sim.household import FIRST, SECOND, THIRD, Household


def sealed(house: Household, name: str) -> int:
    """How many payloads the device keeps without understanding them."""
    rows = house.vaults[name].database.rows("SELECT 1 FROM parked WHERE payload IS NOT NULL")
    return len(rows)


def keys(house: Household, name: str) -> int:
    """How many keys of ops the device keeps that it does not understand."""
    rows = house.vaults[name].database.rows("SELECT 1 FROM op WHERE sort = '' AND dek IS NOT NULL")
    return len(rows)


def updated(house: Household, types: RecordTypes) -> None:
    """The first device is updated; the devices know the same then, and nothing waits."""
    house.update(FIRST, types)
    house.settle()
    house.require_equal()
    assert (sealed(house, FIRST), parked_ops(house.vaults[FIRST].database)) == (0, ())
    assert all(vault.verify().ok for vault in house.vaults.values())


def test_ops_of_an_unknown_type_are_taken_in_with_the_update(house: Household) -> None:
    house.update(SECOND, WITH_TIMER)
    told = house.remember(SECOND, "The dentist is on June 14", "date:dentist", "June 14")
    gone = house.remember(FIRST, "Zanzibar quokka ingots")
    set_timer(house, SECOND)
    set_timer(house, SECOND, due_ms=6)
    house.settle()
    assert (sealed(house, FIRST), keys(house, FIRST)) == (2, 2)
    house.edit(FIRST, told.atom_id, pinned=True)
    house.forget(FIRST, gone.atom_id)
    house.settle()
    set_timer(house, SECOND, timer_id="timer-2")
    house.settle()
    updated(house, WITH_TIMER)
    assert {name: row[2] for name, row in timers(house, FIRST).items()} == {"timer-1": 6, "timer-2": 5}
    set_timer(house, FIRST, due_ms=7)
    house.settle()
    house.require_equal()


def test_a_device_restored_by_an_older_build_has_them_too(house: Household) -> None:
    house.update(SECOND, WITH_TIMER)
    set_timer(house, SECOND)
    house.settle()
    house.join(THIRD)
    assert sealed(house, THIRD) == 1
    house.update(THIRD, WITH_TIMER)
    updated(house, WITH_TIMER)


def test_what_is_erased_of_them_loses_payload_and_key(house: Household) -> None:
    house.update(SECOND, WITH_TIMER)
    set_timer(house, SECOND)
    set_timer(house, SECOND, timer_id="timer-2")
    house.settle()
    assert sealed(house, FIRST) == 2
    drop_timer(house, SECOND)
    house.settle()
    assert (sealed(house, FIRST), keys(house, FIRST)) == (2, 2), "the second timer, and the op that erases the first"
    updated(house, WITH_TIMER)
    assert list(timers(house, FIRST)) == ["timer-2"]


def test_an_unknown_value_is_kept_and_the_record_stands_as_it_was(house: Household) -> None:
    house.update(FIRST, WITH_TIMER)
    house.update(SECOND, WITH_LATER_TIMER)
    set_timer(house, FIRST)
    house.settle()
    set_timer(house, SECOND, tone="birds", room="hall")
    house.settle()
    assert timers(house, FIRST)["timer-1"][3] == "soft"
    assert sealed(house, FIRST) == 1
    set_timer(house, FIRST, due_ms=9)
    house.settle()
    updated(house, WITH_LATER_TIMER)


def test_forgetting_takes_what_was_said_of_the_record_and_not_understood(house: Household) -> None:
    house.update(FIRST, WITH_TIMER)
    house.update(SECOND, WITH_LATER_TIMER)
    set_timer(house, FIRST)
    house.settle()
    set_timer(house, SECOND, tone="birds", label="quokka ingots")
    house.settle()
    assert (sealed(house, FIRST), keys(house, FIRST)) == (1, 1)
    drop_timer(house, FIRST)
    assert (sealed(house, FIRST), keys(house, FIRST)) == (0, 0)
    house.settle()
    assert timers(house, SECOND) == {}
    house.update(FIRST, WITH_LATER_TIMER)
    house.settle()
    house.require_equal()


def test_an_op_of_a_later_format_waits(house: Household) -> None:
    house.update(FIRST, WITH_TIMER)
    house.update(SECOND, WITH_NEXT_TIMER)
    set_timer(house, SECOND)
    house.settle()
    assert (timers(house, FIRST), sealed(house, FIRST)) == ({}, 1)
    updated(house, WITH_NEXT_TIMER)
    assert list(timers(house, FIRST)) == ["timer-1"]


def test_unknown_fields_go_with_every_change(house: Household) -> None:
    house.update(FIRST, WITH_TIMER)
    house.update(SECOND, WITH_LATER_TIMER)
    set_timer(house, SECOND, room="hall")
    set_timer(house, SECOND, timer_id="timer-2", room="attic")
    house.settle()
    house.require_equal()
    assert unknown_fields(house.vaults[FIRST].database, "timer-1") == {"room": "hall"}
    set_timer(house, FIRST, due_ms=8)
    house.settle()
    house.require_equal()
    assert timers(house, SECOND)["timer-1"] == ("u-ana", "the eggs", 8, "soft", "hall")
    drop_timer(house, FIRST, "timer-2")
    assert unknown_fields(house.vaults[FIRST].database, "timer-2") == {}
    updated(house, WITH_LATER_TIMER)
    assert timers(house, FIRST) == timers(house, SECOND)
    assert unknown_fields(house.vaults[FIRST].database, "timer-1") == {}


def test_unknown_fields_are_merged_and_restored(house: Household) -> None:
    house.update(FIRST, WITH_TIMER)
    house.update(SECOND, WITH_LATER_TIMER)
    set_timer(house, SECOND, room="hall")
    house.settle()
    set_timer(house, SECOND, room="attic")
    set_timer(house, FIRST, due_ms=8)
    house.settle()
    house.require_equal()
    house.types[THIRD] = WITH_TIMER
    house.join(THIRD)
    house.settle()
    house.require_equal()
    house.update(THIRD, WITH_LATER_TIMER)
    updated(house, WITH_LATER_TIMER)


def test_unknown_fields_of_the_cores_types_go_with_every_change(house: Household) -> None:
    """Told as a newer build would, since this one knows no others."""
    atom = house.remember(FIRST, "The dentist is on June 14", "date:dentist", "June 14")
    house.settle()
    told_with(house, atom.atom_id, {"mood": ["bright", 2]})
    house.settle()
    house.require_equal()
    after = house.edit(FIRST, atom.atom_id, pinned=True)
    house.settle()
    house.require_equal()
    for name in (FIRST, SECOND):
        assert house.atom(name, atom.atom_id) == after
        assert unknown_fields(house.vaults[name].database, atom.atom_id) == {"mood": ["bright", 2]}
    house.join(THIRD)
    assert unknown_fields(house.vaults[THIRD].database, atom.atom_id) == {"mood": ["bright", 2]}
    house.settle()
    house.forget(THIRD, atom.atom_id)
    house.settle()
    house.require_equal()
    for vault in house.vaults.values():
        assert vault.database.rows("SELECT * FROM record_extra") == []


def told_with(house: Household, atom_id: str, extra: dict[str, Any]) -> None:
    """The second device says the next version of its atom with more fields than this build has."""
    from engine_b.protocol.core_types import ATOM
    from engine_b.protocol.record_types import content_bytes
    from engine_b.storage.record_contents import stored_content
    from memory.model.changes import Scope

    vault = house.vaults[SECOND]
    content = stored_content(vault.database, ATOM, atom_id)
    assert content
    house.edit(SECOND, atom_id, pinned=False)
    content = stored_content(vault.database, ATOM, atom_id)
    assert content
    with vault.recording(Scope("", "", "", house.now())) as recorder:
        recorder.put(ATOM, atom_id, content["version"], content_bytes(content, extra))
        recorder.database.run("INSERT INTO record_extra VALUES (?, ?)", (atom_id, content_bytes({}, extra).decode()))


def test_a_mirror_that_lost_them_is_told_again(house: Household) -> None:
    house.update(SECOND, WITH_TIMER)
    set_timer(house, SECOND, timer_id="timer-2")
    house.settle()
    house.mirror.back_up(house.folder / "backup")
    set_timer(house, SECOND)
    house.settle()
    house.mirror.come_back_from(house.folder / "backup")
    house.sync(FIRST)
    house.settle()
    house.join(THIRD)
    house.update(THIRD, WITH_TIMER)
    updated(house, WITH_TIMER)


def test_a_vault_with_a_type_that_this_build_does_not_know_opens_and_keeps_it(house: Household) -> None:
    house.update(SECOND, WITH_TIMER)
    set_timer(house, SECOND)
    vault = house.update(SECOND, CORE_TYPES)
    assert vault.unknown_types == ("timer",)
    assert vault.verify().ok
    house.remember(SECOND, "The key is under the mat", "place:key", "the mat")
    house.settle()
    vault = house.update(SECOND, WITH_TIMER)
    assert vault.unknown_types == ()
    assert list(timers(house, SECOND)) == ["timer-1"]
    updated(house, WITH_TIMER)
    assert list(timers(house, FIRST)) == ["timer-1"]


def test_a_vault_with_a_later_shape_of_a_type_opens_and_keeps_it(house: Household) -> None:
    house.update(SECOND, WITH_LATER_TIMER)
    set_timer(house, SECOND, room="hall")
    vault = house.update(SECOND, WITH_TIMER)
    assert vault.unknown_types == ("timer",)
    house.settle()
    house.update(SECOND, WITH_LATER_TIMER)
    assert timers(house, SECOND)["timer-1"][4] == "hall"
