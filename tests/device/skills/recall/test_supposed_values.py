"""Promise: a question that supposes another value is answered by what was told, and is never kept as a fact.

"Is my car blue" of a red one gets the red one. It asks as well in the order of a statement, with the mark of a question
or with a tag before it; a tag alone, as people tell with it, asks nothing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

pytestmark = pytest.mark.usefixtures("rules_alone")


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("my sister lives in leeds", "does my sister live in york", "leeds"),
        ("my dentist appointment is on monday", "is my dentist appointment on tuesday", "on monday"),
        ("my sister is called ruth", "is my sister called anna", "ruth"),
        ("we have two cats", "do we have three cats", "two cats"),
        ("i was born in leeds", "was i born in york", "born in leeds"),
        ("my passport is in the drawer", "is my passport in the safe", "in the drawer"),
        ("the school concert is in the hall", "is the school concert in the gym", "in the hall"),
        ("i play tennis on mondays", "do i play tennis on tuesdays", "on mondays"),
        ("my car insurance is with halden", "is my car insurance with aviva", "halden"),
        ("my sister lives in leeds", "so my sister lives in york?", "leeds"),
        ("ellie's seven", "is ellie eight", "seven"),
        ("my car is red", "my car is red, right?", "is red"),
        ("my car is red", "my car's blue, isn't it?", "is red"),
        ("we live in bath", "we live in hove, don't we?", "in bath"),
    ],
)
def test_the_value_that_was_told_is_the_answer(talk: Talk, told: str, asked: str, answer: str) -> None:
    talk.say(told)
    before = talk.texts()
    assert answer in talk.say(asked)
    assert talk.texts() == before


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("tom likes jazz", "does tom like rock"),
        ("my laptop's knackered", "is my laptop new"),
        ("my soup is hot", "is my soup salty"),
        ("i'm allergic to nuts", "am i allergic to eggs"),
        ("i take sugar in my tea", "do i take milk in my tea"),
        ("we have two cats", "do we have two dogs"),
        ("my uncle is called bob", "is my aunt called rosa"),
        ("my passport is in the drawer", "is my passport valid"),
        ("my mum's birthday is in june", "is my dad's birthday in july"),
        ("i play tennis on mondays", "do i play chess on mondays"),
        ("we have a meeting on monday", "do we have a party on tuesday"),
        ("anna is bringing the salad", "is anna bringing the cake"),
        ("my car insurance is with halden", "is my home insurance with aviva"),
    ],
)
def test_what_may_be_so_as_well_is_not_denied(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    assert "don't know that yet" in talk.say(asked)


@pytest.mark.parametrize(
    "asked",
    [
        "my sister lives in leeds?",
        "my car is red, right?",
        "we live in bath, don't we?",
        "the meeting was 9 march, wasn't it?",
        "it starts with 77, right?",
        "starts with 77, right?",
        "it's 7719, correct?",
        "he hasn't got a car, has he?",
        "tom's got a dog, hasn't he?",
    ],
)
def test_a_statement_with_the_mark_of_a_question_is_not_kept(talk: Talk, asked: str) -> None:
    assert "don't know that yet" in talk.say(asked)
    assert talk.texts() == []


def test_a_tag_without_the_mark_tells(talk: Talk) -> None:
    talk.say("we live in bath, don't we")
    assert talk.texts() == ["we live in bath"]


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        ("meine schwester wohnt in leeds", "meine schwester wohnt in leeds, oder?", "leeds"),
        ("meine schwester wohnt in leeds", "meine schwester wohnt in york?", "leeds"),
        ("mein auto ist rot", "mein auto ist blau, gell?", "rot"),
        ("mein auto ist rot", "ist mein auto blau", "rot"),
        ("der schlüssel liegt unter dem topf", "liegt der schlüssel unter der matte", "unter dem topf"),
        ("mein pass liegt in der schublade", "liegt mein pass im safe", "in der schublade"),
        ("mein bruder arbeitet bei der bahn", "arbeitet mein bruder bei der post", "bei der bahn"),
        ("ich hab zwei katzen", "hab ich drei katzen", "zwei katzen"),
        ("tom mag jazz", "mag tom rock", "weiß ich noch nicht"),
        ("meine schwester ist im chor", "ist meine schwester im turnverein", "weiß ich noch nicht"),
        ("ich trinke tee", "trinke ich kaffee", "weiß ich noch nicht"),
        ("der ofen ist neu", "mein auto ist rot, nicht wahr?", "weiß ich noch nicht"),
    ],
)
def test_in_german_as_well(tmp_path: Path, told: str, asked: str, answer: str) -> None:
    with talk_in(tmp_path, "de") as talk:
        talk.say(told)
        before = talk.texts()
        assert answer in talk.say(asked)
        assert talk.texts() == before


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("do you know my brother tom? he lives in kiel", "my brother tom lives in kiel"),
        ("do you know my brother tom he lives in kiel", "my brother tom lives in kiel"),
        ("is tom a vet? he lives in york", "tom lives in york"),
    ],
)
def test_a_pronoun_means_who_is_asked_about_before_it_in_the_turn(talk: Talk, said: str, kept: str) -> None:
    talk.say("the meeting was on monday")
    talk.say(said)
    assert kept in talk.texts()
