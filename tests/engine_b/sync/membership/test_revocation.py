"""Promise: a lost device is taken out by its name, also where nobody has heard of it yet; a device never takes itself
out, and who cannot be revoked is told so before anything is changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from device.cli.account.cmd_account import revoke_device
from device.cli.account.words_input import format_words_file
from engine_b.account.enrollment import account_devices, revoke_account_device
from engine_b.core.sync_errors import DeviceItself, DeviceRevoked, DeviceUnknown, WordsNeeded
from engine_b.crypto.recovery_phrase import phrase_from_entropy
from engine_b.sync import membership
from memory.model.atoms import Moment
from tests.sim.household import ENTROPY, FIRST, SECOND, THIRD, Household


@pytest.fixture
def words(tmp_path: Path) -> Path:
    (tmp_path / "words").write_text(format_words_file(phrase_from_entropy(ENTROPY)))
    return tmp_path / "words"


def typed(house: Household, by: str, named: str, words_file: Path | None) -> None:
    """`selene device revoke` on a device."""
    house.vaults.pop(by).close()
    try:
        revoke_device(house.state(by), named, words_file, Moment(house.now()), as_json=True)
    finally:
        house.open(by)


def rosters(house: Household) -> list[bytes]:
    """What each device believes once all have synced."""
    house.settle()
    return [membership.load_account(vault.database).roster_signed.body for vault in house.vaults.values()]


def test_a_device_does_not_revoke_itself(house: Household) -> None:
    before = rosters(house)
    for named in (FIRST, house.vaults[FIRST].device_id):
        with pytest.raises(DeviceItself):
            revoke_account_device(house.vaults[FIRST], named, ENTROPY, house.now())
    assert rosters(house) == before
    house.require_equal()


def test_it_is_refused_before_words_or_the_mirror_are_asked(house: Household) -> None:
    before = rosters(house)
    house.mirror.unreachable = True
    with pytest.raises(DeviceItself):
        typed(house, FIRST, FIRST, None)
    house.mirror.unreachable = False
    assert rosters(house) == before


def test_who_is_revoked_already_is_not_taken_for_this_device(house: Household, words: Path) -> None:
    typed(house, FIRST, SECOND, words)
    house.vaults.pop(SECOND).close()
    before = rosters(house)
    with pytest.raises(DeviceRevoked, match=r"^That device is revoked already\. Nothing was changed;"):
        typed(house, FIRST, SECOND, None)
    with pytest.raises(DeviceRevoked, match=r"^That device"):
        revoke_account_device(house.vaults[FIRST], SECOND, ENTROPY, house.now())
    assert rosters(house) == before


def test_a_lost_device_that_was_not_heard_of_is_looked_for_at_the_mirror(
    house: Household, words: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost = house.join(THIRD).device_id
    house.sync(THIRD)
    house.vaults.pop(THIRD).close()
    assert THIRD not in [device.name for device in account_devices(house.vaults[FIRST])]
    with pytest.raises(WordsNeeded):
        typed(house, FIRST, THIRD, None)
    assert not any(device.revoked for device in account_devices(house.vaults[FIRST]))
    typed(house, SECOND, THIRD, words)
    assert json.loads(capsys.readouterr().out) == {"revoked": {"device_id": lost, "name": THIRD}}
    house.settle()
    assert [device.name for device in account_devices(house.vaults[FIRST]) if device.revoked] == [THIRD]


def test_a_name_that_the_mirror_does_not_know_either_is_unknown(house: Household, words: Path) -> None:
    before = rosters(house)
    with pytest.raises(DeviceUnknown, match="is called this"):
        typed(house, FIRST, "cellar", words)
    assert rosters(house) == before
