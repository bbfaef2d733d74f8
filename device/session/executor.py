"""Composition: runs slow work: recognising, thinking, synthesising. One job at a time, in the order given.

`InlineWorker` runs a job at once, so that with a tape played as fast as possible audio time is the only clock.
`ThreadWorker` has one thread of its own, so that the hot loop never waits. Both return results through `results`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Protocol, TypeVar

from device.audio.end_of_turn import HeardSoFar
from device.audio.playback import Sentence
from device.conversation.events import Event

Result = Event | Sentence | HeardSoFar
T = TypeVar("T")
Job = Callable[[], Result | None]


class WorkerClosed(Exception):
    """The worker has ended, because the daemon is about to."""


class Worker(Protocol):
    """Runs jobs in order."""

    def submit(self, job: Job) -> None:
        """Takes a job; its event, if any, comes out of `results` later."""
        ...

    def results(self) -> Iterator[Result]:
        """Returns the events that are ready. A job's unexpected exception is raised here, in the loop's own thread."""
        ...

    @property
    def busy(self) -> bool:
        """True while a job is waiting or running, or a result has not been collected."""
        ...

    def settle(self) -> None:
        """Waits until every accepted job is done; its result is then in `results`."""
        ...

    def close(self) -> None:
        """Finishes all accepted jobs, then stops."""
        ...


class InlineWorker:
    """Runs each job when it is submitted; its result is handled at the next frame."""

    def __init__(self) -> None:
        """Starts nothing."""
        self._ready: list[Result] = []

    def submit(self, job: Job) -> None:
        """Runs the job now."""
        event = job()
        if event is not None:
            self._ready.append(event)

    def results(self) -> Iterator[Result]:
        """Returns the results since the last call."""
        ready, self._ready = self._ready, []
        yield from ready

    @property
    def busy(self) -> bool:
        """True until results are collected."""
        return bool(self._ready)

    def settle(self) -> None:
        """Does nothing: jobs are done when they are submitted."""

    def close(self) -> None:
        """Does nothing: no job is left."""


class ThreadWorker:
    """One thread; jobs are futures, collected in the order in which they were given."""

    def __init__(self) -> None:
        """The thread starts with the first job."""
        self._pool = ThreadPoolExecutor(1, "selene-worker")
        self._jobs: deque[Future[Result | None]] = deque()

    def submit(self, job: Job) -> None:
        """Queues the job."""
        self._jobs.append(self._pool.submit(job))

    def results(self) -> Iterator[Result]:
        """Returns the ready results."""
        while self._jobs and self._jobs[0].done():
            result = self._jobs.popleft().result()
            if result is not None:
                yield result

    @property
    def busy(self) -> bool:
        """True while a job is running or its result is not collected."""
        return bool(self._jobs)

    def settle(self) -> None:
        """Waits for the thread."""
        wait(self._jobs)

    def aside(self, job: Callable[[], T]) -> Future[T]:
        """Queues a job that is no part of the talk: the caller gets its future, and `busy` ignores it.

        Raises WorkerClosed. May be called from any thread.
        """
        try:
            return self._pool.submit(job)
        except RuntimeError as error:
            raise WorkerClosed from error

    def close(self) -> None:
        """Finishes the queue and joins the thread."""
        self._pool.shutdown()
