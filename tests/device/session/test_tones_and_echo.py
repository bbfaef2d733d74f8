"""The tones of an ear that opens and closes, and a canceller that is taken out in the middle of a reply."""

from __future__ import annotations

from device.audio.chime import wake_tone
from device.audio.policy import TONE_AFTER_WAKE_MS
from device.clients.local_audio import LocalAudioClient
from device.core.ports import FRAME_MS, Heard
from device.session.event_log import EventLine
from device.session.session import Session
from tests.device.session.test_voice_session import HELLO, at
from tests.sim.simulated_room import EchoingAssistant, Room, ScriptedMicrophone, voice_session


def talk(room: Room, *, tones: bool, canceller_ends_ms: int | None = None) -> tuple[EchoingAssistant, list[EventLine]]:
    assistant = EchoingAssistant()
    session, lines = voice_session(room, Session(assistant, "u-1"))
    session.tones = tones
    if canceller_ends_ms is not None:
        session.sound.acoustics._echo = Ending(room, canceller_ends_ms)
    LocalAudioClient(ScriptedMicrophone(room), session, lambda: 0).run()
    return assistant, lines


class Ending:
    """A canceller that is taken out at a time."""

    engaged = True

    def __init__(self, room: Room, at_ms: int) -> None:
        self._room, self._at_ms = room, at_ms

    def cancel(self, heard: bytes, played: bytes | None) -> Heard:
        self.engaged = self._room.now_ms < self._at_ms
        return Heard(heard, heard)


def test_tones_sound_when_she_listens_and_when_she_has_heard_enough() -> None:
    room = Room(9_000, wakes=[1_000], speech=[HELLO])
    _, lines = talk(room, tones=True)
    listens = 1_000 + TONE_AFTER_WAKE_MS
    assert not room.sound_between(0, listens - 2 * FRAME_MS)
    assert room.sound_between(listens, listens + 120)
    assert not room.sound_between(listens + 200, 2_500)
    silent = Room(9_000, wakes=[1_000], speech=[HELLO])
    assert talk(silent, tones=False)[1] == lines
    assert not silent.sound_between(0, 2_500)


def test_no_tone_sounds_into_a_command_in_one_breath() -> None:
    room = Room(9_000, wakes=[1_000], speech=[(500, 2_400, "okay room what time is it")])
    talk(room, tones=True)
    assert not room.sound_between(0, 2_400)


def test_after_nothing_said_only_the_first_tone_sounded() -> None:
    room = Room(9_000, wakes=[1_000])
    talk(room, tones=True)
    assert sum(sound for _, sound in room.played) * FRAME_MS == len(wake_tone()) // 32


def test_a_canceller_that_is_taken_out_is_told_once_and_speech_interrupts_no_more() -> None:
    room = Room(20_000, wakes=[1_000], speech=[HELLO, (4_600, 5_200, "stop that")])
    assistant, lines = talk(room, tones=False, canceller_ends_ms=4_000)
    assert [line["reason"] for line in lines if line["type"] == "error"] == ["ECHO_LOST"]
    assert [line["type"] for line in lines].count("barge_in") == 0
    said = [line for line in lines if line["type"] == "reply" and line["reason"] == "DUE"]
    assert [str(line["text"])[:42] for line in said] == ["I can no longer tell my own voice from you"]
    assert at(lines, "turn_ended") < int(str(said[0]["at_audio_ms"])) + 1
    assert assistant.recorded == ["You said: hello there. And that is all of it."]
