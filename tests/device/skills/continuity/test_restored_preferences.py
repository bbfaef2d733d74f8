"""A restored device keeps what its person prefers about retention and recall (2.13, 2.22)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.assistant.assistant import Assistant
from device.session.session import Session
from memory.continuity.preferences import Preferences, read_preferences
from memory.model.atoms import Channel, Moment
from tests.engine_b.change_builders import ANA
from tests.sim.household import FIRST, SECOND, Household, raise_household


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Household]:
    raise_household(tmp_path / "house", FIRST)
    with closing(Household(tmp_path / "house")) as opened:
        yield opened


def preferences(house: Household, name: str) -> Preferences:
    return read_preferences({setting.key: setting.value for setting in house.vaults[name].current_state()}, ANA)


def say(house: Household, name: str, text: str) -> None:
    Session(Assistant(house.vaults[name]), ANA, "kitchen").say(text, Moment(house.now()), Channel.VOICE)


@pytest.mark.parametrize(
    "text", ["remember everything going forward", "only recall if i ask", "only resume if i ask", "i like tea"]
)
def test_what_was_preferred_is_preferred_on_the_restored_device(house: Household, text: str) -> None:
    say(house, FIRST, text)
    house.settle()
    house.join(SECOND)
    assert preferences(house, SECOND) == preferences(house, FIRST)
    assert (preferences(house, SECOND) == Preferences()) is (text == "i like tea")
    house.settle()
    house.require_equal()
