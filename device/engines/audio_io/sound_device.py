"""Adapter: the microphone and the loudspeaker of this machine, through PortAudio.

Sound passes between PortAudio's thread and ours in bounded queues; frames that do not fit are dropped and counted, so
that a busy machine loses sound and not time. A device that refuses 16 kHz is opened at its own rate and resampled
(soxr).
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, Literal

import numpy as np

from device.audio.framing import Framing
from device.audio.policy import AWAY_FRAMES, MAX_STALLS, REOPEN_FRAMES, STALL_S
from device.core.errors import EngineUnavailable
from device.core.policy import CUSHION_FRAMES, MAX_QUEUED_FRAMES
from device.core.ports import FRAME_BYTES, FRAME_MS, SAMPLES_PER_SECOND
from device.platform.clock import sleep_one_frame

Direction = Literal["input", "output"]
_ONE_AT_A_TIME = Lock()
"""A process has one descriptor 2."""


class DeviceMicrophone:
    """`device:` or `device:NAME`, a part of the device's name or its number."""

    live = True

    def __init__(self, name: str) -> None:
        self.overflows = 0
        """Frames that were lost, here or in the driver."""
        self._queue: SimpleQueue[bytes] = SimpleQueue()
        self._closed = False
        self._listening = False
        self._name, self._stalls = name, 0
        self._stream, self._rate = _open_stream("input", name, self._take)
        self._resample = _resampler(self._rate, SAMPLES_PER_SECOND)

    def frames(self) -> Iterator[bytes]:
        """Frames as the device delivers them, until `close`. While it is away they are silence, for a while."""
        framing = Framing()
        if self._closed:
            return
        self._listening = True
        try:
            _start(self._stream, "microphone")
            while not self._closed:
                sound = self._next()
                self._stalls = self._stalls + 1 if sound is None else 0
                yield from self._until_back() if sound is None else framing.cut(self._resample(sound))
        finally:
            self._stream.close()

    def close(self) -> None:
        """Ends `frames`; only sets a flag and puts into a reentrant queue, so a signal handler may call it."""
        self._closed = True
        self._queue.put(b"")
        if not self._listening:
            self._stream.close()

    def _next(self) -> bytes | None:
        """Returns the next sound; None when the device delivers none any more."""
        try:
            return self._queue.get(timeout=STALL_S)
        except Empty:
            return None

    def _until_back(self) -> Iterator[bytes]:
        """Yields silence in real time until the device is open again. DOOR_UNAVAILABLE when it stays away, or delivers
        nothing whenever it is opened.
        """
        for number in range(AWAY_FRAMES if self._stalls <= MAX_STALLS else 0):
            if self._closed or (number % REOPEN_FRAMES == 0 and self._reopened()):
                return
            yield bytes(FRAME_BYTES)
            sleep_one_frame()
        raise EngineUnavailable("The microphone stopped delivering sound. Is it still plugged in?")

    def _reopened(self) -> bool:
        """Opens the device again; says whether it could."""
        self._stream.close()
        try:
            self._stream, self._rate = _open_stream("input", self._name, self._take)
            _start(self._stream, "microphone")
        except EngineUnavailable:
            return False
        self._resample = _resampler(self._rate, SAMPLES_PER_SECOND)
        return True

    def _take(self, pcm: Any, _frames: int, _time: object, status: Any) -> None:
        """PortAudio's thread."""
        self.overflows += bool(status.input_overflow)
        if self._queue.qsize() < MAX_QUEUED_FRAMES:
            self._queue.put(bytes(pcm))
        else:
            self.overflows += 1


