"""Sound for the tests: the spoken fixtures, and files in every format that libsndfile writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from device.core.ports import FRAME_BYTES

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
SPEECH = FIXTURES / "speech"
VOCABULARY = [json.loads(line) for line in (FIXTURES / "vocab" / "manifest.jsonl").read_text("utf-8").splitlines()]
VOICES = ("slt", "rms")
QUIET = bytes(FRAME_BYTES)


@cache
def spoken(name: str) -> tuple[bytes, ...]:
    """The frames of a fixture such as `rms/stop` or `vocab/rms/01.flac`, the last filled up."""
    flac = name.endswith(".flac")
    pcm = soundfile.read(FIXTURES / name, dtype="int16")[0].tobytes() if flac else _wav(name)
    return tuple(pcm[at : at + FRAME_BYTES].ljust(FRAME_BYTES, b"\0") for at in range(0, len(pcm), FRAME_BYTES))


def _wav(name: str) -> bytes:
    return (SPEECH / f"{name}.wav").read_bytes()[44:]


def pad_with_silence(name: str, before_ms: int = 300, after_ms: int = 700) -> Iterator[bytes]:
    """A fixture as in a turn."""
    yield from [QUIET] * (before_ms // 20)
    yield from spoken(name)
    yield from [QUIET] * (after_ms // 20)


def tone(seconds: float, rate: int, hertz: float = 440.0, loudness: float = 0.5) -> NDArray[np.float64]:
    """A sine."""
    return np.asarray(loudness * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate))


def write(path: Path, sound: NDArray[np.float64], rate: int, subtype: str = "PCM_16") -> Path:
    """A sound file; the suffix decides its format."""
    soundfile.write(path, sound, rate, subtype=subtype)
    return path


def loudness(pcm: bytes) -> float:
    """Root mean square, 1.0 is full scale."""
    samples = np.frombuffer(pcm, "<i2").astype(np.float64) / 32768
    return float(np.sqrt(np.mean(samples**2)))
