"""What every wake word detector keeps, the embedded ones and those with a fetched model alike."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from device.core.ports import FRAME_BYTES, WakeWord
from device.engines import factory
from tests.device.engines.sound_samples import QUIET, pad_with_silence
from tests.device.engines.wake.tiny_wake import write_wake

ENGINES: dict[str, Callable[[Path], str]] = {
    "microwakeword": lambda _: "microwakeword:okay_nabu",
    "openwakeword": lambda folder: f"openwakeword:{write_wake(folder)}",
    "openwakeword by LiteRT": lambda folder: f"openwakeword:{write_wake(folder, '.tflite')}",
    "never": lambda _: "never:",
}
WORD = tuple(pad_with_silence("rms/okay_nabu", 500, 700))
"""Said loudly for the tiny models: to them it is any sound that is loud."""
LOUD = tuple(np.clip(np.frombuffer(frame, "<i2") * 6.0, -32_768, 32_767).astype("<i2").tobytes() for frame in WORD)


def test_every_wake_word_is_held_to_the_contract() -> None:
    assert set(factory.BUILT_IN.wake_words) == {name.split()[0] for name in ENGINES}


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def wake(engine: str, tmp_path: Path) -> WakeWord:
    return factory.open_wake(ENGINES[engine](tmp_path))


def heard_at(wake: WakeWord, frames: tuple[bytes, ...]) -> list[int]:
    return [number for number, frame in enumerate(frames) if wake.hear(frame)]


def said(engine: str) -> tuple[bytes, ...]:
    return LOUD if engine.startswith("openwakeword") else WORD


def test_its_word_is_heard_once_and_again_at_the_same_frame(engine: str, wake: WakeWord) -> None:
    first = heard_at(wake, said(engine))
    assert len(first) == (engine != "never")
    assert wake.lag_ms >= 0
    assert bool(wake.phrase) == (engine != "never")
    wake.reset()
    assert heard_at(wake, said(engine)) == first


def test_silence_is_no_word(wake: WakeWord) -> None:
    assert heard_at(wake, (QUIET,) * 200) == []


def test_a_reset_forgets_the_half_of_a_word(engine: str, wake: WakeWord) -> None:
    whole = heard_at(wake, said(engine))
    at = whole[0] if whole else 60
    wake.reset()
    heard_at(wake, said(engine)[: at - 20])
    wake.reset()
    assert heard_at(wake, said(engine)[at - 20 : at + 1]) == []


def test_no_frame_is_long_enough_to_hold_up_the_next(wake: WakeWord) -> None:
    assert all(type(wake.hear(frame)) is bool for frame in (bytes(FRAME_BYTES), b"\xff" * FRAME_BYTES))
