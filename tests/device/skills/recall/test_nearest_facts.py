"""Composition: what comes nearest to a question is told beside an honest "I'm not sure", and only what is near."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

UNSURE = "I'm not sure about that, but I know this: "
UNKNOWN = "I don't know that yet. You can tell me."


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    with talk_in(tmp_path / "vault") as one:
        yield one


@pytest.mark.parametrize(
    ("told", "asked", "reply"),
    [
        (
            "the school office can be reached under five five oh two eight",
            "which number do i ring for the school office",
            "The school office can be reached under five five oh two eight.",
        ),
        (
            "my reading lamp takes them little size two bulbs",
            "what size bulb do i need for my desk",
            "Your reading lamp takes them little size two bulbs.",
        ),
    ],
)
def test_the_nearest_fact_is_told_as_what_it_is(talk: Talk, told: str, asked: str, reply: str) -> None:
    talk.say(told)
    before = talk.atoms()
    assert talk.say(asked) == UNSURE + reply
    assert talk.answer.used == (before[0].atom_id,)
    assert [atom.text for atom in talk.atoms()] == [atom.text for atom in before]


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("her reading lamp takes them little size two bulbs", "what size shoes do i take"),
        ("the school office is shut on fridays", "which number do i ring for the school office"),
        ("my sister's favourite bulbs are tulips", "what are my favourite bulbs"),
        ("my favourite colour is green", "what is my favourite instrument"),
        ("i bought the globe in prague", "where is the globe"),
        ("i bought a globe last spring", "what did the globe cost"),
        ("if we had a boat it would be moored in rye", "where's my boat moored"),
        ("the small oven goes up to two hundred degrees", "how hot does the big oven go"),
        ("i bought a red kettle in truro last week", "how was last week's quiz"),
        ("ines visits next week", "when is next week's recital"),
        ("ines visits next month", "when is the recital next month"),
    ],
)
def test_what_is_not_near_is_not_told(talk: Talk, told: str, asked: str) -> None:
    talk.say(told)
    assert talk.say(asked) == UNKNOWN
