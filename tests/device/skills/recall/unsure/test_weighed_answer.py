"""What no rule answers is answered by the likeliest facts, told as such; privacy decides as for every answer."""

from __future__ import annotations

from pathlib import Path

from tests.sim.assistant_talk import Talk, talk_in

UNSURE = "I'm not sure about that, but I know this: "


def test_a_question_in_other_words_is_answered_as_unsure(talk: Talk) -> None:
    talk.say("the fella who services the boiler is called Mister Okonjo")
    reply = talk.say("who do i ring if the heating packs up")
    assert reply.startswith(UNSURE)
    assert "Okonjo" in reply
    assert talk.answer.reason_codes == ("NEAREST",)
    assert talk.answer.used


def test_a_few_words_after_a_question_ask_further(talk: Talk) -> None:
    talk.say("i feed the sourdough starter fifty grams of rye flour every other day")
    talk.say("how often do i feed the starter")
    assert "rye" in talk.say("what flour")


def test_without_a_question_before_they_ask_nothing(talk: Talk) -> None:
    talk.say("i feed the sourdough starter fifty grams of rye flour every other day")
    assert "rye" not in talk.say("the other one")


def test_what_tells_something_is_no_question(talk: Talk) -> None:
    talk.say("the fella who services the boiler is called Mister Okonjo")
    assert UNSURE not in talk.say("the heating packed up again and i rang my sister who laughed")


def test_what_is_forgotten_is_not_weighed(talk: Talk) -> None:
    talk.say("the fella who services the boiler is called Mister Okonjo")
    talk.say("forget that")
    assert "Okonjo" not in talk.say("who do i ring if the heating packs up")


def test_what_is_not_to_be_mentioned_is_not_told(talk: Talk) -> None:
    talk.say("the fella who services the boiler is called Mister Okonjo")
    talk.say("don't mention the boiler")
    assert "Okonjo" not in talk.say("who do i ring if the heating packs up")


def test_another_user_is_told_nothing(talk: Talk) -> None:
    talk.say("the fella who services the boiler is called Mister Okonjo")
    assert "Okonjo" not in talk.say("who do i ring if the heating packs up", user="Ben")


def test_german_is_weighed_too(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say("der Mann der die Therme wartet heißt Okonjo")
        assert "Okonjo" in talk.say("wen ruf ich an wenn die Heizung streikt")
