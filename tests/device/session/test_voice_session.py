"""The conversation loop in a scripted room: what is heard, what is played, and what an interruption leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event

import pytest

from device.assistant.conversation import Conversation
from device.conversation.effects import ReportEvent
from device.core.errors import EngineUnavailable
from device.core.messages import Answer, TurnResult
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_MS, HintBundle, Transcript
from device.daemon.audio_inputs import speech_may_interrupt
from device.session.event_log import EventLine, EventLog
from device.session.executor import InlineWorker, ThreadWorker
from memory.model.atoms import Moment, Turn
from tests.sim.simulated_room import EchoingAssistant, NoEcho, OneJobATick, Room, RoomSpeaker, ToneVoice, conversation

POLICY = DevicePolicy()
HELLO = (1_500, 2_500, "hello there")


def one_turn() -> Room:
    return Room(12_000, wakes=[1_000], speech=[(600, 1_060, ""), HELLO])


def talk(room: Room, *, speech_interrupts: bool = True) -> tuple[EchoingAssistant, list[EventLine]]:
    assistant = EchoingAssistant()
    client, lines = conversation(room, assistant, speech_interrupts=speech_interrupts)
    client.run()
    return assistant, lines


def at(lines: list[EventLine], kind: str, nth: int = 0) -> int:
    return int(str([line for line in lines if line["type"] == kind][nth]["at_audio_ms"]))


def test_what_was_said_after_the_wake_word_is_heard_and_answered_aloud() -> None:
    room = one_turn()
    assistant, lines = talk(room)
    assert [(turn.text, turn.opened_by) for turn in assistant.heard] == [("hello there", "WAKE_WORD")]
    assert assistant.recorded == ["You said: hello there. And that is all of it."]
    assert at(lines, "speech_started") == 1_500
    assert at(lines, "speech_ended") == 2_500
    answered = at(lines, "speaking_started")
    assert answered <= 2_500 + POLICY.end_silence_ms + 5 * FRAME_MS
    assert room.sound_between(answered, answered + 1_000)
    assert not room.sound_between(0, answered - FRAME_MS)


def test_words_in_one_breath_with_the_wake_word_are_heard_from_their_first_frame() -> None:
    room = Room(8_000, wakes=[1_000], speech=[(500, 1_000, "okay room"), (1_000, 2_400, "what time is it")])
    assistant, _ = talk(room)
    assert [turn.text for turn in assistant.heard] == ["what time is it"]


@pytest.mark.parametrize("lag_ms", [100, 300])
def test_the_first_word_in_one_breath_is_heard_however_late_the_wake_word_is_detected(lag_ms: int) -> None:
    speech = [(500, 1_000, "okay room"), (1_000, 1_200, "what"), (1_200, 2_400, "time is it")]
    assistant, _ = talk(Room(8_000, wakes=[1_000 + lag_ms], speech=speech, wake_lag_ms=lag_ms))
    assert [turn.text for turn in assistant.heard] == ["what time is it"]


def test_a_wake_word_in_the_middle_of_a_command_begins_the_command_anew() -> None:
    speech = [(1_500, 3_000, "my brother"), (3_000, 3_600, "okay room"), (4_000, 5_000, "what time is it")]
    assistant, lines = talk(Room(14_000, wakes=[1_000, 3_600], speech=speech))
    assert [turn.text for turn in assistant.heard] == ["what time is it"]
    assert [line["reason"] for line in lines if line["type"] == "turn_ended"] == ["ABANDONED", "ANSWERED"]


def test_after_a_question_the_wake_word_begins_a_turn_of_its_own() -> None:
    speech = [(1_500, 2_500, "a question"), (8_000, 8_600, "okay room"), (9_000, 9_600, "stop")]
    assistant, lines = talk(Room(20_000, wakes=[1_000, 8_600], speech=speech))
    assert [turn.text for turn in assistant.heard] == ["a question", "stop"]
    assert [line["reason"] for line in lines if line["type"] == "turn_ended"][1] == "ABANDONED"


def test_events_tell_the_same_story_on_every_run() -> None:
    assert talk(one_turn())[1] == talk(one_turn())[1]


def test_speech_stops_playback_and_what_was_cut_off_is_not_called_said() -> None:
    room = Room(14_000, wakes=[1_000], speech=[(1_500, 2_500, "hello there"), (4_200, 4_800, "stop that")])
    assistant, lines = talk(room)
    stopped = at(lines, "barge_in")
    assert stopped - 4_200 <= POLICY.speech_confirm_ms + FRAME_MS
    resumed = at(lines, "speaking_started", 1)
    assert not room.sound_between(stopped, resumed - FRAME_MS)
    assert assistant.recorded[0].endswith("…")
    assert [turn.text for turn in assistant.heard] == ["hello there", "stop that"]
    assert [turn.opened_by for turn in assistant.heard] == ["WAKE_WORD", "SPEECH_OVER_PLAYBACK"]


def test_a_loudspeaker_in_the_room_is_not_interrupted_by_speech_but_by_the_wake_word() -> None:
    speech = [HELLO, (4_200, 4_800, "stop that")]
    _, deaf = talk(Room(16_000, wakes=[1_000], speech=speech), speech_interrupts=False)
    assert [line["type"] for line in deaf].count("barge_in") == 0
    _, woken = talk(Room(16_000, wakes=[1_000, 4_000], speech=speech), speech_interrupts=False)
    assert [line["reason"] for line in woken if line["type"] == "barge_in"] == ["WAKE_WORD"]


def test_after_a_question_the_answer_needs_no_wake_word() -> None:
    room = Room(20_000, wakes=[1_000], speech=[(1_500, 2_500, "a question"), (8_000, 8_600, "yes")])
    assistant, lines = talk(room)
    assert [turn.text for turn in assistant.heard] == ["a question", "yes"]
    assert [line["reason"] for line in lines if line["type"] == "speech_started"] == ["WAKE_WORD", "FOLLOW_UP"]


def test_woken_by_mistake_the_ear_goes_back_to_sleep_and_says_nothing() -> None:
    room = Room(9_000, wakes=[1_000])
    assistant, lines = talk(room)
    assert assistant.heard == []
    assert [(line["type"], line["reason"]) for line in lines] == [("wake", "WAKE_WORD"), ("turn_ended", "NOTHING_SAID")]


def test_a_monologue_is_cut_once_and_answered() -> None:
    room = Room(90_000, wakes=[1_000], speech=[(1_500, 80_000, "and then")])
    assistant, lines = talk(room)
    assert [line["reason"] for line in lines if line["type"] == "speech_ended"] == ["TOO_LONG"]
    assert len(assistant.heard) == 1


def test_when_the_tape_ends_in_the_middle_of_a_word_it_is_still_answered() -> None:
    room = Room(2_200, wakes=[1_000], speech=[(1_500, 2_500, "hello there")])
    assistant, lines = talk(room)
    assert assistant.recorded == ["You said: hello there. And that is all of it."]
    assert [line["reason"] for line in lines if line["type"] == "speech_ended"] == ["SOUND_ENDED"]


def test_the_thread_worker_tells_the_same_story() -> None:
    assistant = EchoingAssistant()
    room = one_turn()
    client, lines = conversation(room, assistant, worker=ThreadWorker())
    client.run()
    assert [turn.text for turn in assistant.heard] == ["hello there"]
    assert assistant.recorded == ["You said: hello there. And that is all of it."]
    assert lines[-1]["type"] == "turn_ended"


def test_a_long_quiet_begins_a_new_session() -> None:
    room = Room(700_000, wakes=[1_000, 650_000], speech=[(1_500, 2_500, "hello"), (650_500, 651_500, "again")])
    assistant, _ = talk(room)
    assert len({turn.session_id for turn in assistant.heard}) == 2


class ForgetfulAssistant(EchoingAssistant):
    def hear(self, turn: Turn, conversation: Conversation) -> tuple[TurnResult, Conversation]:
        raise EngineUnavailable("The thinking is not at home.")


def test_work_that_fails_ends_the_turn_with_its_code_and_the_loop_goes_on() -> None:
    room = Room(20_000, wakes=[1_000, 9_000], speech=[(1_500, 2_500, "hello"), (9_500, 10_500, "again")])
    client, lines = conversation(room, ForgetfulAssistant())
    client.run()
    assert [line["reason"] for line in lines if line["type"] == "error"] == ["DOOR_UNAVAILABLE"] * 2
    assert [line["reason"] for line in lines if line["type"] == "turn_ended"] == ["DOOR_UNAVAILABLE"] * 2


class FailingEngines(ToneVoice):
    """A recogniser that fails at every frame, and a voice that fails at every sentence."""

    def hear(self, frame: bytes) -> None:
        raise EngineUnavailable("It does not answer.")

    def speak(self, text: str) -> bytes:
        raise EngineUnavailable("It does not answer.")


@pytest.mark.parametrize("fails", ["recogniser", "voice"])
@pytest.mark.parametrize("worker", [InlineWorker, OneJobATick])
def test_an_engine_that_fails_at_each_frame_or_sentence_is_told_of_once_a_turn(
    fails: str, worker: type[InlineWorker]
) -> None:
    room = Room(20_000, wakes=[1_000, 9_000], speech=[(1_500, 2_500, "hello"), (9_500, 10_500, "again")])
    client, lines = conversation(room, EchoingAssistant(), worker=worker())
    sound, broken = client.session.sound, FailingEngines()
    if fails == "voice":
        sound.voice = broken
    else:
        sound.recogniser.hear = broken.hear  # type: ignore[method-assign]
    client.run()
    assert [(line["turn_id"], line["reason"]) for line in lines if line["type"] == "error"] == [
        (line["turn_id"], "DOOR_UNAVAILABLE") for line in lines if line["type"] == "turn_ended"
    ]
    assert [line["type"] for line in lines].count("error") == 2


def test_an_engine_that_hangs_for_ever_delays_the_end_for_a_bounded_time() -> None:
    gate, room, assistant = Event(), one_turn(), EchoingAssistant()
    client, lines = conversation(room, assistant, worker=ThreadWorker(patience_s=0.01))

    def hang(frame: bytes) -> None:
        gate.wait()

    client.session.sound.recogniser.hear = hang  # type: ignore[method-assign]

    def stop_once_it_hangs(line: EventLine) -> None:
        if line["type"] == "speech_started":
            client.stop()

    client.session.event_log.listeners += (stop_once_it_hangs,)
    client.run()
    assert not gate.is_set()
    assert not client.session.worker.busy
    assert [line["type"] for line in lines].count("turn_ended") == 1
    gate.set()


class BrokenAssistant(EchoingAssistant):
    def hear(self, turn: Turn, conversation: Conversation) -> tuple[TurnResult, Conversation]:
        raise ZeroDivisionError


def test_a_defect_in_the_worker_is_not_swallowed() -> None:
    client, _ = conversation(one_turn(), BrokenAssistant(), worker=ThreadWorker())
    with pytest.raises(ZeroDivisionError):
        client.run()


@pytest.mark.parametrize("nth", range(11))
def test_a_daemon_told_to_stop_at_any_event_loses_no_words_and_ends_every_turn_once(nth: int) -> None:
    assistant = EchoingAssistant()
    room = one_turn()
    client, lines = conversation(room, assistant, worker=ThreadWorker())

    def stop_at_nth(_line: EventLine) -> None:
        if len(lines) == nth + 1:
            client.stop()

    client.session.event_log.listeners += (stop_at_nth,)
    client.run()
    heard = [line["text"] for line in lines if line["type"] == "transcript"]
    assert [turn.text for turn in assistant.heard] == heard
    assert [line["type"] for line in lines].count("turn_ended") == 1
    started = [line["type"] for line in lines].count("speaking_started")
    assert len(assistant.recorded) == [line["type"] for line in lines].count("reply") or not started


def test_every_turn_has_an_id_of_its_own_also_in_a_second_run_at_the_same_moment() -> None:
    room = Room(20_000, wakes=[1_000, 9_000], speech=[HELLO, (9_500, 10_500, "again")])
    assistant = EchoingAssistant()
    for run_key in (0, 17):
        client, _ = conversation(room, assistant)
        client.session.event_log.run_key, room.now_ms = run_key, 0
        client.run()
    assert len({turn.turn_id for turn in assistant.heard}) == 4
    assert len({turn.session_id for turn in assistant.heard}) == 2


def test_an_interruption_drops_the_sentences_that_wait_to_be_synthesised() -> None:
    class Talker(EchoingAssistant):
        def answer(self, heard: TurnResult, conversation: Conversation) -> tuple[Answer, Conversation]:
            answer, after = super().answer(heard, conversation)
            return replace(answer, reply="This is a sentence of six. " * 140), after

    room = Room(20_000, wakes=[1_000], speech=[HELLO, (4_000, 4_600, "stop that")])
    client, _ = conversation(room, Talker(), worker=OneJobATick())
    voice = client.session.sound.voice
    assert isinstance(voice, ToneVoice)
    counts: dict[str, list[int]] = {"barge_in": [], "understood": []}
    client.session.event_log.listeners += (lambda line: counts.get(str(line["type"]), []).append(len(voice.spoken)),)
    client.run()
    assert 0 < counts["barge_in"][0] < 100, "some sentences were waiting"
    assert counts["understood"][1] == counts["barge_in"][0]


def test_the_wake_word_and_speech_in_one_frame_open_the_ear_once() -> None:
    room = Room(9_000, wakes=[1_060], speech=[(1_000, 1_200, "okay room"), (1_800, 2_800, "hello there")])
    assistant, _ = talk(room)
    assert [turn.text for turn in assistant.heard] == ["hello there"]


def test_a_reply_without_sound_still_starts_and_stops() -> None:
    class Mute(ToneVoice):
        def speak(self, text: str) -> bytes:
            return b""

    client, lines = conversation(one_turn(), EchoingAssistant())
    client.session.sound.voice = Mute()
    client.run()
    assert [line["type"] for line in lines][-3:] == ["speaking_started", "speaking_stopped", "turn_ended"]


@pytest.mark.parametrize(
    ("acoustic", "engaged", "may"), [(True, False, False), (True, True, True), (False, False, True)]
)
def test_a_real_loudspeaker_without_an_echo_canceller_is_not_interrupted_by_speech(
    acoustic: bool, engaged: bool, may: bool
) -> None:
    speaker, echo = RoomSpeaker(Room(0)), NoEcho()
    speaker.acoustic, echo.engaged = acoustic, engaged
    assert speech_may_interrupt(speaker, echo) is may


def test_what_lies_in_the_past_is_dated_in_the_past_on_a_live_microphone() -> None:
    lines: list[EventLine] = []
    journal = EventLog("u-1", Moment(0), 0, (lines.append,), lambda _: Moment(50_000))
    journal.write(ReportEvent(1, "speech_ended", "SILENCE", at_ms=9_300), 10_000)
    assert lines[0]["at"] == "1970-01-01T00:00:49.300+00:00"


def test_the_recogniser_is_told_the_first_turns_hints_before_anybody_speaks() -> None:
    room = Room(1_000)
    client, _ = conversation(room, EchoingAssistant())
    told: list[int] = []
    client.session.sound.recogniser.start = lambda hints: told.append(room.now_ms)  # type: ignore[method-assign]
    client.run()
    assert told == [0]


def test_it_is_told_the_next_hints_after_a_turn_and_never_in_the_middle_of_an_utterance() -> None:
    speech = [(1_500, 2_500, "hello there"), (4_200, 4_800, "stop that")]
    for interrupts in (False, True):
        room = Room(14_000, wakes=[1_000], speech=speech if interrupts else speech[:1])
        client, _ = conversation(room, assistant := EchoingAssistant())
        recogniser, begun = client.session.sound.recogniser, list[str]()
        start, finish = recogniser.start, recogniser.finish

        def noted(hints: HintBundle, start: Callable[[HintBundle], None] = start, begun: list[str] = begun) -> None:
            begun.append("start")
            start(hints)

        def ended(finish: Callable[[], Transcript] = finish, begun: list[str] = begun) -> Transcript:
            begun.append("finish")
            return finish()

        recogniser.start, recogniser.finish = noted, ended  # type: ignore[method-assign]
        client.run()
        turns = [turn.text for turn in assistant.heard]
        assert turns == [text for _, _, text in (speech if interrupts else speech[:1])]
        assert begun[:3] == ["start", "start", "finish"], "once before anybody speaks"
        assert begun[-1] == "start", "and once after the last turn"
