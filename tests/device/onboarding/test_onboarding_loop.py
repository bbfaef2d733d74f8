"""The first meeting in a room: what is heard, said, shown and typed, with audio time as the only clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
import soundfile

from device.audio.audio_frontend import AudioFrontend
from device.clients.local_audio import LocalSound
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_BYTES, SAMPLES_PER_SECOND
from device.daemon.audio_inputs import RunSettings
from device.daemon.composition import open_local_audio
from device.engines.audio_io.shared_microphone import SharedMicrophone
from device.onboarding.onboarding_loop import OnboardingLoop, RecoveryWords
from device.onboarding.onboarding_machine import OnboardingAction, OnboardingEnd
from device.platform.language_files import load_language
from memory.text.language_file import table
from tests.sim.simulated_room import (
    NoEcho,
    Room,
    RoomSpeaker,
    ScriptedMicrophone,
    ScriptedRecogniser,
    ScriptedSpeech,
    ScriptedWake,
    ToneVoice,
    frame_number,
)

WORDS = RecoveryWords(tuple(f"word{number}" for number in range(1, 25)), (3, 11, 20))
OTHERS = RecoveryWords(tuple(f"other{number}" for number in range(1, 25)), (3, 11, 20))


@dataclass
class Paper:
    """A screen and the keyboard before it: lines that are typed once the room is so old."""

    room: Room
    lines: list[tuple[int, str]] = field(default_factory=list)
    off_ms: int = 1 << 60
    shown: list[str] = field(default_factory=list)

    def says(self, text: str) -> None:
        self.shown.append(text)

    def show_words(self, words: tuple[str, ...], choices: str) -> None:
        self.shown.append(" ".join(words))

    def clear(self) -> None:
        self.shown.append("CLEAR")

    def prompt(self, number: int) -> None:
        self.shown.append(f"{number}>")

    def typed(self) -> list[str]:
        ready = [line for at_ms, line in self.lines if at_ms <= self.room.now_ms]
        self.lines = [(at_ms, line) for at_ms, line in self.lines if at_ms > self.room.now_ms]
        return ready

    @property
    def broken_off(self) -> bool:
        return self.room.now_ms >= self.off_ms


@dataclass
class Met:
    """How it went."""

    end: OnboardingEnd
    acts: list[OnboardingAction]
    shown: list[str]
    spoken: list[str]
    sound: LocalSound


class Listening(ScriptedRecogniser):
    """Keeps all the sound that it was given."""

    given: list[int]

    def hear(self, frame: bytes) -> None:
        self.given = [*getattr(self, "given", []), frame_number(frame)]
        super().hear(frame)


def meet(room: Room, *lines: tuple[int, str], words: RecoveryWords = WORDS, off_ms: int = 1 << 60) -> Met:
    policy, voice, paper = DevicePolicy(), ToneVoice(), Paper(room, list(lines), off_ms)
    acoustics = AudioFrontend(NoEcho(), ScriptedWake(room), ScriptedSpeech(room), policy)
    sound = LocalSound(RoomSpeaker(room), acoustics, Listening(room), voice, SharedMicrophone(ScriptedMicrophone(room)))
    acts: list[OnboardingAction] = []
    todo = {do: (lambda do=do: acts.append(do)) for do in (OnboardingAction.MAKE_ACCOUNT, OnboardingAction.KEEP_LATER)}
    section = table(load_language("en").device["welcome"])
    end = OnboardingLoop(sound, paper, "en", section, words, todo, policy).run()
    return Met(end, acts, paper.shown, voice.spoken, sound)


TYPED = ((12_000, "word3"), (15_000, " Word11 "), (18_000, "word20"))


def test_ready_is_heard_without_a_wake_word_and_three_right_words_make_the_account() -> None:
    met = meet(Room(60_000, speech=[(10_000, 10_600, "ready")]), *TYPED)
    assert (met.end, met.acts) == (OnboardingEnd.MADE, [OnboardingAction.MAKE_ACCOUNT])
    assert [shown for shown in met.shown if shown.endswith(">")] == ["3>", "11>", "20>"]


def test_enter_does_what_ready_does() -> None:
    assert meet(Room(60_000), (1_000, ""), (6_000, ""), *TYPED).end is OnboardingEnd.MADE


def test_what_is_said_is_the_same_whatever_the_words_are_and_holds_none_of_them() -> None:
    room = [Room(60_000, speech=[(10_000, 10_600, "ready")]) for _ in range(2)]
    first = meet(room[0], *TYPED)
    typed = [(at_ms, line.lower().replace("word", "other")) for at_ms, line in TYPED]
    second = meet(room[1], *typed, words=OTHERS)
    assert first.end is second.end is OnboardingEnd.MADE
    assert first.spoken == second.spoken
    assert not any(word in " ".join(first.spoken).split() for word in WORDS.words)


def test_a_wrong_word_is_asked_again_with_its_number() -> None:
    met = meet(Room(60_000), (1_000, ""), (6_000, ""), (12_000, "word4"), (14_000, "word3"), *TYPED[1:])
    asked = [text for text in met.spoken if "What" in text and "?" in text]
    assert asked == [f"What is word {number}?" for number in (3, 3, 11, 20)]
    assert met.spoken.count("That is not it.") == 1


def test_enter_alone_is_no_answer() -> None:
    enters = ((1_000, ""), (6_000, ""), (11_000, ""), (11_100, ""), (11_200, ""))
    assert meet(Room(60_000), *enters, *TYPED).end is OnboardingEnd.MADE


def test_who_cannot_tell_a_word_has_no_account() -> None:
    met = meet(Room(60_000), (1_000, ""), (6_000, ""), *((at_ms, "x") for at_ms in (12_000, 13_000, 14_000)))
    assert (met.end, met.acts) == (OnboardingEnd.UNCHECKED, [])


@pytest.mark.parametrize("room", [Room(60_000, speech=[(10_000, 10_600, "not now")]), Room(60_000)])
def test_later_is_kept_however_it_is_said(room: Room) -> None:
    met = meet(room, *([] if room.speech else [(7_000, "Later")]))
    assert (met.end, met.acts) == (OnboardingEnd.LATER, [OnboardingAction.KEEP_LATER])
    assert met.shown.index("CLEAR") == met.shown.index(" ".join(WORDS.words)) + 2


def test_who_has_words_already_is_told_how_to_restore_and_nothing_is_made() -> None:
    met = meet(Room(60_000, speech=[(10_000, 12_000, "I already have words")]))
    assert (met.end, met.acts) == (OnboardingEnd.RESTORE, [])
    assert "restore" in met.spoken[-1]


def test_other_talk_in_the_room_changes_nothing_and_she_goes_on_waiting() -> None:
    talk = [(9_000, 11_000, "abandon zebra word3"), (20_000, 20_600, "a dog"), (40_000, 40_600, "ready")]
    met = meet(Room(80_000, speech=talk), *((at_ms + 32_000, line) for at_ms, line in TYPED))
    assert met.end is OnboardingEnd.MADE


def test_the_wake_word_before_ready_does_no_harm() -> None:
    room = Room(60_000, wakes=[9_940], speech=[(9_500, 10_000, "okay room"), (10_500, 11_000, "ready")])
    assert meet(room, (14_000, "word3"), (17_000, "word11"), (20_000, "word20")).end is OnboardingEnd.MADE


def test_nothing_is_heard_while_words_are_asked_for() -> None:
    """Who says them aloud all the same says them to nobody."""
    room = Room(60_000, speech=[(14_000, 15_000, "word3")])
    met = meet(room, (1_000, ""), (6_000, ""), (16_000, "word3"), (19_000, "word11"), (22_000, "word20"))
    assert met.end is OnboardingEnd.MADE
    assert not hasattr(met.sound.recogniser, "given")


@pytest.mark.parametrize("off_ms", [20, 2_000, 8_000, 11_500])
def test_broken_off_at_any_moment_nothing_is_made_or_kept_or_left_on_the_screen(off_ms: int) -> None:
    met = meet(Room(60_000), (5_000, ""), (10_000, ""), (11_000, "word4"), off_ms=off_ms)
    assert (met.end, met.acts) == (OnboardingEnd.BROKEN_OFF, [])
    words = " ".join(WORDS.words)
    assert words not in met.shown or "CLEAR" in met.shown[met.shown.index(words) :]


def test_when_the_microphone_ends_it_is_broken_off() -> None:
    met = meet(Room(9_000))
    assert met.end is OnboardingEnd.BROKEN_OFF
    assert met.shown[-2] == "CLEAR"


def test_words_that_nobody_looks_at_are_taken_off_the_screen() -> None:
    met = meet(Room(2_000_000))
    assert met.end is OnboardingEnd.BROKEN_OFF
    assert met.sound.acoustics.now_ms < 930_000


def test_an_error_takes_the_words_off_the_screen() -> None:
    class Broken(Paper):
        def typed(self) -> list[str]:
            if any("word3" in shown for shown in self.shown):
                raise OSError("the terminal is gone")
            return []

    room = Room(60_000)
    paper, policy = Broken(room), DevicePolicy()
    acoustics = AudioFrontend(NoEcho(), ScriptedWake(room), ScriptedSpeech(room), policy)
    sound = LocalSound(RoomSpeaker(room), acoustics, ScriptedRecogniser(room), ToneVoice(), ScriptedMicrophone(room))
    section = table(load_language("en").device["welcome"])
    with pytest.raises(OSError, match="gone"):
        OnboardingLoop(sound, paper, "en", section, WORDS, {}, policy).run()
    assert paper.shown[-1] == "CLEAR"


def test_the_conversation_goes_on_in_the_sound_where_the_meeting_left_it(tmp_path: Path) -> None:
    tape = tmp_path / "tape.wav"
    soundfile.write(tape, np.repeat(np.arange(100, dtype=np.int16), FRAME_BYTES // 2), SAMPLES_PER_SECOND)

    def greet(sound: LocalSound) -> None:
        for frame in islice(sound.microphone.frames(), 40):
            sound.acoustics.hear(frame, None)
        assert not (tmp_path / "state").exists(), "nothing is made before they have met"

    settings = RunSettings(
        tmp_path / "state", "Ana", f"tape:{tape}", "null:", wake="never:", speech="webrtc:", fast=True
    )
    with open_local_audio(settings, (), greet=greet) as client:
        assert client.session.sound.acoustics.now_ms == 800
        assert next(client.microphone.frames())[:2] == (40).to_bytes(2, "little")
