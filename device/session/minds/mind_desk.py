"""Composition: asks a mind, one reply at a time, in a thread of its own, and waits for it no longer than allowed.

What it replies is guarded in that thread (`device/mind/reply_guard.py`) and comes out sentence by sentence. A mind that
fails, is late, or has nothing that may be said costs nothing but time: the answer without it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from threading import Lock

from device.assistant.conversation import as_minded
from device.core.errors import EngineUnavailable
from device.core.messages import Answer, MindRequest, MindSaid
from device.core.ports import Mind, MindPrompt, MindReply
from device.mind.policy import MAX_MIND_REPLY_CHARS, MIND_FIRST_S, MIND_WHOLE_S
from device.mind.pseudonyms import Pseudonyms, with_pseudonyms
from device.mind.reply_guard import GuardedReply
from device.mind.reply_reader import ReplyReader
from device.platform.clock import monotonic_ns
from engine_b.core.errors import VaultError


@dataclass(slots=True)
class AskedMind:
    """A reply that is being made. It is over after `None` came out of it."""

    reply: MindReply
    request: MindRequest
    """What its reply is held against: with the words that were hidden from it."""
    hidden: Pseudonyms | None = None
    said: MindSaid = field(default_factory=lambda: MindSaid(()))
    """What came out so far."""
    over: bool = False
    _queue: SimpleQueue[MindSaid | None] = field(default_factory=SimpleQueue)
    _inline: Iterator[MindSaid] | None = None

    def run(self) -> None:
        """Has the reply made, in the thread of the mind."""
        try:
            told = 0
            for said in _made(self):
                if len(said.sentences) > told:
                    told = len(said.sentences)
                    self._queue.put(said)
        except EngineUnavailable:
            pass  # what was said before it failed is said; without anything the other answer stands
        finally:
            self._queue.put(None)

    def run_inline(self) -> None:
        """Has it made in the caller's thread instead, a piece whenever one is asked for."""
        self._inline = _made(self)

    def take(self, within_s: float = 0.0) -> tuple[str, ...]:
        """Returns the sentences that are new, and waits so long for the first of them."""
        before = len(self.said.sentences)
        said = self._next(within_s)
        while said is not None:
            self.said = said
            said = self._next(0.0) if self._inline is None else None
        return self.said.sentences[before:]

    def stop(self) -> None:
        """Ends it at once; nothing more comes out."""
        self.over = True
        self.reply.stop()

    def _next(self, within_s: float) -> MindSaid | None:
        if self.over:
            return None
        try:
            if self._inline is not None:
                found = next(self._inline, None)
            else:
                found = self._queue.get(timeout=within_s) if within_s > 0 else self._queue.get_nowait()
        except EngineUnavailable:
            found = None
        except Empty:
            return None
        self.over = found is None
        return found


class MindDesk:
    """Asks one mind for every conversation of the device. While it makes one reply, no other is asked for."""

    leaving: Callable[[MindRequest, str], None] | None = None
    """Notes what is about to leave the device, and where to. Without it, or with a VaultError of it, nothing does."""

    def __init__(self, mind: Mind, thread: Executor | None, nanoseconds: Callable[[], int] = monotonic_ns) -> None:
        """Without a thread a reply is made in the caller's, which suits a tape that is played fast."""
        self.mind, self._thread, self._nanoseconds = mind, thread, nanoseconds
        self._running: Future[None] | None = None
        self._aside: MindReply | None = None
        self._lock = Lock()

    def begin(self, request: MindRequest) -> AskedMind | None:
        """Begins a reply; None while another is being made, and where the mind cannot be asked."""
        with self._lock:
            if self._running is not None and not self._running.done():
                return None
            if self._aside is not None:
                self._aside.stop()
            try:
                asked = self._asked(request)
            except (EngineUnavailable, VaultError):
                return None
            if self._thread is None:
                asked.run_inline()
            else:
                self._running = self._thread.submit(asked.run)
            return asked

    def overhear(self, prompt: MindPrompt, done: Callable[[str], None]) -> bool:
        """Has the mind of this device reply to what nobody waits for; says whether it does.

        `done` gets the whole reply, in the thread of the mind. A reply that somebody waits for stops it, and it is then
        lost. Nothing goes to a mind elsewhere.
        """
        with self._lock:
            busy = self._aside is not None or (self._running is not None and not self._running.done())
            if busy or self.mind.place:
                return False
            try:
                self._aside = reply = self.mind.begin(prompt)
            except EngineUnavailable:
                return False
        if self._thread is None:
            self._listen(reply, done)
        else:
            self._thread.submit(self._listen, reply, done)
        return True

    def _listen(self, reply: MindReply, done: Callable[[str], None]) -> None:
        """Takes a whole reply, and hands it on unless it was stopped, failed or has no end."""
        words, whole = "", True
        try:
            for piece in reply.pieces():
                words += piece
                if len(words) > MAX_MIND_REPLY_CHARS:
                    whole = False
                    break
        except EngineUnavailable:
            whole = False
        finally:
            reply.stop()
            with self._lock:
                self._aside = None
        if whole:
            done(words)

    def _asked(self, request: MindRequest) -> AskedMind:
        """Hands the request to the mind; to one elsewhere without names and numbers, and only after it was noted."""
        if not self.mind.place:
            return AskedMind(self.mind.begin(request.prompt), request)
        if self.leaving is None:
            raise EngineUnavailable("Nothing notes what leaves this device, so nothing does.")
        sent, hidden = with_pseudonyms(request)
        self.leaving(sent, self.mind.place)
        return AskedMind(self.mind.begin(sent.prompt), sent, hidden)

    def ask(self, answer: Answer) -> Answer:
        """Returns the answer with the whole reply of the mind, as far as it comes in time; else as it is."""
        asked = self.begin(answer.request) if answer.request is not None else None
        if asked is None:
            return answer
        began = self._nanoseconds()
        while not asked.over:
            spent_s = (self._nanoseconds() - began) / 1e9
            left_s = (MIND_WHOLE_S if asked.said.sentences else MIND_FIRST_S) - spent_s
            if left_s <= 0:
                asked.stop()
            else:
                asked.take(left_s)
        return as_minded(answer, asked.said) if asked.said.sentences else answer


def _made(asked: AskedMind) -> Iterator[MindSaid]:
    """Yields what may be said so far after each piece, and ends the reply once no more is needed."""
    reader, guarded, reply = ReplyReader(), GuardedReply(asked.request), asked.reply
    for piece in reply.pieces():
        for part in reader.take(piece):
            if asked.over:  # nobody waits for it any more
                break
            shown = part if asked.hidden is None else replace(part, words=asked.hidden.show(part.words))
            guarded.take((shown,))
        yield guarded.said
        if asked.over or guarded.complete or reader.broken:
            break
    reply.stop()
