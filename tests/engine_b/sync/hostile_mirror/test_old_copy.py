"""Promise: a device whose folder was put back from an old copy is told so, by sync and by the doctor, however much was
said to the copy; and nobody else is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from device.cli.doctor.doctor_finding import Finding
from device.cli.doctor.sync_findings import run_sync_checks
from engine_b.core.sync_errors import COPIED, HeadFork, MirrorUnreachable
from tests.sim.household import FIRST, SECOND, Household
from tests.sim.in_process_mirror import Fault


def mirror_of(house: Household, name: str) -> Finding:
    """What the doctor says about the mirror."""
    (found,) = [each for each in run_sync_checks(house.state(name), whole=True) if each.check == "mirror"]
    return found


def put_back(house: Household, said_since: int) -> None:
    """The first device's folder is what it was before it said this much more."""
    house.vaults.pop(FIRST).close()
    shutil.copytree(house.state(FIRST), house.folder / "copy")
    house.open(FIRST)
    for at in range(said_since):
        house.remember(FIRST, f"Said before the copy was put back, {at}", f"before:{at}")
    house.settle()
    house.vaults.pop(FIRST).close()
    shutil.rmtree(house.state(FIRST))
    shutil.move(house.folder / "copy", house.state(FIRST))
    house.open(FIRST)


@pytest.mark.parametrize("said_to_the_copy", range(4))
def test_an_old_copy_is_found_out_whether_it_is_behind_or_ahead(house: Household, said_to_the_copy: int) -> None:
    house.remember(FIRST, "The boat is blue")
    house.settle()
    put_back(house, 2)
    for at in range(said_to_the_copy):
        house.remember(FIRST, f"Said to the copy, {at}", f"after:{at}")
    before = house.digest(FIRST), house.waiting(FIRST), house.mirror.ops()
    found = mirror_of(house, FIRST)
    assert (found.state, found.found, found.advice) == ("fail", "HEAD_FORK", COPIED)
    with pytest.raises(HeadFork) as refused:
        house.sync(FIRST)
    assert str(refused.value) == COPIED
    assert (house.digest(FIRST), house.waiting(FIRST), house.mirror.ops()) == before
    assert mirror_of(house, SECOND).state == "ok"


def test_a_lost_acknowledgement_is_no_copy(house: Household) -> None:
    house.remember(FIRST, "The boat is blue")
    house.mirror.faults.extend([None, Fault.DROP_ANSWER])
    with pytest.raises(MirrorUnreachable):
        house.sync(FIRST)
    house.remember(FIRST, "The gate is green")
    assert mirror_of(house, FIRST).state == "ok"
    house.settle()
    house.require_equal()


def test_a_mirror_that_lost_something_is_no_copy(house: Household, tmp_path: Path) -> None:
    house.remember(FIRST, "The boat is blue")
    house.settle()
    house.mirror.back_up(tmp_path / "backup")
    house.remember(FIRST, "The gate is green")
    house.settle()
    house.mirror.come_back_from(tmp_path / "backup")
    found = mirror_of(house, FIRST)
    assert (found.state, "has lost" in found.found) == ("warn", True)
    house.settle()
    house.require_equal()
    assert mirror_of(house, FIRST).state == "ok"
