"""Adapter: a loudspeaker that writes a WAV file, 16 kHz mono s16le.

Each frame, played or silent, is 20 ms of the file, so that the file is the conversation's timeline. Sound is written
once a second together with a header that counts it: a daemon killed at any moment leaves a file that can be read up to
the last second.
"""

from __future__ import annotations

import os
import struct

from device.core.errors import EngineUnavailable
from device.core.ports import FRAME_BYTES, SAMPLES_PER_SECOND

SILENCE = bytes(FRAME_BYTES)
BYTES_PER_SECOND = SAMPLES_PER_SECOND * 2
HEADER_BYTES = 44
MAX_DATA_BYTES = 0xFFFF_FFFF - HEADER_BYTES
"""The most that a WAV header can count: 37 hours."""


class WavSpeaker:
    """`wav:FILE`. Replaces the file. DOOR_UNAVAILABLE when it cannot be written."""

    acoustic = False

    def __init__(self, path: str) -> None:
        self._path = path
        self._held = bytearray()
        self._written = 0
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        except (OSError, ValueError) as error:
            raise self._unwritable(error) from error
        self._closed = False
        try:
            self._write()
        except EngineUnavailable:
            os.close(self._file)
            raise

    def play(self, frame: bytes | None) -> None:
        """Appends one frame."""
        self._held += SILENCE if frame is None else frame
        if len(self._held) >= BYTES_PER_SECOND:
            self._write()

    def flush(self) -> None:
        """Does nothing: an accepted frame has its place in the file."""

    def close(self) -> None:
        """Completes the file; may be called twice."""
        if self._closed:
            return
        self._closed = True
        try:
            self._write()
        finally:
            os.close(self._file)

    def _write(self) -> None:
        """Writes the sound, then the header that counts it, each in one write."""
        try:
            os.pwrite(self._file, self._held, HEADER_BYTES + self._written)
            self._written += len(self._held)
            self._held.clear()
            os.pwrite(self._file, _header(min(self._written, MAX_DATA_BYTES)), 0)
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError | ValueError) -> EngineUnavailable:
        reason = error.strerror if isinstance(error, OSError) else "a file name cannot contain NUL"
        return EngineUnavailable(
            f"The loudspeaker file {self._path!r} cannot be written: {reason}. Free space or choose another file."
        )


def _header(data_bytes: int) -> bytes:
    """The 44 bytes of a WAV header."""
    rate = SAMPLES_PER_SECOND
    form = struct.pack("<HHIIHH", 1, 1, rate, rate * 2, 2, 16)
    riff = struct.pack("<4sI4s", b"RIFF", data_bytes + HEADER_BYTES - 8, b"WAVE")
    return riff + struct.pack("<4sI", b"fmt ", len(form)) + form + struct.pack("<4sI", b"data", data_bytes)
