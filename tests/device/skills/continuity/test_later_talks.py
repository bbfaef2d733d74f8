"""Promise: what is answered, done or called over is told no more; a talk is found by its day and its topic."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.continuity.kept_threads import own_threads
from tests.device.skills.continuity.test_points import ANA, GARDEN
from tests.sim.assistant_talk import talk_after, talk_in

ANSWERED = {
    "en": (
        ("the garden is wild", "not sure yet where the beans go", "I have to call the gardener"),
        ("the beans go next to the fence", "I called the gardener"),
        ("what's still open", "what's the next step", "resume the thread about the garden"),
        ("still open:", "next:"),
        "we're done with the garden",
    ),
    "de": (
        (
            "der Garten braucht Pflege",
            "ich weiß noch nicht, wo die Bohnen hinkommen",
            "ich muss den Gärtner anrufen",
        ),
        ("die Bohnen kommen an den Zaun", "ich habe den Gärtner angerufen"),
        ("was ist noch offen", "was ist der nächste Schritt", "zurück zum Garten"),
        ("noch offen:", "als nächstes:"),
        "mit dem Garten sind wir durch",
    ),
}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("over", [False, True])
def test_what_is_answered_or_called_done_is_told_no_more_at_once_and_later(
    tmp_path: Path, language: str, *, over: bool
) -> None:
    talked, answers, asked, gone, done = ANSWERED[language]
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*talked)
        talk.new_session(1)
        assert all(any(words in talk.say(one).casefold() for words in gone) for one in asked)
        talk.say_all(*((done,) if over else answers))
        for _ in range(2):
            assert [one for one in asked for words in gone if words in talk.say(one).casefold()] == []
            talk.new_session(1)
        assert not over or "Garten" not in talk.say("hello").replace("garden", "Garten")


@pytest.mark.parametrize(("language", "no"), [("en", "no thanks"), ("de", "nein")])
def test_a_bare_no_to_what_came_up_only_puts_it_off(tmp_path: Path, language: str, no: str) -> None:
    with talk_after(tmp_path / "vault", GARDEN[language], language) as talk:
        talk.new_session(1)
        talk.say({"en": "hello", "de": "hallo"}[language])
        before = own_threads(talk.vault.reader, ANA)
        talk.say(no)
        assert talk.heard.intent == "put_off"
        assert own_threads(talk.vault.reader, ANA) == before


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "what were we discussing on monday"),
        ("en", "did we talk about the garden"),
        ("en", "when did we last talk about the garden"),
        ("de", "worüber haben wir am Montag gesprochen"),
        ("de", "haben wir über den Garten gesprochen"),
        ("de", "wann haben wir zuletzt über den Garten geredet"),
    ],
)
def test_a_talk_is_asked_for_by_its_day_and_its_topic(tmp_path: Path, language: str, asked: str) -> None:
    with talk_after(tmp_path / "vault", GARDEN[language], language) as talk:
        talk.new_session(days=4)
        reply = talk.say(asked)
        assert {"en": "March 2, 2026", "de": "2. März 2026"}[language] in reply
        assert {"en": "cedar", "de": "Zeder"}[language] in reply


def test_dropping_the_topic_forgets_nothing(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "en") as talk:
        talk.say_all("we plan the garden", "the garden needs a new fence", "drop the topic")
        assert talk.heard.forgotten == ()
        assert len(talk.atoms()) == 2


def test_a_next_step_that_was_done_is_told_no_more(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        talk.say_all("ich plane das Fest", "als nächstes frage ich die Lehrerin nach der Liste")
        talk.new_session(1)
        assert "Lehrerin" in talk.say("was ist der nächste Schritt")
        talk.say("ich habe die Lehrerin nach der Liste gefragt")
        assert "Lehrerin" not in talk.say("was ist der nächste Schritt")
