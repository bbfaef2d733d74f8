"""A learned voice stays on its device until its person lets the others have it, and is forgotten on all of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from device.addressing.sound_measure import measure_sound
from device.addressing.voiceprint import VoiceSample
from device.assistant.assistant import Assistant
from device.session.session import Session
from device.skills.voices.voiceprints import known_voice
from memory.model.atoms import Channel, Moment
from tests.device.engines.sound_samples import spoken
from tests.engine_b.change_builders import ANA
from tests.sim.household import FIRST, SECOND, THIRD, Household, raise_household

SENTENCES = ("my_favorite_color_is_green", "i_like_strong_coffee_in_the_morning", "where_does_my_sister_live")
VECTOR = (0.6, 0.8)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Household]:
    raise_household(tmp_path / "house", FIRST, SECOND)
    with closing(Household(tmp_path / "house")) as opened:
        yield opened


def say(house: Household, name: str, text: str, sound: str = "") -> None:
    session = Session(Assistant(house.vaults[name]), ANA, "kitchen")
    if sound:
        measured = measure_sound(spoken(f"rms/{sound}"))
        assert measured is not None
        session.conversation = replace(session.conversation, voice=VoiceSample(measured, VECTOR, "onnx:tiny"))
    session.say(text, Moment(house.now()), Channel.VOICE)


def learn(house: Household, name: str) -> None:
    say(house, name, "learn my voice", "help_me")
    for sound in SENTENCES:
        say(house, name, sound.replace("_", " "), sound)


def knows(house: Household, name: str) -> bool:
    return known_voice(house.vaults[name].reader, ANA) is not None


def test_it_travels_by_consent_and_is_forgotten_everywhere(house: Household) -> None:
    learn(house, FIRST)
    house.settle()
    assert (knows(house, FIRST), knows(house, SECOND)) == (True, False)
    say(house, FIRST, "share my voice with my other devices")
    house.settle()
    house.require_equal()
    assert knows(house, SECOND)
    assert known_voice(house.vaults[SECOND].reader, ANA) == known_voice(house.vaults[FIRST].reader, ANA)
    say(house, SECOND, "forget my voice")
    house.settle()
    house.require_equal()
    assert (knows(house, FIRST), knows(house, SECOND)) == (False, False)


def test_after_the_consent_is_taken_back_a_new_one_stays(house: Household) -> None:
    say(house, FIRST, "share my voice with my other devices")
    say(house, FIRST, "keep my voice on this device")
    learn(house, FIRST)
    house.settle()
    assert (knows(house, FIRST), knows(house, SECOND)) == (True, False)


@pytest.mark.parametrize("consented", [False, True])
def test_a_restored_device_has_it_only_by_consent(house: Household, consented: bool) -> None:
    learn(house, FIRST)
    if consented:
        say(house, FIRST, "share my voice with my other devices")
    house.settle()
    house.join(THIRD)
    assert knows(house, THIRD) is consented
    assert knows(house, FIRST)
