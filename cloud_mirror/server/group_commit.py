"""Composition: runs writing calls one after the other on one thread, several of them in one commit.

A call that refuses has written nothing (calls.py), so it does not affect the others of its group; should one refuse
after a write, the whole group is rolled back and each call is run alone. A result is returned only after its commit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from cloud_mirror.core.errors import Refusal, StoreBusy
from cloud_mirror.core.policy import POLICY, MirrorPolicy
from cloud_mirror.core.ports import Store, WriteTransaction

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Call:
    work: Callable[[WriteTransaction], Any]
    weight: int
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]


class _WroteBeforeRefusing(Exception):
    """A call broke the rule of calls.py; it must not be committed with others."""


class GroupWriter:
    """The only writer of the store."""

    def __init__(self, store: Store, policy: MirrorPolicy = POLICY) -> None:
        self._store, self._policy = store, policy
        self._waiting: SimpleQueue[_Call | None] = SimpleQueue()
        self._stopped = False
        self._thread = Thread(target=self._loop, name="store-writer", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[WriteTransaction], T], weight: int = 1) -> T:
        """Returns the result of `work` once it is committed; raises its Refusal, or StoreFault."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        if self._stopped:
            raise StoreBusy("The mirror is stopping. Nothing was stored; try again.")
        self._waiting.put(_Call(work, weight, loop, answer))
        return await answer

    def stop(self) -> None:
        """Finishes the waiting calls, and ends."""
        self._stopped = True
        self._waiting.put(None)
        self._thread.join()

    def _loop(self) -> None:
        while (first := self._waiting.get()) is not None:
            group, over = self._collect(first)
            self._commit(group)
            if over:
                return

    def _collect(self, first: _Call) -> tuple[list[_Call], bool]:
        """Collects `first` and the waiting calls after it, within the limits; and whether the end was among them."""
        group, weight = [first], first.weight
        while len(group) < self._policy.group_calls and weight < self._policy.group_weight:
            try:
                call = self._waiting.get_nowait()
            except Empty:
                break
            if call is None:
                return group, True
            group.append(call)
            weight += call.weight
        return group, False

    def _commit(self, group: list[_Call]) -> None:
        wanted = [call for call in group if not call.answer.cancelled()]
        if not wanted:
            return
        try:
            results = self._store.write(lambda tx: [_outcome(call, tx) for call in wanted])
        except _WroteBeforeRefusing:
            for call in wanted:
                self._commit_alone(call)
        except Exception as error:  # noqa: BLE001 - whatever it was, those who wait must hear of it
            for call in wanted:
                _tell(call, error)
        else:
            for call, result in zip(wanted, results, strict=True):
                _tell(call, result)

    def _commit_alone(self, call: _Call) -> None:
        try:
            _tell(call, self._store.write(call.work))
        except Exception as error:  # noqa: BLE001 - whatever it was, the one who waits must hear of it
            _tell(call, error)


def _outcome(call: _Call, tx: WriteTransaction) -> object:
    before = tx.writes
    try:
        return call.work(tx)
    except Refusal as refusal:
        if tx.writes != before:
            raise _WroteBeforeRefusing from refusal
        return refusal


def _tell(call: _Call, result: object) -> None:
    def tell() -> None:
        if call.answer.done():
            return
        if isinstance(result, BaseException):
            call.answer.set_exception(result)
        else:
            call.answer.set_result(result)

    try:
        call.loop.call_soon_threadsafe(tell)
    except RuntimeError:  # the loop is closed: nobody waits any more
        return
