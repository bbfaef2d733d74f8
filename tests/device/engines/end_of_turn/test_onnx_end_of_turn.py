"""A model says whether a turn is complete by how it sounds, and one that cannot be used is said so."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from device.audio.framing import to_samples
from device.core.errors import BadUri, EngineUnavailable
from device.engines import factory
from device.engines.end_of_turn.whisper_features import BANDS, log_mel_features
from tests.device.engines.end_of_turn.tiny_model import SAMPLES, write_features_model, write_sound_model


def tone(level: float, samples: int = SAMPLES, hertz: int = 200) -> bytes:
    wave = level * np.sin(2 * np.pi * hertz * np.arange(samples) / 16_000)
    return (wave * 32_767).astype("<i2").tobytes()


def completeness(uri: str, sound: bytes) -> int:
    model = factory.open_end_of_turn(uri)
    assert model is not None
    return model.completeness(sound)


def test_a_voice_that_sinks_is_complete_and_one_that_does_not_is_not(tmp_path: Path) -> None:
    uri = write_sound_model(tmp_path / "tiny.onnx")
    held, sank = tone(0.3), tone(0.3, SAMPLES // 2) + tone(0.005, SAMPLES // 2)
    assert completeness(uri, held) < 500 < 9_500 < completeness(uri, sank)
    assert completeness(uri, sank) == completeness(uri, sank)


def test_it_gets_the_last_seconds_with_silence_before_a_short_utterance(tmp_path: Path) -> None:
    uri = write_sound_model(tmp_path / "tiny.onnx")
    ending = tone(0.02, SAMPLES // 4)
    assert completeness(uri, ending) == completeness(uri, tone(0.5, 3 * SAMPLES) + ending)
    assert completeness(uri, b"") == completeness(uri, bytes(2 * SAMPLES))


def test_a_model_of_features_gets_them(tmp_path: Path) -> None:
    uri = write_features_model(tmp_path / "tiny.onnx")
    assert completeness(uri, tone(0.3, hertz=80)) > completeness(uri, tone(0.3, hertz=3_000))


@pytest.mark.parametrize(("first_hz", "then_hz"), [(300, 3_000), (3_000, 1_000), (1_000, 300)])
def test_a_tone_is_in_the_band_of_its_pitch(first_hz: int, then_hz: int) -> None:
    """Slaney's scale has its knee at 1,000 Hz: 15 of 45.2 mel."""
    features = log_mel_features(to_samples(tone(0.3, 16_000, first_hz) + tone(0.3, 16_000, then_hz)))
    assert features.shape == (BANDS, 200)
    assert features.max() - features.min() == pytest.approx(2.0)

    def band(hertz: int) -> float:
        mel = hertz * 3 / 200 if hertz <= 1_000 else 15 + 27 * np.log(hertz / 1_000) / np.log(6.4)
        return float(mel / (15 + 27 * np.log(8) / np.log(6.4)) * (BANDS + 1) - 1)

    assert int(features[:, 50].argmax()) == pytest.approx(band(first_hz), abs=1)
    assert int(features[:, 150].argmax()) == pytest.approx(band(then_hz), abs=1)


def test_a_score_that_is_no_probability_is_a_failure(tmp_path: Path) -> None:
    uri = write_features_model(tmp_path / "tiny.onnx", bounded=False)
    with pytest.raises(EngineUnavailable, match="could not be judged"):
        completeness(uri, tone(0.3, hertz=3_000))


@pytest.mark.parametrize("content", [None, b"", b"no model", b"\x08\x09" * 40])
def test_a_missing_or_damaged_model_is_refused(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "turn.onnx"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(EngineUnavailable, match=r"turn\.onnx"):
        factory.open_end_of_turn(f"onnx:{path}")


def test_a_model_of_another_kind_is_refused(tmp_path: Path) -> None:
    for uri in (
        write_features_model(tmp_path / "forty.onnx", 40),
        write_sound_model(tmp_path / "any.onnx", samples="any"),
    ):
        with pytest.raises(EngineUnavailable, match="of another kind"):
            factory.open_end_of_turn(uri)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(EngineUnavailable, match=r"\.\[eot\]"):
        factory.open_end_of_turn("onnx:turn.onnx")


def test_without_a_path_it_is_a_bad_uri_and_none_is_no_model() -> None:
    with pytest.raises(BadUri):
        factory.open_end_of_turn("onnx:")
    assert factory.open_end_of_turn("none:") is None
