"""Adapter: runs slow work of a client in a thread that may hang without keeping the daemon from ending."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


async def run_in_own_thread(job: Callable[[], T], name: str) -> T:
    """Waits for a job in a new thread; raises what it raises. A job that nobody waits for any more ends by itself."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = job()
        except Exception as error:  # noqa: BLE001  # handed on to the coroutine that waits, which raises it
            _tell(loop, ended, lambda error=error: ended.set_exception(error))  # type: ignore[misc]
        else:
            _tell(loop, ended, lambda: ended.set_result(result))

    Thread(target=run, name=name, daemon=True).start()
    return await ended


def _tell(loop: asyncio.AbstractEventLoop, ended: asyncio.Future[T], settle: Callable[[], None]) -> None:
    with suppress(RuntimeError):  # the event loop has ended meanwhile
        loop.call_soon_threadsafe(lambda: None if ended.done() else settle())
