"""Promise: filler, politeness and other names change no reading but where they stand."""

from __future__ import annotations

from random import Random

from tests.budgets import REPHRASED
from tests.memory.reading.glued_clauses import acts_of
from tests.memory.reading.rephrased import (
    named_otherwise,
    swapped,
)


def test_other_names_change_nothing_but_the_names() -> None:
    different = []
    for number in range(REPHRASED.now):
        text, again, other = named_otherwise(Random(f"names {number}"))
        expected = tuple((kind, verb, swapped(subject, other), asks) for kind, verb, subject, asks in acts_of(text))
        found = tuple((kind, verb, swapped(subject, {}), asks) for kind, verb, subject, asks in acts_of(again))
        different += [again] * (expected != found)
    assert different == []
