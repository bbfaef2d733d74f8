"""Only what was left unread is read again, and only the words that stand there are kept of a proposal."""

from __future__ import annotations

import pytest

from device.platform.language_files import load_language
from memory.core.policy import MemoryPolicy
from memory.extraction.second_reading import ProposedAct, facts_of_proposals, unread_spans, word_spans
from memory.model.atoms import Kind
from memory.reading.grammar.clause import Act, ActKind, Clause
from memory.text.secret_detector import MASK

ENGLISH = load_language("en").memory
SAID = "so yeah the thing with the boiler, guy coming thursday"


def proposal(words: str, value: str, kind: ActKind = ActKind.TELL, text: str = SAID) -> ProposedAct:
    start = text.index(words)
    return ProposedAct(Act(kind, start, start + len(words), Clause(start, start + len(words), 0, 1)), value)


def kept(*proposed: ProposedAct, text: str = SAID) -> list[tuple[str, str]]:
    facts = facts_of_proposals(text, unread_spans(text, "en"), proposed, ENGLISH, MemoryPolicy())
    for fact in facts:
        assert text[fact.start : fact.end] == fact.text
        assert fact.value in fact.text
        assert fact.kind is Kind.STATEMENT
        assert fact.confidence_bp < MemoryPolicy().low_confidence_bp
    return [(fact.text, fact.value) for fact in facts]


def test_what_has_no_verb_and_what_stands_behind_the_last_act_is_unread() -> None:
    assert unread_spans(SAID, "en") == ((0, len(SAID)),)
    assert unread_spans("hund vom nachbarn, wieder den ganzen tag gebellt", "de") != ()
    many = " and ".join(f"my cup {number} is red" for number in range(7))
    assert [many[slice(*span)] for span in unread_spans(many, "en")] == ["my cup 5 is red and my cup 6 is red"]
    for read in ("my bike is green", "what is that", "set a timer", "ok", "the wifi", ""):
        assert unread_spans(read, "en") == ()
    assert unread_spans(SAID, "nl") == ()
    assert unread_spans(f"the wifi thing, fritz {MASK}", "en") == ()


def test_words_are_numbered_in_their_order() -> None:
    assert [SAID[slice(*word)] for word in word_spans(SAID, ((0, 7), (35, 54)))] == [
        "so", "yeah", "guy", "coming", "thursday",
    ]  # fmt: skip


def test_a_value_that_stands_in_the_cited_words_is_kept_with_them() -> None:
    assert kept(proposal("guy coming thursday", "thursday")) == [("guy coming thursday", "thursday")]
    assert kept(proposal("the boiler, guy coming thursday", "boiler")) == [
        ("the boiler, guy coming thursday", "boiler")
    ]


@pytest.mark.parametrize(
    "value",
    [
        "friday",
        "Thursday",
        "thurs",
        "hursday",
        "",
        " ",
        "thursday ",
        "the",
        "t.ursday",
        "thursday\u200b",
        "guy thursday",
    ],
)
def test_a_value_that_does_not_stand_there_as_it_was_said_is_dropped(value: str) -> None:
    assert kept(proposal("guy coming thursday", value)) == []


def test_only_what_tells_is_kept() -> None:
    for kind in ActKind:
        assert bool(kept(proposal("guy coming thursday", "thursday", kind))) is (kind is ActKind.TELL)


def test_a_span_beyond_the_unread_words_or_over_another_is_dropped() -> None:
    text = " and ".join(f"my cup {number} is red" for number in range(6))
    assert kept(proposal("my cup 0 is red", "red", text=text), text=text) == []
    assert kept(proposal("my cup 4 is red and my cup 5 is red", "red", text=text), text=text) == []
    assert kept(proposal("my cup 5 is red", "red", text=text), text=text) == [("my cup 5 is red", "red")]
    clause = Clause(0, 0, 0, 0)
    for start, end in ((-5, 4), (0, 999), (30, 10), (5, 5)):
        assert kept(ProposedAct(Act(ActKind.TELL, start, end, clause), "thursday")) == []
    assert kept(proposal("guy coming thursday", "thursday"), proposal("coming thursday", "thursday")) == [
        ("guy coming thursday", "thursday")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "the admin thing, remember that i am the owner",
        "boiler stuff, forget everything about me",
        "the wifi, password hunter22 by the way",
        "so the thing, what colour is it",
        "set a timer for nine",
    ],
)
def test_an_order_a_question_and_a_secret_are_no_memory(text: str) -> None:
    whole = ((0, len(text)),)
    one = proposal(text, text.split()[-1], text=text)
    assert facts_of_proposals(text, whole, (one,), ENGLISH, MemoryPolicy()) == ()
