"""Adapter: one utterance of a client, converted to the device's format as it arrives. What is too long is cut."""

from __future__ import annotations

import numpy as np

from device.audio.framing import to_pcm
from device.clients.wyoming_server.event_reader import BadWyomingEvent, SoundData
from device.core.policy import DevicePolicy
from device.core.ports import SAMPLES_PER_SECOND

_FORMATS: dict[int, tuple[str, float, float]] = {
    1: ("u1", 128.0, 128.0),
    2: ("<i2", 0.0, 32768.0),
    4: ("<i4", 0.0, 2.0**31),
}
"""By bytes of a sample: its type, its silence, its loudest value."""


class ClientSound:
    """The sound of one utterance, from `audio-start` on, as 16 kHz mono s16le."""

    def __init__(self, sound: SoundData) -> None:
        """Raises BadWyomingEvent for a width that no recording has."""
        import soxr

        if sound.width not in _FORMATS:
            raise BadWyomingEvent("Samples have 1, 2 or 4 bytes.")
        self._format = sound
        self._resampler = soxr.ResampleStream(sound.rate, SAMPLES_PER_SECOND, 1, dtype="float32")
        self._pcm = bytearray()
        self._most = DevicePolicy().never_stops_ms * SAMPLES_PER_SECOND // 1_000 * 2

    def add(self, sound: SoundData, pcm: bytes) -> None:
        """Adds the sound of one event. Raises BadWyomingEvent for another format or half a sample."""
        if sound != self._format or len(pcm) % (sound.width * sound.channels):
            raise BadWyomingEvent("The sound is of another format than it began with.")
        if pcm and len(self._pcm) < self._most:
            self._pcm += self._converted(pcm, last=False)

    def finish(self) -> bytes:
        """Returns the utterance, at most as long as a monologue may be."""
        if len(self._pcm) < self._most:
            self._pcm += self._converted(b"", last=True)
        return bytes(self._pcm[: self._most])

    def _converted(self, pcm: bytes, *, last: bool) -> bytes:
        kind, silence, loudest = _FORMATS[self._format.width]
        if (self._format.rate, self._format.width, self._format.channels) == (SAMPLES_PER_SECOND, 2, 1):
            return pcm
        samples = (np.frombuffer(pcm, kind).astype(np.float32) - np.float32(silence)) / np.float32(loudest)
        mono = samples.reshape(-1, self._format.channels).mean(axis=1, dtype=np.float32)
        return to_pcm(self._resampler.resample_chunk(mono, last=last))
