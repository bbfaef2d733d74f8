"""Composition: one open vault for everything in a process: one writer at a time, in the order of asking.

Whoever writes holds the lease: a conversation for a turn, a command for what it changes, syncing for one step. Reading
that may take long has a connection of its own beside it. A lease is not given up by itself: who waits for a person or
a network in between gives it back with `paused`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, Lock, get_ident
from typing import TypeVar

from device.session.executor import WorkerClosed
from engine_b.vault.vault import Vault

T = TypeVar("T")


class VaultLease:
    """Lets one thread at a time through, first come first served; a thread that is through may enter again."""

    def __init__(self) -> None:
        """Begins free."""
        self._changed = Condition()
        self._waiting: deque[object] = deque()
        self._holder: int | None = None
        self._depth = 0

    def acquire(self) -> None:
        """Waits until this thread is through."""
        thread, place = get_ident(), object()
        with self._changed:
            if self._holder == thread:
                self._depth += 1
                return
            self._waiting.append(place)
            try:
                self._changed.wait_for(lambda: self._holder is None and self._waiting[0] is place)
                self._holder, self._depth = thread, 1
            finally:
                self._waiting.remove(place)
                self._changed.notify_all()

    @property
    def waiting(self) -> int:
        """How many threads wait."""
        return len(self._waiting)

    def release(self) -> None:
        """Leaves once; the next thread goes through when this one has left as often as it entered."""
        with self._changed:
            self._depth -= 1
            if not self._depth:
                self._holder = None
                self._changed.notify_all()

    def give_back(self) -> int:
        """Leaves wholly; returns how often this thread had entered, 0 when it was not through."""
        with self._changed:
            if self._holder != get_ident():
                return 0
            depth, self._depth, self._holder = self._depth, 0, None
            self._changed.notify_all()
        return depth

    def take_again(self, depth: int) -> None:
        """Enters as often as `give_back` had returned."""
        for _ in range(depth):
            self.acquire()


class SharedVault:
    """An open vault with its lease and its queue.

    `close` waits for the queued jobs and for who holds the lease; the vault stays open, and nobody reaches it any more.
    """

    def __init__(self, vault: Vault, state: Path) -> None:
        """Takes an open vault and the folder it lies in."""
        self.vault, self.state = vault, state
        self._lease, self._exchange = VaultLease(), Lock()
        self._queue = ThreadPoolExecutor(1, "selene-vault")
        self._closed = False

    @contextmanager
    def lease(self) -> Iterator[Vault]:
        """Gives the vault to this thread alone. Raises WorkerClosed after `close`."""
        self._lease.acquire()
        try:
            if self._closed:
                raise WorkerClosed
            yield self.vault
        finally:
            self._lease.release()

    @property
    def waiting(self) -> int:
        """How many threads wait for the lease."""
        return self._lease.waiting

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Gives this thread's lease back while it waits for something else, and takes it again after that."""
        depth = self._lease.give_back()
        try:
            yield
        finally:
            self._lease.take_again(depth)

    @contextmanager
    def exchanging(self) -> Iterator[None]:
        """Keeps other exchanges with the mirror out; asked for before the lease, never while it is held."""
        with self._exchange:
            yield

    @contextmanager
    def reading(self) -> Iterator[Vault]:
        """Opens a connection that only reads, beside the writer."""
        with self.vault.open_beside() as vault:
            yield vault

    def submit(self, job: Callable[[], T]) -> Future[T]:
        """Queues a job that gets the lease; from any thread. Raises WorkerClosed after `close`."""
        try:
            return self._queue.submit(self._leased, job)
        except RuntimeError as error:
            raise WorkerClosed from error

    async def run(self, job: Callable[[], T]) -> T:
        """Waits for a queued job without holding up the event loop. Raises what the job raises, and WorkerClosed."""
        import asyncio  # a command without a daemon does not load it

        return await asyncio.wrap_future(self.submit(job))

    def close(self) -> None:
        """Finishes the queued jobs, and takes no more; a thread that is late never uses a vault that is closed."""
        self._queue.shutdown()
        self._lease.acquire()
        self._closed = True
        self._lease.release()

    def _leased(self, job: Callable[[], T]) -> T:
        with self.lease():
            return job()
