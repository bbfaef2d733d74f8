"""What every voice keeps, the embedded one and those with a fetched model alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from device.core.policy import MAX_SPOKEN_CHARS
from device.core.ports import PacedVoice, PitchedVoice, Voice
from device.engines import factory
from tests.device.engines.sound_samples import loudness
from tests.device.engines.tts.tiny_piper import write_piper

ENGINES: dict[str, Callable[[Path], str]] = {
    "espeak": lambda _: "espeak:",
    "piper": lambda folder: write_piper(folder / "voice.onnx"),
}
SENTENCE = "I will remember that your sister lives in Leeds."


def test_every_voice_is_held_to_the_contract() -> None:
    assert set(factory.BUILT_IN.voices) == set(ENGINES)


@pytest.fixture(scope="module", params=ENGINES)
def voice(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Voice:
    return factory.open_voice(ENGINES[request.param](tmp_path_factory.mktemp("voice")))


def test_a_sentence_is_sound_and_the_same_each_time(voice: Voice) -> None:
    first = voice.speak(SENTENCE)
    assert len(first) % 2 == 0
    assert 16_000 < len(first) // 2 < 160_000
    assert loudness(first) > 0.01
    assert voice.speak("Something else was said.") != first
    assert voice.speak(SENTENCE) == first


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\0", "\x1b\x07"])
def test_text_without_a_word_is_no_sound(voice: Voice, text: str) -> None:
    assert voice.speak(text) == b""


@pytest.mark.parametrize(
    "text",
    [
        "\ud800 half",
        "漢字 and naïve \U0001f600",
        "<speak>no <break time='9s'/>mark</speak>",
        "[[ bcd ]] three",
        "a%s %n",
    ],
)
def test_any_text_is_spoken_and_none_is_printed(voice: Voice, text: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert voice.speak(text)
    assert capfd.readouterr() == ("", "")


def test_a_text_that_never_ends_is_cut(voice: Voice) -> None:
    assert voice.speak("no" + " " * MAX_SPOKEN_CHARS + "more") == voice.speak("no")


def test_it_speaks_at_the_pace_and_pitch_of_the_tone(voice: Voice) -> None:
    assert isinstance(voice, PacedVoice)
    usual = voice.speak(SENTENCE)
    assert voice.speak_at(SENTENCE, 100) == usual
    assert len(voice.speak_at(SENTENCE, 75)) > 1.15 * len(usual)
    assert len(voice.speak_at(SENTENCE, 130)) < 0.9 * len(usual)
    assert isinstance(voice, PitchedVoice)
    assert voice.speak_in(SENTENCE, 100, 100) == usual
    high = voice.speak_in(SENTENCE, 100, 110)
    assert high != usual
    assert len(high) == pytest.approx(len(usual), rel=0.05)
    assert voice.speak(SENTENCE) == usual


def test_one_voice_does_not_change_another(tmp_path: Path) -> None:
    voices = [factory.open_voice(make(tmp_path)) for make in ENGINES.values()]
    alone = [voice.speak(SENTENCE) for voice in voices]
    assert [voice.speak(SENTENCE) for voice in reversed(voices)] == alone[::-1]
