"""Promise: when one device has brought the account to a new mirror, the others follow it there with the words: nothing
is lost, doubled or brought back. Whoever is not of the account stays where it was."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from engine_b.account.enrollment import pair_with_mirror, sync_once
from engine_b.sync import membership
from tests.engine_b.sync.model.simulated_person import code_of
from tests.sim.household import ENTROPY, FIRST, SECOND, THIRD, Household
from tests.sim.in_process_mirror import Fault, SimMirror, reachable


@pytest.fixture
def new(tmp_path: Path) -> Iterator[SimMirror]:
    mirror = SimMirror(tmp_path / "new", tmp_path / "new-keys")
    with reachable(mirror):
        yield mirror
    mirror.close()


def _move(house: Household, new: SimMirror, name: str, *, words: bytes | None = ENTROPY) -> None:
    pair_with_mirror(house.vaults[name], "new", new.invitation(), house.now(), words)


def _standing(house: Household, name: str) -> tuple[object, ...]:
    vault = house.vaults[name]
    tables = ("account", "mirror", "peer", "op", "outbox", "tombstone", "page_key")
    return house.digest(name), *(vault.database.rows(f"SELECT * FROM {table}") for table in tables)


def test_devices_follow_one_by_one_and_know_what_was_said_meanwhile(trio: Household, new: SimMirror) -> None:
    kept = trio.remember(FIRST, "The boat is blue", "boat").atom_id
    gone = trio.remember(SECOND, "The gate code is 4711", "code").atom_id
    changed = trio.remember(THIRD, "The aunt is Nora", "aunt").atom_id
    trio.settle()
    trio.remember(SECOND, "Only the old mirror has heard this", "old")
    trio.sync(SECOND)
    trio.edit(SECOND, changed, text="The aunt is called Nora")
    _move(trio, new, FIRST)
    trio.forget(FIRST, gone)
    trio.sync(FIRST)
    for name in (SECOND, THIRD):
        _move(trio, new, name)
        trio.remember(name, f"Said on {name} afterwards", f"after:{name}")
    trio.settle()
    trio.require_equal()
    texts = trio.texts(THIRD)
    assert texts[kept] == "The boat is blue"
    assert gone not in texts
    assert "4711" not in str(texts)
    said = ["Only the old mirror has heard this", "Said on laptop afterwards", "Said on study afterwards"]
    assert set(said) | {"The aunt is called Nora"} <= set(texts.values())
    assert len(texts) == len(set(texts.values()))


@pytest.mark.parametrize("first", [FIRST, SECOND])
def test_a_mirror_that_lost_everything_but_its_keys_is_told_all_again_by_whichever_device_comes_first(
    house: Household, first: str
) -> None:
    """The keys of the moment were made by the one that joined last, and only one of the two is that."""
    house.remember(FIRST, "The boat is blue", "boat")
    house.settle()
    house.mirror.lose("")
    other = SECOND if first == FIRST else FIRST
    assert [code_of(partial(house.sync, at)) for at in (first, other)] == ["DEVICE_UNKNOWN"] * 2
    _move(house, house.mirror, first, words=None)
    house.sync(first)
    before = _standing(house, other)
    assert code_of(lambda: _move(house, house.mirror, other, words=None)) == "WORDS_NEEDED"
    assert _standing(house, other) == before
    _move(house, house.mirror, other)
    house.settle()
    house.require_equal()
    assert "The boat is blue" in house.texts(other).values()


def test_a_mirror_put_back_to_before_a_change_of_keys_is_one_to_follow_to(house: Household, tmp_path: Path) -> None:
    gone = house.remember(FIRST, "The gate code is 4711", "code").atom_id
    house.settle()
    house.mirror.back_up(tmp_path / "backup")
    house.forget(FIRST, gone)
    house.settle()
    house.remember(FIRST, "The boat is blue", "boat")
    house.settle()
    house.mirror.come_back_from(tmp_path / "backup")
    before = [_standing(house, name)[0] for name in (FIRST, SECOND)]
    assert [code_of(partial(house.sync, at)) for at in (FIRST, SECOND)] == ["EPOCH_ROLLBACK"] * 2
    assert [_standing(house, name)[0] for name in (FIRST, SECOND)] == before
    for name in (FIRST, SECOND):
        _move(house, house.mirror, name)
    house.settle()
    house.require_equal()
    house.join(THIRD)
    assert list(house.texts(THIRD).values()) == ["The boat is blue"]


def test_what_all_know_is_told_to_the_new_mirror_by_one_device(house: Household, new: SimMirror) -> None:
    for at in range(5):
        house.remember((FIRST, SECOND)[at % 2], f"Thing {at}", f"thing:{at}")
    house.settle()
    _move(house, new, FIRST)
    house.sync(FIRST)
    _move(house, new, SECOND)
    (report,) = house.sync(SECOND)
    assert report.healed == 0
    house.settle()
    house.require_equal()


def test_a_device_that_follows_before_the_first_has_told_anything_tells_it_itself(
    house: Household, new: SimMirror
) -> None:
    house.remember(SECOND, "The boat is blue")
    house.settle()
    _move(house, new, FIRST)
    _move(house, new, SECOND)
    house.sync(SECOND)
    house.settle()
    house.require_equal()
    assert list(house.texts(FIRST).values()) == ["The boat is blue"]


def test_keys_that_the_old_mirror_changed_meanwhile_do_not_hold_a_device_back(house: Household, new: SimMirror) -> None:
    """The device that comes later has another epoch of the same number."""
    gone = house.remember(SECOND, "The gate code is 4711", "code").atom_id
    house.settle()
    _move(house, new, FIRST)
    house.sync(FIRST)
    house.forget(SECOND, gone)
    assert house.sync(SECOND)[0].rotated
    _move(house, new, SECOND)
    house.settle()
    house.require_equal()
    assert house.texts(FIRST) == {}


@pytest.mark.parametrize("fault", [Fault.DROP_REQUEST, Fault.DROP_ANSWER])
@pytest.mark.parametrize("request_number", range(4))
def test_one_that_was_cut_off_on_the_way_follows_at_the_next_try(
    house: Household, new: SimMirror, fault: Fault, request_number: int
) -> None:
    """Enrol is refused, then BeginRestore and Join; or the first exchange is cut off."""
    house.remember(SECOND, "The boat is blue")
    house.settle()
    _move(house, new, FIRST)
    house.sync(FIRST)
    new.faults.extend([*[None] * request_number, fault])
    before = _standing(house, SECOND)
    if code := code_of(lambda: _move(house, new, SECOND)):
        assert code == "MIRROR_UNREACHABLE"
        assert _standing(house, SECOND) == before
        _move(house, new, SECOND)
    new.faults.clear()
    house.settle()
    house.require_equal()


def test_without_the_words_or_with_those_of_somebody_else_it_stays_where_it_was(
    house: Household, new: SimMirror
) -> None:
    house.remember(FIRST, "The boat is blue")
    house.settle()
    _move(house, new, FIRST)
    sync_once(house.vaults[FIRST], house.now())
    before = _standing(house, SECOND)
    assert code_of(lambda: _move(house, new, SECOND, words=None)) == "WORDS_NEEDED"
    assert code_of(lambda: _move(house, new, SECOND, words=bytes(32))) == "ACCOUNT_WRONG"
    assert _standing(house, SECOND) == before
    house.sync(SECOND)


def test_a_mirror_with_an_older_roster_is_not_followed(house: Household, new: SimMirror) -> None:
    _move(house, new, FIRST)
    house.sync(FIRST)
    house.join(THIRD)
    before = _standing(house, THIRD)
    known = membership.load_account(house.vaults[THIRD].database).roster.version
    assert code_of(lambda: _move(house, new, THIRD)) == "ROSTER_ROLLBACK"
    assert _standing(house, THIRD) == before
    assert membership.load_account(house.vaults[THIRD].database).roster.version == known
