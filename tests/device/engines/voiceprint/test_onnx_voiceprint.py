"""A voiceprint is the same for one voice, another for another, and a model that cannot be used is said so."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np
import pytest

from device.addressing.filterbank import mel_filterbank
from device.addressing.sound_measure import measure_sound
from device.addressing.voiceprint import VoiceMatch, VoiceSample, match_voice
from device.audio.framing import to_samples
from device.core.errors import BadUri, EngineUnavailable
from device.engines import factory
from tests.device.engines.sound_samples import spoken
from tests.device.engines.voiceprint.tiny_model import write_bands_model, write_pitch_model

SENTENCES = ("my_favorite_color_is_green", "i_like_strong_coffee_in_the_morning", "where_does_my_sister_live")


def sample(uri: str, name: str) -> VoiceSample:
    engine, frames = factory.open_voiceprint(uri), spoken(name)
    sound = measure_sound(frames)
    assert engine is not None
    assert sound is not None
    return VoiceSample(sound, engine.embed(b"".join(frames)), engine.model)


@pytest.mark.parametrize("voice", ["rms", "slt"])
@pytest.mark.parametrize("sentence", SENTENCES[1:])
def test_real_sentences_of_one_voice_match_and_those_of_another_do_not(
    tmp_path: Path, voice: str, sentence: str
) -> None:
    uri = write_pitch_model(tmp_path / "tiny.onnx")
    known, other = sample(uri, f"{voice}/{SENTENCES[0]}"), {"rms": "slt", "slt": "rms"}[voice]
    assert match_voice(sample(uri, f"{voice}/{sentence}"), known) is VoiceMatch.PERSON
    assert match_voice(sample(uri, f"{other}/{sentence}"), known) is VoiceMatch.GUEST
    assert sample(uri, f"{voice}/{sentence}") == sample(uri, f"{voice}/{sentence}")


def test_a_model_of_filterbanks_gets_as_many_bands_as_it_takes(tmp_path: Path) -> None:
    frames = spoken("rms/stop")
    for bands in (40, 80):
        engine = factory.open_voiceprint(write_bands_model(tmp_path / f"{bands}.onnx", bands))
        assert engine is not None
        assert len(engine.embed(b"".join(frames))) == bands
        assert engine.embed(frames[0]) == ()
    assert mel_filterbank(to_samples(b"".join(frames)), 80).mean(axis=0) == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize(("first_hz", "then_hz"), [(300, 3_000), (3_000, 1_000), (1_000, 300)])
def test_a_tone_is_in_the_band_of_its_pitch(first_hz: int, then_hz: int) -> None:
    times = np.arange(8_000) / 16_000
    tones = np.concatenate([np.sin(2 * np.pi * hz * times) for hz in (first_hz, then_hz)]).astype(np.float32)
    found = mel_filterbank(tones * 0.1, 80)
    change = found[-1] - found[0]
    lowest, highest = (1_127 * math.log(1 + hz / 700) for hz in (20, 8_000))
    bands = [
        round((1_127 * math.log(1 + hz / 700) - lowest) / (highest - lowest) * 81) - 1 for hz in (first_hz, then_hz)
    ]
    assert [int(np.argmin(change)), int(np.argmax(change))] == bands


@pytest.mark.parametrize("content", [None, b"", b"no model", b"\x08\x09" * 40])
def test_a_missing_or_damaged_model_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "voice.onnx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(EngineUnavailable, match=r"voice\.onnx"):
        factory.open_voiceprint(f"onnx:{path}")


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(EngineUnavailable, match=r"\.\[voiceprint\]"):
        factory.open_voiceprint("onnx:voice.onnx")


def test_without_a_path_it_is_a_bad_uri_and_none_is_no_engine() -> None:
    with pytest.raises(BadUri):
        factory.open_voiceprint("onnx:")
    assert factory.open_voiceprint("none:") is None
