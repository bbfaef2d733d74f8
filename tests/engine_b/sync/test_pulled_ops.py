"""Promise: a sync and a restore take ops up to the ends of the bundle that they verified, and later ones with the next
bundle: what is said between the two calls is no alarm."""

from __future__ import annotations

from collections import Counter
from typing import Any

from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.sim.household import FIRST, SECOND, THIRD, Household

KEPT, LATER = "The wine is in the cellar", "The key is under the mat"


def later_op_after_bundle(house: Household) -> Counter[type]:
    """Makes the second device push one op more once a bundle was answered; counts the requests of the others."""
    asked: Counter[type] = Counter()

    def count(request: Any, told: Any) -> Any:
        asked[type(request)] += 1
        if asked[pb.GetBundleRequest] == 1 and isinstance(request, pb.GetBundleRequest):
            house.mirror.tamper = None
            house.remember(SECOND, LATER)
            house.sync(SECOND)
            house.mirror.tamper = count
        return told

    house.mirror.tamper = count
    return asked


def test_a_sync_leaves_what_came_after_its_bundle_to_the_next(house: Household) -> None:
    house.remember(SECOND, KEPT)
    house.sync(SECOND)
    later_op_after_bundle(house)
    house.sync(FIRST)
    assert list(house.texts(FIRST).values()) == [KEPT]
    house.mirror.tamper = None
    house.settle()
    house.require_equal()
    assert sorted(house.texts(FIRST).values()) == sorted([KEPT, LATER])


def test_a_restore_leaves_what_came_after_its_bundle_to_its_first_sync(house: Household) -> None:
    house.remember(SECOND, KEPT)
    house.settle()
    asked = later_op_after_bundle(house)
    house.join(THIRD)
    assert asked[pb.GetBundleRequest] == 2, "one of the restore and one of the sync: nothing began again"
    assert sorted(house.texts(THIRD).values()) == sorted([KEPT, LATER])
    house.mirror.tamper = None
    house.settle()
    house.require_equal()
