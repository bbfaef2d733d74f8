"""Promise: what others forget while a new device restores is no alarm, and neither lost nor brought back by it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine_b.account.enrollment import account_devices, pair_with_mirror, revoke_account_device
from engine_b.account.restore import restore_account
from engine_b.core.sync_errors import (
    ChainGap,
    DeviceRevoked,
    DeviceUnknown,
    MirrorUnreachable,
    RestoreIncomplete,
    RestoreRollbackDetected,
)
from engine_b.crypto.certificates import certificate_pem
from engine_b.sync import membership
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.sim.concurrent_forget import forget_during_bundle
from tests.sim.household import ENTROPY, FIRST, SECOND, THIRD, Household
from tests.sim.in_process_mirror import Fault, SimMirror, reachable

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
    house.mirror.tamper = forget_during_bundle(house, SECOND, atoms, cut=cut)
    house.join(THIRD)
    house.mirror.tamper = None
    house.settle()
    house.require_equal()
    assert KEPT in house.texts(THIRD).values()


def test_a_device_that_forgets_again_and_again_leaves_the_restore_to_be_gone_on_with(house: Household) -> None:
    house.mirror.tamper = forget_during_bundle(house, SECOND, _told(house, 20), cut=False)
    with pytest.raises(RestoreIncomplete):
        house.join(THIRD)
    house.mirror.tamper = None
    assert not (house.state(THIRD) / "vault.db").exists()
    restore_account(house.state(THIRD), "sim", None, ENTROPY, THIRD, house.now())
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


def test_a_mirror_that_shows_less_the_second_time_is_found_out(house: Household) -> None:
    _told(house, 1)
    pem = certificate_pem(membership.load_paired_mirror(house.vaults[FIRST].database).certificate)  # type: ignore[union-attr]
    before = house.mirror.answer(pb.GetBundleRequest(), pem)
    house.remember(SECOND, "The key is under the mat")
    house.sync(SECOND)
    shown: list[object] = []

    def tamper(request: Any, told: Any) -> Any:
        if isinstance(request, pb.GetBundleRequest):
            shown.append(request)
            if len(shown) > 1:
                del told.checkpoints[:]
                told.checkpoints.extend(before.checkpoints)
        elif isinstance(request, pb.PullRequest) and len(shown) == 1:
            for op in (op for segment in told for op in segment.ops):
                op.wrap = bytes(len(op.wrap))
        return told

    house.mirror.tamper = tamper
    with pytest.raises(RestoreRollbackDetected):
        house.join(THIRD)
    house.mirror.tamper = None
    house.join(THIRD)
    assert "The key is under the mat" in house.texts(THIRD).values()


def _cut_off(house: Household) -> None:
    """A restore that has joined, and then loses the mirror."""
    house.mirror.faults.extend([None, None, None, Fault.DROP_REQUEST])
    with pytest.raises(MirrorUnreachable):
        house.join(THIRD)


def test_a_restore_that_was_cut_off_goes_on_at_a_new_mirror_when_it_is_invited_there(
    house: Household, tmp_path: Path
) -> None:
    _told(house, 1)
    _cut_off(house)
    house.mirror.unreachable = True
    new = SimMirror(tmp_path / "mirror", tmp_path / "keys")
    with reachable(new):
        pair_with_mirror(house.vaults[FIRST], "sim", new.invitation(), house.now())
        pair_with_mirror(house.vaults[SECOND], "sim", new.invitation(), house.now(), ENTROPY)
        house.settle()
        restore_account(house.state(THIRD), "sim", new.invitation(), ENTROPY, THIRD, house.now())
        house.open(THIRD)
        house.settle()
        house.require_equal()
    new.close()


def test_a_restore_that_was_cut_off_begins_anew_at_a_mirror_that_has_lost_it(house: Household, tmp_path: Path) -> None:
    _told(house, 1)
    house.mirror.back_up(tmp_path / "backup")
    _cut_off(house)
    house.mirror.come_back_from(tmp_path / "backup")
    with pytest.raises(DeviceUnknown):
        restore_account(house.state(THIRD), "sim", None, ENTROPY, THIRD, house.now())
    house.join(THIRD)
    house.settle()
    house.require_equal()


def test_a_device_that_was_revoked_while_it_restored_may_be_invited_again(house: Household) -> None:
    _told(house, 1)
    house.mirror.tamper = _lost_after_the_roster
    with pytest.raises(MirrorUnreachable):
        house.join(THIRD)
    house.mirror.tamper = None
    house.settle()
    known = {house.vaults[name].device_id for name in (FIRST, SECOND)}
    (other,) = (each for each in account_devices(house.vaults[FIRST]) if each.device_id not in known)
    revoke_account_device(house.vaults[FIRST], other.device_id, ENTROPY, house.now())
    with pytest.raises(DeviceRevoked):
        restore_account(house.state(THIRD), "sim", None, ENTROPY, THIRD, house.now())
    house.join(THIRD)
    house.settle()
    house.require_equal()


def _lost_after_the_roster(request: Any, told: Any) -> Any:
    """The mirror is gone once it has taken the roster."""
    if isinstance(request, pb.PutRosterRequest):
        raise MirrorUnreachable
    return told
