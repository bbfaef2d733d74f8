"""Promise: who says "i'm ben", as it is heard, is known by that name; "i'm tired" and "i'm home" are no names."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk


@pytest.mark.parametrize(
    "said",
    [
        "i'm ben",
        "hi there i'm ben",
        "hello selene i'm ben nice to meet you",
        "good evening i'm ben and this is sarah",
        "yes i'm ben",
        "i am ben",
    ],
)
def test_the_name_is_known(talk: Talk, said: str) -> None:
    talk.say(said)
    assert talk.say("what's my name") in {"You're ben.", "You are ben."}


@pytest.mark.parametrize("said", ["i'm tired", "i'm home", "i'm vegan", "i'm knackered", "i'm german", "i'm in"])
def test_other_words_are_no_names(talk: Talk, said: str) -> None:
    talk.say(said)
    assert "don't know your name" in talk.say("what's my name")


@pytest.mark.parametrize(
    ("said", "asked", "answer"),
    [
        ("i bought max a lego set", "what did i buy max", "You bought max a lego set."),
        ("we've got a train set in the attic", "where's the train set", "You've got a train set in the attic."),
    ],
)
def test_the_noun_of_a_thing_ends_no_clause(talk: Talk, said: str, asked: str, answer: str) -> None:
    talk.say(said)
    assert talk.texts() == [said]
    assert talk.say(asked) == answer
