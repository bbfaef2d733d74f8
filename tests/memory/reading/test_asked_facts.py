"""Promise: the end of a question is not kept as a fact, and a fact beside a question is."""

from __future__ import annotations

import pytest

from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import statements


def _kept(said: str) -> list[str]:
    return [one.text for one in statements(said) if keepable(said, one)]


@pytest.mark.parametrize(
    "said",
    [
        "is there a film i love",
        "is there anything i can't eat",
        "is there a spice i hate",
        "do you know what it is i'm allergic to",
        "how many people are coming to my brother's party",
        "what time do i do my back exercises",
        "what is it i drink of an evening",
        "who is it i owe money to",
    ],
)
def test_the_end_of_a_question_is_no_fact(said: str) -> None:
    assert _kept(said) == []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("where's my bag i need it for the gym on friday", "i need it for the gym on friday"),
        ("when's the party my brother's bringing a cake", "my brother's bringing a cake"),
        ("i do my back exercises every night at nine", "i do my back exercises every night at nine"),
        ("what did i do my mum is in hospital", "my mum is in hospital"),
    ],
)
def test_a_fact_beside_a_question_is_kept(said: str, kept: str) -> None:
    assert kept in _kept(said)
