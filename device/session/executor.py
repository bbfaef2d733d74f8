"""Composition: where slow work is done: recognising, thinking, synthesising. One job at a time, in the order given.

`InlineWorker` does a job at once, so that with a tape played as fast as possible audio time is the only clock.
`ThreadWorker` has one thread of its own, so that the hot loop never waits. Both hand results back through `results`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Protocol, TypeVar

from device.audio.playback import Sentence
from device.conversation.events import Event

Result = Event | Sentence
T = TypeVar("T")
Job = Callable[[], Result | None]


class WorkerClosed(Exception):
    """There is no worker any more: the daemon is about to end."""


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
    """One thread; jobs are futures, collected in the order in which they were given."""

    def __init__(self) -> None:
        """The thread starts with the first job."""
        self._pool = ThreadPoolExecutor(1, "selene-worker")
        self._jobs: deque[Future[Result | None]] = deque()

    def submit(self, job: Job) -> None:
        """Queue it."""
        self._jobs.append(self._pool.submit(job))

    def results(self) -> Iterator[Result]:
        """Drain what is ready."""
        while self._jobs and self._jobs[0].done():
            result = self._jobs.popleft().result()
            if result is not None:
                yield result

    @property
    def busy(self) -> bool:
        """True while anything is under way or not collected."""
        return bool(self._jobs)

    def settle(self) -> None:
        """Wait for the thread."""
        wait(self._jobs)

    def aside(self, job: Callable[[], T]) -> Future[T]:
        """Queue a job that is no part of the talk: its future goes to the caller, and `busy` does not know of it.

        Raises WorkerClosed. May be called from any thread.
        """
        try:
            return self._pool.submit(job)
        except RuntimeError as error:
            raise WorkerClosed from error

    def close(self) -> None:
        """Let the queue run empty and join."""
        self._pool.shutdown()
