"""Beginning and end of speech, in audio time, told by numbers: no sound and no clock."""

from __future__ import annotations

from device.audio import endpointer as ep
from device.conversation.events import EndReason, NothingSaid, SpeechEnded, SpeechStarted
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_MS

POLICY = DevicePolicy()


class Room:
    """Feeds stretches of voice and silence to an endpointer and notes what it says."""

    def __init__(self) -> None:
        self.endpoint, self.now_ms = ep.EndpointerState(), 0

    def hear(self, milliseconds: int, speech_bp: int) -> list[ep.EndpointerEvent]:
        heard = list[ep.EndpointerEvent]()
        for _ in range(milliseconds // FRAME_MS):
            self.now_ms += FRAME_MS
            self.endpoint, event = ep.advance_endpointer(self.endpoint, POLICY, speech_bp, self.now_ms)
            heard += [event] if event is not None else []
        return heard

    def voice(self, milliseconds: int) -> list[ep.EndpointerEvent]:
        return self.hear(milliseconds, 9_500)

    def silence(self, milliseconds: int) -> list[ep.EndpointerEvent]:
        return self.hear(milliseconds, 100)

    def open(self, wake_lag_ms: int | None = None) -> None:
        wake_end_ms = None if wake_lag_ms is None else self.now_ms - wake_lag_ms
        self.endpoint = ep.open_ear(self.endpoint, POLICY, self.now_ms, wake_end_ms)

    def begin(self) -> None:
        self.endpoint = ep.begin_utterance(self.endpoint)


def test_speech_starts_at_its_first_voiced_frame_and_ends_at_its_last() -> None:
    room = Room()
    room.silence(1_000)
    room.open()
    room.silence(400)
    assert room.voice(POLICY.speech_confirm_ms) == [SpeechStarted(1_400)]
    room.begin()
    room.voice(900)
    last_voiced = room.now_ms
    assert room.silence(POLICY.end_silence_ms) == [SpeechEnded(last_voiced, EndReason.SILENCE)]


def test_a_click_is_not_speech() -> None:
    room = Room()
    room.open()
    assert room.voice(POLICY.speech_confirm_ms - FRAME_MS) == []
    assert room.silence(200) == []


def test_the_tail_of_the_wake_word_is_not_a_command() -> None:
    room = Room()
    room.voice(800)
    room.open(wake_lag_ms=0)
    assert room.voice(POLICY.wake_tail_ms - 2 * FRAME_MS) == []
    assert room.silence(300) == []
    assert room.voice(POLICY.speech_confirm_ms) != []


def test_a_command_in_one_breath_with_the_wake_word_starts_at_the_wake_word() -> None:
    room = Room()
    room.voice(800)
    woken = room.now_ms
    room.open(wake_lag_ms=0)
    assert room.voice(POLICY.wake_tail_ms + FRAME_MS) == [SpeechStarted(woken)]


def test_a_short_command_in_one_breath_is_measured_from_the_end_of_the_wake_word() -> None:
    room = Room()
    room.voice(1_000)
    woken = room.now_ms
    room.open(wake_lag_ms=200)
    assert room.voice(POLICY.wake_tail_ms - 200) == [SpeechStarted(woken - 200)]
    room.begin()
    assert [type(event) for event in room.silence(POLICY.end_silence_ms)] == [SpeechEnded]


def test_the_ear_gives_up_when_nothing_is_said_after_the_wake_word_and_after_a_question() -> None:
    for wake_lag_ms, wait_ms in ((0, POLICY.said_nothing_ms), (None, POLICY.follow_up_ms)):
        room = Room()
        room.open(wake_lag_ms)
        assert room.silence(wait_ms - FRAME_MS) == []
        assert room.silence(FRAME_MS) == [NothingSaid(wait_ms)]
        assert room.endpoint.mode is ep.EndpointerMode.IDLE


def cut_room() -> Room:
    """A room in which a person talked on until the limit, and still talks."""
    room = Room()
    room.open()
    room.voice(POLICY.speech_confirm_ms)
    room.begin()
    heard = room.voice(POLICY.never_stops_ms - POLICY.speech_confirm_ms)
    assert [type(event) for event in heard] == [SpeechEnded]
    assert isinstance(heard[0], SpeechEnded)
    assert heard[0].reason is EndReason.TOO_LONG
    room.endpoint = ep.close_ear(room.endpoint, room.now_ms)
    return room


def test_a_person_who_never_stops_is_cut_once_and_not_heard_again_until_silence() -> None:
    room = cut_room()
    assert room.voice(60_000) == []
    for _ in range(5):  # breath between two sentences ends no utterance, so the cut one still goes on
        assert room.silence(POLICY.end_silence_ms - FRAME_MS) == []
        assert room.voice(1_000) == []
    room.silence(POLICY.end_silence_ms)
    assert len(room.voice(200)) == 1


def test_talk_that_was_cut_is_no_answer_to_the_question_that_it_is_asked() -> None:
    room = cut_room()
    room.open()
    room.silence(300)
    assert room.voice(2_000) == []
    room.silence(POLICY.end_silence_ms)
    assert len(room.voice(200)) == 1


def test_the_wake_word_is_a_new_command_while_talk_that_was_cut_goes_on() -> None:
    room = cut_room()
    room.silence(300)
    room.voice(500)
    room.open(wake_lag_ms=0)
    room.silence(300)
    assert len(room.voice(200)) == 1


def test_a_blip_that_was_taken_for_speech_counts_as_nothing_said() -> None:
    room = Room()
    room.open()
    room.voice(POLICY.speech_confirm_ms)
    room.begin()
    assert [type(event) for event in room.silence(POLICY.end_silence_ms)] == [NothingSaid]


def test_a_short_pause_inside_a_sentence_does_not_end_it() -> None:
    room = Room()
    room.open()
    room.voice(300)
    room.begin()
    for _ in range(5):
        assert room.silence(POLICY.end_silence_ms - 2 * FRAME_MS) == []
        assert room.voice(200) == []


def test_the_longest_pause_inside_an_utterance_is_told_with_its_end() -> None:
    room = Room()
    room.open()
    room.voice(300)
    room.begin()
    for pause_ms in (200, 460, 120):
        room.silence(pause_ms)
        room.voice(200)
    (ended,) = room.silence(POLICY.end_silence_ms)
    assert isinstance(ended, SpeechEnded)
    assert ended.paused_ms == 460
    room.open()
    room.voice(300)
    room.begin()
    (again,) = room.silence(POLICY.end_silence_ms)
    assert isinstance(again, SpeechEnded)
    assert again.paused_ms == 0
