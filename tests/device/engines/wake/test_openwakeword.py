"""A wake word of one's own is heard once by either runtime, verified by signed weights, and refused when damaged."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest
from nacl.signing import SigningKey

from device.core.errors import EngineUnavailable
from device.core.ports import FRAME_BYTES, WakeWord
from device.engines import factory
from packages.documents.wake_verifier import WakeVerifier, wake_verifier_bytes
from tests.device.engines.wake.tiny_wake import FEATURES, STEPS, layers, write_onnx, write_wake

KEY, OTHER = SigningKey(b"\1" * 32), SigningKey(b"\2" * 32)
QUIET = bytes(FRAME_BYTES)
SUFFIXES = (".onnx", ".tflite")


def sound(level: float, seconds: float) -> list[bytes]:
    """A tone of this mean amount."""
    samples = level * np.pi / 2 * np.sin(np.arange(round(seconds * 16_000)) / 5)
    pcm = samples.astype("<i2").tobytes()
    return [pcm[at : at + FRAME_BYTES] for at in range(0, len(pcm), FRAME_BYTES)]


SAID = [*sound(0, 1), *sound(3_000, 0.8), *sound(0, 1)]


def heard_at(wake: WakeWord, frames: Iterable[bytes]) -> list[int]:
    return [number for number, frame in enumerate(frames) if wake.hear(frame)]


def write_verifier(model: Path, weight: float, bias: float, key: SigningKey = KEY) -> str:
    """Writes the verifier beside a model; returns the URI with the key."""
    digest = blake2b(model.read_bytes(), digest_size=8).hexdigest()
    weights = (round(weight * 1e9 / STEPS / FEATURES),) * (STEPS * FEATURES)
    content = wake_verifier_bytes(WakeVerifier(digest, round(bias * 1e9), weights), [key])
    model.with_suffix(".verifier.json").write_bytes(content)
    return f"openwakeword:{model}#{bytes(KEY.verify_key).hex()}"


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_word_is_heard_once_each_time_it_is_said(tmp_path: Path, suffix: str) -> None:
    wake = factory.open_wake(f"openwakeword:{write_wake(tmp_path, suffix)}")
    assert wake.phrase == "my word"
    (at,) = heard_at(wake, SAID)
    assert 50 < at < 50 + 40
    assert heard_at(wake, SAID) == [at], "and again, at once"
    assert heard_at(wake, sound(300, 2)) == []


def test_both_runtimes_hear_the_same_at_the_same_time(tmp_path: Path) -> None:
    found = {tuple(heard_at(factory.open_wake(f"openwakeword:{write_wake(tmp_path, one)}"), SAID)) for one in SUFFIXES}
    assert len(found) == 1


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_reset_forgets_the_sound_and_what_follows_at_once_counts_for_nothing(tmp_path: Path, suffix: str) -> None:
    wake = factory.open_wake(f"openwakeword:{write_wake(tmp_path, suffix)}")
    (at,) = heard_at(wake, SAID)
    heard_at(wake, SAID[: at - 2])
    wake.reset()
    assert heard_at(wake, SAID[at - 2 : at + 2]) == []
    wake.reset()
    assert heard_at(wake, SAID) == [at]
    wake.reset()
    assert heard_at(wake, sound(3_000, 0.39)) == []


def test_a_word_of_another_length_is_heard(tmp_path: Path) -> None:
    wake = factory.open_wake(f"openwakeword:{write_wake(tmp_path, word='longer', steps=28)}")
    assert wake.phrase == "longer"
    assert len(heard_at(wake, SAID)) == 1


def test_a_signed_verifier_decides_in_place_of_the_score(tmp_path: Path) -> None:
    model = write_wake(tmp_path)
    assert len(heard_at(factory.open_wake(write_verifier(model, 100, -205)), SAID)) == 1
    assert heard_at(factory.open_wake(write_verifier(model, 100, -300)), SAID) == []


def test_a_verifier_that_nobody_vouches_for_is_refused(tmp_path: Path) -> None:
    model = write_wake(tmp_path)
    uri, beside = write_verifier(model, 1, 0, OTHER), model.with_suffix(".verifier.json")
    with pytest.raises(EngineUnavailable, match="not signed by the key"):
        factory.open_wake(uri)
    with pytest.raises(EngineUnavailable, match="Name the public key"):
        factory.open_wake(f"openwakeword:{model}")
    signed = write_verifier(model, 1, 0)
    beside.write_bytes(beside.read_bytes().replace(b'"bias":0', b'"bias":9'))
    with pytest.raises(EngineUnavailable, match="not signed by the key"):
        factory.open_wake(signed)
    beside.unlink()
    with pytest.raises(EngineUnavailable, match="cannot be read"):
        factory.open_wake(signed)


def test_a_verifier_of_another_model_or_size_is_refused(tmp_path: Path) -> None:
    uri = write_verifier(write_wake(tmp_path), 1, 0)
    write_wake(tmp_path, sharp=199.0)
    with pytest.raises(EngineUnavailable, match="of another wake word's model"):
        factory.open_wake(uri)
    write_verifier(write_wake(tmp_path, steps=28), 1, 0)
    with pytest.raises(EngineUnavailable):
        factory.open_wake(uri)


class Bomb:
    """A pickle that writes a file when it is loaded."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return open, (str(self.path), "w")


