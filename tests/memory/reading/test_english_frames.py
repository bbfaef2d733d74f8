"""English facts answer questions that are put in another way than they were told, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.reading.answers import Told, best_answer
from memory.reading.english_facts.other_frames import questions_alike, restatements
from memory.reading.facts.entities import same_entities
from memory.reading.facts.implied import with_implied
from memory.reading.facts.statements import statements
from memory.reading.facts.wanted import wanted
from memory.reading.words.meaning import load_meaning

_CASES = [
    (line[0] == "+", *(part.strip() for part in line[2:].split("|")))
    for line in Path(__file__).with_name("frames_en.txt").read_text(encoding="utf-8").splitlines()
    if line[:1] in "+-"
]


@pytest.mark.parametrize(("answers", "told", "asked"), _CASES)
def test_fact_answers_what_is_asked_in_another_way(answers: bool, told: str, asked: str) -> None:
    facts = with_implied(told, "en")
    names = same_entities((pair for one in facts for pair in one.named), load_meaning("en").chains)
    known = [Told(one, 0, "fact") for one in facts]
    questions = (asked, *questions_alike(asked))
    found = [
        best_answer(wanted(one, names, "en"), known, names, "en")
        for text in questions
        for one in statements(text, "en")[-1:]
    ]
    assert any(each is not None for each in found) is answers


def test_only_own_words_are_said_again() -> None:
    assert list(restatements("my brother stacks shelves at the co-op")) == ["my brother works at the co-op"]
    assert next(iter(questions_alike("where do i turn the water off"))) == "where's the stopcock"


@pytest.mark.parametrize("text", ["", "x" * 10_000, "my brother works at the co-op", "(.*) turns my stomach {x"])
def test_nothing_is_said_again_without_a_frame(text: str) -> None:
    assert all("{" not in again.removesuffix("{x") for again in restatements(text))
    assert list(restatements(text))[:1] in ([], ["i hate (.*)"])
