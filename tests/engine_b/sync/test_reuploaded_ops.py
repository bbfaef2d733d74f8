"""Promise: an op that says again what the mirror lost is the lost op under another id. Whatever a device that knew only
the lost one did meanwhile, holds of the other too: nothing comes back, and nothing is asked twice."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from engine_b.sync import outbox
from tests.engine_b.change_builders import ANA
from tests.sim.household import FIRST, SECOND, THIRD, Household

BACKUP = "backup"
Act = Callable[[], object]


def _lost_then_said_again(house: Household, folder: Path, lost: Act, *, meanwhile: Act) -> None:
    """All hear of `lost`; the mirror forgets it; the second device does something, and hears last that the first one
    has said it again."""
    house.settle()
    house.mirror.back_up(folder / BACKUP)
    lost()
    house.settle()
    house.mirror.come_back_from(folder / BACKUP)
    meanwhile()
    house.sync(FIRST)
    house.settle()


def _on_every_device(house: Household) -> dict[str, str]:
    """What all know, a new one too."""
    house.join(THIRD)
    house.settle()
    house.require_equal()
    return house.texts(THIRD)


def _in_conflict(house: Household) -> str:
    """A memory that both devices changed at once; neither has heard of the other's."""
    atom_id = house.remember(FIRST, "The dentist is on June 14", "date:dentist", "June 14").atom_id
    house.settle()
    return atom_id


def _both_sides(house: Household, atom_id: str) -> Act:
    def told() -> None:
        house.edit(FIRST, atom_id, text="The dentist is on June 16", value="June 16")
        house.edit(SECOND, atom_id, text="The dentist is on June 15", value="June 15")

    return told


def test_a_conflict_said_again_is_the_same_conflict(house: Household, tmp_path: Path) -> None:
    atom_id = _in_conflict(house)
    before: dict[str, str] = {}
    told = _both_sides(house, atom_id)
    _lost_then_said_again(house, tmp_path, told, meanwhile=lambda: before.update(house.texts(SECOND)))
    assert _on_every_device(house) == before
    assert len(before) == 2


@pytest.mark.parametrize("side", ["the atom", "the other side"])
def test_a_side_of_a_conflict_forgotten_meanwhile_stays_forgotten(house: Household, tmp_path: Path, side: str) -> None:
    atom_id = _in_conflict(house)
    gone: dict[str, str] = {}

    def forgotten() -> None:
        chosen = atom_id if side == "the atom" else next(a for a in house.texts(SECOND) if a != atom_id)
        gone[chosen] = house.texts(SECOND)[chosen]
        house.forget(SECOND, chosen)

    _lost_then_said_again(house, tmp_path, _both_sides(house, atom_id), meanwhile=forgotten)
    known = _on_every_device(house)
    assert not gone.items() & known.items()
    assert len(known) == 1
    assert not set(gone.values()) & set(known.values())


def test_both_sides_go_with_what_a_device_forgot_that_knew_of_no_conflict(trio: Household, tmp_path: Path) -> None:
    atom_id = trio.remember(FIRST, "The dentist is on June 14", "date:dentist", "June 14").atom_id
    trio.settle()
    trio.mirror.back_up(tmp_path / BACKUP)
    _both_sides(trio, atom_id)()
    trio.sync(FIRST, SECOND, FIRST)
    trio.mirror.come_back_from(tmp_path / BACKUP)
    trio.forget(THIRD, atom_id)
    trio.sync(FIRST, SECOND, THIRD)
    trio.settle()
    trio.require_equal()
    assert trio.texts(FIRST) == {}


def test_a_change_of_what_was_lost_costs_no_question(house: Household, tmp_path: Path) -> None:
    atom_id = house.remember(FIRST, "Ana lives in Lisbon", "place:ana", "Lisbon").atom_id

    def moved() -> None:
        house.edit(FIRST, atom_id, text="Ana lives in Porto", value="Porto")

    def moved_on() -> None:
        house.edit(SECOND, atom_id, text="Ana lives in Braga", value="Braga")

    _lost_then_said_again(house, tmp_path, moved, meanwhile=moved_on)
    assert _on_every_device(house) == {atom_id: "Ana lives in Braga"}


def test_a_rule_taken_back_meanwhile_stays_taken_back(house: Household, tmp_path: Path) -> None:
    made: list[str] = []
    _lost_then_said_again(
        house,
        tmp_path,
        lambda: made.append(house.hush(FIRST, "the party")),
        meanwhile=lambda: house.unhush(SECOND, made[0]),
    )
    _on_every_device(house)
    assert [house.vaults[name].reader.rules(ANA) for name in (FIRST, SECOND, THIRD)] == [(), (), ()]