def test_a_pickle_is_never_loaded(tmp_path: Path) -> None:
    model = write_wake(tmp_path)
    uri, pickled = write_verifier(model, 100, -205), pickle.dumps(Bomb(tmp_path / "it ran"))
    for name in ("my_word.pkl", "my_word.joblib", "my_word.verifier.pkl"):
        (tmp_path / name).write_bytes(pickled)
    assert len(heard_at(factory.open_wake(uri), SAID)) == 1
    model.with_suffix(".verifier.json").write_bytes(pickled)
    with pytest.raises(EngineUnavailable, match="not well formed"):
        factory.open_wake(uri)
    assert not (tmp_path / "it ran").exists()


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("name", ["melspectrogram", "embedding_model", "my_word"])
@pytest.mark.parametrize("damage", ["missing", "empty", "truncated"])
def test_a_damaged_model_is_refused_by_its_name(tmp_path: Path, suffix: str, name: str, damage: str) -> None:
    model = write_wake(tmp_path, suffix)
    path = tmp_path / f"{name}{suffix}"
    content = path.read_bytes()
    path.unlink()
    if damage != "missing":
        path.write_bytes(content[: len(content) // 2] if damage == "truncated" else b"")
    with pytest.raises(EngineUnavailable, match=rf"openWakeWord cannot load .*{name}") as refused:
        factory.open_wake(f"openwakeword:{model}")
    assert refused.value.exit_status == 3


def test_models_that_do_not_fit_each_other_are_refused(tmp_path: Path) -> None:
    model = write_wake(tmp_path)
    spectrum, embedding, unbounded = layers()
    for name, other in (("melspectrogram", embedding), ("embedding_model", spectrum), ("my_word", spectrum)):
        write_wake(tmp_path)
        write_onnx(tmp_path / f"{name}.onnx", other)
        with pytest.raises(EngineUnavailable, match="of another kind"):
            factory.open_wake(f"openwakeword:{model}")
    write_wake(tmp_path, features=95)
    with pytest.raises(EngineUnavailable, match="of another kind"):
        factory.open_wake(f"openwakeword:{model}")
    write_wake(tmp_path)
    write_onnx(model, replace(unbounded, score=False))
    with pytest.raises(EngineUnavailable, match="of another kind"):
        factory.open_wake(f"openwakeword:{model}")


@pytest.mark.parametrize(
    ("suffix", "package", "extra"), [(".onnx", "onnxruntime", "openwakeword"), (".tflite", "ai_edge_litert", "litert")]
)
def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, suffix: str, package: str, extra: str
) -> None:
    for name in (package, f"{package}.interpreter"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(EngineUnavailable, match=rf"\.\[{extra}\]"):
        factory.open_wake(f"openwakeword:word{suffix}")
