"""Promise: what was told in a stretch of time is forgotten at a word, by the turn's own clock, and nothing besides."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model.atoms import Moment
from tests.sim.assistant_talk import Talk, talk_in

MINUTE_MS = 60_000


@pytest.mark.parametrize(
    "command",
    [
        "forget what I told you yesterday",
        "forget everything I said yesterday",
        "forget yesterday",
        "delete what we talked about on monday",
    ],
)
def test_a_day_is_forgotten_and_the_next_one_stays(talk: Talk, command: str) -> None:
    talk.say_all("I like tea", "my car is red", "the meadow was full of larks")
    talk.new_session(days=1)
    talk.say("I like coffee")
    assert talk.say(command) == "I forgot 3 memories."
    assert talk.texts() == ["I like coffee"]
    assert "larks" not in talk.dump()
    assert "larks" not in talk.say("what did I say about the larks")


def test_the_last_minutes_are_forgotten_and_what_was_before_stays(talk: Talk) -> None:
    talk.say("I like tea")
    talk.now = Moment(talk.now.at_ms + 20 * MINUTE_MS, talk.now.utc_offset_min)
    talk.say("my car is red")
    assert talk.say("forget the last five minutes") == "I forgot it."
    assert talk.texts() == ["I like tea"]


def test_the_day_ends_at_the_persons_own_midnight(talk: Talk) -> None:
    """10:00 at +01:00: half past midnight of that day is still the day before in UTC."""
    talk.now = Moment(talk.now.at_ms - 570 * MINUTE_MS, talk.now.utc_offset_min)
    talk.say("I like tea")
    talk.now = Moment(talk.now.at_ms + 600 * MINUTE_MS, talk.now.utc_offset_min)
    talk.say("forget everything I said today")
    assert talk.texts() == []


def test_many_memories_cost_one_question(talk: Talk) -> None:
    talk.say_all("I like tea", "I like jam", "I like bread", "I like milk")
    assert talk.say("forget everything I said today") == "That is 4 memories. Shall I forget them all?"
    assert talk.say("no") == "I left it as it was."
    assert len(talk.atoms()) == 4
    talk.say("forget this conversation")
    assert talk.say("what a lovely day") != "I forgot 4 memories."
    assert talk.say("yes") != "I forgot 4 memories."
    assert len(talk.atoms()) == 4
    talk.say("forget everything I said today")
    assert talk.say("yes") == "I forgot 4 memories."
    assert talk.atoms() == ()


def test_what_was_told_before_and_again_stays(talk: Talk) -> None:
    talk.say("I like tea")
    talk.new_session(days=1)
    talk.say("I like tea")
    talk.say("forget everything I said today")
    assert talk.texts() == ["I like tea"]


@pytest.mark.parametrize(
    "command",
    [
        "forget what I told you tomorrow", "forget what I said about tea yesterday", "forget the last part of the film",
        "forget everything I said last year", "forget the conversation with Bob", "forget today's dinner",
    ],
)  # fmt: skip
def test_on_any_doubt_nothing_is_forgotten(talk: Talk, command: str) -> None:
    talk.say("my car is red")
    talk.new_session(days=1)
    talk.say_all("my bike is blue", command)
    assert talk.texts() == ["my bike is blue", "my car is red"]


def test_another_user_loses_nothing(talk: Talk) -> None:
    talk.say("I like jam", user="Bob")
    talk.say_all("I like tea", "forget everything I said today")
    assert talk.texts("Bob") == ["I like jam"]


def test_what_was_forgotten_is_counted_in_full(talk: Talk) -> None:
    talk.say_all(
        "my sister is called Anna",
        "no, it's Ana, not Anna",
        "my sister has a boat",
        "forget everything about my sister",
    )
    reply = talk.say("what did you forget")
    gone = talk.queries.forgotten(talk.heard.turn.user_id)
    assert gone.corrections == 1
    assert f"2 memories, {gone.lines} lines of our talks and one correction" in reply
    left = talk.dump()
    assert not any(word in left for word in ("Ana,", "Anna", "boat"))


def test_everything_about_a_person_goes_under_every_name(talk: Talk) -> None:
    talk.say_all(
        "my neighbour is called Gerd", "my neighbour has a boat and my car is red", "Gerd is a loud man and I like tea"
    )
    talk.say("forget everything about my neighbour")
    assert not any(word in talk.dump() for word in ("boat", "loud"))
    for asked in (
        "what do you know about my neighbour",
        "what do you know about Gerd",
        "what did I say about the boat",
    ):
        assert talk.say(asked) == "I don't know that yet. You can tell me."
    assert talk.texts() == ["I like tea", "my car is red"]


def test_everything_about_a_person_takes_what_is_filed_elsewhere(talk: Talk) -> None:
    talk.say_all("my sister is called anna", "my sister's husband is called luca", "my car is red")
    talk.say("forget everything about my sister")
    assert talk.texts() == ["my car is red"]


def test_a_name_for_two_memories_of_a_kind_is_asked_about(talk: Talk) -> None:
    talk.say_all(
        "I have an appointment at the dentist on Tuesday at 9", "I have an appointment with my lawyer on Thursday"
    )
    assert talk.say("forget the appointment").startswith("Which one should I forget: ")
    talk.say("the second one")
    assert talk.texts() == ["I have an appointment at the dentist on Tuesday at 9"]


def test_one_of_two_things_in_a_memory_goes_alone(talk: Talk) -> None:
    talk.say("remember that we keep a cat and a dog")
    assert talk.say("forget the dog") == "I forgot it."
    assert talk.texts() == ["we keep a cat"]


def test_a_day_is_forgotten_in_german(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say("ich mag Tee")
        talk.new_session(days=1)
        talk.say("ich mag Kaffee")
        talk.say("vergiss was ich gestern gesagt habe")
        assert talk.texts() == ["ich mag Kaffee"]
        talk.say("vergiss die letzten fünf Minuten")
        assert talk.texts() == []


def test_of_a_day_only_a_topic_is_forgotten_in_german(tmp_path: Path) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say_all("mein Auto ist rot", "meine Tasse ist aus Ton")
        talk.new_session(days=1)
        talk.say("vergiss was ich gestern über mein Auto gesagt habe")
        assert talk.texts() == ["meine Tasse ist aus Ton"]


@pytest.mark.parametrize(
    "command",
    [
        "forget what I said about tea yesterday",
        "please forget everything I told you yesterday about tea",
        "forget whatever I said about my tea on tuesday",
    ],
)
def test_of_a_day_only_what_is_about_a_topic_is_forgotten(talk: Talk, command: str) -> None:
    talk.say("my tea cup is green")
    talk.new_session(days=1)
    talk.say_all("I drink my tea with honey", "my cat is called Miso", "oh the smell of tea in the morning")
    talk.new_session(days=1)
    assert talk.say(command) == "I forgot it."
    assert sorted(talk.texts()) == ["my cat is called Miso", "my tea cup is green"]
    assert "honey" not in talk.dump()
    assert "smell" not in talk.dump()


def test_a_topic_of_which_nothing_was_told_then_costs_nothing(talk: Talk) -> None:
    talk.say("I drink my tea with honey")
    talk.new_session(days=2)
    assert talk.say("forget what I said about tea yesterday") == "There is nothing to forget about that."
    assert talk.texts() == ["I drink my tea with honey"]


def test_a_day_that_belongs_to_the_name_of_a_thing_is_no_stretch_of_time(talk: Talk) -> None:
    talk.say_all("the party on saturday is at Bob's", "I like tea")
    assert talk.say("forget what I said about the party on saturday") == "I forgot it."
    assert talk.texts() == ["I like tea"]


def test_much_about_a_topic_then_is_asked_about(talk: Talk) -> None:
    talk.say_all("my tea cup is green", "my tea pot is blue", "my tea spoon is small", "my tea tin is old")
    talk.new_session(days=1)
    assert talk.say("forget what I said about tea yesterday").startswith("Which one should I forget: ")
    assert len(talk.texts()) == 4
