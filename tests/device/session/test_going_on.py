"""Over playback: what only tells that somebody listens lets her go on; what was cut off can be had by "go on"."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from device.clients.local_audio import LocalAudioClient
from device.session.session import Session
from memory.model import ids
from tests.device.session.test_voice_session import HELLO, at, talk
from tests.sim.assistant_talk import Talk, talk_in
from tests.sim.simulated_room import (
    EchoingAssistant,
    OneJobATick,
    Room,
    ScriptedMicrophone,
    conversation,
    voice_session,
)

RESUME_MS = 600
"""From the end of what was no interruption until she speaks again."""
NOT_MEANT = [("mhm", "BACKCHANNEL"), ("yeah right", "BACKCHANNEL"), ("", "NO_WORDS")]


@pytest.mark.parametrize(("words", "reason"), NOT_MEANT)
def test_she_goes_on_after_what_was_no_interruption(words: str, reason: str) -> None:
    room = Room(14_000, wakes=[1_000], speech=[HELLO, (4_200, 4_500, words)])
    assistant, lines = talk(room)
    held, resumed = at(lines, "barge_in"), at(lines, "resumed")
    assert [line["reason"] for line in lines if line["type"] == "resumed"] == [reason]
    assert resumed - 4_500 <= RESUME_MS
    assert not room.sound_between(held, resumed - 20)
    assert room.sound_between(resumed, resumed + 40)
    assert assistant.recorded == ["You said: hello there. And that is all of it."]
    assert [turn.text for turn in assistant.heard] == ["hello there"]
    assert [line["reason"] for line in lines if line["type"] == "turn_ended"] == [reason, "ANSWERED"]


def test_a_sentence_that_was_not_made_yet_is_made_when_she_goes_on() -> None:
    room = Room(20_000, wakes=[1_000], speech=[HELLO, (3_900, 4_300, "mhm")])
    assistant = EchoingAssistant()
    client, lines = conversation(room, assistant, worker=OneJobATick())
    client.run()
    assert [line["type"] for line in lines].count("resumed") == 1
    assert assistant.recorded == ["You said: hello there. And that is all of it."]


ASKED = (1_500, 2_500, "what do you know about me")
FACTS = ("my favorite color is green", "my sister lives in boston", "I like strong coffee in the morning")


@pytest.fixture
def talk_of_facts(tmp_path: Path) -> Iterator[Talk]:
    with talk_in(tmp_path) as talk:
        talk.say_all(*FACTS)
        yield talk


def spoken(talk: Talk, *speech: tuple[int, int, str]) -> list[str]:
    """The replies of a conversation by voice, in which a wake word is said before all but what is said over one."""
    wakes = [1_000, *(start - 500 for start, _, words in speech[1:])]
    room = Room(70_000, wakes=wakes, speech=[ASKED, *speech])
    session, lines = voice_session(room, Session(talk.assistant, ids.user_id("Ana")))
    LocalAudioClient(ScriptedMicrophone(room), session, lambda: 0).run()
    return [str(line["text"]) for line in lines if line["type"] == "reply"]


STOP, GO_ON = (6_200, 6_700, "stop"), (9_000, 9_600, "go on")


def test_go_on_brings_the_rest_from_the_clause_that_was_cut_off(talk_of_facts: Talk) -> None:
    whole, silence, rest = spoken(talk_of_facts, STOP, GO_ON)
    assert silence == ""
    assert whole.endswith(rest)
    assert 0 < len(rest) < len(whole)


def test_what_was_cut_off_again_goes_on_again_and_then_nothing_is_left(talk_of_facts: Talk) -> None:
    speech = (STOP, GO_ON, (12_000, 12_500, "stop"), (15_000, 15_600, "continue"), (40_000, 40_600, "go on"))
    whole, _, rest, _, last, nothing = spoken(talk_of_facts, *speech[:2], *speech[2:])
    assert rest.endswith(last)
    assert 0 < len(last) <= len(rest) < len(whole)
    assert nothing == "There is nothing left of what I was saying."


CHANGES = ["my favorite color is blue", "forget my favorite color", "my dog is called Rex", "don't mention my sister"]


@pytest.mark.parametrize("change", CHANGES)
def test_after_a_change_nothing_is_left_of_what_she_was_saying(talk_of_facts: Talk, change: str) -> None:
    assert spoken(talk_of_facts, STOP, (9_000, 10_000, change), (30_000, 30_600, "go on"))[-1].startswith("There is")


def test_what_another_conversation_forgot_is_not_told_by_the_rest(talk_of_facts: Talk) -> None:
    talk = talk_of_facts
    session = Session(talk.assistant, ids.user_id("Ana"))
    heard = session.hear(talk.turn("what do you know about me"))
    answer = session.answer(heard)
    session.record_spoken(answer, "You told me …", answer.reply)
    talk.say("forget my favorite color")
    _, rest = session.say("go on", talk.now)
    assert rest.reply.startswith("There is nothing left")


@pytest.mark.parametrize(("language", "words"), [("en", "keep going"), ("de", "weiter"), ("de", "mach bitte weiter")])
def test_it_is_understood_in_writing_and_in_both_languages(tmp_path: Path, language: str, words: str) -> None:
    with talk_in(tmp_path, language) as talk:
        talk.say(words)
        assert (talk.heard.intent, talk.answer.reason_codes[-1], talk.atoms()) == ("go_on", "NOTHING_LEFT", ())
