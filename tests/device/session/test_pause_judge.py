"""A model of the end of a turn shortens the pause after what sounds complete, and lengthens it after what does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
import soundfile

from device.audio.end_of_turn import HeardSoFar, silence_needed
from device.audio.policy import (
    FRAGMENT_SILENCE_MS,
    INCOMPLETE_SILENCE_MS,
    LEAST_SILENCE_MS,
    OPEN_SILENCE_MS,
    SENTENCE_SOONER_MS,
    UNSURE_SILENCE_MS,
)
from device.conversation.turn_state import ConversationState
from device.conversation.turn_tables import EarState, MouthState
from device.conversation.turn_words import SaidSoFar
from device.core.errors import EngineUnavailable
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_BYTES, FRAME_MS, Transcript
from device.daemon.audio_inputs import RunSettings
from device.daemon.composition import open_local_audio
from device.session.event_log import EventLine
from device.session.pause_judge import PauseJudge
from device.session.session import Session
from memory.model.timestamps import from_iso
from tests.device.engines.end_of_turn.tiny_model import write_sound_model
from tests.device.engines.sound_samples import SPEECH
from tests.device.session.test_voice_session import at
from tests.sim.simulated_room import (
    WORDS,
    EchoingAssistant,
    Room,
    ScriptedMicrophone,
    ScriptedRecogniser,
    voice_session,
)

USUAL_MS = DevicePolicy().end_silence_ms
SENTENCE_MS = USUAL_MS - SENTENCE_SOONER_MS
COMPLETE, INCOMPLETE = 9_000, 1_000


class ScriptedModel:
    """A model that says these one after the other; None is a failure."""

    def __init__(self, said: Sequence[int | None]) -> None:
        self.said = list(said)
        self.asked: list[int] = []

    def completeness(self, sound: bytes) -> int:
        self.asked.append(len(sound) // FRAME_BYTES * FRAME_MS)
        if (said := self.said[len(self.asked) - 1]) is None:
            raise EngineUnavailable("The model failed.")
        return said


def talk(model: ScriptedModel, *speech: tuple[int, int, str]) -> tuple[list[str], list[EventLine]]:
    """What was understood in a room in which the wake word is said at 1,000 ms, and the events."""
    assistant, room = EchoingAssistant(), Room(9_000, wakes=[1_000], speech=list(speech))
    session, lines = voice_session(room, Session(assistant, "u-1"))
    session.pauses = PauseJudge(model)
    session.begin()
    for frame in ScriptedMicrophone(room).frames():
        session.feed(frame)
    session.finish(lambda: None)
    session.close()
    return [turn.text for turn in assistant.heard], lines


def test_what_sounds_complete_is_answered_after_half_the_silence() -> None:
    model = ScriptedModel([COMPLETE])
    heard, lines = talk(model, (1_500, 2_500, "what time is it"))
    assert heard == ["what time is it"]
    assert at(lines, "transcript") <= 2_500 + USUAL_MS // 2 + 3 * FRAME_MS
    assert model.asked == [1_200]


def test_what_sounds_incomplete_is_waited_for() -> None:
    model = ScriptedModel([INCOMPLETE, COMPLETE])
    heard, lines = talk(model, (1_500, 2_300, "i like tea"), (3_700, 4_300, "and cake"))
    assert heard == ["i like tea and cake"]
    assert at(lines, "transcript") <= 4_300 + USUAL_MS // 2 + 3 * FRAME_MS


def test_what_stays_incomplete_ends_after_its_time() -> None:
    _, lines = talk(ScriptedModel([INCOMPLETE]), (1_500, 2_300, "i like tea"))
    assert 0 <= at(lines, "transcript") - 2_300 - INCOMPLETE_SILENCE_MS <= 3 * FRAME_MS


def test_words_that_no_sentence_ends_with_outweigh_the_model() -> None:
    heard, _ = talk(ScriptedModel([COMPLETE] * 2), (1_500, 2_300, "my favorite color"), (3_500, 4_200, "is green"))
    assert heard == ["my favorite color is green"]


def test_a_model_that_fails_is_asked_no_more_and_the_turn_goes_on_as_without_one() -> None:
    model = ScriptedModel([None, COMPLETE])
    heard, lines = talk(model, (1_500, 2_100, "i like tea"), (2_500, 3_100, "and cake"))
    assert heard == ["i like tea and cake"]
    assert [line["reason"] for line in lines if line["type"] == "error"] == [EngineUnavailable.code]
    assert len(model.asked) == 1
    assert SENTENCE_MS <= at(lines, "transcript") - 3_100 <= SENTENCE_MS + 3 * FRAME_MS


@dataclass
class HearsBetterAtTheEnd(ScriptedRecogniser):
    """A recogniser whose words so far are no sentence until they are looked at closely."""

    room: Room
    so_far: str
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(self.room)

    def preview(self) -> Transcript:
        return Transcript(self.so_far)

    def look_closely(self) -> Transcript:
        self.asked.append("closely")
        return super().finish()

    def finish_as_looked(self) -> Transcript:
        self.asked.append("as looked")
        return super().finish()

    def finish(self) -> Transcript:
        self.asked.append("finish")
        return super().finish()


@pytest.mark.parametrize(
    ("so_far", "said", "asked", "after_ms"),
    [
        ("my sister illusion", "my sister lives in boston", ["closely", "as looked"], UNSURE_SILENCE_MS),
        ("cigarettes toddler", "what time is it", ["closely", "as looked"], UNSURE_SILENCE_MS),
        ("my sister illusion", "my sister", ["closely", "as looked"], OPEN_SILENCE_MS),
        ("my sister lives in boston", "my sister lives in boston", ["finish"], SENTENCE_MS),
        ("my sister lives in the", "my sister lives in boston", ["finish"], OPEN_SILENCE_MS),
    ],
)
def test_before_a_long_wait_it_is_looked_at_closely_once(
    so_far: str, said: str, asked: list[str], after_ms: int
) -> None:
    assistant, room = EchoingAssistant(), Room(9_000, wakes=[1_000], speech=[(1_500, 2_700, said)])
    session, lines = voice_session(room, Session(assistant, "u-1"))
    session.sound.recogniser = recogniser = HearsBetterAtTheEnd(room, so_far)
    session.begin()
    for frame in ScriptedMicrophone(room).frames():
        session.feed(frame)
    session.close()
    assert [turn.text for turn in assistant.heard] == [said]
    assert recogniser.asked == asked
    assert 0 <= at(lines, "transcript") - 2_700 - after_ms <= 3 * FRAME_MS


@pytest.mark.parametrize(
    ("mouth", "text", "expected_ms"),
    [
        (MouthState.HELD, "stop", 0), (MouthState.HELD, "quiet please", 0), (MouthState.HELD, "mhm", 0),
        (MouthState.HELD, "stop the timer now", SENTENCE_MS), (MouthState.SILENT, "stop", SENTENCE_MS),
    ],
)  # fmt: skip
def test_over_her_own_voice_stop_is_not_waited_on(mouth: MouthState, text: str, expected_ms: int) -> None:
    """After a second of her echo it was not heard any more."""
    state = ConversationState(EarState.CAPTURING, mouth)
    assert PauseJudge().needed(HeardSoFar(1, 2_000, text), WORDS, state, USUAL_MS) == expected_ms


@pytest.mark.parametrize(
    ("said", "usual_ms", "complete_bp", "expected_ms"),
    [
        (SaidSoFar.UNKNOWN, 700, COMPLETE, 350), (SaidSoFar.UNKNOWN, 1_400, COMPLETE, 700),
        (SaidSoFar.UNKNOWN, 490, COMPLETE, LEAST_SILENCE_MS), (SaidSoFar.UNKNOWN, 700, 5_000, 350),
        (SaidSoFar.UNKNOWN, 700, 4_999, INCOMPLETE_SILENCE_MS), (SaidSoFar.UNKNOWN, 2_000, INCOMPLETE, 2_000),
        (SaidSoFar.OPEN, 700, COMPLETE, OPEN_SILENCE_MS), (SaidSoFar.OPEN, 700, INCOMPLETE, INCOMPLETE_SILENCE_MS),
        (SaidSoFar.FRAGMENT, 700, COMPLETE, 700), (SaidSoFar.FRAGMENT, 700, INCOMPLETE, INCOMPLETE_SILENCE_MS),
        (SaidSoFar.COMPLETE, 700, None, SENTENCE_MS), (SaidSoFar.COMPLETE, 1_200, None, 1_200),
        (SaidSoFar.COMPLETE, 400, None, LEAST_SILENCE_MS), (SaidSoFar.COMPLETE, 700, COMPLETE, 350),
        (SaidSoFar.COMPLETE, 700, INCOMPLETE, INCOMPLETE_SILENCE_MS),
        (SaidSoFar.UNSURE, 700, None, UNSURE_SILENCE_MS), (SaidSoFar.UNSURE, 700, COMPLETE, 350),
        (SaidSoFar.PHRASE, 700, COMPLETE, OPEN_SILENCE_MS),
        (SaidSoFar.FRAGMENT, 700, None, FRAGMENT_SILENCE_MS), (SaidSoFar.NOT_MEANT, 700, INCOMPLETE, 0),
    ],
)  # fmt: skip
def test_the_silence_that_is_needed(said: SaidSoFar, usual_ms: int, complete_bp: int | None, expected_ms: int) -> None:
    assert silence_needed(said, usual_ms, complete_bp) == expected_ms


def test_the_daemon_asks_the_model_at_its_microphone(tmp_path: Path) -> None:
    """A tiny model that never thinks that the person has finished."""
    tape, lines = tmp_path / "tape.wav", list[EventLine]()
    said, rate = soundfile.read(SPEECH / "rms" / "okay_nabu_stop.wav", dtype="int16")
    soundfile.write(tape, np.append(said, np.zeros(3 * rate, np.int16)), rate)
    settings = RunSettings(
        tmp_path / "state", "Ana", microphone=f"tape:{tape}", speaker="null:",
        end_of_turn=write_sound_model(tmp_path / "tiny.onnx", sharpness=-1e9), fast=True,
        now=from_iso("2026-02-20T08:00:00+00:00"),
    )  # fmt: skip
    with open_local_audio(settings, (lines.append,)) as local:
        local.run()
    assert 0 <= at(lines, "transcript") - at(lines, "speech_ended") - INCOMPLETE_SILENCE_MS <= 3 * FRAME_MS
