"""Promise: what was left open is settled by a plain answer or by calling it done, and by nothing less."""

from __future__ import annotations

import pytest

from memory.continuity.topics import Telling, answers_open, does_step, ends_matter
from tests.memory.continuity.test_session_digest import digest, said, words

KIDS, KINDER = "I still don't know how many kids to invite", "ich weiß noch nicht, wie viele Kinder wir einladen"


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [
        ("en", "the beans go next to the fence", "not sure yet where the beans go"),
        ("en", "we'll invite eight kids", KIDS),
        ("en", "the boiler is twelve years old", "I still have to find out how old the boiler is"),
        ("en", "I'll cook the lamb", "should I cook fish or lamb"),
        ("en", "we sold the piano", "should we sell the piano"),
        ("en", "we won't sell the piano", "should we sell the piano"),
        ("en", "the iron gate fits the garden", "I still don't know which gate fits the garden"),
        ("en", "Tom makes the cake", "who makes the cake is still up in the air"),
        ("en", "the colour of the curtains is blue", "the colour of the curtains is still open"),
        ("en", "I invited Tom", "I don't know whether to invite Tom"),
        ("de", "die Bohnen kommen an den Zaun", "ich weiß noch nicht, wo die Bohnen hinkommen"),
        ("de", "wir laden acht Kinder ein", KINDER),
        ("de", "ich koche Lamm", "soll ich Fisch oder Lamm kochen"),
        ("de", "das Klavier haben wir verkauft", "sollen wir das Klavier verkaufen"),
        ("de", "das eiserne Tor passt zum Garten", "ich weiß noch nicht welches Tor zum Garten passt"),
        ("de", "die Farbe der Vorhänge ist blau", "die Farbe der Vorhänge ist noch offen"),
        ("de", "Tom macht die Torte", "wer die Torte macht ist noch offen"),
    ],
)
def test_a_plain_answer_settles_what_was_open(language: str, told: str, asked: str) -> None:
    assert answers_open(Telling(told, language), asked)


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [
        ("en", "I think we'll invite eight kids", KIDS),
        ("en", "next I'll ask her teacher how many kids to invite", KIDS),
        ("en", "I still can't say how many kids we invite", KIDS),
        ("en", "the boiler is broken", "I still have to find out how old the boiler is"),
        ("en", "I like lamb", "should I cook fish or lamb"),
        ("en", "I'll cook the fish or the lamb", "should I cook fish or lamb"),
        ("en", "Tom wants us to sell the piano", "should we sell the piano"),
        ("en", "we could sell the piano", "should we sell the piano"),
        ("en", "the piano is old", "should we sell the piano"),
        ("en", "the gate fits the garden", "I still don't know which gate fits the garden"),
        ("en", "the beans don't go next to the fence", "not sure yet where the beans go"),
        ("de", "vielleicht laden wir acht Kinder ein", KINDER),
        ("de", "Tom will das Klavier verkaufen", "sollen wir das Klavier verkaufen"),
    ],
)
def test_a_guess_a_wish_and_other_words_settle_nothing(language: str, told: str, asked: str) -> None:
    assert not answers_open(Telling(told, language), asked)


@pytest.mark.parametrize(
    ("language", "told", "step", "done"),
    [
        ("en", "I called the plumber", "I have to call the plumber", True),
        ("en", "next week I'll call the plumber", "I have to call the plumber", False),
        ("en", "I didn't call the plumber", "I have to call the plumber", False),
        ("en", "Tom called the plumber", "I have to call the plumber", False),
        ("de", "ich habe den Klempner angerufen", "ich muss den Klempner anrufen", True),
        ("de", "ich habe den Klempner nicht angerufen", "ich muss den Klempner anrufen", False),
    ],
)
def test_a_step_is_done_when_the_person_did_it(language: str, told: str, step: str, *, done: bool) -> None:
    assert does_step(Telling(told, language), step) is done


@pytest.mark.parametrize(
    ("language", "text", "over"),
    [
        ("en", "we're done with the cake", {"cake"}),
        ("en", "okay, we're finished with the garden", {"garden"}),
        ("en", "the letter is sorted", {"letter"}),
        ("en", "we have finally wrapped up the letter", {"letter"}),
        ("en", "the letter isn't finished", set()),
        ("en", "we're not done with the cake", set()),
        ("de", "mit dem Garten sind wir durch", {"garten"}),
        ("de", "wir sind mit dem Kuchen fertig", {"kuchen"}),
        ("de", "der Brief ist erledigt", {"brief"}),
        ("de", "der Brief ist nicht erledigt", set()),
    ],
)
def test_a_matter_is_called_done(language: str, text: str, over: set[str]) -> None:
    assert ends_matter(text, language) == over


def test_what_is_answered_or_done_later_in_a_conversation_is_not_in_its_digest() -> None:
    turns = said("the garden is wild", "not sure yet where the beans go", "the beans go next to the fence")
    assert digest(turns).questions == ()
    turns = said("the beans go next to the fence", "not sure yet where the beans go")
    assert words(turns, digest(turns).questions) == ["not sure yet where the beans go"]
    turns = said("the garden is wild", "should we sell the piano", "next I call the gardener for the garden")
    over = [*turns, *said("we're done with the garden", begin=3)]
    assert [len(digest(each).next_step) for each in (turns, over)] == [1, 0]
    assert [len(digest(each).questions) for each in (turns, over)] == [1, 0]
