"""Promise: who says that they need a number, a name or an address is told it; who only tells of one is not asking."""

from __future__ import annotations

import pytest

from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import read
from tests.sim.assistant_talk import Talk

REQUESTS = (
    "i need my chiropodist's number",
    "could i have my chiropodist's number please",
    "i'm looking for my chiropodist's number",
    "i could do with my chiropodist's number",
    "i'd like the number of my chiropodist",
    "i don't know my chiropodist's number",
    "i've forgotten my chiropodist's number",
    "give me my chiropodist's number again",
)
TELLINGS = (
    "i need a chiropodist",
    "i need the number nine bus",
    "i like the name",
    "i want my number changed",
    "i forgot my wife's birthday",
    "i need my brother's advice",
    "i'm my brother's number one fan",
    "i do my own email",
)


def test_what_is_needed_is_told(talk: Talk) -> None:
    talk.say("my chiropodist's number is 0117 496 0555")
    for request in REQUESTS:
        assert "0117 496 0555" in talk.say(request), request


@pytest.mark.parametrize("text", TELLINGS)
def test_what_is_told_asks_nothing(text: str) -> None:
    assert all(act.kind is not ActKind.ASK for act in read(text).acts)


def test_a_number_that_was_lost_is_still_known(talk: Talk) -> None:
    talk.say("my chiropodist's number is 0117 496 0555")
    talk.say("i've lost my chiropodist's number")
    assert "0117 496 0555" in talk.say("what's my chiropodist's number")
