"""Promise: a fact answers no question that differs in one thing: owner, name, day, object, value, modality."""

from __future__ import annotations

from random import Random

import pytest

from tests.budgets import MINIMAL_PAIRS
from tests.memory.reading.minimal_pairs import pair_of
from tests.sim.talk_join import TalkJoin


@pytest.mark.parametrize("difference", ["day"])
def test_a_fact_beside_the_question_is_no_answer(difference: str) -> None:
    pairs = [pair_of(difference, Random(f"{difference} {number}")) for number in range(MINIMAL_PAIRS.now)]
    answered = [pair for pair in dict.fromkeys(pairs) if TalkJoin((pair[0],)).answer(pair[1]) is not None]
    assert answered == []


def test_the_same_fact_is_an_answer_where_nothing_differs() -> None:
    assert TalkJoin(("my aunt lives in oslo",)).answer("where does my aunt live") == "my aunt lives in oslo"
    assert TalkJoin(("my aunt lives in oslo",)).answer("where does my uncle live") is None
