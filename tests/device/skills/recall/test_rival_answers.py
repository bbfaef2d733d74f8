"""Promise: of two facts that answer with different values both are named; news, and what only adds, is told alone."""

from __future__ import annotations

import re

import pytest

from tests.sim.assistant_talk import Talk

DISAGREEING = (
    ("the rector is called hugh", "our rector's name is alan", "who is the rector", "hugh", "alan"),
    ("my supervisor is called petra", "my supervisor's name is gwen", "what's my supervisor called", "petra", "gwen"),
    ("our dog is a beagle", "the dog is a whippet", "what breed is our dog", "beagle", "whippet"),
    ("rent is 610 a month", "my rent is 640", "how much is my rent", "610", "640"),
    ("i'm 168 tall", "i'm 171 centimetres tall", "how tall am i", "168", "171"),
    ("rita's husband is a baker", "rita's husband is a glazier", "what does rita's husband do", "baker", "glazier"),
    ("my ferry leaves at 8", "the ferry is at half past nine", "when is my ferry", "at 8", "half past nine"),
    ("my hat size is 56", "i take a size 58 hat", "what's my hat size", "56", "58"),
    ("doris has our ladder", "the scouts have our ladder", "who has our ladder", "doris", "scouts"),
)

TOLD_ALONE = (
    ("our dog is a beagle", "the dog is old", "what breed is our dog", "beagle", "old"),
    ("my sister's a florist", "my sister's an usher now", "what does my sister do", "usher", "florist"),
    ("my bus is at nine", "my bus is at ten on sundays now", "when is my bus", "ten", "at nine"),
    ("my rent is 610", "my rent went up to 655", "how much is my rent", "655", "610"),
    ("jo's party is on friday", "jo's party is at our house", "when is jo's party", "friday", "our house"),
)


@pytest.mark.parametrize(("first", "second", "question", "one", "other"), DISAGREEING)
def test_both_values_are_named(talk: Talk, first: str, second: str, question: str, one: str, other: str) -> None:
    talk.say(first)
    talk.say(second)
    reply = talk.say(question).casefold()
    assert re.search(one, reply), reply
    assert re.search(other, reply), reply


@pytest.mark.parametrize(("first", "second", "question", "told", "untold"), TOLD_ALONE)
def test_one_value_is_told_alone(talk: Talk, first: str, second: str, question: str, told: str, untold: str) -> None:
    talk.say(first)
    talk.say(second)
    reply = talk.say(question).casefold()
    assert re.search(told, reply), reply
    assert not re.search(untold, reply), reply
