"""What was told on about a matter goes with it, or is held back until the person says; what a person is stays."""

from __future__ import annotations

from tests.sim.assistant_talk import Talk


def test_what_leans_on_it_goes_with_it(talk: Talk) -> None:
    talk.say_all("i bought dad a canoe for his retirement it's hidden in the barn", "please forget the canoe")
    assert talk.texts() == []


def test_what_is_done_about_it_is_asked_for_and_held_back(talk: Talk) -> None:
    talk.say_all(
        "uncle Ted lent me two thousand for the van",
        "i'm paying him back ninety a month",
        "uncle Ted's birthday is on the fifth of may",
        "forget about the money from uncle Ted",
    )
    assert talk.heard.question_id
    assert "ninety" in talk.answer.reply
    assert "ninety" not in talk.say("what am i paying uncle Ted every month?")
    assert "fifth" in talk.say("when is uncle Ted's birthday?")


def test_a_yes_lets_it_go_and_a_no_keeps_it(talk: Talk) -> None:
    told = ("Mark is getting divorced", "he's moving into the caravan", "forget about Mark's divorce")
    talk.say_all(*told, "no")
    assert talk.texts() == ["Mark is moving into the caravan"]
    talk.say_all(*told, "yes")
    assert talk.texts() == []


def test_what_somebody_is_goes_on_being_told(talk: Talk) -> None:
    talk.say_all(
        "my sister is getting married in June", "she lives in Leeds", "her dog is called Bo", "forget the wedding"
    )
    assert not talk.heard.question_id
    assert "Leeds" in talk.say("where does my sister live?")


def test_another_matter_ends_it(talk: Talk) -> None:
    talk.say_all(
        "uncle Ted lent me two thousand for the van",
        "the boiler man comes on friday",
        "i'm taking uncle Ted to the match on sunday",
        "forget about the money from uncle Ted",
    )
    assert "match" not in talk.answer.reply


def test_what_only_belongs_to_the_same_field_of_life_stays(talk: Talk) -> None:
    talk.say_all(
        "i've been offered a job in Leeds",
        "the office party is on the twentieth",
        "my boss is called Rupert",
        "forget about the job offer",
    )
    assert not talk.heard.question_id
    assert len(talk.texts()) == 2


def test_what_the_matter_is_called_is_told_on_about_it(talk: Talk) -> None:
    talk.say_all(
        "i've applied for a job at the zoo", "the interview is on the ninth", "forget that i applied at the zoo"
    )
    talk.say_all("i've applied for a job at the zoo", "the interview is on the ninth", "forget the job at the zoo")
    assert "ninth" not in talk.say("when is the interview?")


def test_a_that_and_a_second_verb_go_on_about_it(talk: Talk) -> None:
    talk.say_all("i got a tattoo in march", "that cost me two hundred pounds", "forget the tattoo")
    assert talk.texts() == []
    talk.say_all("Terry is going bankrupt", "he's selling the house and moves to Hull", "forget Terry's bankruptcy")
    assert "Hull" not in talk.say("where does Terry move?")


def test_a_no_to_one_that_was_asked_about_again_lets_it_be_told(talk: Talk) -> None:
    talk.say_all(
        "Mark is getting divorced",
        "he's moving into the caravan",
        "he's selling his van",
        "forget about Mark's divorce",
    )
    assert "caravan" not in talk.say("what is Mark moving into?")
    talk.say("no")
    assert "caravan" in talk.say("what is Mark moving into?")


def test_what_means_a_thing_of_its_own_turn_is_another_matter(talk: Talk) -> None:
    talk.say("my mother in law's coming to stay from the fourteenth till the twentieth")
    talk.say("my car's a red fiesta and it's due its mot in october")
    assert talk.say("forget about the mother in law thing") == "I forgot it."
    assert "in october" in talk.say("when's my mot due")
