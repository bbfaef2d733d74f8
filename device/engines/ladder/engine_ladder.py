"""Adapter: holds the engine of a kind that is in use, and replaces it when it fails or is late.

A better one is opened again beside the talk, in a thread of its own where time is real, and taken when it is ready. A
defect that no engine raises is one of Selene, and is not caught.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from threading import RLock
from typing import Generic, TypeVar

from device.core.errors import BadUri, DeviceError, EngineUnavailable
from device.core.ladder.policy import LATE_RULES
from device.core.ladder.rungs import (
    Ladder,
    Trouble,
    is_news,
    note_time,
    note_trouble,
    rung_to_try,
    rungs_below,
    take_rung,
)
from device.engines.ladder.engine_book import EngineBook, EngineChange

EngineT = TypeVar("EngineT")
ResultT = TypeVar("ResultT")

ENGINE_FAULTS = (DeviceError, RuntimeError, ValueError, ArithmeticError, OSError, MemoryError, ImportError)
"""What engines raise."""


@dataclass(frozen=True, slots=True)
class LadderGear:
    """What the ladders of a run share."""

    book: EngineBook
    beside: Callable[[], Executor | None] = lambda: None
    """Makes the thread in which an engine is tried again; without one it is tried at once."""

    @property
    def nanoseconds(self) -> Callable[[], int]:
        """The clock; it is constant where time is virtual: there nothing is late, and nothing is tried again."""
        return self.book.nanoseconds


class EngineLadder(Generic[EngineT]):
    """The engines of one kind. `use` runs a job on the one in use; after a failure, on the next one down."""

    def __init__(
        self,
        kind: str,
        ladder: Ladder,
        open_engine: Callable[[str], EngineT],
        gear: LadderGear,
        close_engine: Callable[[EngineT], None] = lambda engine: None,
    ) -> None:
        """Opens the best engine that can be. Raises BAD_URI, or the first one's error when none can be. `close_engine`
        ends one that was replaced.
        """
        self.kind, self._open, self._gear, self._close = kind, open_engine, gear, close_engine
        self._ladder = gear.book.known_ladder(kind, ladder)
        self.prepare: Callable[[EngineT], None] = lambda engine: None
        """Gives an engine that takes over what the one before was told; it fails where this does."""
        self._rule = LATE_RULES[kind]
        self._lock, self._closed = RLock(), False
        self._beside: Executor | None = None
        self._trial: tuple[int, Future[EngineT]] | None = None
        self._engine: EngineT = self._opened_below(-1, None)
        gear.book.note_ladder(kind, self._ladder)

    @property
    def engine(self) -> EngineT:
        """The engine in use."""
        return self._engine

    def close(self) -> None:
        """Ends the engine in use, and each that would be taken after it."""
        with self._lock:
            self._closed = True
            self._close(self._engine)

    def now_ns(self) -> int:
        """Reads the clock of the ladder."""
        return self._gear.nanoseconds()

    def use(self, job: Callable[[EngineT], ResultT], *, timed: bool = True) -> ResultT:
        """Runs a job on the engine in use, and again on the next one where it fails. Raises a `DeviceError` when the
        last one does.
        """
        while True:
            engine, began = self._engine, self._gear.nanoseconds()
            try:
                result = job(engine)
            except ENGINE_FAULTS as error:
                self.failed(engine, error)
                continue
            if timed:
                self.took(engine, self._gear.nanoseconds() - began)
            return result

    def failed(self, engine: EngineT, error: Exception) -> None:
        """Replaces an engine that failed. Raises a `DeviceError` where none is below it."""
        with self._lock:
            if engine is self._engine:
                self._step_down(Trouble.FAILED, error)

    def took(self, engine: EngineT, spent_ns: int) -> None:
        """Notes how long a call of an engine took, and replaces one that is late for good."""
        with self._lock:
            if engine is not self._engine:
                return
            self._ladder, late = note_time(self._ladder, spent_ns // 1_000_000, self._rule)
            if late:
                self._step_down(Trouble.LATE, None)

    def try_better(self) -> None:
        """Takes a better engine again whose time has come, where it opens. Between two uses that belong together."""
        if self._ladder.at == 0:
            return
        with self._lock:
            if self._trial is None:
                self._begin_trial()
            if self._trial is not None and self._trial[1].done():
                self._end_trial(*self._trial)

    def _begin_trial(self) -> None:
        number = rung_to_try(self._ladder, self._now_ms())
        if number is None:
            return
        self._beside = self._beside or self._gear.beside()
        uri, done = self._ladder.rungs[number].uri, Future[EngineT]()
        if self._beside is None:
            _run_now(done, self._open, uri)
        self._trial = number, done if self._beside is None else self._beside.submit(self._open, uri)

    def _end_trial(self, number: int, opened: Future[EngineT]) -> None:
        self._trial = None
        try:
            engine = opened.result()
            self.prepare(engine)
        except ENGINE_FAULTS:
            self._note(number, Trouble.UNOPENED)
            return
        if number < self._ladder.at:
            before = self._ladder.in_use.uri
            self._close(self._engine)
            self._take(number, engine)
            if self.kind == "wake_words":  # another word counts again, which the person must know
                self._tell(before, Trouble.NONE)

    def _step_down(self, trouble: Trouble, cause: Exception | None) -> None:
        number, uri = self._ladder.at, self._ladder.in_use.uri
        if number + 1 < len(self._ladder.rungs):
            self._note(number, trouble)
            self._engine = self._opened_below(number, cause)
            if self._ladder.at != number and is_news(self._ladder, number):
                self._tell(uri, trouble)
        elif isinstance(cause, DeviceError):
            raise cause
        elif cause is not None:
            raise EngineUnavailable(f"An engine failed ({type(cause).__name__}). Nothing was changed.") from cause

    def _opened_below(self, above: int, cause: Exception | None) -> EngineT:
        """Opens the best engine below one. Raises the first error as a `DeviceError` where none opens."""
        starting, first = above < 0, cause
        for number in rungs_below(self._ladder, above, self._now_ms(), in_need=starting or cause is not None):
            try:
                engine = self._open(self._ladder.rungs[number].uri)
                self.prepare(engine)
            except ENGINE_FAULTS as error:
                if starting and number == 0 and isinstance(error, BadUri):
                    raise
                first = first or error
                self._note(number, Trouble.UNOPENED)
                continue
            if not starting:
                self._close(self._engine)
            self._take(number, engine)
            if starting and first is not None and is_news(self._ladder, 0):
                self._tell(self._ladder.rungs[0].uri, Trouble.UNOPENED)
            return engine
        if first is None:  # it is only slow, and nothing else opens
            return self._engine
        if isinstance(first, DeviceError):
            raise first
        raise EngineUnavailable(f"An engine failed ({type(first).__name__}). Nothing was changed.") from first

    def _take(self, number: int, engine: EngineT) -> None:
        self._ladder, self._engine = take_rung(self._ladder, number), engine
        if self._closed:
            self._close(engine)
        self._gear.book.note_ladder(self.kind, self._ladder)

    def _note(self, number: int, trouble: Trouble) -> None:
        self._ladder = note_trouble(self._ladder, number, trouble, self._now_ms())
        self._gear.book.note_ladder(self.kind, self._ladder)

    def _tell(self, before: str, trouble: Trouble) -> None:
        phrase, place = getattr(self._engine, "phrase", ""), getattr(self._engine, "place", "")
        after = self._ladder.in_use.uri
        self._gear.book.note_change(EngineChange(self.kind, before, after, trouble, phrase, place))

    def _now_ms(self) -> int:
        return self._gear.nanoseconds() // 1_000_000


def _run_now(done: Future[EngineT], open_engine: Callable[[str], EngineT], uri: str) -> None:
    try:
        done.set_result(open_engine(uri))
    except ENGINE_FAULTS as error:
        done.set_exception(error)
