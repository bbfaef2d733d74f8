"""A question for several things is answered with a line for each; nothing is guessed."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk

FAIR = (
    "The Thornhill fair is on Saturday from 4:50 PM to 5:10 PM.",
    "For the Thornhill fair the stall stands at the north gate.",
    "Nadia brings the lamps to the Thornhill fair at noon.",
    "The Thornhill fair backup signer is Felix, but only after 6:15 PM.",
    "The cat sleeps a lot.",
)


@pytest.mark.parametrize(
    "asked",
    [
        "What is the Thornhill fair plan, including the stall, the lamps and who signs as backup?",
        "Give me the current Thornhill fair summary: the stall, the lamps, and the backup signer.",
        "Tell me for the Thornhill fair the stall, the lamps, and the signer.",
    ],
)
def test_each_asked_part_has_its_line(talk: Talk, asked: str) -> None:
    talk.say_all(*FAIR)
    reply = talk.say(asked)
    assert all(told in reply for told in ("north gate", "lamps", "Felix, but only after 6:15 PM"))
    assert "cat" not in reply


def test_what_is_not_known_is_left_out(talk: Talk) -> None:
    talk.say_all(FAIR[4], "My uncle lives in Ulm.")
    assert "cat" not in talk.say("Give me the Thornhill fair summary: the stall, the lamps, and the backup signer.")


@pytest.mark.parametrize("time", ["4:50 PM", "16:50", "9:05"])
def test_a_time_is_not_cut_in_two(talk: Talk, time: str) -> None:
    talk.say(f"the plumber comes at {time}")
    assert talk.texts() == [f"the plumber comes at {time}"]


@pytest.mark.parametrize(
    "asked",
    ["list what you know about Lena", "show me everything you know about Lena", "read me what I told you about Lena"],
)
def test_an_imperative_that_asks_is_a_question(talk: Talk, asked: str) -> None:
    talk.say("My sister Lena lives in Ulm and works at the bakery.")
    reply = talk.say(asked)
    assert "Ulm" in reply
    assert "bakery" in reply
    assert len(talk.texts()) == 2
