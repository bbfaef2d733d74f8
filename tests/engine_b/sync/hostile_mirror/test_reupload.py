"""Promise: a mirror that comes back from a backup loses nothing that a device still has, and goes on as before; and
what devices do at the same moment at the mirror is no alarm."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from engine_b.account import enrollment
from engine_b.account.enrollment import revoke_account_device
from engine_b.core.sync_errors import MirrorUnreachable, SyncError, SyncStale
from engine_b.protocol.roster import with_revoked
from engine_b.sync import membership
from protos.selene.mirror.v1 import mirror_service_pb2 as pb
from tests.engine_b.sync.model.simulated_person import code_of
from tests.sim.concurrent_forget import forget_during_bundle
from tests.sim.household import ENTROPY, FIRST, SECOND, THIRD, Household

BEYOND_A_PAGE = 150
"""Turns of two ops each: more than the 256 ops of a page."""


def _lost(house: Household, folder: Path, name: str, turns: int) -> None:
    """The device says things that all have heard, and that the mirror then loses."""
    house.remember(FIRST, "Said before the backup was made")
    house.remember(SECOND, "Also said before the backup was made")
    house.settle()
    house.mirror.back_up(folder / "backup")
    for at in range(turns):
        house.remember(name, f"Said after the backup, number {at}", f"after:{at}")
    house.settle()
    house.mirror.come_back_from(folder / "backup")


def _goes_on(house: Household, name: str) -> None:
    """A new device knows everything, and forgetting still reaches the mirror."""
    house.join(THIRD)
    house.settle()
    house.require_equal()
    atom_id = next(iter(house.texts(name)))
    house.forget(name, atom_id)
    (*_, report) = [*house.sync(name)]
    assert report.rotated
    house.settle()
    house.require_equal()
    assert atom_id not in house.texts(THIRD)


@pytest.mark.parametrize("name", [FIRST, SECOND])
@pytest.mark.parametrize("turns", [3, BEYOND_A_PAGE])
def test_what_a_mirror_lost_is_told_to_it_again(house: Household, tmp_path: Path, name: str, turns: int) -> None:
    _lost(house, tmp_path, name, turns)
    house.settle()
    house.require_equal()
    assert len(house.texts(FIRST)) == turns + 2
    _goes_on(house, name)


def test_what_a_mirror_lost_of_a_device_that_is_dead_is_told_again_by_another_and_only_once(
    house: Household, tmp_path: Path
) -> None:
    _lost(house, tmp_path, SECOND, 3)
    house.vaults.pop(SECOND).close()
    shutil.rmtree(house.state(SECOND))
    house.settle()
    before = house.digest(FIRST)
    assert [report.pushed for report in house.sync(FIRST)] == [0]
    assert house.digest(FIRST) == before
    assert len(house.texts(FIRST)) == 5
    _goes_on(house, FIRST)


def test_both_sides_of_a_conflict_that_the_mirror_lost_are_told_again(house: Household, tmp_path: Path) -> None:
    atom_id = house.remember(FIRST, "The dentist is on June 14", "date:dentist", "June 14").atom_id
    house.settle()
    house.mirror.back_up(tmp_path / "backup")
    house.edit(FIRST, atom_id, text="The dentist is on June 16", value="June 16")
    house.edit(SECOND, atom_id, text="The dentist is on June 15", value="June 15")
    house.settle()
    house.mirror.come_back_from(tmp_path / "backup")
    house.settle()
    house.require_equal()
    house.join(THIRD)
    house.settle()
    house.require_equal()
    assert sorted(house.texts(THIRD).values()) == ["The dentist is on June 15", "The dentist is on June 16"]


def test_what_was_forgotten_stays_forgotten_when_the_mirror_lost_the_forgetting(
    house: Household, tmp_path: Path
) -> None:
    """The mirror dies between taking the erasing op and changing the keys: its backup is of the same keys still."""
    atom_id = house.remember(FIRST, "The gate code is 4711", "code", "4711").atom_id
    house.settle()
    house.mirror.back_up(tmp_path / "backup")
    house.forget(FIRST, atom_id)
    house.mirror.tamper = _no_rotation
    with pytest.raises(MirrorUnreachable):
        house.sync(FIRST)
    house.mirror.tamper = None
    house.mirror.come_back_from(tmp_path / "backup")
    house.settle()
    house.require_equal()
    house.join(THIRD)
    house.settle()
    house.require_equal()
    assert house.texts(THIRD) == {}


def _no_rotation(request: Any, told: Any) -> Any:
    """The mirror is gone when it is asked to rotate."""
    if isinstance(request, pb.RotateRequest):
        raise MirrorUnreachable
    return told


def test_a_mirror_that_lost_its_tokens_has_new_keys_after_the_next_exchange(trio: Household) -> None:
    """As after a backup without them: until then nobody else could open what it has, not even with the words."""
    gone = trio.remember(FIRST, "The gate code is 4711", "code").atom_id
    trio.remember(SECOND, "The boat is blue", "boat")
    trio.settle()
    trio.forget(FIRST, gone)
    trio.sync(FIRST)
    trio.mirror.lose("tokens")
    assert code_of(lambda: trio.sync(THIRD)) == "E2EE_AAD_MISMATCH"
    (report,) = trio.sync(FIRST)
    assert report.rotated
    trio.settle()
    trio.require_equal()
    trio.join("phone")
    trio.settle()
    trio.require_equal()
    assert not any(report.rotated for report in trio.sync())


def test_the_mirrors_word_on_an_erasure_is_kept_although_its_answer_was_lost(trio: Household) -> None:
    """Whoever rotated has it from the next bundle, and so has everybody else before the next rotation."""
    gone, other = (trio.remember(FIRST, f"Secret {n}", f"code:{n}").atom_id for n in range(2))
    trio.settle()
    before = _words(trio, FIRST)
    trio.forget(FIRST, gone)
    trio.mirror.tamper = _no_rotation
    with pytest.raises(MirrorUnreachable):
        trio.sync(FIRST)
    trio.mirror.tamper = None
    assert _words(trio, FIRST) == before
    (report,) = trio.sync(FIRST)
    assert report.erased > 0
    trio.sync(FIRST, SECOND)
    trio.forget(SECOND, other)
    (*_, report) = trio.sync(SECOND)
    assert report.rotated
    trio.settle()
    last = membership.load_account(trio.vaults[FIRST].database).epoch.number
    assert _words(trio, FIRST) == before | set(range(max(before) + 1, last + 1))
    assert last >= max(before) + 3, "the lost rotation, the one that is made again for it, and the other device's"
    events = trio.vaults[FIRST].database.rows("SELECT count(*) FROM ledger WHERE event = 'MIRROR_ERASED'")
    assert events == [(len(_words(trio, FIRST)),)]


def _words(house: Household, name: str) -> set[int]:
    """The epochs of which this device has the mirror's word that the one before is destroyed."""
    return {epoch for (epoch,) in house.vaults[name].database.rows("SELECT epoch FROM erasure")}


