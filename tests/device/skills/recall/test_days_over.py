"""Promise: what held on one day that is over is not told as what holds where something else does."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.timestamps import from_iso
from tests.sim.assistant_talk import Talk, talk_in

LATER = from_iso("2026-03-09T09:00:00+01:00")


@pytest.mark.parametrize(
    ("always", "once", "asked", "answer"),
    [
        ("i work from nine to five", "tomorrow i start at eight", "what time do i start work", "nine to five"),
        ("i get up at six", "tomorrow i get up at seven", "when do i get up", "i get up at six"),
        ("i start work at nine", "i start work at seven on friday", "when do i start work", "at nine"),
    ],
)
def test_a_day_that_is_over_is_no_habit(talk: Talk, always: str, once: str, asked: str, answer: str) -> None:
    talk.say_all(always, once)
    talk.now = LATER
    assert answer in talk.say(asked)


def test_a_german_day_that_is_over_is_no_habit(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("ich fange um neun mit der arbeit an", "morgen fange ich um acht an")
        talk.now = LATER
        assert talk.say("wann fange ich an") == "Du fängst um neun mit der arbeit an."


def test_the_day_itself_is_told(talk: Talk) -> None:
    talk.say_all("i work from nine to five", "tomorrow i start at eight")
    assert talk.say("what time do i start tomorrow").startswith("Tomorrow you start at eight.")


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("my brother works from ten till six", "when does my brother start work"),
        ("i work nine to five", "when do i finish work"),
        ("my sister works eight till four on mondays", "what time does my sister start work"),
    ],
)
def test_hours_of_work_tell_when_it_begins_and_ends(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    assert "know" not in talk.say(asked)
