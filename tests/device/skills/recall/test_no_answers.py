"""Promise: what is denied, wished, of another kind or somebody else's answers no open question."""

from __future__ import annotations

import pytest

from tests.sim.talk_join import TalkJoin


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("i don't have a dog", "what's my dog called"),
        ("my brother doesn't live in malaga", "where does my brother live"),
        ("the sofa didn't cost six hundred pounds", "how much did the sofa cost"),
        ("the hoover isn't in the attic", "where's the hoover"),
        ("we're not going to wales in august", "where are we going in august"),
        ("my dad isn't a teacher", "what does my dad do"),
        ("i have no parrots", "which parrots do i have"),
        ("my niece wants to be a pilot", "what's my niece's job"),
        ("i might buy a yamaha", "what motorbike did i buy"),
        ("i lent my chisel to yusuf", "which book did i lend yusuf"),
        ("i bought a mahogany wardrobe", "which tool did i buy"),
        ("my uncle has a dog called waffle", "what's the name of my dog"),
        ("clara has two sons", "how many sons do i have"),
        ("rosa's physio appointment is on friday", "when is felix's physio appointment"),
        ("i have three cousins", "what's my cousin called"),
    ],
)
def test_it_is_no_answer(told: str, asked: str) -> None:
    talk = TalkJoin((told,))
    assert talk.kept
    assert talk.answer(asked) is None


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("i don't have a dog", "do i have a dog"),
        ("my grandad can't stand mushrooms", "who hates mushrooms"),
        ("my grandad doesn't like mushrooms", "who doesn't like mushrooms"),
        ("the meeting isn't on monday but on tuesday", "when is the meeting"),
        ("my niece wants to be a pilot", "what does my niece want to be"),
        ("i lent my chisel to yusuf", "which tool did i lend yusuf"),
        ("my uncle has a dog called waffle", "what's my uncle's dog called"),
        ("my uncle has a dog called waffle", "who has a dog"),
        ("my brother's car is a skoda", "what does my brother drive"),
        ("i owe peter 20 euros", "who do i owe money"),
    ],
)
def test_what_is_asked_for_is_an_answer(told: str, asked: str) -> None:
    assert TalkJoin((told,)).answer(asked) == told
