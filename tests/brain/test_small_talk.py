"""What Selene says when there is nothing to remember: the time, what she cannot do, and silence for "stop"."""

from __future__ import annotations

import pytest

from memory.records import Channel
from tests.brain.talk import Talk


def test_the_time_is_the_turns_own(talk: Talk) -> None:
    assert talk.say("what time is it") == "It is Monday, March 2, 2026, at 10:01."


@pytest.mark.parametrize("words", ["turn on the lights", "play some music", "set a timer for ten minutes"])
def test_what_she_cannot_do_is_not_answered_as_if_it_were_done(talk: Talk, words: str) -> None:
    assert talk.say(words) == "I can't do that. I listen, remember and answer."


def test_stop_is_answered_with_silence_aloud(talk: Talk) -> None:
    assert talk.say("stop", channel=Channel.VOICE) == ""
    assert talk.say("stop") == "Okay."


def test_words_that_mean_nothing_to_her_are_not_agreed_to(talk: Talk) -> None:
    assert talk.say("asdkjh qwe") == "I'm not sure what you mean."
    assert talk.say("i had a long day") == "Okay."


def test_a_date_that_was_said_first_is_resolved_against_the_turn(talk: Talk) -> None:
    talk.say("next friday I have a meeting with Bob at 3pm")
    assert talk.say("when is my meeting with Bob").endswith("That is Friday, March 6, 2026, at 15:00.")
