"""Pure: plays a reply frame by frame, and computes how much of it was spoken when it is cut off."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

import numpy as np

from device.audio.framing import to_pcm, to_samples
from device.audio.policy import DUCK_DB, DUCK_RAMP_MS
from device.audio.reply_rest import clause_begin, place_in_sound
from device.core.ports import FRAME_BYTES, FRAME_MS


@dataclass(slots=True)
class Sentence:
    """A synthesised sentence of a turn's reply, its place in it, and how many of its bytes have been played."""

    turn: int
    number: int
    text: str
    pcm: bytes
    played: int = 0
    reached: int = 0
    """The most that has been played; a sentence that goes on begins a little before it."""


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
    _texts: tuple[str, ...] = ()
    """The sentences of the reply; playback is finished when all of them have been played."""
    _queue: deque[Sentence] = field(default_factory=deque)
    _done: int = 0
    _held: bool = False
    _more: bool = False
    _gain: Gain = field(default_factory=lambda: Gain())

    def begin(self, turn: int, texts: tuple[str, ...], *, more: bool = False) -> None:
        """Begins a reply of these sentences; the rest of the last one is dropped. `more` of them may follow."""
        self.turn, self._texts, self._done, self._held, self._more = turn, texts, 0, False, more
        self._queue.clear()
        self._gain = Gain()

    def go_on(self, turn: int, texts: tuple[str, ...], *, more: bool) -> tuple[tuple[int, str], ...]:
        """Adds sentences to the reply of this turn, or says that no `more` follow; returns them with their numbers."""
        if turn != self.turn or not self._more:
            return ()
        first = len(self._texts)
        self._texts, self._more = (*self._texts, *texts), more
        return tuple(enumerate(texts, first))

    def add(self, sentence: Sentence) -> None:
        """Queues the next synthesised sentence; drops one of another turn, which is too late, and one that is there."""
        if sentence.turn == self.turn and sentence.number == self._done + len(self._queue) < len(self._texts):
            self._queue.append(sentence)

    def next_frame(self) -> bytes | None:
        """Returns the next FRAME_BYTES to play, padded with silence at the end of a sentence; None without any."""
        while self._queue and not self._held:
            head = self._queue[0]
            frame = head.pcm[head.played : head.played + FRAME_BYTES]
            head.played += len(frame)
            head.reached = max(head.reached, head.played)
            if head.played >= len(head.pcm):
                self._queue.popleft()
                self._done += 1
            if frame:
                return self._gain.apply(frame.ljust(FRAME_BYTES, b"\0"))
        return None

    def duck(self, *, quieter: bool) -> None:
        """Makes what follows quieter, or as loud as before."""
        self._gain.wanted = 10 ** (DUCK_DB / 20) if quieter else 1.0

    def hold(self) -> None:
        """Falls silent, and keeps the rest."""
        self._held = True

    def resume(self) -> tuple[tuple[int, str], ...]:
        """Goes on with the clause that was cut off; returns the sentences that are not synthesised, with numbers."""
        self._held, self._gain = False, Gain(now=0.0)
        if self._queue:
            head = self._queue[0]
            head.played = place_in_sound(head.pcm, head.text, self._clause())
        there = self._done + len(self._queue)
        return tuple(enumerate(self._texts[there:], there))

    @property
    def finished(self) -> bool:
        """Says whether all sentences of the reply were played to the end."""
        return bool(self._texts) and self._done >= len(self._texts) and not self._more

    @property
    def spoken(self) -> str:
        """The words that were spoken: whole sentences, and the words of the last one by its share of sound."""
        spoken = [text for text in self._texts[: self._done] if text]
        if self._queue and self._queue[0].reached:
            head = self._queue[0]
            words = head.text.split()
            spoken.append(" ".join(words[: len(words) * head.reached // max(len(head.pcm), 1)]) + " …")
        return " ".join(spoken)

    @property
    def rest(self) -> str:
        """The words that were not, from the clause on that was cut off."""
        left = self._texts[self._done :]
        return " ".join((left[0][self._clause() :], *left[1:])).strip() if left else ""

    def stop(self) -> None:
        """Drops the rest."""
        self.begin(self.turn, ())

    def _share(self) -> float:
        """How much of the sentence that sounds has sounded."""
        head = self._queue[0]
        return head.played / max(len(head.pcm), 1)

    def _clause(self) -> int:
        return clause_begin(self._queue[0].text, self._share()) if self._queue else 0
