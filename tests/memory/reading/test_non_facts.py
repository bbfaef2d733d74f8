"""Promise: what states nothing makes no fact, and a fact that looks like such talk is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import statements

NON_FACTS = tuple(
    line
    for line in (Path(__file__).parent / "non_facts.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
)
FACTS = [
    "my brother is dying of cancer",
    "i was talking to my doctor yesterday about my knee",
    "i'm afraid of spiders",
    "i'm back at work on monday",
    "my wife is tired of her job at the bank",
    "i gave up smoking in march",
    "i need to find a new flat",
    "my dad can't find work",
    "i feel like an outsider at my new school",
    "my son is scared of thunder",
    "it's tom's birthday on friday",
    "it's eight euros a month",
    "the moon festival is in september",
    "i would like to learn the cello",
    "i'd love to live by the sea",
    "i might move to york in june",
    "kids love my brother",
    "my mum said i can have her car",
    "the letter says my operation is on friday",
    "anna says my soup is the best",
    "i'm thinking of selling the house",
    "i forgot my passport at my mum's",
    "farid goes to me i'm moving to leeds",
    "we sing i will survive at the pub on fridays",
    "my daughter sings in the choir at st luke's",
    "the bread goes in the blue tin",
    "the plumber's back in june",
    "the boiler's making a noise again",
    "my tea towels are in the drawer",
    "i told you my sister is ill",
]


def _kept(text: str) -> list[str]:
    return [one.text for one in statements(text) if keepable(text, one)]


def test_there_are_two_hundred() -> None:
    assert len(set(NON_FACTS)) >= 200


@pytest.mark.parametrize("text", NON_FACTS)
def test_nothing_is_kept_of(text: str) -> None:
    assert _kept(text) == []


@pytest.mark.parametrize("text", FACTS)
def test_a_fact_is_kept_of(text: str) -> None:
    assert len(_kept(text)) == 1
