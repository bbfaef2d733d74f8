"""Promise: threads and preferences are the same on every device of an account, and only who heard a talk digests it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.assistant.assistant import Assistant
from device.session.session import Session
from engine_b.vault.vault import Vault
from memory.continuity.kept_threads import own_threads
from memory.continuity.preferences import Preferences, RecallMode, RetentionMode, read_preferences
from memory.continuity.thread import Thread
from memory.model.atoms import Moment
from tests.engine_b.change_builders import ANA
from tests.sim.household import FIRST, SECOND, Household, raise_household

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
