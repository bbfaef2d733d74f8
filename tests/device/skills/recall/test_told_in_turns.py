"""Promise: what a person goes on to say, without a subject or after a slip, is kept of the one whom it is about."""

from __future__ import annotations

import pytest

from memory.reading.facts.statements import statements
from tests.sim.assistant_talk import Talk


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        (("my godmother's a vet", "plays the accordion at dances"), "what does my godmother play", "accordion"),
        (("we've got a donkey older than me gran", "lives in the old dairy"), "where does the donkey live", "dairy"),
        (("got meself a whippet", "she's called ruby", "sleeps in the porch"), "where does ruby sleep", "porch"),
        (("my godmother's a retired vet name of hilda", "plays the fiddle"), "what does hilda play", "fiddle"),
        (("we've got a donkey", "goes by the name of clover"), "what's the donkey called", "clover"),
        (("my friend gus bakes", "goes by crumb"), "what does my friend gus go by", "crumb"),
        (("aunt vera breeds llamas", "her sister joan shears them", "they argue every christmas"),
         "when do vera and joan argue", "christmas"),
        (("don't much care for liver",), "do i like liver", "don't much care"),
        (("in the red box is where i keep the passports",), "where do i keep the passports", "red box"),
        (("we're thinking of getting a dog", "we got one he's a beagle called bert"), "what breed is bert",
         "a beagle called bert"),
        (("i left my umbrella at the office", "got it back now"), "where's my umbrella", "back now"),
        (("we left the pram at mum's", "we've got it back"), "where's the pram", "got the pram back"),
        (("i take me porridge wi salt",), "what do i take my porridge with", "salt"),
    ],
)  # fmt: skip
def test_it_is_told_of_the_one_told_last(talk: Talk, told: tuple[str, ...], asked: str, answer: str) -> None:
    talk.say_all(*told)
    assert answer in talk.say(asked)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("my son's allergic to nuts isn't he", "my son's allergic to nuts"),
        ("nan likes her tea strong doesn't she", "nan likes her tea strong"),
        ("the twins start school in may don't they", "the twins start school in may"),
        ("the cafe's shut mondays and tuesdays", "the cafe's shut mondays and tuesdays"),
        ("my judo teacher's sato sensei", "my judo teacher's sato sensei"),
    ],
)
def test_a_tag_asks_nothing_and_days_stay_together(talk: Talk, said: str, kept: str) -> None:
    reply = talk.say(said)
    assert talk.texts() == [kept]
    assert "don't know" not in reply


def test_mine_is_yours(talk: Talk) -> None:
    talk.say("my sister's desk is by the door")
    assert talk.say("mine's by the window") == "Noted: your desk's by the window."


def test_a_count_of_ones_own_is_asked(talk: Talk) -> None:
    talk.say("how many of my hens are laying")
    assert talk.texts() == []


def test_nothing_is_kept_of_nobody(talk: Talk) -> None:
    talk.say("plays the accordion at dances")
    assert talk.texts() == []


def test_a_person_who_goes_by_train_is_not_named_so() -> None:
    (one,) = statements("my uncle goes by train")
    assert ("me>uncle", "train") not in one.named
    (one,) = statements("my uncle goes by sparky")
    assert ("me>uncle", "sparky") in one.named


@pytest.mark.parametrize(
    "mark",
    ["flip no", "whoops other one", "wrong one", "no i lie", "scratch that", "silly me", "i take that back",
     "sorry i tell a lie", "crikey no", "hang about"],
)  # fmt: skip
def test_a_slip_is_put_right(talk: Talk, mark: str) -> None:
    talk.say_all("our train's from platform four", f"{mark} it's platform nine")
    assert talk.say("which platform's our train from") == "Your train's from platform nine."


@pytest.mark.parametrize("said", ["the other one is broken", "i lie down after lunch", "no one came to the party"])
def test_no_slip_is_read_into(said: str) -> None:
    assert [one.text for one in statements(said)] == [said]
