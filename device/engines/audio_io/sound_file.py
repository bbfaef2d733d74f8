"""Adapter: reads a sound file as frames. All formats of libsndfile (WAV, FLAC, AIFF, ...) become 16 kHz mono s16le.

A file in that form is passed on bit for bit; others are mixed down, resampled (soxr) and clipped. It is read in blocks
of one second, so that a long tape needs no memory.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from typing import Any

import numpy as np

from device.audio.framing import Framing, to_pcm
from device.core.errors import BadSound, SoundEmpty, SoundMissing, SoundTooLong, SoundUnreadable
from device.core.policy import MAX_CHANNELS, MAX_RATE_HZ, MAX_SOUND_S, MIN_RATE_HZ
from device.core.ports import SAMPLES_PER_SECOND


class SoundFile:
    """An open sound file. Raises a BadSound (SOUND_MISSING, _UNREADABLE, _EMPTY, _TOO_LONG) otherwise."""

    def __init__(self, path: str) -> None:
        self._path = path
        descriptor = _open_regular(path)
        try:
            self._file = _open_sound(path, descriptor)
            self._check()
        except BadSound:
            os.close(descriptor)
            raise
        self._descriptor = descriptor

    @property
    def seconds(self) -> float:
        """Returns the length of the sound."""
        return float(self._file.frames / self._file.samplerate)

    def frames(self) -> Iterator[bytes]:
        """Yields frames of 20 ms to the end of the file, the last filled up with silence. Closes the file."""
        framing = Framing()
        try:
            for pcm in self._pcm():
                yield from framing.cut(pcm)
            yield from framing.finish()
        finally:
            self.close()

    def close(self) -> None:
        """Releases the file; may be called twice."""
        if not self._file.closed:
            self._file.close()
            os.close(self._descriptor)

    def _check(self) -> None:
        rate, channels = self._file.samplerate, self._file.channels
        if not MIN_RATE_HZ <= rate <= MAX_RATE_HZ or not 1 <= channels <= MAX_CHANNELS:
            raise SoundUnreadable(
                f"{self._path} claims {rate} samples a second on {channels} channels, which is no recording of "
                f"speech. Record it at {MIN_RATE_HZ} to {MAX_RATE_HZ} Hz."
            )
        if self._file.frames <= 0:
            raise SoundEmpty(f"{self._path} is a sound file with no sound in it. Record it again.")
        if self.seconds > MAX_SOUND_S:
            raise SoundTooLong(f"{self._path} is longer than {MAX_SOUND_S // 3600} hours. Cut it.")

    def _pcm(self) -> Iterator[bytes]:
        sound = self._file
        if (sound.samplerate, sound.channels, sound.subtype) == (SAMPLES_PER_SECOND, 1, "PCM_16"):
            yield from (block.astype("<i2").tobytes() for block in self._blocks("int16"))
            return
        import soxr

        resampler = soxr.ResampleStream(sound.samplerate, SAMPLES_PER_SECOND, 1, dtype="float32")
        for block in self._blocks("float32"):
            yield to_pcm(resampler.resample_chunk(block.mean(axis=1, dtype=np.float32)))
        yield to_pcm(resampler.resample_chunk(np.zeros(0, np.float32), last=True))

    def _blocks(self, dtype: str) -> Iterator[Any]:
        """Yields one second at a time, as arrays of (samples, channels)."""
        import soundfile

        try:
            yield from self._file.blocks(blocksize=self._file.samplerate, dtype=dtype, always_2d=True)
        except soundfile.SoundFileError as error:
            raise SoundUnreadable(f"{self._path} is damaged: {_reason(error)}. Record it again.") from error


def _open_regular(path: str) -> int:
    """Opens a regular file; never blocks on a pipe."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "a file name cannot contain NUL"
        raise SoundMissing(f"{path!r} cannot be opened: {reason}. Check the path.") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise SoundUnreadable(f"{path} is not a file. Give the path of a WAV or FLAC file.")
    return descriptor


def _open_sound(path: str, descriptor: int) -> Any:
    """Opens by descriptor, so that the content decides the format and not the file's name."""
    import soundfile

    if os.fstat(descriptor).st_size == 0:
        raise SoundEmpty(f"{path} is an empty file. Record it again.")
    try:
        return soundfile.SoundFile(descriptor, closefd=False)
    except soundfile.SoundFileError as error:
        raise SoundUnreadable(f"{path} is not sound: {_reason(error)}. Give a WAV or FLAC file.") from error


def _reason(error: Exception) -> str:
    text: str = getattr(error, "error_string", str(error))
    return text.rstrip(".")
