"""What she says when an engine is replaced: one sentence, once, in the language of the person."""

from __future__ import annotations

import pytest

from device.clients.local_audio import LocalAudioClient
from device.conversation.turn_words import turn_words
from device.core.ladder.policy import LATE_RULES
from device.core.ladder.rungs import Trouble
from device.engines.factory import KINDS
from device.engines.ladder.engine_book import EngineChange
from device.engines.ladder.own_news import ECHO_LOST, OwnNews
from device.platform.language_files import load_language
from device.session.session import Session
from tests.device.session.test_voice_session import HELLO
from tests.sim.simulated_room import WORDS, EchoingAssistant, Room, ScriptedMicrophone, voice_session

GERMAN = turn_words("de", load_language("de").device["turn_taking"])


def change(kind: str, trouble: Trouble = Trouble.FAILED, phrase: str = "") -> EngineChange:
    return EngineChange(kind, "chosen:", "simple:", trouble, phrase)


@pytest.mark.parametrize("words", [WORDS, GERMAN], ids=["en", "de"])
def test_every_kind_has_one_sentence_in_every_language(words: object) -> None:
    said = {}
    for kind in LATE_RULES:
        assert kind in KINDS
        (one,) = OwnNews(lambda kind=kind: (change(kind, phrase="okay nabu"),)).new(words, cancels=True)  # type: ignore[misc,arg-type]
        said[kind] = one.sentence
    assert len(set(said.values())) == len(said) == len(LATE_RULES)
    assert "okay nabu" in said["wake_words"]
    assert "{" not in "".join(said.values())


@pytest.mark.parametrize(
    ("told", "begins"),
    [
        (change("wake_words", Trouble.NONE, "hey anna"), 'You can wake me with "hey anna"'),
        (change("wake_words"), "My wake word does not work any more. You can only"),
    ],
)
def test_a_wake_word_that_is_back_or_gone_is_said(told: EngineChange, begins: str) -> None:
    (said,) = OwnNews(lambda: (told,)).new(WORDS, cancels=False)
    assert said.sentence.startswith(begins)


def test_that_the_last_canceller_is_gone_is_said_once_and_as_what_it_means() -> None:
    changes = [(), (change("echo_cancellers"),), (), ()]
    news, cancels = OwnNews(lambda: changes.pop(0)), [True, False, False, False]
    said = [[one.code for one in news.new(WORDS, cancels=each)] for each in cancels]
    assert said == [[], [ECHO_LOST], [], []]


def test_she_says_it_after_the_turn_that_is_under_way_and_reports_it() -> None:
    room = Room(12_000, wakes=[1_000], speech=[HELLO])
    session, lines = voice_session(room, Session(EchoingAssistant(), "u-1"))
    waiting = [(change("recognisers"),)]
    session.news = OwnNews(lambda: waiting.pop() if waiting and room.now_ms > 2_000 else ())
    LocalAudioClient(ScriptedMicrophone(room), session, lambda: 0).run()
    assert [line["reason"] for line in lines if line["type"] == "error"] == ["ENGINE_REPLACED"]
    replies = [str(line["text"]) for line in lines if line["type"] == "reply"]
    assert replies[0].startswith("You said: hello there")
    assert replies[1:] == [WORDS.engine_lost["recognisers"]]
