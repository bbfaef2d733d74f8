"""Promise: past talks are paged in by their digests first, with at most two excerpts and never the archive (2.20)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memory.continuity.kept_threads import own_threads
from memory.core.policy import MAX_PAGED_DIGESTS
from memory.model import ids
from memory.model.ports import Gate
from memory.paging.page_in import Page, page_in
from memory.text.stemming import stems
from tests.sim.assistant_talk import Talk, talk_in

ANA = ids.user_id("Ana")
GATE = Gate(ANA, identified=True)
LONG = (
    "we decided on cedar for the fence",
    "the fence costs nine hundred euros",
    "the fence is two meters high",
    "the fence comes from Ulm",
    "the fence is painted green",
)


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    """A talk in English, with one thread about a fence."""
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say_all(*LONG)
        talk.new_session(1)
        talk.say("hello")
        yield talk


def paged(talk: Talk, asked: str, gate: Gate = GATE) -> Page:
    """What a question pages in."""
    threads = own_threads(talk.vault.reader, ANA)
    return page_in(talk.assistant.memory, gate, threads, frozenset(stems(asked)))


def test_a_digest_that_has_the_words_brings_no_excerpt(talk: Talk) -> None:
    page = paged(talk, "cedar fence")
    assert [one.title for one in page.digests] == ["fence"]
    assert page.excerpts == ()


def test_else_the_excerpts_with_most_of_the_words_come_by_pointer(talk: Talk) -> None:
    page = paged(talk, "euros")
    assert [one.title for one in page.digests] == ["fence"]
    assert [line.text for line in page.excerpts] == ["the fence costs nine hundred euros"]


def test_there_are_never_more_than_two_excerpts(talk: Talk) -> None:
    assert len(paged(talk, "euros meters Ulm green").excerpts) == talk.assistant.memory.policy.max_bundle_excerpts == 2


def test_the_same_pages_in_the_same(talk: Talk) -> None:
    assert paged(talk, "euros meters Ulm green") == paged(talk, "green Ulm meters euros")


def test_words_that_no_pointer_leads_to_bring_nothing(talk: Talk) -> None:
    talk.say("the piano costs nine hundred dollars")
    assert paged(talk, "dollars").excerpts == ()


def test_who_is_not_identified_pages_in_nothing(talk: Talk) -> None:
    assert paged(talk, "euros", Gate(ANA, identified=False)) == Page()


@pytest.mark.parametrize("order", ["don't mention the euros", "forget how much the fence costs"])
def test_nothing_hidden_or_forgotten_is_paged_in(talk: Talk, order: str) -> None:
    talk.say(order)
    if talk.answer.question:
        talk.say("yes")
    assert not any("euros" in line.text for line in paged(talk, "euros").excerpts)


def test_digests_are_bounded(talk: Talk) -> None:
    for number in range(MAX_PAGED_DIGESTS + 2):
        talk.new_session(1)
        talk.say(f"we decided on the piano of room {number}")
    talk.new_session(1)
    talk.say("hello")
    assert len(own_threads(talk.vault.reader, ANA)) > MAX_PAGED_DIGESTS
    assert len(paged(talk, "").digests) == MAX_PAGED_DIGESTS


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("what did we go through before the move, in which order?", ["fence", "car"]),
        ("in which order did we talk about things before the move", ["fence", "car"]),
        ("what did we discuss after the move", ["piano"]),
        ("in what order did we discuss things", ["fence", "car", "van", "piano"]),
        ("sum up our conversations", ["fence", "car", "van", "piano"]),
        ("what have we talked about lately", ["fence", "car", "van", "piano"]),
        ("what did we talk about first, the piano or the car", ["car", "piano"]),
        ("before the move, what did we go through and in what order", ["fence", "car"]),
    ],
)
def test_questions_of_order_are_answered_from_digests(talk: Talk, asked: str, expected: list[str]) -> None:
    for said in ("our car needs new tyres", "we booked a van for the move", "the piano is out of tune"):
        talk.new_session(1)
        talk.say(said)
    talk.new_session(1)
    reply = talk.say(asked)
    titles = ("fence", "car", "van", "piano")
    named = sorted((reply.index(f"{each} ("), each) for each in titles if f"{each} (" in reply)
    assert [each for _, each in named] == expected
    assert talk.answer.bundle.excerpts == ()


def test_a_summary_tells_the_digest_and_at_most_two_excerpts(talk: Talk) -> None:
    reply = talk.say("sum up our talks about the fence")
    assert 'decided: "we decided on cedar for the fence"' in reply
    reply = talk.say("summarise our talks about Ulm")
    assert '\n- you said: "the fence comes from Ulm"' in reply
    assert reply.count("you said") <= 2


def test_german_questions_of_order(tmp_path: Path) -> None:
    with talk_in(tmp_path / "german", "de") as talk:
        for said in ("der Zaun ist aus Zeder", "der Umzug ist im Mai", "das Klavier ist verstimmt"):
            talk.say(said)
            talk.new_session(1)
        before = talk.say("was haben wir vor dem Umzug besprochen und in welcher Reihenfolge")
        assert "Zaun" in before
        assert "Klavier" not in before
        every = talk.say("in welcher Reihenfolge haben wir alles besprochen")
        assert every.index("Zaun") < every.index("Umzug") < every.index("Klavier")
        first = talk.say("worüber haben wir zuerst gesprochen, über das Klavier oder über den Zaun")
        assert first.index("Zaun") < first.index("Klavier")
        assert "Umzug" not in first
