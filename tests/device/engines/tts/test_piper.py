"""Piper speaks at the pace and pitch that was asked for, the same text the same way, and refuses what is no voice."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from device.core.errors import EngineUnavailable
from device.engines import factory
from device.engines.tts.piper import Piper
from tests.device.engines.sound_samples import loudness
from tests.device.engines.tts.tiny_piper import write_piper

SENTENCE = "Good morning, Anna."


def opened(uri: str) -> Piper:
    voice = factory.open_voice(uri)
    assert isinstance(voice, Piper)
    return voice


@pytest.fixture(scope="module")
def voice(tmp_path_factory: pytest.TempPathFactory) -> Piper:
    return opened(write_piper(tmp_path_factory.mktemp("voice") / "tiny.onnx"))


def height(pcm: bytes) -> float:
    """The mean frequency of the sound."""
    samples = np.frombuffer(pcm, "<i2").astype(np.float64)
    power = np.abs(np.fft.rfft(samples)) ** 2
    return float((power * np.fft.rfftfreq(len(samples), 1 / 16_000)).sum() / power.sum())


def test_a_sentence_is_sound_of_16_khz_and_the_same_each_time(voice: Piper) -> None:
    pcm = voice.speak(SENTENCE)
    assert len(pcm) % 2 == 0
    assert loudness(pcm) > 0.1
    assert voice.speak(SENTENCE) == pcm
    assert voice.speak("Good evening.") != pcm


@pytest.mark.parametrize("percent", [75, 130, 200])
def test_it_speaks_slower_and_faster_at_the_same_height(voice: Piper, percent: int) -> None:
    usual, paced = voice.speak(SENTENCE), voice.speak_at(SENTENCE, percent)
    assert len(paced) == pytest.approx(len(usual) * 100 / percent, rel=0.01)
    assert height(paced) == pytest.approx(height(usual), rel=0.03)


@pytest.mark.parametrize("pitch", [90, 110])
def test_it_speaks_higher_and_lower_for_the_same_time(voice: Piper, pitch: int) -> None:
    usual, pitched = voice.speak(SENTENCE), voice.speak_in(SENTENCE, 100, pitch)
    assert len(pitched) == pytest.approx(len(usual), rel=0.01)
    assert height(pitched) == pytest.approx(height(usual) * pitch / 100, rel=0.02)
    both = voice.speak_in(SENTENCE, 130, pitch)
    assert len(both) == pytest.approx(len(usual) / 1.3, rel=0.01)


def test_a_voice_that_was_made_slow_keeps_its_pace_as_the_usual_one(voice: Piper, tmp_path: Path) -> None:
    slow = opened(write_piper(tmp_path / "slow.onnx", inference={"length_scale": 1.5}))
    assert len(slow.speak(SENTENCE)) == pytest.approx(len(voice.speak(SENTENCE)) * 1.5, rel=0.01)
    assert len(slow.speak_at(SENTENCE, 130)) == pytest.approx(len(slow.speak(SENTENCE)) / 1.3, rel=0.01)


@pytest.mark.parametrize("text", ["", "  \n", "\0\x1b", "...", "[[", "?!"])
def test_text_without_a_word_is_no_sound(voice: Piper, text: str) -> None:
    assert voice.speak(text) == b""


def test_text_in_double_brackets_is_read_and_no_phonemes(voice: Piper) -> None:
    assert voice.speak("[[ bcd ]]") == voice.speak("bcd") != b""


def test_nothing_that_is_spoken_is_logged(
    voice: Piper, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG"):
        voice.speak("Kaczmarek says 漢字 and naïve ☃ \U0001f600.")
    assert capfd.readouterr() == ("", "")
    assert caplog.text == ""


def test_a_voice_of_several_speakers_speaks_as_its_first(tmp_path: Path) -> None:
    assert opened(write_piper(tmp_path / "many.onnx", speakers=3)).speak(SENTENCE)


@pytest.mark.parametrize("name", ["tiny.onnx", "tiny.onnx.json"])
@pytest.mark.parametrize("damage", ["missing", "empty", "truncated"])
def test_a_damaged_voice_is_refused_with_a_sentence(tmp_path: Path, name: str, damage: str) -> None:
    uri = write_piper(tmp_path / "tiny.onnx")
    path = tmp_path / name
    content = path.read_bytes()
    path.unlink()
    if damage != "missing":
        path.write_bytes(content[: len(content) // 2] if damage == "truncated" else b"")
    with pytest.raises(EngineUnavailable, match=r"Piper cannot load .*Fetch it again\.") as refused:
        factory.open_voice(uri)
    assert (refused.value.code, refused.value.exit_status) == ("DOOR_UNAVAILABLE", 3)


@pytest.mark.parametrize(
    "settings",
    [{"name": "sound"}, {"num_speakers": 2}, {"audio": {"sample_rate": 0}}, {"audio": []}, {"phoneme_type": "runes"}],
)
def test_a_model_that_is_no_voice_or_has_other_settings_is_refused(tmp_path: Path, settings: dict[str, object]) -> None:
    with pytest.raises(EngineUnavailable, match="of another kind"):
        factory.open_voice(write_piper(tmp_path / "tiny.onnx", **settings))  # type: ignore[arg-type]


def test_settings_that_are_no_table_are_refused(tmp_path: Path) -> None:
    uri = write_piper(tmp_path / "tiny.onnx")
    (tmp_path / "tiny.onnx.json").write_text("[]", "utf-8")
    with pytest.raises(EngineUnavailable):
        factory.open_voice(uri)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "piper", None)
    with pytest.raises(EngineUnavailable, match=r"\.\[piper\]"):
        factory.open_voice("piper:amy.onnx")
