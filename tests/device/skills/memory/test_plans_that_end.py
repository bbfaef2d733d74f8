"""Promise: a plan that comes to nothing, and what was due once it is there, is not told as what is to come."""

from __future__ import annotations

import pytest

from memory.model.atoms import Status
from tests.sim.assistant_talk import Talk


def _living(talk: Talk) -> list[str]:
    return sorted(atom.text for atom in talk.atoms() if atom.status is not Status.OUTDATED)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("we're moving to hamburg in september", "we're not moving after all"),
        ("i'm flying to rome on friday", "i'm not flying after all"),
        ("tom is getting married in june", "tom isn't getting married after all"),
        ("my sister is coming on friday", "she's not coming after all"),
        ("the baby is due in three weeks", "the baby came last night"),
        ("the baby is due in three weeks", "the baby was born on friday"),
        ("my sister's baby is due in may", "my sister had her baby"),
        ("the parcel is due on friday", "the parcel's arrived"),
        ("the twins are due in may", "the twins arrived last night"),
        ("anna is due in may", "anna had the baby yesterday"),
    ],
)
def test_what_came_to_nothing_or_is_there_is_over(talk: Talk, told: str, said: str) -> None:
    talk.say(told)
    talk.say(said)
    assert told not in _living(talk)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("we're moving to hamburg in september", "we're not moving to bremen after all"),
        ("i work at the bakery", "i'm not working on friday after all"),
        ("i'm going to italy in may", "i'm not going to the gym after all"),
        ("the parcel is due on friday", "the parcel hasn't arrived"),
        ("the baby is due in three weeks", "my sister had her hair cut"),
        ("anna is due in may", "anna arrived yesterday"),
        ("my sister is due in may", "my sister's here"),
    ],
)
def test_what_is_of_something_else_ends_nothing(talk: Talk, told: str, said: str) -> None:
    talk.say(told)
    talk.say(said)
    assert told in _living(talk)


def test_a_baby_that_came_is_what_it_is_a_girl_is_said_of(talk: Talk) -> None:
    talk.say_all("the baby is due in three weeks", "the baby came last night it's a girl")
    assert talk.say("when is the baby due") == "The baby came last night."
    assert "the baby is a girl" in _living(talk)
