"""Wiring: where slow work is done: recognising, thinking, synthesising. One job at a time, in the order given.

`InlineWorker` does a job at once, so that with a tape played as fast as possible audio time is the only clock.
`ThreadWorker` has one thread of its own, so that the hot loop never waits. Both hand results back through `results`.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Protocol

from device.events import Event
from device.playback import Sentence

Result = Event | Sentence
Job = Callable[[], Result | None]


class Worker(Protocol):
    """Does jobs in order."""

    def submit(self, job: Job) -> None:
        """Take a job; its event, if any, comes out of `results` later."""
        ...

    def results(self) -> Iterator[Result]:
        """Events that are ready now. A job's unexpected exception is raised here, in the loop's own thread."""
        ...

    @property
    def busy(self) -> bool:
        """True while a job is waiting or running, or a result has not been collected."""
        ...

    def settle(self) -> None:
        """Wait until every job that was taken is done; its result is then in `results`."""
        ...

    def close(self) -> None:
        """Finish all jobs that were taken, then stop."""
        ...


class InlineWorker:
    """Does each job when it is submitted; the result is seen at the next frame."""

    def __init__(self) -> None:
        """Nothing to start."""
        self._ready: list[Result] = []

    def submit(self, job: Job) -> None:
        """Do it now."""
        event = job()
        if event is not None:
            self._ready.append(event)

    def results(self) -> Iterator[Result]:
        """What the jobs gave since the last call."""
        ready, self._ready = self._ready, []
        yield from ready

    @property
    def busy(self) -> bool:
        """True until results are collected."""
        return bool(self._ready)

    def settle(self) -> None:
        """Jobs are done when they are submitted."""

    def close(self) -> None:
        """Nothing is left to do."""


class ThreadWorker:
    """One thread and two queues."""

    def __init__(self) -> None:
        """Start the thread."""
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._ready: queue.SimpleQueue[Result | BaseException] = queue.SimpleQueue()
        self._pending = 0
        self._lock = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="selene-worker", daemon=True)
        self._thread.start()

    def submit(self, job: Job) -> None:
        """Queue it."""
        with self._lock:
            self._pending += 1
        self._jobs.put(job)

    def results(self) -> Iterator[Result]:
        """Drain what is ready."""
        while not self._ready.empty():
            result = self._ready.get()
            if isinstance(result, BaseException):
                raise result
            yield result

    @property
    def busy(self) -> bool:
        """True while anything is under way."""
        with self._lock:
            return self._pending > 0 or not self._ready.empty()

    def settle(self) -> None:
        """Wait for the thread."""
        with self._lock:
            self._lock.wait_for(lambda: self._pending == 0)

    def close(self) -> None:
        """Let the queue run empty and join."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                result: Result | BaseException | None = job()
            except BaseException as error:  # noqa: BLE001 - carried to the loop's thread and raised there
                result = error
            if result is not None:
                self._ready.put(result)
            with self._lock:
                self._pending -= 1
                self._lock.notify_all()
