"""A TCP proxy that can be cut, stalled and mended while connections run through it."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from threading import Thread
from typing import Any

PIECE = 1 << 16


class Proxy:
    """Listens on loopback and passes everything on to `upstream`, HOST:PORT. As a context manager it ends.

    It accepts connections itself: an `asyncio.Server` of Python 3.11 wakes its waiters once for `close` and once for
    the last connection, and fails when the two meet.
    """

    def __init__(self, upstream: str) -> None:
        self._upstream = upstream.rsplit(":", 1)
        self._loop = asyncio.new_event_loop()
        self._lines: set[asyncio.StreamWriter] = set()
        self._joined: set[asyncio.Task[None]] = set()
        self._open, self._flows = True, asyncio.Event()
        self._flows.set()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self.address = ""

    def __enter__(self) -> Proxy:
        self._thread.start()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.setblocking(False)
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self._loop.call_soon_threadsafe(self._loop.add_reader, self._listening, self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        """End every connection, in the middle of whatever it says; new ones are refused until `mend`.

        Nothing that is said after this comes through.
        """
        self._do(self._abort())

    def stall(self) -> None:
        """Nothing comes through any more, and nobody is told."""
        self._loop.call_soon_threadsafe(self._flows.clear)

    def mend(self) -> None:
        """All is well again."""
        self._open = True
        self._loop.call_soon_threadsafe(self._flows.set)

    async def _abort(self) -> None:
        self._open = False
        for line in list(self._lines):
            line.transport.abort()
        self._flows.set()

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _end(self) -> None:
        """Accept nothing more, and wait for every connection to end by itself: cancelling one may leave it open."""
        self._loop.remove_reader(self._listening)
        self._listening.close()
        while self._joined:
            await self._abort()
            await asyncio.wait(self._joined, timeout=0.1)
        await asyncio.sleep(0)  # an aborted connection is closed in the loop's next round

    def _accept(self) -> None:
        with suppress(BlockingIOError):
            near, _ = self._listening.accept()
            near.setblocking(False)
            task = self._loop.create_task(self._join(near))
            self._joined.add(task)
            task.add_done_callback(self._joined.discard)

    async def _join(self, near: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=near)
        self._lines.add(writer)
        with suppress(OSError):
            if self._open:
                far_reader, far_writer = await asyncio.open_connection(*self._upstream)
                self._lines.add(far_writer)
                if not self._open:  # cut while it was being made
                    far_writer.transport.abort()
                await asyncio.gather(self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))
        writer.transport.abort()
        self._lines.discard(writer)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                await self._flows.wait()
                writer.write(piece)
                await writer.drain()
        writer.transport.abort()
        self._lines.discard(writer)
