"""A command said in one breath with the wake word is heard from its first word, by real engines."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from device.audio.audio_frontend import AudioFrontend
from device.conversation.events import SpeechEnded, SpeechStarted, Woken
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_BYTES, FRAME_MS, HintBundle, Recogniser
from device.engines import factory
from tests.device.engines.sound_samples import VOICES, spoken

QUIET = bytes(FRAME_BYTES)
BREATHS = [
    (word, voice, command)
    for word, command, voices in [
        ("okay_nabu", "my_favorite_color_is_green", VOICES),
        ("okay_nabu", "what_do_you_remember_about_me", VOICES),
        ("okay_nabu", "stop", VOICES),
        ("okay_nabu", "forget_that", VOICES),
        ("alexa", "what_time_is_it", ("slt",)),  # the model does not wake in the other voice
        ("hey_jarvis", "stop", VOICES),
    ]
    for voice in voices
]


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return factory.open_recogniser("pocketsphinx:")


def words_after_wake(recogniser: Recogniser, word: str, frames: list[bytes]) -> str:
    """What the recogniser hears of the command, fed as the session feeds it."""
    ear = AudioFrontend(
        factory.open_echo("none:"),
        factory.open_wake(f"microwakeword:{word}"),
        factory.open_speech("silero:"),
        DevicePolicy(),
    )
    woken, feeding = False, False
    for frame in [*[QUIET] * 50, *frames, *[QUIET] * 60]:
        events = ear.hear(frame, None)
        if feeding:
            recogniser.hear(ear.latest)
        for event in events:
            if isinstance(event, Woken):
                woken = True
                ear.open(after_wake=True)
            elif isinstance(event, SpeechStarted) and woken:
                feeding = True
                recogniser.start(HintBundle())
                for kept in ear.begin(event.at_ms):
                    recogniser.hear(kept)
            elif isinstance(event, SpeechEnded):
                return recogniser.finish().text
    return ""


@pytest.mark.parametrize(("word", "voice", "command"), BREATHS)
def test_the_first_word_in_one_breath_is_heard_after_every_wake_word(
    recogniser: Recogniser, word: str, voice: str, command: str
) -> None:
    heard = words_after_wake(recogniser, word, list(spoken(f"{voice}/{word}_{command}")))
    assert heard == command.replace("_", " ")


def loud_part(sound: bytes) -> NDArray[np.int16]:
    samples = np.frombuffer(sound, "<i2")
    loud = np.flatnonzero(np.abs(samples.astype(int)) > np.abs(samples.astype(int)).max() // 50)
    return samples[loud[0] : loud[-1] + 1]


SPOKEN = [
    ("okay_nabu", "en-us"), ("okay_nabu", "en-029"), ("hey_jarvis", "en-us+f4"), ("hey_mycroft", "en-us+f3"),
    ("hey_mycroft", "en-029"),
]  # fmt: skip
"""Wake words, and voices in which each model wakes."""


@pytest.mark.parametrize("command", ["my favorite color is green", "what time is it"])
@pytest.mark.parametrize(("word", "name"), SPOKEN)
def test_what_is_recognised_begins_where_the_wake_word_ends(word: str, name: str, command: str) -> None:
    voice = factory.open_voice(f"espeak:{name}")
    called, said = loud_part(voice.speak(word.replace("_", " "))), loud_part(voice.speak(command))
    silence = np.zeros(16_000, np.int16)
    sound, ends_ms = np.concatenate([silence, called, said, silence]).tobytes(), (16_000 + len(called)) // 16
    wake = factory.open_wake(f"microwakeword:{word}")
    ear = AudioFrontend(factory.open_echo("none:"), wake, factory.open_speech("silero:"), DevicePolicy())
    woken, begins_ms = False, None
    for at in range(0, len(sound) - FRAME_BYTES + 1, FRAME_BYTES):
        for event in ear.hear(sound[at : at + FRAME_BYTES], None):
            if isinstance(event, Woken):
                woken = True
                ear.open(after_wake=True)
            elif isinstance(event, SpeechStarted) and woken and begins_ms is None:
                begins_ms = ear.now_ms - FRAME_MS * len(ear.begin(event.at_ms))
    assert begins_ms is not None
    assert -150 <= begins_ms - ends_ms <= 60
