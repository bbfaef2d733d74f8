"""Pure: plays a reply frame by frame, and computes how much of it was spoken when it is cut off."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np

from device.audio.framing import to_pcm, to_samples
from device.audio.policy import DUCK_DB, DUCK_RAMP_MS
from device.core.ports import FRAME_BYTES, FRAME_MS


@dataclass(slots=True)
class Sentence:
    """A synthesised sentence of a turn's reply, and how many of its bytes have been played."""

    turn: int
    text: str
    pcm: bytes
    played: int = 0


@dataclass(slots=True)
class Gain:
    """A gain that goes to the wanted one within DUCK_RAMP_MS."""

    wanted: float = 1.0
    now: float = 1.0

    def apply(self, frame: bytes) -> bytes:
        """Returns the frame with the gain; the very frame while it is 1."""
        if self.now == self.wanted == 1.0:
            return frame
        most = (1.0 - 10 ** (DUCK_DB / 20)) * FRAME_MS / DUCK_RAMP_MS
        after = self.now + min(max(self.wanted - self.now, -most), most)
        gains = np.linspace(self.now, after, FRAME_BYTES // 2, dtype=np.float32)
        self.now = after
        return to_pcm(to_samples(frame) * gains)


@dataclass(slots=True)
class Playback:
    """The queue of synthesised sentences of one turn. Empty until `begin`."""

    turn: int = 0
    expected: int = 0
    """The number of sentences of the reply; playback is finished when all of them have been played."""
    _queue: deque[Sentence] = field(default_factory=deque)
    _done: list[str] = field(default_factory=list)
    _gain: Gain = field(default_factory=lambda: Gain())

    def begin(self, turn: int, expected: int) -> None:
        """Begins a reply of `expected` sentences; the rest of the last one is dropped."""
        self.turn, self.expected = turn, expected
        self._queue.clear()
        self._done = []
        self._gain = Gain()

    def add(self, sentence: Sentence) -> None:
        """Queues a synthesised sentence; drops one of another turn, which is too late."""
        if sentence.turn == self.turn and self.expected:
            self._queue.append(sentence)

    def next_frame(self) -> bytes | None:
        """Returns the next FRAME_BYTES to play, padded with silence at the end of a sentence; None without any."""
        while self._queue:
            head = self._queue[0]
            frame = head.pcm[head.played : head.played + FRAME_BYTES]
            head.played += len(frame)
            if head.played >= len(head.pcm):
                self._done.append(self._queue.popleft().text)
            if frame:
                return self._gain.apply(frame.ljust(FRAME_BYTES, b"\0"))
        return None

    def duck(self, *, quieter: bool) -> None:
        """Makes what follows quieter, or as loud as before."""
        self._gain.wanted = 10 ** (DUCK_DB / 20) if quieter else 1.0

    @property
    def finished(self) -> bool:
        """Says whether all sentences of the reply were played to the end."""
        return bool(self.expected) and len(self._done) >= self.expected

    def stop(self) -> str:
        """Drops the rest; returns what was spoken: whole sentences, and the words of the last one by its share of
        sound.
        """
        spoken = list(self._done)
        if self._queue and self._queue[0].played:
            head = self._queue[0]
            words = head.text.split()
            spoken.append(" ".join(words[: len(words) * head.played // max(len(head.pcm), 1)]) + " …")
        self.begin(self.turn, 0)
        return " ".join(spoken)
