"""Of a line only sentences are left out: a question in it, or a fact that no longer holds, costs no other words."""

from __future__ import annotations

import pytest

from memory.model.atoms import ArchivedLine, Moment, Speaker
from memory.retrieval.passages import passages_of
from memory.retrieval.telling_lines import telling_line
from tests.memory.atom_builders import ENGLISH, GERMAN


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


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I have a call with Ines on the ninth, what should I ask her?", "I have a call with Ines on the ninth …"),
        ("I'm mending the gutter for 300 euros, can you help me? It leaks near the porch.",
         "I'm mending the gutter for 300 euros … It leaks near the porch."),
        ("Should I take the job, I have a loan to repay every month?", "I have a loan to repay every month…"),
        ("We roasted corn and sang songs by a lake. How are your hens?", "We roasted corn and sang songs by a lake."),
        ("Write me a poem about Rex. He chews the sofa legs every day.", "He chews the sofa legs every day."),
        ("My cousin rows at dawn. Set a timer for five minutes.", "My cousin rows at dawn."),
        ("I bought a bike with drum brakes, is it good for hills?", "I bought a bike with drum brakes …"),
    ],
)  # fmt: skip
def test_a_clause_that_tells_stays_beside_one_that_asks_or_commands(text: str, kept: str) -> None:
    told = telling_line(_line(text), (), ENGLISH, asked=True)
    assert told is not None
    assert " ".join(told.text.split()) == kept


@pytest.mark.parametrize(
    "text",
    [
        "Is it true that my sister is ill and I have to pay her rent?",
        "If I sell the blue boat in May, will I get five hundred for it?",
        "Explain the rules of backgammon to my uncle Tom please.",
        "You like strong tea from Assam?",
        "wo habe ich denn den schlüssel für den keller hingelegt",
    ],
)
def test_what_is_asked_commanded_or_supposed_tells_nothing(text: str) -> None:
    rules = GERMAN if text.startswith("wo") else ENGLISH
    assert telling_line(_line(text), (), rules, asked=True) is None


def test_a_german_clause_that_tells_stays_as_well() -> None:
    told = telling_line(_line("Ich habe am Freitag Probe in der Aula, wann fährt der Bus?"), (), GERMAN, asked=True)
    assert told is not None
    assert " ".join(told.text.split()) == "Ich habe am Freitag Probe in der Aula …"


def test_two_sentences_do_not_run_into_one_when_a_question_between_them_goes() -> None:
    text = "I have a call with Ines at noon, what should I ask her? The ferry leaves at seven."
    told = telling_line(_line(text), (), ENGLISH, asked=True)
    assert told is not None
    said = [passage.text for passage in passages_of((told,), {}, ENGLISH)]
    assert said == ["I have a call with Ines at noon", "The ferry leaves at seven"]
