"""Composition: runs slow work: recognising, thinking, synthesising. One job at a time, in the order given.

`InlineWorker` runs a job at once, so that with a tape played as fast as possible audio time is the only clock.
`ThreadWorker` has one thread of its own, so that the hot loop never waits. Both return results through `results`.
An engine of this process may hang for ever; `JobThread` does not keep the process from ending.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, wait
from functools import partial
from queue import SimpleQueue
from sys import maxsize
from threading import Thread
from typing import Any, Protocol, TypeVar

from device.audio.end_of_turn import HeardSoFar
from device.audio.playback import Sentence
from device.conversation.events import Event
from device.core.policy import ENGINE_STOP_S, STOP_LOOK_S
from device.platform.clock import monotonic_ns

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

    def hurry(self) -> None:
        """Bounds every wait from now on: what an engine has not done by then is given up. May be called from any
        thread, and in a signal handler.
        """
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

    def hurry(self) -> None:
        """Does nothing: nobody waits for a job."""

    def close(self) -> None:
        """Does nothing: no job is left."""


class JobThread(Executor):
    """One thread that runs jobs in their order. Unlike that of a pool, it may hang when the interpreter ends."""

    def __init__(self, name: str) -> None:
        """The thread starts with the first job."""
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._queue: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._closed = False

    def submit(self, job: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        """Queues a job. Raises RuntimeError after `shutdown`."""
        if self._closed:
            raise RuntimeError("the thread takes no more jobs")
        future: Future[T] = Future()
        self._queue.put((future, partial(job, *args, **named)))
        if self._thread.ident is None:
            self._thread.start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Takes no more jobs; waits for those that it has, or does not."""
        assert not cancel_futures, "what was heard is still saved"
        self.end()
        if wait:
            self.join(None)

    def end(self) -> None:
        """Lets the thread end after its last job."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)

    def join(self, within_s: float | None) -> bool:
        """Waits for the end of the thread; says whether it has ended."""
        if self._thread.ident is None:
            return True
        self._thread.join(within_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            future, job = item
            if future.set_running_or_notify_cancel():
                try:
                    result = job()
                except BaseException as error:  # noqa: BLE001  # handed on to who waits for the future
                    future.set_exception(error)
                else:
                    future.set_result(result)
            del item, future, job


class ThreadWorker:
    """One thread; jobs are futures, collected in the order in which they were given."""

    def __init__(self, patience_s: float = ENGINE_STOP_S) -> None:
        """`patience_s` is how long `hurry` still lets a job take."""
        self._thread = JobThread("selene-worker")
        self._jobs: deque[Future[Result | None]] = deque()
        self._patience_ns = round(patience_s * 1e9)
        self._until_ns = maxsize

    def submit(self, job: Job) -> None:
        """Queues the job."""
        self._jobs.append(self._thread.submit(job))

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
        """Waits for the thread; after `hurry`, not for ever."""
        while wait(self._jobs, STOP_LOOK_S).not_done:
            if self._overdue:
                self._jobs.clear()

    def hurry(self) -> None:
        """Sets the time after which no job is waited for."""
        self._until_ns = min(self._until_ns, monotonic_ns() + self._patience_ns)

    def aside(self, job: Callable[[], T]) -> Future[T]:
        """Queues a job that is no part of the talk: the caller gets its future, and `busy` ignores it.

        Raises WorkerClosed. May be called from any thread.
        """
        try:
            return self._thread.submit(job)
        except RuntimeError as error:
            raise WorkerClosed from error

    def close(self) -> None:
        """Finishes the queue and joins the thread, unless it hangs."""
        self._thread.end()
        while not self._thread.join(STOP_LOOK_S) and not self._overdue:
            continue

    @property
    def _overdue(self) -> bool:
        return monotonic_ns() >= self._until_ns
