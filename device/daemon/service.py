"""Composition: runs a daemon's parts as tasks of one event loop: the microphone, the clients, syncing.

A frame of sound never passes through the event loop: the microphone's conversation has a thread of its own, and its
hot path is one call a frame. What fails in a client or in syncing ends that part alone.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import Protocol

from device.clients.local_audio import LocalAudioClient
from device.core.errors import DeviceError, EngineUnavailable
from device.core.policy import SOUND_STOP_S
from device.daemon.composition import Daemon
from device.daemon.sync_service import NotifyPerson
from device.platform.clock import monotonic_ns
from protos.systemd import Supervisor


class Client(Protocol):
    """A server for clients, as a task: runs until cancelled, and calls `ready` when it can be reached."""

    async def run(self, ready: Callable[[], None]) -> None:
        """Serves."""
        ...


@dataclass(slots=True)
class Service:
    """A daemon that runs: until its tape ends, or a signal arrives."""

    daemon: Daemon
    clients: Sequence[Client] = ()
    when_ready: Callable[[], None] = lambda: None
    """Called once, when Selene can be spoken to."""
    tell: NotifyPerson = lambda code, sentence: None
    serves_others: bool = False
    """Whether there are clients for whom it goes on when the microphone fails."""
    supervisor: Supervisor = field(default_factory=Supervisor)
    stop_s: float = SOUND_STOP_S
    """How long the microphone's conversation may take to end."""
    _received: list[int] = field(default_factory=list)

    async def run(self) -> tuple[int, ...]:
        """Runs; returns the signals that ended it, none when the tape did. Raises the microphone's error."""
        stop = asyncio.Event()
        self._take_signals(stop)
        main = asyncio.create_task(self._run_microphone(stop))
        try:
            async with asyncio.TaskGroup() as group:
                beside = self._start_beside(group)
                await asyncio.wait((main,))
                for task in beside:
                    task.cancel()
        except ExceptionGroup as several:
            raise several.exceptions[0] from several
        finally:
            stop.set()
            await asyncio.wait((main,))
        await main
        return tuple(self._received)

    def _start_beside(self, group: asyncio.TaskGroup) -> list[asyncio.Task[None]]:
        """Starts everything but the microphone's conversation."""
        ready = [asyncio.Event() for _ in self.clients]
        tasks = [group.create_task(self._run_client(*each)) for each in zip(self.clients, ready, strict=True)]
        if self.daemon.syncing is not None:
            tasks.append(group.create_task(self.daemon.syncing.run()))
        if self.daemon.announcer is not None:
            tasks.append(group.create_task(self.daemon.announcer.run()))
        if self.daemon.closer is not None:
            tasks.append(group.create_task(self.daemon.closer.run()))
        if self.daemon.vectors is not None:
            tasks.append(group.create_task(self.daemon.vectors.run()))
        return [*tasks, group.create_task(self._tell_when_ready(ready))]

    async def _run_client(self, client: Client, ready: asyncio.Event) -> None:
        """Runs a client's server. One that cannot be opened costs the others nothing; the person is told."""
        try:
            await client.run(ready.set)
        except DeviceError as error:
            self.tell(error.code, str(error))
            ready.set()

    def _take_signals(self, stop: asyncio.Event) -> None:
        loop = asyncio.get_running_loop()

        def end(number: int) -> None:
            self._received.append(number)
            stop.set()

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, end, number)

    async def _tell_when_ready(self, ready: Sequence[asyncio.Event]) -> None:
        for event in ready:
            await event.wait()
        self.daemon.served.hub.set_ready()
        self.when_ready()

    async def _run_microphone(self, stop: asyncio.Event) -> None:
        """Runs the microphone's conversation until its sound ends, or waits for a signal where there is none."""
        if self.daemon.local is None:
            await self._wait_without_microphone(stop)
            return
        ended = run_in_thread(self.daemon.local)
        signalled = asyncio.ensure_future(stop.wait())
        await asyncio.wait((ended, signalled), return_when=asyncio.FIRST_COMPLETED)
        if not ended.done():
            self.daemon.local.stop()
            await asyncio.wait((ended,), timeout=self.stop_s)
        signalled.cancel()
        if not ended.done():
            hangs = EngineUnavailable("An engine at the microphone does not answer. Selene ended without it.")
            self.tell(hangs.code, str(hangs))
            return
        try:
            await ended
        except DeviceError as error:
            if not self.serves_others or stop.is_set():
                raise
            self.tell(error.code, str(error))
            await self._wait_without_microphone(stop)

    async def _wait_without_microphone(self, stop: asyncio.Event) -> None:
        """Tells the service manager that the event loop runs, where no microphone's conversation does."""
        interval_s = self.supervisor.turn_s
        while not stop.is_set():
            self.supervisor.alive(monotonic_ns() / 1e6)
            try:
                async with asyncio.timeout(interval_s if interval_s < 1e6 else None):
                    await stop.wait()
            except TimeoutError:
                continue
        self.supervisor.stopping()


def run_in_thread(client: LocalAudioClient) -> asyncio.Future[None]:
    """Runs a microphone's conversation in a thread of its own; the future is its end."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()

    def run() -> None:
        failed: BaseException | None = None
        try:
            client.run()
        except BaseException as error:  # noqa: BLE001  # handed on to the event loop, which raises it
            failed = error
        with suppress(RuntimeError):  # the event loop has ended without it
            loop.call_soon_threadsafe(_set_once, ended, failed)

    Thread(target=run, name="selene-microphone", daemon=True).start()
    return ended


def _set_once(future: asyncio.Future[None], error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
