"""Promise: what is told in passing, as people speak, is what is answered later: put right, shortened, run together.

`cases/told.txt` holds the talks. A text beside them is one file for all, so that a new family needs no code.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memory.model.atoms import Speaker
from tests.budgets import TOLD_STRIDE
from tests.sim.assistant_talk import Talk

pytestmark = pytest.mark.usefixtures("rules_alone")

CASES = Path(__file__).parent / "cases" / "told.txt"


def _talks() -> list[str]:
    lines = CASES.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize("line", _talks()[:: TOLD_STRIDE.now])
def test_what_was_told_is_answered(talk: Talk, line: str) -> None:
    for part in line.split(" >> "):
        if part.startswith("+"):
            talk.new_session(int(part))
            continue
        said, _, expected = part.partition(" ~ ")
        right, _, wrong = expected.partition(" ~! ")
        reply = talk.say(said.removeprefix("?"))
        assert re.search(right, reply, re.IGNORECASE), (said, reply)
        assert not wrong or not re.search(wrong, reply, re.IGNORECASE), (said, reply)


def test_the_archive_keeps_the_words_as_they_were_said(talk: Talk) -> None:
    said = "oh and my flight's at six no seven on friday"
    talk.say(said)
    (atom,) = talk.atoms()
    assert atom.text == "my flight's at seven on friday"
    (source,) = atom.sources
    (line,) = talk.vault.reader.lines_by_id(talk.gate(), (source.turn_id,))
    assert (line.speaker, line.text) == (Speaker.USER, said)
    assert line.text[source.start : source.end] == "my flight's at six no seven on friday"


def test_a_request_after_a_fact_is_no_value(talk: Talk) -> None:
    talk.say("my dog is called rex no forget that")
    assert talk.texts() == []


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("i live in ulm", "Noted: you live in ulm."),
        ("my sister is called Ana", "Noted: your sister is called Ana."),
        ("Femi owes me twenty", "Noted: Femi owes you twenty."),
        ("remember that i'm vegan", "I'll remember: you're vegan."),
        ("um the boiler man is called Len", "Noted: the boiler man is called Len."),
        ("remember that i owe you a drink", "I'll remember: “i owe you a drink”."),
    ],
)
def test_an_acknowledgement_speaks_to_the_person(talk: Talk, said: str, reply: str) -> None:
    assert talk.say(said) == reply


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("my favourite drink is tea", "lemonade"),
        ("sausage rolls for fifty", "napkins"),
        ("my sister is called marie", "and sleeping bags"),
    ],
)
def test_a_bare_word_of_another_sort_corrects_nothing(talk: Talk, told: str, said: str) -> None:
    talk.say(told)
    before = talk.texts()
    assert "corrected" not in talk.say(said)
    assert talk.texts()[: len(before)] == before


@pytest.mark.parametrize(
    ("told", "said", "now"),
    [
        ("my dog is called rex", "max", "max"),
        ("the dentist is at four", "five", "five"),
        ("the dentist is on friday", "thursday", "thursday"),
        ("i was born in 1980", "1981", "1981"),
    ],
)
def test_a_bare_value_of_the_same_sort_corrects(talk: Talk, told: str, said: str, now: str) -> None:
    talk.say(told)
    assert now in talk.say(said)


@pytest.mark.parametrize(
    "message", ["text brenda i'm running late", "message dave i'll be there at six", "email sue that i'm moving"]
)
def test_a_message_is_declined_and_no_fact(talk: Talk, message: str) -> None:
    assert talk.say(message).startswith("I can't help with that")
    assert talk.texts() == []
