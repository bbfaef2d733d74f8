"""Promise: threads and preferences are the same on every device of an account, and only who heard a talk digests it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.assistant.assistant import Assistant
from device.session.session import Session
from engine_b.account.enrollment import revoke_account_device
from engine_b.vault.vault import Vault
from memory.continuity.kept_threads import own_threads
from memory.continuity.preferences import Preferences, RecallMode, RetentionMode, read_preferences
from memory.continuity.thread import Thread
from memory.core.policy import SOFT_CLOSE_MS
from memory.model.atoms import Moment
from tests.engine_b.change_builders import ANA
from tests.sim.household import ENTROPY, FIRST, SECOND, THIRD, Household, raise_household

BEGAN_MS, MINUTE, HOUR = 1_772_366_400_000, 60_000, 3_600_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Household]:
    raise_household(tmp_path / "house", FIRST, SECOND)
    with closing(Household(tmp_path / "house")) as made:
        yield made


def _say(vault: Vault, words: str, minutes: int, room: str = "kitchen") -> str:
    session = Session(Assistant(vault), ANA, room)
    return session.say(words, Moment(BEGAN_MS + minutes * MINUTE, 60))[1].reply


def _threads(vault: Vault) -> tuple[Thread, ...]:
    return own_threads(vault.reader, ANA)


def test_a_thread_and_a_preference_reach_the_other_device_and_stay_forgotten(house: Household) -> None:
    first, second = house.vaults[FIRST], house.vaults[SECOND]
    _say(first, "we decided on cedar for the garden", 0)
    _say(first, "remember everything going forward", 1)
    _say(first, "only recall if I ask", 2)
    house.sync(FIRST)
    house.sync(SECOND)
    Assistant(second).close_silent(ANA, Moment(BEGAN_MS + 5 * HOUR, 60))
    assert _threads(second) == (), "it did not hear the talk"
    Assistant(first).close_silent(ANA, Moment(BEGAN_MS + 5 * HOUR, 60))
    house.sync(FIRST)
    house.sync(SECOND)
    assert _threads(second) == _threads(first) != ()
    preferred = Preferences(RetentionMode.REMEMBER_EVERYTHING, RecallMode.ONLY_IF_ASKED)
    assert read_preferences({one.key: one.value for one in second.current_state()}, ANA) == preferred
    assert "cedar" in _say(second, "resume the thread about the garden", 6 * 60, "study")
    _say(second, "forget the thread about the garden", 6 * 60 + 1, "study")
    house.sync(SECOND)
    house.sync(FIRST)
    Assistant(first).close_silent(ANA, Moment(BEGAN_MS + 9 * HOUR, 60))
    assert [one for one in _threads(first) if one.session_id == "kitchen"] == []
    assert "cedar" not in _say(first, "resume the thread about the garden", 10 * 60)


GARDEN = (
    "we decided on cedar for the fence of the garden",
    "I still don't know which gate fits the garden",
    "what is the weather like",
    "next I will call the carpenter about the garden",
)
LATER = Moment(BEGAN_MS + 5 * HOUR, 60)


def _talk_that_is_lost(house: Household) -> tuple[Thread, ...]:
    """The second device hears a talk, syncs it and is lost; returns the thread that it would have made of it."""
    for minute, words in enumerate(GARDEN):
        _say(house.vaults[SECOND], words, minute)
    house.settle()
    house.vaults.pop(SECOND).close()
    revoke_account_device(house.vaults[FIRST], SECOND, ENTROPY, house.now())
    house.settle()
    with closing(Vault.open(house.state(SECOND), now_ms=house.now())) as lost:
        Assistant(lost).close_silent(ANA, LATER)
        return _threads(lost)


def test_the_open_talk_of_a_revoked_device_is_digested_by_the_others_into_one_thread(house: Household) -> None:
    first, third = house.vaults[FIRST], house.join(THIRD)
    made = _talk_that_is_lost(house)
    assert len(made) == 1
    assert made[0].decisions
    assert made[0].questions
    for vault in (first, third):  # each by itself, before it hears of the other
        Assistant(vault).close_silent(ANA, Moment(BEGAN_MS + 3 * MINUTE + SOFT_CLOSE_MS - 1, 60))
        assert _threads(vault) == ()
        Assistant(vault).close_silent(ANA, LATER)
        assert _threads(vault) == made, "the id follows from the session, and the rest from its words"
    house.settle()
    house.require_equal()
    assert _threads(first) == _threads(third) == made
    assert "cedar" in _say(first, "resume the thread about the garden", 6 * 60, "study")


def test_a_revoked_devices_talk_is_digested_once_and_stays_forgotten(house: Household) -> None:
    first = house.vaults[FIRST]
    _say(house.vaults[SECOND], "the piano needs a new pedal", -8 * 60)
    Assistant(house.vaults[SECOND]).close_silent(ANA, Moment(BEGAN_MS - 5 * HOUR, 60))
    _talk_that_is_lost(house)
    Assistant(first).close_silent(ANA, LATER)
    assert len(_threads(first)) == 2, "what the device digested itself stays as it is"
    head = first.head()
    Assistant(first).close_silent(ANA, Moment(BEGAN_MS + 6 * HOUR, 60))
    assert first.head() == head, "there is nothing left to digest"
    _say(first, "forget the thread about the garden", 7 * 60, "study")
    Assistant(first).close_silent(ANA, Moment(BEGAN_MS + 9 * HOUR, 60))
    assert [one for one in _threads(first) if one.decisions] == []


def test_what_was_digested_and_cut_since_gets_no_second_thread_and_what_is_too_old_none(house: Household) -> None:
    first, second = house.vaults[FIRST], house.vaults[SECOND]
    _say(second, "the ladder stands in the shed", 0)
    _say(second, "the garden needs a new fence", 1)
    Assistant(second).close_silent(ANA, LATER)
    made = _threads(second)[0].thread_id
    _say(second, "forget the ladder", 8 * 60, "study")
    _say(second, "our boat has a new sail", 20 * 60, "boat")
    house.settle()
    house.vaults.pop(SECOND).close()
    revoke_account_device(first, SECOND, ENTROPY, house.now())
    Assistant(first).close_silent(ANA, Moment(BEGAN_MS + 10 * HOUR, 60))
    assert [one.thread_id for one in _threads(first)] == [made], "its first words are forgotten"
    Assistant(first).close_silent(ANA, Moment(BEGAN_MS + 5 * 365 * 24 * HOUR, 60))
    assert [one.session_id for one in _threads(first) if one.thread_id != made] == []


def test_a_talk_that_may_have_begun_before_what_is_read_gets_no_thread(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = house.vaults[FIRST]
    _talk_that_is_lost(house)
    monkeypatch.setattr("memory.continuity.closing.MAX_READ_TURNS", 2)
    Assistant(first).close_silent(ANA, LATER)
    assert _threads(first) == ()
