"""A command said in one breath with the wake word is heard from its first word, by real engines."""

from __future__ import annotations

import pytest

from device.audio.audio_frontend import AudioFrontend
from device.conversation.events import SpeechEnded, SpeechStarted, Woken
from device.core.policy import DevicePolicy
from device.core.ports import FRAME_BYTES, HintBundle, Recogniser
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
