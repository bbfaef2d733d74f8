"""The conversation loop in a scripted room: what is heard, what is played, and what an interruption leaves."""

from __future__ import annotations

import pytest

from device.dialogue import Heard
from device.errors import DoorUnavailable
from device.journal import Line
from device.policy import DevicePolicy
from device.ports import FRAME_MS
from device.worker import ThreadWorker
from memory.records import Turn
from tests.sim.room import EchoingBrain, Room, conversation

POLICY = DevicePolicy()
HELLO = (1_500, 2_500, "hello there")


def one_turn() -> Room:
    return Room(12_000, wakes=[1_000], speech=[(600, 1_060, ""), HELLO])


def talk(room: Room, *, speech_interrupts: bool = True) -> tuple[EchoingBrain, list[Line]]:
    brain = EchoingBrain()
    loop, lines = conversation(room, brain, speech_interrupts=speech_interrupts)
    loop.run()
    return brain, lines


def at(lines: list[Line], kind: str, nth: int = 0) -> int:
    return int(str([line for line in lines if line["type"] == kind][nth]["at_audio_ms"]))


def test_what_was_said_after_the_wake_word_is_heard_and_answered_aloud() -> None:
    room = one_turn()
    brain, lines = talk(room)
    assert [turn.text for turn in brain.heard] == ["hello there"]
    assert brain.recorded == ["You said: hello there. And that is all of it."]
    assert at(lines, "speech_started") == 1_500
    assert at(lines, "speech_ended") == 2_500
    answered = at(lines, "speaking_started")
    assert answered <= 2_500 + POLICY.end_silence_ms + 5 * FRAME_MS
    assert room.sound_between(answered, answered + 1_000)
    assert not room.sound_between(0, answered - FRAME_MS)


def test_words_in_one_breath_with_the_wake_word_are_heard_from_their_first_frame() -> None:
    room = Room(8_000, wakes=[1_000], speech=[(500, 1_000, "okay room"), (1_000, 2_400, "what time is it")])
    brain, _ = talk(room)
    assert [turn.text for turn in brain.heard] == ["what time is it"]


def test_events_tell_the_same_story_on_every_run() -> None:
    assert talk(one_turn())[1] == talk(one_turn())[1]


def test_speech_stops_playback_and_what_was_cut_off_is_not_called_said() -> None:
    room = Room(14_000, wakes=[1_000], speech=[(1_500, 2_500, "hello there"), (4_200, 4_800, "stop that")])
    brain, lines = talk(room)
    stopped = at(lines, "barge_in")
    assert stopped - 4_200 <= POLICY.speech_confirm_ms + FRAME_MS
    resumed = at(lines, "speaking_started", 1)
    assert not room.sound_between(stopped, resumed - FRAME_MS)
    assert brain.recorded[0].endswith("…")
    assert [turn.text for turn in brain.heard] == ["hello there", "stop that"]


def test_a_loudspeaker_in_the_room_is_not_interrupted_by_speech_but_by_the_wake_word() -> None:
    speech = [HELLO, (4_200, 4_800, "stop that")]
    _, deaf = talk(Room(16_000, wakes=[1_000], speech=speech), speech_interrupts=False)
    assert [line["type"] for line in deaf].count("barge_in") == 0
    _, woken = talk(Room(16_000, wakes=[1_000, 4_000], speech=speech), speech_interrupts=False)
    assert [line["reason"] for line in woken if line["type"] == "barge_in"] == ["WAKE_WORD"]


def test_after_a_question_the_answer_needs_no_wake_word() -> None:
    room = Room(20_000, wakes=[1_000], speech=[(1_500, 2_500, "a question"), (8_000, 8_600, "yes")])
    brain, lines = talk(room)
    assert [turn.text for turn in brain.heard] == ["a question", "yes"]
    assert [line["reason"] for line in lines if line["type"] == "speech_started"] == ["WAKE_WORD", "FOLLOW_UP"]


def test_woken_by_mistake_the_ear_goes_back_to_sleep_and_says_nothing() -> None:
    room = Room(9_000, wakes=[1_000])
    brain, lines = talk(room)
    assert brain.heard == []
    assert [(line["type"], line["reason"]) for line in lines] == [("wake", "WAKE_WORD"), ("turn_ended", "NOTHING_SAID")]


def test_a_monologue_is_cut_once_and_answered() -> None:
    room = Room(90_000, wakes=[1_000], speech=[(1_500, 80_000, "and then")])
    brain, lines = talk(room)
    assert [line["reason"] for line in lines if line["type"] == "speech_ended"] == ["TOO_LONG"]
    assert len(brain.heard) == 1


def test_when_the_tape_ends_in_the_middle_of_a_word_it_is_still_answered() -> None:
    room = Room(2_200, wakes=[1_000], speech=[(1_500, 2_500, "hello there")])
    brain, lines = talk(room)
    assert brain.recorded == ["You said: hello there. And that is all of it."]
    assert [line["reason"] for line in lines if line["type"] == "speech_ended"] == ["SOUND_ENDED"]


def test_the_thread_worker_tells_the_same_story() -> None:
    brain = EchoingBrain()
    room = one_turn()
    loop, lines = conversation(room, brain, worker=ThreadWorker())
    loop.run()
    assert [turn.text for turn in brain.heard] == ["hello there"]
    assert brain.recorded == ["You said: hello there. And that is all of it."]
    assert lines[-1]["type"] == "turn_ended"


def test_a_long_quiet_begins_a_new_session() -> None:
    room = Room(700_000, wakes=[1_000, 650_000], speech=[(1_500, 2_500, "hello"), (650_500, 651_500, "again")])
    brain, _ = talk(room)
    assert len({turn.session_id for turn in brain.heard}) == 2


class ForgetfulBrain(EchoingBrain):
    def hear(self, turn: Turn) -> Heard:
        raise DoorUnavailable("The thinking is not at home.")


def test_work_that_fails_ends_the_turn_with_its_code_and_the_loop_goes_on() -> None:
    room = Room(20_000, wakes=[1_000, 9_000], speech=[(1_500, 2_500, "hello"), (9_500, 10_500, "again")])
    loop, lines = conversation(room, ForgetfulBrain())
    loop.run()
    assert [line["reason"] for line in lines if line["type"] == "error"] == ["DOOR_UNAVAILABLE"] * 2
    assert [line["reason"] for line in lines if line["type"] == "turn_ended"] == ["DOOR_UNAVAILABLE"] * 2


class BrokenBrain(EchoingBrain):
    def hear(self, turn: Turn) -> Heard:
        raise ZeroDivisionError


def test_a_defect_in_the_worker_is_not_swallowed() -> None:
    loop, _ = conversation(one_turn(), BrokenBrain(), worker=ThreadWorker())
    with pytest.raises(ZeroDivisionError):
        loop.run()