def test_a_setting_said_again_does_not_undo_a_later_one(house: Household, tmp_path: Path) -> None:
    _lost_then_said_again(
        house,
        tmp_path,
        lambda: house.set(SECOND, "pace", "slow"),
        meanwhile=lambda: house.set(SECOND, "pace", "fast"),
    )
    _on_every_device(house)
    assert {house.setting(name, "pace") for name in (FIRST, SECOND, THIRD)} == {"fast"}


def test_what_the_mirror_loses_again_is_said_again_as_the_same(house: Household, tmp_path: Path) -> None:
    atom_id = _in_conflict(house)
    _lost_then_said_again(house, tmp_path, _both_sides(house, atom_id), meanwhile=lambda: None)
    before = house.texts(FIRST)
    house.mirror.come_back_from(tmp_path / BACKUP)
    house.sync(SECOND)
    house.settle()
    house.require_equal()
    house.forget(SECOND, atom_id)
    house.settle()
    known = _on_every_device(house)
    assert list(known.values()) == [text for each, text in before.items() if each != atom_id]


def test_what_was_replaced_by_what_the_mirror_lost_stays_replaced_for_a_new_device(
    house: Household, tmp_path: Path
) -> None:
    """The change that was lost was changed again before anybody said it again: nothing says it any more."""
    atom_id = house.remember(FIRST, "Ana lives in Lisbon", "place:ana", "Lisbon").atom_id

    def moved() -> None:
        house.edit(FIRST, atom_id, text="Ana lives in Porto", value="Porto")
        house.sync(FIRST)

    def moved_on() -> None:
        house.edit(FIRST, atom_id, text="Ana lives in Braga", value="Braga")

    _lost_then_said_again(house, tmp_path, moved, meanwhile=moved_on)
    assert _on_every_device(house) == {atom_id: "Ana lives in Braga"}


def test_what_was_replaced_twice_by_what_the_mirror_lost_is_not_brought_back_by_one_who_heard_of_the_first(
    house: Household, tmp_path: Path
) -> None:
    atom_id = _in_conflict(house)
    house.mirror.back_up(tmp_path / BACKUP)
    for day in (15, 16):
        house.edit(FIRST, atom_id, text=f"The dentist is on June {day}", value=f"June {day}")
        house.sync(*((FIRST, SECOND) if day == 15 else (FIRST,)))
    house.mirror.come_back_from(tmp_path / BACKUP)
    house.sync(SECOND)
    house.edit(FIRST, atom_id, text="The dentist is on June 17", value="June 17")
    house.settle()
    assert _on_every_device(house) == {atom_id: "The dentist is on June 17"}


def test_a_side_changed_while_the_other_was_forgotten_elsewhere_is_what_it_was_changed_to(house: Household) -> None:
    """Whoever forgets the one lets the other stand alone, as it was; the change of it comes after that."""
    atom_id = _in_conflict(house)
    _both_sides(house, atom_id)()
    house.settle()
    (rival,) = (each for each in house.texts(FIRST) if each != atom_id)
    house.forget(FIRST, atom_id)
    house.edit(SECOND, rival, text="The dentist is on June 18", value="June 18")
    house.settle()
    assert _on_every_device(house) == {rival: "The dentist is on June 18"}


def test_earlier_words_of_a_side_of_a_conflict_go_with_it(house: Household) -> None:
    """The side that is forgotten had been changed twice: a new device hears of neither."""
    atom_id = _in_conflict(house)
    house.edit(SECOND, atom_id, text="The dentist is on June 17", value="June 17")
    house.sync(SECOND)
    house.edit(SECOND, atom_id, text="The dentist is on June 15", value="June 15")
    for _ in range(3):
        house.edit(FIRST, atom_id, text="The dentist is on June 16", value="June 16")
    house.settle()
    (rival,) = (each for each in house.texts(FIRST) if each != atom_id)
    assert house.texts(FIRST)[rival] == "The dentist is on June 15"
    house.forget(FIRST, rival)
    house.settle()
    assert _on_every_device(house) == {atom_id: "The dentist is on June 16"}
    told = house.streams(THIRD).values()
    assert "June 17" not in str([op.body and op.body.content for stream in told for op in stream])


def test_a_mirror_that_goes_back_again_and_again_is_told_no_more_each_time(house: Household, tmp_path: Path) -> None:
    """Each device says again what the other said again: that must not double what there is to say."""
    atom_id = _in_conflict(house)
    house.mirror.back_up(tmp_path / BACKUP)
    _both_sides(house, atom_id)()
    house.settle()
    made = []
    for _ in range(6):
        house.mirror.come_back_from(tmp_path / BACKUP)
        house.settle()
        made.append(sum(outbox.last_op_seq(vault.database, vault.device_id) for vault in house.vaults.values()))
    told = [after - before for before, after in pairwise(made)]
    assert told == [told[0]] * 5
    assert len(_on_every_device(house)) == 2
