"""What Selene says when there is nothing to remember: the time, what she cannot do, and silence for "stop"."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.atoms import Channel
from tests.sim.assistant_talk import Talk, talk_in


def test_the_time_is_the_turns_own(talk: Talk) -> None:
    assert talk.say("what time is it") == "It is Monday, March 2, 2026, at 10:01."


@pytest.mark.parametrize("words", ["turn on the lights", "play some music", "call my brother", "order a pizza"])
def test_what_she_cannot_do_is_not_answered_as_if_it_were_done(talk: Talk, words: str) -> None:
    reply = talk.say(words)
    assert reply.startswith("I can't ")
    assert "I can " in reply


def test_stop_is_answered_with_silence_aloud(talk: Talk) -> None:
    assert talk.say("stop", channel=Channel.VOICE) == ""
    assert talk.say("stop") == "Okay."


def test_words_that_mean_nothing_to_her_are_not_agreed_to(talk: Talk) -> None:
    assert talk.say("asdkjh qwe") == "I'm not sure what you mean."
    assert talk.say("i had a long day") == "Noted: you had a long day."


def test_a_date_that_was_said_first_is_resolved_against_the_turn(talk: Talk) -> None:
    talk.say("next friday I have a meeting with Bob at 3pm")
    assert talk.say("when is my meeting with Bob").endswith("That is Friday, March 6, 2026, at 15:00.")


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("good night", "Good night."),
        ("see you tomorrow", "Goodbye."),
        ("how are you", "I'm well, thank you."),
        ("thank you", "You're welcome."),
        ("sorry", "No problem."),
        ("never mind", "Okay."),
        ("I love you", "Thank you, that is kind of you."),
        ("merry christmas", "Thank you, the same to you."),
    ],
)
def test_a_courtesy_is_answered_with_one(talk: Talk, said: str, reply: str) -> None:
    assert talk.say(said) == reply
    assert not talk.atoms()


def test_a_courtesy_leaves_standing_what_was_mentioned(talk: Talk) -> None:
    talk.say_all("I like tea", "sorry", "forget that")
    assert not talk.atoms()


@pytest.mark.parametrize(
    ("language", "wish", "said", "reply"),
    [
        ("en", "from now on call me skipper", "hello", "Hello, Skipper."),
        ("en", "call me Dee", "good night", "Good night, Dee."),
        ("de", "nenn mich Kathi", "hallo", "Hallo, Kathi."),
        ("en", "the boiler is in the loft", "hello", "Hello."),
    ],
)
def test_a_person_is_greeted_by_the_name_they_want(
    tmp_path: Path, language: str, wish: str, said: str, reply: str
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(wish)
        assert talk.say(said) == reply
