"""Pure: cuts a stream of samples into frames of exactly 20 ms, and converts samples between number formats."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from device.core.ports import FRAME_BYTES


class Framing:
    """Cuts bytes of any length into blocks of exactly `block_bytes`; keeps the rest for the next call."""

    def __init__(self, block_bytes: int = FRAME_BYTES) -> None:
        self._block_bytes = block_bytes
        self._rest = b""

    def cut(self, pcm: bytes) -> Iterator[bytes]:
        """Returns every complete block of the bytes given so far."""
        held = self._rest + pcm
        whole = len(held) - len(held) % self._block_bytes
        self._rest = held[whole:]
        for start in range(0, whole, self._block_bytes):
            yield held[start : start + self._block_bytes]

    def finish(self) -> Iterator[bytes]:
        """Returns the last block, filled up with silence, when bytes are left."""
        if self._rest:
            yield self._rest.ljust(self._block_bytes, b"\0")
            self._rest = b""

    def clear(self) -> None:
        """Drops the rest."""
        self._rest = b""


def to_pcm(samples: NDArray[np.float32]) -> bytes:
    """Converts samples in [-1, 1] to s16le; clips louder ones, and writes NaN as silence."""
    sound = np.nan_to_num(samples, nan=0.0, posinf=1.0, neginf=-1.0)
    pcm: bytes = np.clip(np.rint(sound * 32768.0), -32768, 32767).astype("<i2").tobytes()
    return pcm


def to_samples(pcm: bytes) -> NDArray[np.float32]:
    """Converts s16le to samples in [-1, 1)."""
    return np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(32768.0)


def power(pcm: bytes) -> float:
    """Returns the mean power of s16le without a constant offset; that of full scale is 1."""
    samples = np.frombuffer(pcm, dtype="<i2").astype(np.float64)
    if not len(samples):
        return 0.0
    count = len(samples)  # two exact sums: `var` takes twenty times as long, and each frame is measured
    return max(0.0, float(samples @ samples) / count - (float(samples.sum()) / count) ** 2) / 32768.0**2


def level_db(pcm: bytes) -> float:
    """Returns the level of s16le in dB of full scale, at least -96."""
    return 10.0 * float(np.log10(max(power(pcm), 10**-9.6)))
