"""Promise: what others forget while a new device restores is no alarm, and neither lost nor brought back by it."""

from __future__ import annotations

from collections.abc import Callable
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


def _once(house: Household, asked: type, does: Callable[[], object]) -> None:
    """After the next request of this sort, something else happens at the mirror."""

    def meanwhile(request: Any, told: Any) -> Any:
        if isinstance(request, asked):
            house.mirror.tamper = None
            does()
        return told

    house.mirror.tamper = meanwhile


@pytest.mark.parametrize("asked", [pb.JoinRequest, pb.GetBundleRequest, pb.PullRequest, pb.PutRosterRequest])
def test_two_devices_may_be_restored_at_the_same_moment(house: Household, asked: type) -> None:
    _told(house, 1)
    _once(house, asked, lambda: house.join("attic"))
    house.join(THIRD)
    assert house.mirror.tamper is None
    house.settle()
    house.require_equal()
    assert KEPT in house.texts(THIRD).values()


@pytest.mark.parametrize("asked", [pb.JoinRequest, pb.GetBundleRequest, pb.PullRequest, pb.PutRosterRequest])
def test_keys_that_change_before_the_new_device_is_known_are_opened_with_the_words(
    house: Household, asked: type
) -> None:
    atom_id, *_ = _told(house, 1)
    house.forget(SECOND, atom_id)
    _once(house, asked, lambda: house.sync(SECOND))
    house.join(THIRD)
    assert list(house.texts(THIRD).values()) == [KEPT]
    assert house.mirror.tamper is None
    house.settle()
    house.require_equal()


@pytest.mark.parametrize("asked", [pb.GetBundleRequest, pb.PushRequest, pb.RotateRequest])
def test_a_device_that_changes_keys_while_another_enters_tries_again(house: Household, asked: type) -> None:
    atom_id, *_ = _told(house, 1)
    house.forget(SECOND, atom_id)
    _once(house, asked, lambda: house.join(THIRD))
    house.sync(SECOND)
    assert house.mirror.tamper is None
    house.settle()
    house.require_equal()
    assert list(house.texts(THIRD).values()) == [KEPT]


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
