"""Promise: what is told of another one of a sort, of another feast or of another deed is no answer."""

from __future__ import annotations

import re

import pytest

from tests.sim.assistant_talk import Talk

pytestmark = pytest.mark.usefixtures("rules_alone")

_UNKNOWN = re.compile(r"don't know that (?:yet|of you)|never told")
BESIDE = (
    "the shed door is green",
    "my aunt vera has a bungalow in poole",
    "the library is shut on mondays",
    "my brother plays the cornet",
    "we had the chimney swept in november",
)
UNTOLD = (
    ("i had my typhoid jab on the 4th of may", "when did i have my rabies jab"),
    ("i've got a skin appointment on the 9th of april", "when's my dentist appointment"),
    ("we're going to the chalet at easter", "where are we going at christmas"),
    ("my uncle ivor had his hip done in march", "when does ivor get paid"),
    ("my dad's got a bad hip", "who's got a bad elbow"),
    ("our neighbour at number 9 has a spare key", "what are the neighbours at number 9 called"),
)
TOLD = (
    ("i had my typhoid jab on the 4th of may", "when did i have my typhoid jab", "4th of may"),
    ("i'm at the dentist on the 9th of april", "when's my dentist appointment", "9th of april"),
    ("my uncle ivor had his hip done in march", "when did ivor have his hip operation", "march"),
    ("my dad's got a bad hip", "who's got a bad hip", "dad"),
    ("the fete's on the 12th", "when is the fete", "12th"),
    ("the kitten needs her worming tablet in may", "when does the kitten need her tablet", "her worming tablet in may"),
)


@pytest.mark.parametrize(("told", "question"), UNTOLD)
def test_another_one_is_not_told(talk: Talk, told: str, question: str) -> None:
    talk.say_all(*BESIDE, told)
    reply = talk.say(question).replace("\u2019", "'")
    assert _UNKNOWN.search(reply), reply


@pytest.mark.parametrize(("told", "question", "part"), TOLD)
def test_the_one_asked_for_is_told(talk: Talk, told: str, question: str, part: str) -> None:
    talk.say_all(*BESIDE, told)
    assert part in talk.say(question)
