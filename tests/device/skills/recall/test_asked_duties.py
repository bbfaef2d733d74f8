"""Promise: who asks what they have to do is told what they said they have to do, in whatever words they ask."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk

pytestmark = pytest.mark.usefixtures("rules_alone")


@pytest.mark.parametrize(
    "asked", ["what do i have to do", "what do i need to do", "what have i got to do", "what do i still have to do"]
)
def test_every_duty_is_told(talk: Talk, asked: str) -> None:
    talk.say_all("i must ring the vet", "i have two cats", "i've got to pick up the dry cleaning")
    reply = talk.say(asked)
    assert "ring the vet" in reply
    assert "dry cleaning" in reply
    assert "cats" not in reply


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("what do i have to buy for max", "a birthday present"),
        ("do i have to call the bank", "call the bank on monday"),
        ("when do i have to call the bank", "on monday"),
    ],
)
def test_one_duty_is_asked_for(talk: Talk, asked: str, answer: str) -> None:
    talk.say_all("i need to buy a birthday present for max", "i have to call the bank on monday")
    assert answer in talk.say(asked)


def test_what_is_no_duty_is_not_told(talk: Talk) -> None:
    talk.say("i have two cats")
    assert "don't know that yet" in talk.say("what do i have to do")


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("remind me to call grandma at six", "what do i have to do at six", "at 6 pm: call grandma"),
        ("remind me to water the plants at half past four", "what do i have to do at half past four", "at 4:30 pm"),
        ("remind me to call grandma at six tomorrow", "what do i have to do at six", "tomorrow at 6 am"),
        ("remind me to call grandma at six", "what do i have to do at seven", "I know of nothing"),
    ],
)
def test_an_hour_alone_is_the_next_one_of_either_half_of_the_day(
    talk: Talk, told: str, asked: str, answer: str
) -> None:
    talk.say(told)
    assert answer in talk.say(asked)
