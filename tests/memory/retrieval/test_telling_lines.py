"""Of a line only sentences are left out: a question in it, or a fact that no longer holds, costs no other words."""

from __future__ import annotations

import pytest

from memory.model.atoms import ArchivedLine, Moment, Speaker
from memory.retrieval.passages import passages_of
from memory.retrieval.telling_lines import telling_line
from tests.memory.atom_builders import ENGLISH


def _line(text: str) -> ArchivedLine:
    return ArchivedLine("l1", "t1", "s1", "u1", Speaker.USER, "", text, Moment(0), 9)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("The ferry leaves at seven from pier four. Can you say that again?", "ferry leaves at seven from pier four"),
        ("Is that right? The ferry leaves at seven from pier four.", "The ferry leaves at seven from pier four."),
        ("The ferry leaves at seven from pier four, which is the old one.", "pier four, which is the old one."),
    ],
)
def test_a_question_costs_its_sentence_only(text: str, left: str) -> None:
    told = telling_line(_line(text), (), ENGLISH, asked=True)
    assert told is not None
    assert left in told.text
    assert "?" not in told.text
    assert len(told.text) == len(text)


@pytest.mark.parametrize("text", ["when does the ferry leave", "as I said, who is she", "Is the ferry late?"])
def test_a_mere_question_tells_nothing(text: str) -> None:
    assert telling_line(_line(text), (), ENGLISH, asked=True) is None


def test_a_fact_in_doubt_takes_its_sentence_along() -> None:
    text = "My sister lives in Ulm now. The ferry leaves at seven from pier four."
    told = telling_line(_line(text), ((0, 22),), ENGLISH, asked=True)
    assert told is not None
    assert "Ulm" not in told.text
    assert "pier four" in told.text


def test_a_passage_is_a_sentence_with_its_place() -> None:
    text = "Right. The ferry leaves at seven from pier four. Who is on it?"
    found = list(passages_of((_line(text),), {}, ENGLISH))
    assert [passage.text for passage in found] == ["The ferry leaves at seven from pier four"]
    assert text[found[0].start : found[0].end] == found[0].text
