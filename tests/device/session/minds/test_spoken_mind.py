"""Promise: a mind is heard sentence by sentence, is stopped in the frame of an interruption, and is waited for."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

from device.assistant.conversation import Conversation
from device.core.messages import Answer, MindRequest, TurnResult
from device.core.ports import FRAME_MS, MindPrompt
from device.mind.policy import MIND_FIRST_S
from device.session.event_log import EventLine
from device.session.minds.mind_desk import MindDesk
from device.session.minds.spoken_mind import SpokenMind
from device.session.session import Session
from tests.sim.scripted_mind import ScriptedMind, ScriptedReply
from tests.sim.simulated_room import EchoingAssistant, Room, ScriptedMicrophone, ToneVoice, voice_session

HELLO = (1_500, 2_500, "hello there")
PROMPT = MindPrompt("Rules.", words='<said>"hello there"</said>')
PARTS: list[dict[str, object]] = [{"say": f"Sentence number {name}."} for name in ("one", "two", "three", "four")]


class AskingAssistant(EchoingAssistant):
    """Knows no answer to anything."""

    def answer(self, heard: TurnResult, conversation: Conversation) -> tuple[Answer, Conversation]:
        answer, after = super().answer(heard, conversation)
        return replace(answer, reply="I don't know that.", request=MindRequest(PROMPT, "en", heard.turn)), after


class KeepingMind(ScriptedMind):
    """Keeps its replies."""

    replies: list[ScriptedReply]

    def begin(self, prompt: MindPrompt) -> ScriptedReply:
        reply = super().begin(prompt)
        self.replies = [*getattr(self, "replies", []), reply]
        return reply


class NeverRun(Executor):
    """A thread that never gets to its job."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        return Future()


def talk(room: Room, desk: MindDesk) -> tuple[AskingAssistant, list[EventLine], ToneVoice]:
    assistant = AskingAssistant()
    voice, lines = voice_session(room, Session(assistant, "u-1"))
    voice.mind = SpokenMind(desk)
    voice.begin()
    for frame in ScriptedMicrophone(room).frames():
        voice.feed(frame)
    voice.finish(lambda: None)
    voice.close()
    assert isinstance(voice.sound.voice, ToneVoice)
    return assistant, lines, voice.sound.voice


def at(lines: list[EventLine], kind: str, nth: int = 0) -> int:
    return int(str([line for line in lines if line["type"] == kind][nth]["at_audio_ms"]))


def test_the_first_sentence_is_spoken_while_the_others_are_made() -> None:
    room = Room(20_000, wakes=[1_000], speech=[HELLO])
    assistant, lines, voice = talk(room, MindDesk(KeepingMind(otherwise=PARTS), None))
    said = [f"Sentence number {name}." for name in ("one", "two", "three", "four")]
    assert voice.spoken == said
    assert assistant.recorded == [" ".join(said)]
    replies = [line["text"] for line in lines if line["type"] == "reply"]
    assert replies == said
    assert at(lines, "speaking_started") < at(lines, "reply", 3)
    assert [line["reason"] for line in lines if line["type"] == "turn_ended"] == ["ANSWERED"]


def test_an_interruption_stops_the_mind_in_its_frame_and_only_what_was_spoken_is_recorded() -> None:
    long = [{"say": f"{name} {'word ' * 40}end."} for name in ("One", "Two", "Three")]
    room = Room(20_000, wakes=[1_000], speech=[HELLO, (4_200, 4_800, "stop that")])
    mind = KeepingMind(otherwise=long)
    assistant, lines, _ = talk(room, MindDesk(mind, None))
    assert mind.replies[0].cut
    assert assistant.recorded[0].endswith("…")
    assert at(lines, "reply", 0) < at(lines, "barge_in") < at(lines, "reply", 1)
    assert [line["turn_id"] for line in lines if line["type"] == "reply"][1] != lines[0]["turn_id"]


def test_no_words_over_playback_let_what_came_so_far_be_spoken_to_its_end() -> None:
    long = [{"say": f"{name} {'word ' * 40}end."} for name in ("One", "Two", "Three")]
    room = Room(40_000, wakes=[1_000], speech=[HELLO, (4_200, 4_800, "")])
    mind = KeepingMind(otherwise=long)
    assistant, lines, voice = talk(room, MindDesk(mind, None))
    assert mind.replies[0].cut
    assert "resumed" in [line["type"] for line in lines]
    assert assistant.recorded == [" ".join(dict.fromkeys(voice.spoken))]


def test_a_mind_that_is_late_is_given_up_and_the_answer_is_spoken() -> None:
    room = Room(20_000, wakes=[1_000], speech=[HELLO])
    assistant, lines, _ = talk(room, MindDesk(KeepingMind(), NeverRun()))
    assert assistant.recorded == ["I don't know that."]
    waited = at(lines, "reply") - at(lines, "understood")
    assert MIND_FIRST_S * 1_000 <= waited <= MIND_FIRST_S * 1_000 + 5 * FRAME_MS


def test_the_wake_word_while_it_thinks_stops_it() -> None:
    room = Room(20_000, wakes=[1_000, 5_000], speech=[HELLO, (5_500, 6_000, "and this")])
    mind = KeepingMind()
    _, lines, _ = talk(room, MindDesk(mind, NeverRun()))
    assert mind.replies[0].stopped
    assert next(line["reason"] for line in lines if line["type"] == "turn_ended") == "ABANDONED"


def test_nothing_that_may_be_said_leaves_the_answer() -> None:
    room = Room(20_000, wakes=[1_000], speech=[HELLO])
    assistant, _, _ = talk(room, MindDesk(KeepingMind(otherwise=[{"say": "Your name is Bob."}]), None))
    assert assistant.recorded == ["I don't know that."]


def test_after_its_question_the_answer_needs_no_wake_word() -> None:
    room = Room(20_000, wakes=[1_000], speech=[HELLO, (7_000, 7_500, "yes")])
    assistant, _, _ = talk(room, MindDesk(KeepingMind(otherwise=[{"ask": "Which one?"}]), None))
    assert [turn.text for turn in assistant.heard] == ["hello there", "yes"]
