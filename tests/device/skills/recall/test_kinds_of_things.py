"""What is asked for by its kind, of kin, and in words that the fact does not have; and when a day is told."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk

pytestmark = pytest.mark.usefixtures("rules_alone")

UNKNOWN = "I don't know that yet. You can tell me."


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("i planted basil by the back door", "which herb did i plant", "basil"),
        ("my niece plays the oboe", "what instrument does my niece play", "oboe"),
        ("my son has eczema", "which illness does my son have", "eczema"),
        ("we've got a labrador called bess", "what kind of dog is bess", "labrador"),
        ("my dog is called bruno he's a labrador", "what breed is bruno", "labrador"),
        ("i'm a night nurse on a ward in galway", "what do i do for a living", "nurse"),
        ("my passport runs out in august", "when does my passport expire", "august"),
        ("sue is picking up the kids on monday", "who's collecting the children on monday", "Sue"),
        ("the in laws get here on friday", "when do my in laws arrive", "friday"),
        ("i'm left handed", "am i left handed or right handed", "left handed"),
        ("the thermostat is in the hall", "fine where's the thermostat then", "hall"),
    ],
)
def test_a_fact_is_found_by_the_kind_of_thing_and_by_other_words(
    talk: Talk, told: str, asked: str, answer: str
) -> None:
    talk.say_all("the neighbour feeds the cat", told)
    assert answer in talk.say(asked)


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("mia is allergic to penicillin", "which fruit is mia allergic to"),
        ("i planted tomatoes", "which herb did i plant"),
        ("we live next to the bakery", "which instrument do we play"),
        ("my sister lives in norwich", "what's my sister called"),
        ("my aunt keeps bees", "what is my aunt's name"),
        ("mr petrov has a parrot", "how many boys does mr petrov have"),
        ("the corner shop opens at nine", "when does the corner shop close"),
    ],
)
def test_a_thing_of_another_kind_is_no_answer(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    assert talk.say(asked) == UNKNOWN


def test_kin_follow_from_each_other(talk: Talk) -> None:
    talk.say_all("hugo is my brother", "marisol is hugo's wife", "marisol is a vet")
    assert "vet" in talk.say("what's my sister in law's job")


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("we fly to krakow in june", "when do we fly to krakow", "You fly to krakow in june."),
        ("i get up at quarter past five", "what time do i get up", "You get up at quarter past five."),
        ("mum is coming on friday", "when is mum coming", "Mum is coming on friday. That is Friday, March 6, 2026."),
    ],
)
def test_a_day_is_told_only_where_a_day_was_said(talk: Talk, told: str, asked: str, answer: str) -> None:
    talk.say(told)
    assert talk.say(asked) == answer


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("we've booked the caravan for the first week of august", "when have we booked the caravan for"),
        ("we're moving at the end of may", "when are we moving"),
        ("we fly early in june", "when do we fly"),
        ("our bins go out on a tuesday", "when do our bins go out"),
    ],
)
def test_a_part_of_a_month_and_any_tuesday_are_no_day(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    answer = talk.say(asked)
    assert told.split()[-1] in answer
    assert "2026" not in answer


def test_a_team_may_have_the_name_of_its_city(talk: Talk) -> None:
    talk.say("i support leeds")
    assert talk.say("what team do i support") == "You support leeds."


def test_what_tells_nothing_to_keep_is_acknowledged(talk: Talk) -> None:
    assert talk.say("it was really cold this morning") == "I see."
    assert talk.say("blah wibble") == "I'm not sure what you mean."
    assert talk.texts() == []


def test_a_name_is_corrected_after_the_words_that_announce_it(talk: Talk) -> None:
    talk.say_all("my new colleague is called svetlana", "actually i got her name wrong it's yevgenia not svetlana")
    assert talk.texts() == ["my new colleague is called yevgenia"]
