"""Promise: what a person corrects or says is over is not told as what is so; what only sounds alike changes nothing."""

from __future__ import annotations

import pytest

from memory.model.atoms import Status
from tests.sim.assistant_talk import Talk


def _living(talk: Talk) -> list[str]:
    return [atom.text for atom in talk.atoms() if atom.status is not Status.OUTDATED]


@pytest.mark.parametrize(
    ("told", "said", "now"),
    [
        ("the new vet is called greta", "i said greta but her name's gerda", "the new vet is called gerda"),
        ("the new lad at work is called colin", "not colin his name's calvin", "the new lad at work is called calvin"),
        ("my cousin is dating a bloke called nico", "not nico milo i always mix that up", "bloke called milo"),
        (
            "my brother mended the gate",
            "it wasn't my brother it was my neighbour ida who mended the gate",
            "neighbour ida",
        ),
        ("the sweep is coming monday", "she just rang it's got moved to tuesday", "it's got moved to tuesday"),
        ("we booked the tasting for friday the sixth", "they moved us to monday the ninth", "monday the ninth"),
        ("my desk is on the fourth floor", "they moved our whole team up to the sixth floor", "sixth floor"),
    ],
)
def test_what_is_put_right_takes_the_place_of_what_was_told(talk: Talk, told: str, said: str, now: str) -> None:
    talk.say(told)
    talk.say(said)
    assert told not in _living(talk)
    assert any(now in text for text in _living(talk))


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("i take the ferry to work", "i no longer take the ferry i cycle now"),
        ("i get the bus to work", "i don't take the bus now i walk"),
        ("we get the paper delivered", "we cancelled the paper nobody read it"),
        ("i'm a member of the pool", "i quit the pool and joined a boxing club"),
        ("i'm reading emma for my book club", "finished emma now i'm reading a thriller"),
        ("i've come down with a cold", "i'm over the cold now thank god"),
        ("milo's on chapter four", "milo's on chapter six now"),
        ("the twins go to bed at seven", "now that they're older the twins go to bed at eight these days"),
        ("the baby's got two teeth", "the baby's got five teeth now would you believe it"),
        ("my niece lives in derby", "my niece has moved to truro she got a job there"),
    ],
)
def test_what_is_over_is_not_told_any_more(talk: Talk, told: str, said: str) -> None:
    talk.say(told)
    talk.new_session(1)
    talk.say(said)
    assert told not in _living(talk)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("my mum's number is five five two", "i called my mum but she's out"),
        ("my brother mended the gate", "it wasn't my birthday it was my cousin who had the cake"),
        ("the sweep is coming monday", "the piano's got moved to the hall"),
        ("we booked the tasting for friday the sixth", "they moved the sofa on monday"),
        ("my desk is on the fourth floor", "they moved the printer up to the sixth floor"),
        ("i take the ferry to work", "i no longer take the bus i cycle now"),
        ("i have a bus pass", "i don't take the bus now i walk"),
        ("i'm reading emma for my book club", "finished the washing up now i'm reading a thriller"),
        ("milo's on chapter four", "hana's on chapter six now"),
        ("my dad's got a sore knee", "i'm over the cold now thank god"),
    ],
)
def test_what_is_told_of_something_else_changes_nothing(talk: Talk, told: str, said: str) -> None:
    talk.say(told)
    talk.new_session(1)
    talk.say(said)
    assert told in _living(talk)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("i used to play the oboe but now it's the harp", "i play the harp now"),
        ("we used to live in ely now it's bath", "we live in bath now"),
        ("my gran used to drive a mini but now it's a polo", "my gran drives a polo now"),
    ],
)
def test_what_is_done_now_is_kept_with_its_verb(talk: Talk, said: str, kept: str) -> None:
    talk.say(said)
    assert kept in talk.texts()
