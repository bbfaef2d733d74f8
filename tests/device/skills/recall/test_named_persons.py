"""Promise: who is asked for is told by name, also where a fact only calls them "my neighbour"."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk

pytestmark = pytest.mark.usefixtures("rules_alone")


@pytest.mark.parametrize(
    ("told", "asked", "name"),
    [
        (("my sister is called ruth", "my sister feeds the cat"), "who feeds the cat", "ruth"),
        (
            ("my neighbour across the hall is missus okafor", "she waters our plants when we're away"),
            "who waters our plants when we're on holiday",
            "missus okafor",
        ),
        (("my boss is called ann", "my boss picks the team"), "who picks the team", "ann"),
    ],
)
def test_the_name_is_told_as_well(talk: Talk, told: tuple[str, ...], asked: str, name: str) -> None:
    talk.say_all(*told)
    reply = talk.say(asked)
    assert name in reply
    assert told[1].split()[-1] in reply


@pytest.mark.parametrize(
    ("told", "gone", "asked"),
    [
        ("i've got a lodger called stefan", "stefan's moved out", "do i have a lodger"),
        ("we have a nanny called bea", "bea has left", "do we have a nanny"),
    ],
)
def test_who_has_left_by_name_is_had_no_more(talk: Talk, told: str, gone: str, asked: str) -> None:
    talk.say_all(told, gone)
    assert gone.split()[-1] in talk.say(asked)


def test_whether_a_train_is_late_is_not_answered_by_its_platform(talk: Talk) -> None:
    talk.say("my train goes from platform two")
    assert talk.say("is my train running late today").startswith("I don't know")


def test_what_is_not_right_any_more_is_put_right(talk: Talk) -> None:
    talk.say_all("i take the number eleven bus to work", "which bus do i take to work")
    talk.say("no that's not right any more it's the number fourteen these days")
    assert "number fourteen bus" in talk.say("so which bus do i take to work")