def test_keys_that_change_while_a_device_pulls_are_no_alarm(house: Household) -> None:
    first, _ = (house.remember(SECOND, f"Thing {at}", f"thing:{at}").atom_id for at in range(2))
    house.sync(SECOND)
    busy: list[str] = []

    def meanwhile(request: Any, told: Any) -> Any:
        if isinstance(request, pb.GetBundleRequest) and not busy:
            busy.append("the other device forgets, and the keys change")
            house.forget(SECOND, first)
            house.sync(SECOND)
        return told

    house.mirror.tamper = meanwhile
    (report,) = house.sync(FIRST)
    house.mirror.tamper = None
    assert (report.pulled > 0, len(busy)) == (True, 1)
    house.settle()
    house.require_equal()


@pytest.mark.parametrize("cut", [False, True], ids=["", "and is cut off before the keys change"])
def test_a_device_that_forgets_again_and_again_while_another_pulls_is_no_alarm_either(
    house: Household, *, cut: bool
) -> None:
    """What it erased was pushed after the bundle was made, each time: nothing is wrong, and it is said to try again."""
    atoms = [house.remember(SECOND, f"Thing {at}", f"thing:{at}").atom_id for at in range(12)]
    house.sync(SECOND)

    house.mirror.tamper = forget_during_bundle(house, SECOND, atoms, cut=cut)
    with pytest.raises(SyncStale):
        house.sync(FIRST)
    house.mirror.tamper = None
    house.settle()
    house.require_equal()


def test_a_device_that_pushed_until_the_moment_it_was_revoked_stops_nobody(
    trio: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a revoked device pushed after its end is left aside, and what another had heard of it by then is kept."""
    real = with_revoked

    def racing(*what: Any) -> Any:
        trio.remember(SECOND, "Said just before it was revoked")
        trio.sync(SECOND, THIRD)
        return real(*what)

    monkeypatch.setattr(enrollment, "with_revoked", racing)
    revoke_account_device(trio.vaults[FIRST], SECOND, ENTROPY, trio.now())
    monkeypatch.undo()
    with pytest.raises(SyncError) as refused:
        trio.sync(SECOND)
    assert refused.value.code == "DEVICE_REVOKED"
    trio.vaults.pop(SECOND).close()
    trio.settle()
    trio.require_equal()
    assert list(trio.texts(FIRST).values()) == ["Said just before it was revoked"]