class DeviceSpeaker:
    """`device:` or `device:NAME`, a part of the device's name or its number."""

    acoustic = True

    def __init__(self, name: str) -> None:
        self.overflows = 0
        """Frames that came faster than the device plays."""
        self._queue: deque[bytes] = deque()
        self._stream, self._rate = _open_stream("output", name, self._fill)
        self._block_bytes = _block_samples(self._rate) * 2
        self._fresh()
        _start(self._stream, "loudspeaker")

    def play(self, frame: bytes | None) -> None:
        """Queue one frame; silence needs no frame, the device makes it itself."""
        if frame is None:
            return
        if not self._queue:
            self._queue.extend([bytes(self._block_bytes)] * CUSHION_FRAMES)
        for block in self._framing.cut(self._resample(frame)):
            if len(self._queue) < MAX_QUEUED_FRAMES:
                self._queue.append(block)
            else:
                self.overflows += 1

    def flush(self) -> None:
        """Silence from the next block of 20 ms on."""
        self._queue.clear()
        self._fresh()

    def close(self) -> None:
        """Stop at once; safe to call twice."""
        self._stream.close()

    def _fresh(self) -> None:
        self._resample = _resampler(SAMPLES_PER_SECOND, self._rate)
        self._framing = Framing(self._block_bytes)

    def _fill(self, out: Any, _frames: int, _time: object, _status: object) -> None:
        """PortAudio's thread. `flush` may empty the queue between any two lines."""
        try:
            block = self._queue.popleft()
        except IndexError:
            block = b""
        out[:] = block.ljust(len(out), b"\0")


def _open_stream(direction: Direction, name: str, callback: Any) -> tuple[Any, int]:
    """A stream and its rate: 16 kHz, or the device's own when it refuses that."""
    sounddevice = _portaudio()
    device: int | str | None = int(name) if name.isdecimal() else name or None
    open_ = sounddevice.RawInputStream if direction == "input" else sounddevice.RawOutputStream
    try:
        with _without_library_messages():
            own_rate = round(sounddevice.query_devices(device, direction)["default_samplerate"])
            rate = SAMPLES_PER_SECOND if _accepts(sounddevice, direction, device) else own_rate
            stream = open_(
                samplerate=rate,
                blocksize=_block_samples(rate),
                device=device,
                channels=1,
                dtype="int16",
                callback=callback,
            )
    except (sounddevice.PortAudioError, ValueError) as error:
        raise _no_device(direction, name) from error
    return stream, rate


def _accepts(sounddevice: Any, direction: Direction, device: int | str | None) -> bool:
    check = sounddevice.check_input_settings if direction == "input" else sounddevice.check_output_settings
    try:
        check(device=device, channels=1, dtype="int16", samplerate=SAMPLES_PER_SECOND)
    except sounddevice.PortAudioError:
        return False
    return True


def _portaudio() -> Any:
    try:
        with _without_library_messages():
            import sounddevice
    except OSError as error:
        raise EngineUnavailable(
            "PortAudio, which reaches microphone and loudspeaker, is not installed. "
            "Install it with: sudo apt install libportaudio2"
        ) from error
    return sounddevice


@contextmanager
def _without_library_messages() -> Iterator[None]:
    """Keeps off the terminal what ALSA, JACK and PortAudio print about each device that they try.

    They write to file descriptor 2 themselves; it leads nowhere while a device is opened or started. What else fails is
    raised as an error, and that is not printed here.
    """
    with _ONE_AT_A_TIME, open(os.devnull, "wb") as nowhere:
        kept = os.dup(2)
        try:
            os.dup2(nowhere.fileno(), 2)
            yield
        finally:
            os.dup2(kept, 2)
            os.close(kept)


def _start(stream: Any, what: str) -> None:
    import sounddevice

    try:
        with _without_library_messages():
            stream.start()
    except sounddevice.PortAudioError as error:
        raise EngineUnavailable(f"The {what} does not start. Is another program using it?") from error


def _no_device(direction: Direction, name: str) -> EngineUnavailable:
    what = "microphone" if direction == "input" else "loudspeaker"
    which = f"No {what} is called {name!r}" if name else f"No {what} was found"
    silent = "none:" if direction == "input" else "null:"
    return EngineUnavailable(
        f"{which}, or it cannot be opened. Plug one in, or choose something else than device:; {silent} needs no sound."
    )


def _block_samples(rate: int) -> int:
    return rate * FRAME_MS // 1000


def _resampler(from_rate: int, to_rate: int) -> Any:
    """PCM at one rate to PCM at the other, in a stream; the same bytes when the rates are equal."""
    if from_rate == to_rate:
        return bytes
    import soxr

    stream = soxr.ResampleStream(from_rate, to_rate, 1, dtype="int16")
    return lambda pcm: stream.resample_chunk(np.frombuffer(pcm, dtype=np.int16)).tobytes()
