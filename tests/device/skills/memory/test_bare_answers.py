"""Promise: "I don't know that yet. You can tell me." may be answered in a word, and is kept as a sentence."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk

UNKNOWN = "I don't know that yet. You can tell me."


@pytest.mark.parametrize(
    ("asked", "said", "kept"),
    [
        ("when's bin day", "tuesday", "bin day is tuesday"),
        ("what's my sister called", "Jo", "my sister is called Jo"),
        ("where are the passports", "in the desk drawer", "the passports are in the desk drawer"),
        ("how old is Lily", "four", "Lily is four"),
        ("when does school start", "half eight", "school starts at half eight"),
        ("how do I take my tea", "milk and one sugar", "I take my tea with milk and one sugar"),
        ("who's picking up the kids", "Dad is", "Dad is picking up the kids"),
        ("who cuts my hair", "Bella does", "Bella cuts my hair"),
    ],
)
def test_a_word_answers_the_question_before(talk: Talk, asked: str, said: str, kept: str) -> None:
    assert talk.say(asked) == UNKNOWN
    assert talk.say(said).startswith("Noted: ")
    assert talk.texts() == [kept]
    assert said.split()[0] in talk.say(asked)


@pytest.mark.parametrize(
    ("said", "kept"), [("yes", "Tom is allergic to nuts"), ("no he isn't", "Tom is not allergic to nuts")]
)
def test_a_yes_or_a_no_answers_it(talk: Talk, said: str, kept: str) -> None:
    talk.say_all("is Tom allergic to nuts", said)
    assert talk.texts() == [kept]


def test_a_name_said_alone_is_told_in_a_sentence(talk: Talk) -> None:
    talk.say_all("what's my name", "Sam")
    assert talk.say("what's my name") == "Your name is Sam."


def test_its_source_is_what_was_said(talk: Talk) -> None:
    talk.say_all("when's bin day", "um tuesday")
    (source,) = talk.atoms()[0].sources
    line = talk.vault.reader.lines_by_id(talk.gate(), (source.turn_id,))[0]
    assert line.text[source.start : source.end] == "um tuesday"


@pytest.mark.parametrize("said", ["no idea", "never mind", "what", "and recycling", "nothing"])
def test_what_is_no_answer_is_not_kept(talk: Talk, said: str) -> None:
    talk.say_all("when's bin day", said)
    assert talk.texts() == []


def test_only_the_turn_right_after_answers(talk: Talk) -> None:
    talk.say_all("when's bin day", "what time is it", "tuesday")
    assert talk.texts() == []


def test_another_person_answers_nothing_for_the_one_who_asked(talk: Talk) -> None:
    talk.say("when's my birthday")
    talk.say("tuesday", user="Ben")
    assert talk.vault.counts().atoms == 0


def test_a_known_answer_leaves_nothing_open(talk: Talk) -> None:
    talk.say_all("bin day is monday", "when's bin day", "tuesday")
    assert talk.texts() == ["bin day is monday"]


def test_it_is_forgotten_like_any_other(talk: Talk) -> None:
    talk.say_all("when's bin day", "tuesday", "forget that")
    assert talk.texts() == []
    assert talk.say("when's bin day") == UNKNOWN


def test_a_sentence_is_of_the_day_that_was_asked_for(talk: Talk) -> None:
    talk.say_all("what are we doing on saturday", "we're off to the zoo")
    assert talk.say("what are we doing on saturday") == "You're off to the zoo."
    assert "zoo" not in talk.say("what are we doing on friday")


def test_what_is_no_plan_gets_no_day(talk: Talk) -> None:
    talk.say_all("what are we doing on saturday", "I like tea")
    assert "tea" not in talk.say("what are we doing on saturday")


def test_a_subject_without_a_question_is_kept_of_nothing(talk: Talk) -> None:
    talk.say("Dad is")
    assert talk.texts() == []


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("what's my pin", "4321"),
        ("what's my password", "hunter2"),
        ("what's the alarm code", "7719"),
        ("what's my bank card number", "4929 1234 5678 9012"),
    ],
)
def test_a_secret_is_refused_though_it_is_said_alone(talk: Talk, asked: str, said: str) -> None:
    talk.say(asked)
    assert "looks like a secret" in talk.say(said)
    assert talk.texts() == []
    lines = talk.vault.reader.lines_by_id(talk.gate(), (talk.heard.turn.turn_id,))
    assert not any(said in line.text for line in lines)
    assert talk.say(asked) == UNKNOWN
