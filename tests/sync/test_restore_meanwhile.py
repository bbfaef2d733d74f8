"""Promise: what others forget while a new device restores is no alarm, and neither lost nor brought back by it."""

from __future__ import annotations

from typing import Any

import pytest

from engine_b.restore import restore
from engine_b.sync_errors import ChainGap, RestoreIncomplete
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.sim.household import ENTROPY, SECOND, THIRD, Household
from tests.sim.meanwhile import forgetting

KEPT = "The wine is in the cellar"


def _told(house: Household, count: int) -> list[str]:
    house.remember(SECOND, KEPT)
    atoms = [house.remember(SECOND, f"The gate code was {4_711 + at}", f"code:{at}").atom_id for at in range(count)]
    house.settle()
    return atoms


CUT = pytest.mark.parametrize("cut", [False, True], ids=["", "and is cut off before the keys change"])


@CUT
@pytest.mark.parametrize("count", [1, 3])
def test_a_device_that_forgets_while_another_restores_is_no_alarm(house: Household, count: int, *, cut: bool) -> None:
    atoms = _told(house, count)
    house.mirror.tamper = forgetting(house, SECOND, atoms, cut=cut)
    house.join(THIRD)
    house.mirror.tamper = None
    house.settle()
    house.require_equal()
    assert KEPT in house.texts(THIRD).values()


def test_a_device_that_forgets_again_and_again_leaves_the_restore_to_be_gone_on_with(house: Household) -> None:
    house.mirror.tamper = forgetting(house, SECOND, _told(house, 20), cut=False)
    with pytest.raises(RestoreIncomplete):
        house.join(THIRD)
    house.mirror.tamper = None
    assert not (house.state(THIRD) / "vault.db").exists()
    restore(house.state(THIRD), "sim", None, ENTROPY, THIRD, house.now())
    house.open(THIRD)
    house.settle()
    house.require_equal()
    assert KEPT in house.texts(THIRD).values()


def test_two_devices_may_be_restored_at_the_same_moment(house: Household) -> None:
    _told(house, 1)

    def meanwhile(request: Any, told: Any) -> Any:
        if isinstance(request, pb.PullRequest):
            house.mirror.tamper = None
            house.join("attic")
        return told

    house.mirror.tamper = meanwhile
    house.join(THIRD)
    house.settle()
    house.require_equal()
    assert KEPT in house.texts(THIRD).values()


def test_a_mirror_that_keeps_something_back_is_told_as_before(house: Household) -> None:
    _told(house, 3)

    def blanked(request: Any, told: Any) -> Any:
        if isinstance(request, pb.PullRequest):
            for segment in told:
                for op in segment.ops[1:2]:
                    op.payload, op.wrap, op.erased = b"", b"", True
        return told

    house.mirror.tamper = blanked
    with pytest.raises(ChainGap):
        house.join(THIRD)
    house.mirror.tamper = None
    house.join(THIRD)
    house.settle()
    house.require_equal()
