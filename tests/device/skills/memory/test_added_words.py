"""Promise: what follows an "and" in the next turn is added to the last fact, and a value put right stands alone."""

from __future__ import annotations

import pytest

from tests.sim.assistant_talk import Talk

ADDED = (
    ("my nieces are isla", "and poppy", "what are my nieces called", ("isla", "poppy")),
    ("we've got a parrot called biggles", "and a rabbit called clover", "what's the rabbit called", ("clover",)),
    ("my nephew is allergic to eggs", "and sesame", "what is my nephew allergic to", ("eggs", "sesame")),
    ("i row on tuesdays", "and saturdays", "when do i row", ("tuesdays", "saturdays")),
    ("my aunt lives in jersey", "and my uncle", "where does my aunt live", ("jersey",)),
)
PUT_RIGHT = (
    ("there are eight people coming to the barbecue", "make that eleven i forgot the scouts", "eleven", "eight"),
    ("my fitting is on monday", "sorry tuesday i got mixed up", "tuesday", "monday"),
)


@pytest.mark.parametrize(("first", "second", "question", "told"), ADDED)
def test_what_follows_and_is_kept_with_the_last_fact(
    talk: Talk, first: str, second: str, question: str, told: tuple[str, ...]
) -> None:
    talk.say(first)
    assert talk.say(second).startswith(("Noted", "I'll remember")), second
    reply = talk.say(question)
    assert all(word in reply for word in told), reply


@pytest.mark.parametrize(("first", "second", "new", "old"), PUT_RIGHT)
def test_a_value_before_its_reason_is_put_right(talk: Talk, first: str, second: str, new: str, old: str) -> None:
    talk.say(first)
    reply = talk.say(second)
    assert new in reply, reply
    assert old not in reply, reply


@pytest.mark.parametrize("words", ["and poppy", "it's me joan", "hi it's me joan"])
def test_words_that_state_nothing_are_not_kept(talk: Talk, words: str) -> None:
    talk.say(words)
    assert talk.atoms() == ()
