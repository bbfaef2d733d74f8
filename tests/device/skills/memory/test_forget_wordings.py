"""Requests to forget in people's own words: what they name is gone from every page, and nothing else."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk

NEIGHBOUR = (
    "My neighbour Hugo Brandt fixes violins in his garage.",
    "Hugo's dog is called Pepper and barks at night.",
    "Hugo lent me a ladder and I owe him 40 euros.",
    "My favourite tea is jasmine.",
)


@pytest.mark.parametrize(
    "wording",
    [
        "on second thoughts, don't hold on to that",
        "on reflection, lose that",
        "thinking about it, scrap that",
        "actually please don't hang on to that",
        "hmm, maybe let go of that",
        "come to think of it, get rid of that",
        "no wait, drop that again",
        "on second thought please forget it",
        "on reflection, forget that one",
        "well, on second thoughts, erase that",
    ],
)
def test_second_thoughts_take_back_what_was_told_last(talk: Talk, wording: str) -> None:
    talk.say_all("My favourite tea is jasmine.", "My cousin Ziggy moved to Malta.")
    talk.say(wording)
    assert talk.texts() == ["My favourite tea is jasmine"]
    assert "ziggy" not in talk.dump().casefold()


@pytest.mark.parametrize(
    "wording",
    [
        "forget Clara's fob, my gym card and the piano teacher",
        "please delete Clara's fob, my gym card and the piano teacher",
        "forget the piano teacher, my gym card and Clara's fob",
        "could you erase my gym card, the piano teacher and Clara's fob from your notes",
        "wipe Clara's fob and my gym card and the piano teacher",
    ],
)
def test_each_of_several_targets_goes_and_is_counted(talk: Talk, wording: str) -> None:
    talk.say_all(
        "Clara keeps the spare fob under the tile.",
        "My gym card is blue.",
        "The piano teacher comes by tram.",
        "My favourite tea is jasmine.",
    )
    assert talk.say(wording) == "I forgot 3 memories."
    assert talk.texts() == ["My favourite tea is jasmine"]
    left = talk.dump().casefold()
    assert not [word for word in ("spare fob", "gym card", "piano", "by tram") if word in left]


@pytest.mark.parametrize("wording", ["forget about Hugo", "please forget about Hugo", "forget what I said about Hugo"])
def test_more_than_was_meant_is_counted_and_asked_once(talk: Talk, wording: str) -> None:
    talk.say_all(*NEIGHBOUR, "what do you know about Hugo", "what is Hugo's dog called")
    assert talk.say(wording) == "That is 5 memories. Shall I forget them all?"
    assert len(talk.texts()) == 6
    assert talk.say("yes") == "I forgot 5 memories."
    assert talk.texts() == ["My favourite tea is jasmine"]
    left = talk.dump().casefold()
    assert not [word for word in ("hugo", "brandt", "pepper", "violins", "ladder") if word in left]


@pytest.mark.parametrize("answer", ["no", "no thanks", "none of them"])
def test_a_no_to_the_count_keeps_all(talk: Talk, answer: str) -> None:
    talk.say_all(*NEIGHBOUR)
    kept = talk.texts()
    talk.say_all("forget about Hugo", answer)
    assert talk.texts() == kept
    assert talk.say("yes") != "I forgot 5 memories."
    assert talk.texts() == kept


def test_little_about_a_topic_goes_at_once(talk: Talk) -> None:
    talk.say_all("The kayak is red.", "I keep the kayak in the shed.", "My favourite tea is jasmine.")
    assert talk.say("forget about the kayak") == "I forgot 2 memories."
    assert "kayak" not in talk.dump().casefold()


@pytest.mark.parametrize(
    "wording",
    [
        "forget the bit about the neighbour",
        "lose the bit about the neighbour",
        "please delete the part about the neighbour",
        "scrap the thing about the neighbour",
        "erase the note about the neighbour",
        "can you drop the bit about the neighbour again",
    ],
)
def test_the_bit_about_someone(talk: Talk, wording: str) -> None:
    talk.say_all("The neighbour is selling his caravan.", "My favourite tea is jasmine.")
    talk.say(wording)
    assert talk.texts() == ["My favourite tea is jasmine"]
    left = talk.dump().casefold()
    assert "caravan" not in left
    assert "neighbour" not in left


@pytest.mark.parametrize("wording", ["forget Hugo", "please delete Hugo"])
def test_who_is_named_without_about_is_counted_too(talk: Talk, wording: str) -> None:
    talk.say_all(*NEIGHBOUR)
    assert talk.say(wording) == "That is 5 memories. Shall I forget them all?"
    assert talk.say("all of them") == "I forgot 5 memories."
    assert talk.texts() == ["My favourite tea is jasmine"]
