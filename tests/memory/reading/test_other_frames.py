"""German facts answer questions that are put in another way than they were told, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.reading.answers import Told, best_answer
from memory.reading.facts.entities import same_entities
from memory.reading.facts.implied import with_implied
from memory.reading.facts.statements import statements
from memory.reading.facts.wanted import wanted
from memory.reading.german_facts.other_frames import said_otherwise
from memory.reading.words.meaning import load_meaning

_CASES = [
    (line[0] == "+", *(part.strip() for part in line[2:].split("|")))
    for line in Path(__file__).with_name("frames_de.txt").read_text(encoding="utf-8").splitlines()
    if line[:1] in "+-"
]


@pytest.mark.parametrize(("answers", "told", "asked"), _CASES)
def test_fact_answers_what_is_asked_in_another_way(answers: bool, told: str, asked: str) -> None:
    facts = with_implied(told, "de")
    names = same_entities((pair for one in facts for pair in one.named), load_meaning("de").chains)
    want = wanted(statements(asked, "de")[-1], names, "de")
    found = best_answer(want, [Told(one, 0, "fact") for one in facts], names, "de")
    assert (found is not None) is answers


def test_only_own_words_are_said_again() -> None:
    told = "meine frau bringt dreitausend euro netto heim"
    assert list(said_otherwise(told)) == ["meine frau verdient dreitausend euro"]


@pytest.mark.parametrize("told", ["", "x" * 10_000, "ich bring die kinder nach hause", "(.*) kann ich nicht"])
def test_nothing_is_said_again_without_a_frame(told: str) -> None:
    assert list(said_otherwise(told)) == []
