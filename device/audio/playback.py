"""Pure: what the mouth is playing, frame by frame, and how much of a reply has been spoken when it is cut off."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from device.core.ports import FRAME_BYTES


@dataclass(slots=True)
class Sentence:
    """One synthesised sentence of a turn's reply, and how many of its bytes have been played."""

    turn: int
    text: str
    pcm: bytes
    played: int = 0


@dataclass(slots=True)
class Playback:
    """The queue of synthesised sentences of one turn. Empty until `begin`."""

    turn: int = 0
    expected: int = 0
    """Sentences that the reply has; playback is finished when all of them have been played."""
    _queue: deque[Sentence] = field(default_factory=deque)
    _done: list[str] = field(default_factory=list)

    def begin(self, turn: int, expected: int) -> None:
        """Start on a reply of `expected` sentences; whatever was left is dropped."""
        self.turn, self.expected = turn, expected
        self._queue.clear()
        self._done = []

    def add(self, sentence: Sentence) -> None:
        """Queue a synthesised sentence; one of another turn is too late and is dropped."""
        if sentence.turn == self.turn and self.expected:
            self._queue.append(sentence)

    def next_frame(self) -> bytes | None:
        """The next FRAME_BYTES to play, padded with silence at the end of a sentence; None when there are none."""
        while self._queue:
            head = self._queue[0]
            frame = head.pcm[head.played : head.played + FRAME_BYTES]
            head.played += len(frame)
            if head.played >= len(head.pcm):
                self._done.append(self._queue.popleft().text)
            if frame:
                return frame.ljust(FRAME_BYTES, b"\0")
        return None

    @property
    def finished(self) -> bool:
        """All sentences of the present reply were played to the end."""
        return bool(self.expected) and len(self._done) >= self.expected

    def stop(self) -> str:
        """Drop the rest. What was spoken: whole sentences, and the words of a broken one by its share of sound."""
        spoken = list(self._done)
        if self._queue and self._queue[0].played:
            head = self._queue[0]
            words = head.text.split()
            spoken.append(" ".join(words[: len(words) * head.played // max(len(head.pcm), 1)]) + " …")
        self.begin(self.turn, 0)
        return " ".join(spoken)
