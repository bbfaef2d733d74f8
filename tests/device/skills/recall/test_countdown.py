"""How long it is to a day that is known: the day, and the days till then."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("my exam is on the tenth of may", "how many days until my exam"),
        ("my exam is on the tenth of may", "how long is it till my exam"),
        ("my exam is on the tenth of may", "how far off is my exam"),
        ("we fly to rome on the tenth of may", "how many sleeps till we fly to rome"),
        ("dad's birthday is the tenth of may", "how long till dad's birthday"),
    ],
)
def test_the_days_to_a_day_are_counted(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    answer = talk.say(asked)
    assert "tenth of may" in answer
    assert answer.endswith(" days.")


def test_what_has_no_day_is_not_counted_to(talk: Talk) -> None:
    talk.say("the wedding is at the end of may")
    assert talk.say("how long until the wedding") == "The wedding is at the end of may."
    assert "days" not in talk.say("how many days till the party")


def test_a_timer_is_meant_where_nothing_else_is_named(talk: Talk) -> None:
    talk.say("set a timer for ten minutes")
    assert "left" in talk.say("how long left")
    assert "left" in talk.say("how long until it rings")
