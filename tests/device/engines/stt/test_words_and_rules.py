"""What recognisers with a fetched model tell reaches the rules: words so far end a turn, guessed words are doubted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from device.audio.end_of_turn import silence_needed
from device.conversation.turn_words import SaidSoFar
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_MS, HintBundle, Transcript
from device.daemon.audio_inputs import RunSettings
from device.daemon.composition import open_local_audio
from device.engines import factory
from device.platform.language_files import load_language
from device.session.doubtful_words import doubtful_words
from device.session.event_log import EventLine
from memory.model.timestamps import from_iso
from tests.device.engines.sound_samples import SPEECH, pad_with_silence
from tests.device.engines.stt.tiny_sherpa import write_sherpa
from tests.device.engines.stt.tiny_whisper import write_whisper
from tests.device.session.test_voice_session import at

USUAL_MS = DevicePolicy().end_silence_ms


def hear(uri: str) -> Transcript:
    recogniser = factory.open_recogniser(uri)
    recogniser.start(HintBundle())
    for frame in pad_with_silence("slt/what_is_my_favorite_color"):
        recogniser.hear(frame)
    return recogniser.finish()


def pause_of(uri: str, folder: Path) -> int:
    """How long the silence was that ended a turn at the daemon's microphone."""
    tape, lines = folder / "tape.wav", list[EventLine]()
    said, rate = soundfile.read(SPEECH / "rms" / "okay_nabu_what_do_you_remember_about_me.wav", dtype="int16")
    soundfile.write(tape, np.append(said, np.zeros(3 * rate, np.int16)), rate)
    settings = RunSettings(
        folder / "state", "Ana", microphone=f"tape:{tape}", speaker="null:", recogniser=uri, fast=True,
        now=from_iso("2026-02-20T08:00:00+00:00"),
    )  # fmt: skip
    with open_local_audio(settings, (lines.append,)) as local:
        local.run()
    return at(lines, "transcript") - at(lines, "speech_ended")


@pytest.mark.parametrize(
    ("says", "so_far"),
    [(("what", "time", "is", "it"), SaidSoFar.COMPLETE), (("remember", "that", "my", "and"), SaidSoFar.PHRASE)],
)
def test_the_words_so_far_of_the_streaming_one_decide_when_a_turn_is_over(
    tmp_path: Path, says: tuple[str, ...], so_far: SaidSoFar
) -> None:
    expected = silence_needed(so_far, USUAL_MS, None)
    assert expected != USUAL_MS
    assert 0 <= pause_of(write_sherpa(tmp_path / "m", says), tmp_path) - expected <= 4 * FRAME_MS


@pytest.mark.parametrize("surely", [True, False])
@pytest.mark.parametrize("engine", ["sherpa", "whisper"])
def test_a_critical_word_that_was_guessed_is_doubted(tmp_path: Path, engine: str, surely: bool) -> None:
    if engine == "sherpa":
        uri = write_sherpa(tmp_path / "m", ("forget", "that"), unsure="" if surely else "forget")
    else:
        uri = write_whisper(tmp_path / "m", ("forget", "that"), gains={} if surely else {"forget": 0.2})
    heard = hear(uri)
    assert heard.text == "forget that"
    assert [one.word for one in heard.words] == ["forget", "that"]
    rules = doubtful_words("en", load_language("en").device["doubtful_words"])
    assert rules.is_doubtful(heard) is not surely
